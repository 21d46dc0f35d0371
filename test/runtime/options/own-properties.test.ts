import { bindProvider, type ProviderClient } from "@sdkwright/runtime/generated";
import { operations } from "@sdkwright/runtime/generated/operations";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { inspect } from "node:util";
import { acme, rejection } from "../acme.js";
import { withServer, type Answer, type TestServer } from "../../server.js";

const test = suite("own properties, whatever kind they are of");

const repeats: Answer = ({ url }, response) => response.writeHead(404).end(`no such session: ${url}`);

const WIRES = operations({
  "POST /accounts/{ACCOUNT}/orders/{id}": {
    params: { id: { style: "label" } },
    query: { list: { style: "pipeDelimited", explode: false } },
    headers: { "X-List": {} },
  },
});

function client({ origin }: TestServer, definition: object, options: object = {}): ProviderClient {
  const parameters = { ACCOUNT: { default: "production" } };
  return bindProvider(acme(`${origin}/v1`, { parameters, ...definition }), {}, options);
}

/** The same, as libraries have it that keep what it holds out of logs. */
function hidden<T extends object>(record: T): T {
  for (const name of Object.keys(record)) Object.defineProperty(record, name, { enumerable: false });
  return record;
}

test("12.1: what is not enumerable is sent like the rest, by operations and by functions too", async () => {
  await withServer(repeats, async (server) => {
    const given = {
      params: { ACCOUNT: "sandbox", id: "7" },
      query: { list: ["a", "b"], dryRun: "true" },
      headers: { "X-List": "1", "X-Dry-Run": "true" },
    };
    const { params, query, headers } = structuredClone(given);
    const unseen = { params: hidden(params), query: hidden(query), headers: hidden(headers) };
    for (const definition of [{}, { operations: WIRES }]) {
      for (const options of [given, unseen])
        await rejection(client(server, definition).post("/accounts/{ACCOUNT}/orders/{id}", options), Error);
      const [plain, other] = server.received.slice(-2);
      assert.equal([other?.url, other?.headers], [plain?.url, plain?.headers]);
      assert.match(other?.url ?? "", /^\/v1\/accounts\/sandbox\/orders\/.*dryRun=true/);
    }
    await rejection(client(server, {}, { headers: () => hidden({ "x-tenant": "a" }) }).get("/x"), Error);
    assert.is(server.received.at(-1)?.headers["x-tenant"], "a");
  });
});

test("12.8: what is not enumerable, or said by a getter, is masked like the rest", async () => {
  await withServer(repeats, async (server) => {
    let read = 0;
    const once = {
      get token() {
        return `one-time-${String((read += 1))}-Kq7vZ0pLm2Xw9`;
      },
    };
    for (const params of [hidden({ token: "Kq7vZ0pLm2Xw9Rt4" }), once]) {
      const error = await rejection(client(server, {}).get("/sessions/{token}", { params }), Error);
      assert.match(server.received.at(-1)?.url ?? "", "Kq7vZ0pLm2Xw9");
      assert.not.match(inspect(error, { depth: 9 }), "Kq7vZ0pLm2Xw9");
    }
    assert.is(read, 1);
  });
});

test.run();
