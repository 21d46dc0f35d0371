import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { inspect } from "node:util";
import type { bindProvider } from "@sdkwright/runtime/generated";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { withServer, type Answer } from "../../server.js";
import { root } from "../../tree.js";
import { acme, credentials } from "../acme.js";

// The runtime, copied beside each major of ky that its package.json names.
const test = suite("majors of ky");

interface Generated {
  readonly bindProvider: typeof bindProvider;
}

const folder = mkdtempSync(join(tmpdir(), "sdkwright-ky-"));
test.after(() => rmSync(folder, { recursive: true, force: true }));

/** The runtime with a ky of node_modules, under whichever name it was installed, and the version of that. */
async function runtimeWith(installed: string): Promise<readonly [runtime: Generated, version: string]> {
  const home = join(folder, installed);
  const modules = join(home, "node_modules");
  mkdirSync(modules, { recursive: true });
  cpSync(join(root, "runtime/lib"), join(home, "lib"), { recursive: true });
  cpSync(join(root, "runtime/package.json"), join(home, "package.json"));
  symlinkSync(join(root, "node_modules", installed), join(modules, "ky"));
  symlinkSync(join(root, "node_modules/@noble"), join(modules, "@noble"));
  const { version } = JSON.parse(readFileSync(join(modules, "ky/package.json"), "utf8")) as { version: string };
  return [(await import(pathToFileURL(join(home, "lib/generated.js")).href)) as Generated, version];
}

const answers: Answer = ({ url, body, headers }, response) => {
  const path = url.replace(/\?.*/, "");
  if (path === "/moved") response.writeHead(302, { location: "/echo" }).end();
  else if (path === "/busy") response.writeHead(503, { "retry-after": "0" }).end("busy");
  else if (path === "/cut") response.destroy();
  else
    response
      .writeHead(200, { "content-type": "application/json" })
      .end(JSON.stringify({ key: headers["x-api-key"], size: body.length, type: headers["content-type"] }));
};

for (const [installed, major] of [
  ["ky", /^1\.14\./],
  ["ky-2", /^2\./],
] as const) {
  const copy = runtimeWith(installed);

  test(`${installed}: bodies, redirects, errors, signals and what breaks`, async () => {
    const [{ bindProvider }, version] = await copy;
    assert.match(version, major);
    await withServer(answers, async ({ origin, received }) => {
      const client = bindProvider(acme(origin), {}, { credentials, retries: 0 });
      const security = "header";
      assert.equal(await client.get("/moved", { security }).json(), { key: "header-secret", size: 0 });
      const type = "application/json";
      assert.equal(await client.post("/echo", { json: { a: 1 } }).json(), { size: 7, type });
      const large = new Uint8Array(70_000);
      for (const body of [large, new Blob([large]), () => new Blob([large]).stream()])
        assert.equal(await client.put("/echo", { body, security }).json(), { key: "header-secret", size: 70_000 });
      const count = received.length;
      const busy = await failureOf(client.get("/busy"));
      assert.equal([busy.name, busy.code, received.length], ["HttpError", "http-503", count + 1]);
      const cut = await failureOf(client.get("/cut", { security: "query" }));
      assert.equal([cut.name, cut.code, received.length], ["NetworkError", "network-reset", count + 2]);
      assert.not.match(inspect(cut, { depth: 9 }), "query-secret");
      const reason = new RangeError("enough");
      assert.is(await failureOf(client.get("/echo", { signal: AbortSignal.abort(reason) })), reason);
    });
  });

  test(`${installed}: a \`fetch\` of the client's, with an answer of another class`, async () => {
    const [{ bindProvider }] = await copy;
    const calls: unknown[] = [];
    const fetch = async (input: unknown): Promise<unknown> => {
      calls.push(input);
      const answer = new Response('{"a":1}');
      return {
        status: 200,
        statusText: "",
        ok: true,
        headers: answer.headers,
        body: answer.body,
        bodyUsed: false,
        clone: () => assert.unreachable("nobody needs a copy"),
      };
    };
    const client = bindProvider(acme("https://a.test"), {}, { credentials, fetch: fetch as typeof globalThis.fetch });
    assert.equal(await client.get("/x", { security: "header" }).json(), { a: 1 });
    assert.equal(calls, ["https://a.test/x"]);
    const none = bindProvider(acme("https://a.test"), {}, { fetch: (async () => undefined) as never });
    assert.is((await failureOf(none.get("/x"))).code, "bad-option");
  });
}

type Failure = Error & { readonly code?: string };

/** Each copy of the runtime has classes of its own, so names and codes tell. */
async function failureOf(promise: Promise<unknown>): Promise<Failure> {
  try {
    await promise;
  } catch (error) {
    return error as Failure;
  }
  throw new Error("it resolves");
}

test.run();
