import { HttpError } from "@sdkwright/runtime";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { withServer } from "../../server.js";
import { acmeClient, rejection } from "../acme.js";

const test = suite("what Node's fetch does by itself");

test("12.8: a 407, which fetch hides, is told as one, and not retried", async () => {
  let received = 0;
  await withServer(
    (_, response) => {
      received += 1;
      response.writeHead(407, { "proxy-authenticate": "Basic" }).end();
    },
    async ({ origin }) => {
      const retryPolicy = { kind: "circuit-breaker", maxContiguousRetries: 3 } as const;
      const options = { json: {}, retryPolicy, handle: [407] };
      const error = await rejection(acmeClient(origin).post("/x", options), HttpError);
      assert.equal([error.status, error.code, received], [407, "http-407", 1]);
      assert.match(error.message, "answered 407");
    },
  );
});

test("12.8: a stream of the caller's that fails with an error that says nothing is no 407", async () => {
  const body = (): ReadableStream<Uint8Array> =>
    new ReadableStream({
      pull() {
        throw new Error();
      },
    });
  await withServer(
    (_, response) => void response.end(),
    async ({ origin }) => {
      const error = await acmeClient(origin)
        .post("/x", { body })
        .catch((thrown: Error) => thrown);
      assert.is((error as Error).name, "RequestError");
    },
  );
});

/** Members of RequestInit, as somebody may have put them on `Object.prototype`. */
const members = { referrer: "https://evil.example/", mode: "no-cors", body: "evil", credentials: "include" };

/** Node has what stands as `body` there for the answer's, and cannot read that. */
const UNREAD = new Set(["body"]);

for (const [name, value] of Object.entries(members)) {
  test(`12.3: ${name} on Object.prototype changes nothing that Node's fetch sends`, async () => {
    const received: unknown[] = [];
    await withServer(
      ({ headers, body }, response) => {
        received.push([headers, body]);
        response.end();
      },
      async ({ origin }) => {
        const send = async (): Promise<void> => {
          await acmeClient(origin).post("/x", { security: "bearer" });
        };
        await send();
        // eslint-disable-next-line no-extend-native -- that is what is tested
        Object.defineProperty(Object.prototype, name, { value, configurable: true, enumerable: true, writable: true });
        try {
          await send();
        } catch (error) {
          if (!UNREAD.has(name)) throw error;
        } finally {
          Reflect.deleteProperty(Object.prototype, name);
        }
      },
    );
    assert.is(received.length, 2);
    assert.equal(received[1], received[0]);
  });
}

test.run();
