import { inspect } from "node:util";
import { HttpError, RequestError, SdkError } from "@sdkwright/runtime";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { printable } from "#runtime/redaction.js";
import { scrub } from "#runtime/wire/scrub.js";
import { withServer } from "../../server.js";
import { acmeClient, credentials, rejection } from "../acme.js";

const test = suite("redaction");

const everything = (value: unknown): string =>
  [
    inspect(value, { depth: Infinity, showHidden: true, getters: true }),
    JSON.stringify(value),
    value instanceof Error ? `${value.stack} ${value.message}` : "",
  ].join("\n");

test("scrub: raw, percent-encoded, form-encoded, in base64 and in JSON", () => {
  const secret = 'pä"ss/wörd +1';
  const forms = [
    secret,
    encodeURIComponent(secret),
    encodeURIComponent(secret).toLowerCase().replace("p%c3%a4%22ss%2fw%c3%b6rd", "p%c3%a4%22ss%2fw%c3%b6rd"),
    new URLSearchParams({ s: secret }).toString().slice(2),
    Buffer.from(secret).toString("base64"),
    Buffer.from(secret).toString("base64url"),
    JSON.stringify(secret),
  ];
  for (const form of forms) assert.match(scrub(`<${form}>`, new Set([secret])), /^<"?\*\*\*=*"?>$/);
});

test("scrub: base64 whose two alphabets differ", () => {
  const secret = "key-???>>>";
  const [plain, url] = [Buffer.from(secret).toString("base64"), Buffer.from(secret).toString("base64url")];
  assert.not.equal(plain.replaceAll("=", ""), url);
  assert.is(scrub(`${plain.replaceAll("=", "")} ${url}`, new Set([secret])), "*** ***");
});

test("scrub: in HTML, as pages echo it", () => {
  const secret = `p"a<s'>s&word`;
  const forms = [
    "p&quot;a&lt;s&#39;&gt;s&amp;word",
    "p&#34;a&lt;s&#x27;&gt;s&amp;word",
    "p&quot;a&lt;s&#039;&gt;s&amp;word",
    `p"a&lt;s'&gt;s&amp;word`,
  ];
  for (const form of forms) assert.is(scrub(`<p>${form}</p>`, new Set([secret])), "<p>***</p>");
});

test("scrub: shorter than six characters stays, a secret within another leaves nothing", () => {
  assert.is(scrub("abcde", new Set(["abcde"])), "abcde");
  assert.is(scrub("abcdef", new Set(["abcdef"])), "***");
  assert.is(scrub("secret-and-more", new Set(["secret", "secret-and-more"])), "***");
});

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

test("headers of the connection are shown as they are; a secret that stands in one is masked", async () => {
  const apikey = "canary-4711";
  const headers = { connection: `keep-alive, ${apikey}`, "keep-alive": "timeout=5", "x-other": "1" };
  const fetch = async (): Promise<Response> => new Response("", { status: 500, headers });
  const client = acmeClient("https://a.test", { credentials: { header: { apikey } }, fetch });
  const { response } = await rejection(client.get("/x", { security: "header" }), HttpError);
  const { connection, "keep-alive": alive, "x-other": other } = response.headers;
  assert.equal([connection, alive, other], ["keep-alive, ***", "timeout=5", "***"]);
});

test("response-echo: a secret that the reading limit cuts in two is not shown in part", async () => {
  const apikey = "k".repeat(3000);
  // Masked, what was read is short enough to be shown to its end.
  const fetch = async (): Promise<Response> => new Response(apikey.repeat(30), { status: 500 });
  const client = acmeClient("https://a.test", { credentials: { header: { apikey } }, fetch });
  const error = await rejection(client.get("/x", { security: "header" }), HttpError);
  assert.not.match(error.response.body, "k");
});

test("messages name the template, never the filled path or the query", async () => {
  const fetch = async (): Promise<Response> => new Response("", { status: 500 });
  const client = acmeClient("https://a.test", { fetch });
  const params = { id: "canary-id" };
  const error = await rejection(client.get("/u/{id}?q=canary-q", { params, query: { r: "canary-r" } }), HttpError);
  assert.is(error.message, 'GET /u/{id} of acme (service "default") answered 500');
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

test("scrub: in JSON as PHP and Python write it", () => {
  const secrets = new Set(["pä/ss\u{1F511}word"]);
  assert.is(scrub(String.raw`"pä\/ss\u{1F511}word"`.replace(String.raw`\u{1F511}`, "\u{1F511}"), secrets), '"***"');
  assert.is(scrub(String.raw`"p\u00e4/ss\ud83d\udd11word"`, secrets), '"***"');
});

test.run();
