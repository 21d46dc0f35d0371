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

test.run();
