import { BodyError, RequestError } from "@sdkwright/runtime";
import { bindClient } from "@sdkwright/runtime/generated/client";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { withServer } from "../../server.js";
import { acme, acmeClient, rejection } from "../acme.js";

const test = suite("E5: JSON of the client's own");

/** Keeps whole numbers that JavaScript cannot hold. */
const parseJson = (text: string): unknown =>
  JSON.parse(text.replaceAll(/([:[,]\s*)(\d{16,})/g, '$1"big:$2"'), (_, value: unknown) =>
    typeof value === "string" && value.startsWith("big:") ? BigInt(value.slice(4)) : value,
  );
const stringifyJson = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) => (typeof part === "bigint" ? `big:${part}` : part)).replaceAll(
    /"big:(\d+)"/g,
    "$1",
  );

const LONG = '{"id":12345678901234567890}';

test("E5: long numbers go out and come back, in both ways to read an answer, and beside a key in the body", () =>
  withServer(
    (_, response) => void response.end(LONG),
    async ({ origin, received }) => {
      const client = acmeClient(origin, { parseJson, stringifyJson });
      const expected = { id: 12_345_678_901_234_567_890n };
      const call = client.post("/x", { json: expected });
      assert.equal([await call.json(), await (await call).json()], [expected, expected]);
      await client.post("/x", { json: { id: 7n }, security: "body" });
      assert.equal(
        received.map(({ body, headers }) => [body, headers["content-type"]]),
        [
          [LONG, "application/json"],
          ['{"id":7,"key":"body-secret"}', "application/json"],
        ],
      );
    },
  ));

test("E5: a client of many providers has them too", () =>
  withServer(
    (_, response) => void response.end(LONG),
    async ({ origin }) => {
      type Client = { readonly providers: { readonly acme: ReturnType<typeof acmeClient> } };
      const parts = { providers: { acme: { definition: acme(origin) } } };
      const { providers } = bindClient<Client>(parts, { parseJson: () => "mine" });
      assert.is(await providers.acme.get("/x").json(), "mine");
    },
  ));

test("E5: what they throw is told without what it quotes, and a writer that gives no text sends nothing", () =>
  withServer(
    (_, response) => void response.end("canary"),
    async ({ origin, received }) => {
      const failing = (given: unknown): never => {
        throw new Error(`canary ${String(given)}`);
      };
      const read = await rejection(acmeClient(origin, { parseJson: failing }).get("/x").json(), BodyError);
      assert.is(read.code, "body-not-json");
      for (const stringify of [failing, () => undefined, async () => "{}"]) {
        const client = acmeClient(origin, { stringifyJson: stringify });
        const error = await rejection(client.post("/x", { json: "canary" }), RequestError);
        assert.is(error.code, "bad-body");
        assert.not.match(error.message + read.message, "canary");
      }
      assert.is(received.length, 1);
    },
  ));

test("E5: an empty body is not asked of it", () =>
  withServer(
    (_, response) => void response.writeHead(200).end(),
    async ({ origin }) => {
      const client = acmeClient(origin, { parseJson: () => "mine" });
      assert.is((await rejection(client.get("/x").json(), BodyError)).code, "body-empty");
    },
  ));

test.run();
