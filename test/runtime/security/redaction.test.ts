import { inspect } from "node:util";
import { HttpError, RequestError, SdkError } from "@sdkwright/runtime";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { printable } from "#runtime/errors/errors.js";
import { withServer } from "../../server.js";
import { acmeClient, credentials, rejection } from "../acme.js";

const test = suite("redaction");

const everything = (value: unknown): string =>
  [
    inspect(value, { depth: Infinity, showHidden: true, getters: true }),
    JSON.stringify(value),
    value instanceof Error ? `${value.stack} ${value.message}` : "",
  ].join("\n");

test("printable: what is invisible or blank is escaped, letters among it", () => {
  const hidden = "\u3164\u2800\u115f\u1160\uffa0\u034f\ufe0f\u17b4\u180b\u{1d159}";
  assert.match(printable(hidden, 100), /^(?:\\u\{[\da-f]+\}){10}$/);
});

test("printable: one bounded line", () => {
  assert.is(printable("a\n\u001b[31m\u2028\u202eb", 100), "a\\u{a}\\u{1b}[31m\\u{2028}\\u{202e}b");
  assert.is(printable("abcdef", 3), "abc…");
});

test("client-inspect: a client shows no credential", () => {
  const shown = everything(acmeClient("https://a.test", { env: { X: "env-canary" } }));
  for (const { ...fields } of Object.values(credentials)) {
    for (const value of Object.values(fields)) assert.not.match(shown, value);
  }
  assert.not.match(shown, "env-canary");
});

test("response-echo: what the server repeats of a credential is masked in errors, not in data", async () => {
  await withServer(
    (request, response) => {
      const echo = `${request.url} ${JSON.stringify(request.headers)} ${request.body}`;
      const headers = { "x-echo": echo, "x-request-id": echo, "set-cookie": "session=canary-4711" };
      response.writeHead(400, `No ${String(request.headers["x-api-key"])}`, headers).end(echo);
    },
    async (server) => {
      const client = acmeClient(server.origin);
      for (const security of ["header", "query", "basic", "bearer", "body", "path"]) {
        const options = { security, json: {}, query: { q: "query-canary" } };
        const call = (throwHttpErrors: boolean) =>
          client.post(security === "path" ? "/{token}/x" : "/x", { ...options, throwHttpErrors });
        const shown = everything(await rejection(call(true), HttpError));
        assert.not.match(shown, `${security}-secret`);
        assert.not.match(shown, "canary-4711");
        assert.not.match(shown, btoa(`alice:${security}-secret`).replaceAll("=", ""));
        if (security !== "basic") assert.match(await call(false).text(), `${security}-secret`);
      }
    },
  );
});

test("messages name the template, never the filled path or the query", async () => {
  const fetch = async (): Promise<Response> => new Response("", { status: 500 });
  const client = acmeClient("https://a.test", { fetch });
  const params = { id: "canary-id" };
  const error = await rejection(client.get("/u/{id}?q=canary-q", { params, query: { r: "canary-r" } }), HttpError);
  assert.is(error.message, "GET /u/{id} of acme answered 500");
  assert.not.match(everything(error), "canary");
  for (const start of ["", " ", "\t\n"]) {
    const absolute = await rejection(client.get(`${start}https://user:canary@a.test/x?canary`), RequestError);
    assert.not.match(everything(absolute), "canary");
  }
});

test("a reason phrase of any length makes a message of bounded length", async () => {
  const fetch = async (): Promise<Response> => new Response("", { status: 500, statusText: "x".repeat(10_000) });
  const error = await rejection(acmeClient("https://a.test", { fetch }).get("/x"), HttpError);
  assert.ok(error.message.length < 200);
});

test("a fetch that throws, with the credential in its message, is not passed on", async () => {
  const fetch = async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    throw new TypeError(
      `cannot fetch ${new Request(input).url} with ${JSON.stringify([...new Headers(init?.headers)])}`,
    );
  };
  const client = acmeClient("https://a.test", { fetch });
  for (const security of ["header", "query", "bearer"]) {
    const error = await rejection(client.get("/x", { security }), SdkError);
    assert.not.match(everything(error), `${security}-secret`);
  }
});

test.run();
