// A client with undici's own fetch, whose answers are of a class of their own, behind msw and behind nock: what each of
// them sees is what was asked for, once. Usage: node run.mjs
import assert from "node:assert/strict";
import { createServer } from "node:http";
import { bindProvider } from "@sdkwright/runtime/generated";
import { http, HttpResponse } from "msw";
import { setupServer } from "msw/node";
import nock from "nock";
import { Agent, fetch as undiciFetch, Response as UndiciResponse } from "undici";

const LARGE = 70_000;
const definition = (baseUrl) => ({
  name: "acme",
  defaultService: "default",
  services: { default: { baseUrl } },
  securitySchemes: { header: { type: "apiKey", in: "header", name: "X-Api-Key" } },
});
const clientOf = (baseUrl, options = {}) =>
  bindProvider(definition(baseUrl), {}, { credentials: { header: { apikey: "header-secret" } }, ...options });

/** What is sent, its method, and how many bytes are to come. */
const requests = {
  "no body": [(client) => client.get("/x", { security: "header" }), "GET", 0],
  JSON: [(client) => client.post("/x", { json: { a: 1 }, security: "header" }), "POST", 7],
  "large bytes": [(client) => put(client, new Uint8Array(LARGE).fill(97)), "PUT", LARGE],
  "a large Blob": [(client) => put(client, new Blob(["b".repeat(LARGE)])), "PUT", LARGE],
  "a stream": [(client) => put(client, () => new Blob(["streamed"]).stream()), "PUT", 8],
};

function put(client, body) {
  return client.put("/x", { body, security: "header" });
}

/** Each of them calls `use` with the base URL, options of the client, and a list of what was seen. */
const makers = { "undici's own fetch": withUndici, msw: withMsw, nock: withNock };

// It is active as soon as it is imported.
nock.restore();
const failures = [];
let count = 0;
for (const [maker, withMaker] of Object.entries(makers)) {
  for (const [what, [send, method, size]] of Object.entries(requests)) {
    count += 1;
    const seen = [];
    const check = async (baseUrl, options) => {
      const response = await send(clientOf(baseUrl, options));
      assert.equal(response.status, 201);
      assert.deepEqual(await response.json(), { ok: true });
      assert.deepEqual(seen, [{ method, key: "header-secret", size }]);
    };
    await withMaker(seen, check).catch((error) => failures.push(`${maker}: ${what}: ${error.message}`));
  }
}
for (const failure of failures) console.log(failure);
console.log(`fetch: ${failures.length} of ${count} failed, with ${Object.keys(makers).join(", ")}`);
process.exitCode = failures.length === 0 ? 0 : 1;

async function withUndici(seen, use) {
  const server = createServer((request, response) => {
    let size = 0;
    request.on("data", (chunk) => (size += chunk.length));
    request.on("end", () => {
      seen.push({ method: request.method, key: request.headers["x-api-key"], size });
      response.writeHead(201, { "content-type": "application/json" }).end('{"ok":true}');
    });
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const dispatcher = new Agent();
  const fetch = async (url, init) => {
    const answer = await undiciFetch(url, { ...init, dispatcher });
    assert.ok(answer instanceof UndiciResponse && !(answer instanceof Response));
    return answer;
  };
  try {
    await use(`http://127.0.0.1:${server.address().port}`, { fetch });
  } finally {
    await dispatcher.close();
    server.close();
  }
}

async function withMsw(seen, use) {
  const mock = setupServer(
    http.all("https://a.test/x", async ({ request }) => {
      seen.push({ method: request.method, key: request.headers.get("x-api-key"), size: (await request.text()).length });
      return HttpResponse.json({ ok: true }, { status: 201 });
    }),
  );
  mock.listen({ onUnhandledRequest: "error" });
  try {
    await use("https://a.test");
  } finally {
    mock.close();
  }
}

async function withNock(seen, use) {
  const answer = function (_path, body) {
    const size = typeof body === "string" ? body.length : JSON.stringify(body).length;
    seen.push({ method: this.req.method, key: String(this.req.headers["x-api-key"]), size });
    return [201, { ok: true }];
  };
  nock.activate();
  for (const method of ["GET", "POST", "PUT"]) nock("https://a.test").intercept("/x", method).reply(answer);
  try {
    await use("https://a.test");
  } finally {
    nock.cleanAll();
    nock.restore();
  }
}
