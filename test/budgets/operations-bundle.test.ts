import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { build } from "esbuild";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { ProviderClient, RequestError } from "@sdkwright/runtime";
import { recordingFetch, rejection } from "../runtime/acme.js";

const test = suite("operations in a bundle");

/** A bundle of a snapshot's provider, in `folder`, in several files, of which the first has `start` of the runtime. */
async function bundleOf(
  snapshot: string,
  folder: string,
  missing: readonly string[] = [],
  contents = 'export { createAcmePay } from "./providers/acme-pay.js";',
): Promise<{ readonly file: string; readonly start: string[] }> {
  const outdir = join(folder, snapshot);
  const { metafile } = await build({
    stdin: {
      contents,
      resolveDir: join("generated-snapshots", snapshot, "generated"),
      loader: "ts",
    },
    bundle: true,
    splitting: true,
    format: "esm",
    target: "es2022",
    outdir,
    outExtension: { ".js": ".mjs" },
    external: [...missing],
    metafile: true,
    logLevel: "error",
  });
  const files = Object.keys(metafile.outputs);
  const start = new Set(files.filter((file) => metafile.outputs[file]?.entryPoint === "<stdin>"));
  for (const file of start) {
    for (const { path, kind } of metafile.outputs[file]?.imports ?? [])
      if (kind === "import-statement") start.add(path);
  }
  const inputs = [...start].flatMap((file) => Object.entries(metafile.outputs[file]?.inputs ?? {}));
  return {
    file: join(outdir, "stdin.mjs"),
    start: inputs.flatMap(([input, { bytesInOutput }]) => (bytesInOutput > 0 ? [input] : [])),
  };
}

interface Bundle {
  readonly createAcmePay: (options: object) => ProviderClient & { readonly untyped: ProviderClient };
}

async function load({ file }: { readonly file: string }): Promise<Bundle> {
  return (await import(pathToFileURL(file).href)) as Bundle;
}

async function inFolder(use: (folder: string) => Promise<void>): Promise<void> {
  mkdirSync(".build", { recursive: true });
  const folder = mkdtempSync(join(".build", "operations-"));
  try {
    await use(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test("types cost nothing, and styles of parameters come late", () =>
  inFolder(async (folder) => {
    for (const snapshot of ["operations", "operations-wire"]) {
      const { start } = await bundleOf(snapshot, folder);
      assert.equal(
        start.filter((file) => /runtime\/lib\/(?:core|write)\.js|generated\/operations\//.test(file)),
        ["runtime/lib/core.js"],
      );
    }
  }));

test("without the code for styles, calls that need none are sent, and others are told which file is missing", () =>
  inFolder(async (folder) => {
    const { createAcmePay } = await load(await bundleOf("operations-wire", folder, ["*/write.js"]));
    const { fetch, sent } = recordingFetch();
    const pay = createAcmePay({ fetch, env: { ACME_PAY_SESSION: "abc" } }).untyped;
    await pay.get("/charges", { query: { page: 2 } }).json();
    await pay.post("/files", { security: [], json: {} });
    assert.equal(
      sent.map(({ url, headers }) => [url, headers.get("cookie"), headers.get("accept")]),
      [
        ["https://api.acme.example/v1/charges?page=2", "acme_session=abc", "application/vnd.acme+json"],
        ["https://upload.acme.example/files", null, sent[1]?.headers.get("accept")],
      ],
    );
    const styled: readonly [string, string, object][] = [
      ["get", "/charges", { query: { ids: ["a"] } }],
      ["get", "/maps/{+path}/tiles{tile}", { params: { path: "a", tile: "b" }, headers: { "x-scale": 2 } }],
      ["patch", "/charges", { json: {} }],
      ["post", "/files", { security: [], form: { range: { to: 3 } } }],
      ["post", "/files", { security: [], multipart: { notes: "a" } }],
    ];
    for (const [method, path, options] of styled) {
      const error = await rejection(pay.request(path, { method, ...options }), Error);
      assert.equal([error.name, (error as RequestError).code], ["RequestError", "part-not-loaded"]);
      assert.match(error.message, "(write.js)");
    }
    assert.is(sent.length, 2);
  }));

test("what the caller does while the code for styles is loaded does not reach the request", () =>
  inFolder(async (folder) => {
    const { createAcmePay } = await load(await bundleOf("operations-wire", folder));
    const { fetch, sent } = recordingFetch();
    const pay = createAcmePay({ fetch, env: { ACME_PAY_SESSION: "abc" } }).untyped;
    const json = { a: { b: 1 } };
    const bytes = new Uint8Array([65]);
    const form = { range: { to: [1] } };
    const query = { ids: ["a"], created: { from: 1 } };
    const multipart = { attributes: { a: 1 } };
    const calls = [
      pay.patch("/charges", { json }),
      pay.put("/files/{id}#replace", { params: { id: "x" }, body: bytes }),
      pay.post("/files", { security: [], form: form as never }),
      pay.get("/charges", { query: query as never }),
      pay.post("/files", { security: [], multipart: multipart as never }),
    ];
    json.a.b = 2;
    bytes[0] = 66;
    form.range.to.push(2);
    query.ids.push("b");
    query.created.from = 2;
    multipart.attributes.a = 2;
    await Promise.all(calls);
    const said = sent.map(({ url, body }) => `${url.replace(/.*[.]example/, "")} ${/\{.*\}/.exec(body)?.[0] ?? body}`);
    assert.equal(
      said.sort(),
      [
        "/files range%5Bto%5D%5B%5D=1",
        '/files {"a":1}',
        "/v1/charges?ids=a&created%5Bfrom%5D=1 ",
        '/v1/charges {"a":{"b":1}}',
        "/v1/files/x A",
      ].sort(),
    );
  }));

test("what an emitted SDK sends is what its document says", () =>
  inFolder(async (folder) => {
    const { createAcmePay } = await load(await bundleOf("operations-wire", folder));
    const { fetch, sent } = recordingFetch();
    const pay = createAcmePay({ fetch, env: { ACME_PAY_SESSION: "abc" } }).untyped;
    await pay.get("/charges", { query: { ids: ["a", "b"], created: { from: 1 } as never, page: 2 } }).json();
    const params = { path: "a/b", tile: { from: 1, to: 2 } };
    await pay.get<string>("/maps/{+path}/tiles{tile}", {
      params: params as never,
      headers: { "X-Scale": 2 as never },
    });
    await pay.post("/files", { service: "upload", security: [], form: { range: { to: 3 } as never } });
    await pay.put("/files/{id}#replace", { params: { id: "x" }, body: new Uint8Array([65]) });
    assert.equal(
      sent.map(({ method, url, headers, body }) => [
        method,
        url,
        headers.get("cookie"),
        headers.get("acme-version"),
        body,
      ]),
      [
        [
          "GET",
          "https://api.acme.example/v1/charges?ids=a,b&created%5Bfrom%5D=1&page=2",
          "acme_session=abc",
          "2024-06-30",
          "",
        ],
        ["GET", "https://api.acme.example/v1/maps/a/b/tiles;from=1;to=2", null, "2024-06-30", ""],
        ["POST", "https://upload.acme.example/files", null, "2024-06-30", "range%5Bto%5D=3"],
        ["PUT", "https://api.acme.example/v1/files/x", "acme_session=abc", "2024-06-30", "A"],
      ],
    );
    assert.is(sent[0]?.headers.get("accept"), "application/vnd.acme+json");
    assert.is(sent[3]?.headers.get("content-type"), "application/octet-stream");
  }));

test("39: what is sent by name is what is sent by path", () =>
  inFolder(async (folder) => {
    const source = `export { createAcmePay } from "./providers/acme-pay.js";
export * as calls from "./operations/acme-pay.calls.js";`;
    type Send = (client: unknown, options?: object) => Promise<unknown>;
    type WithCalls = Bundle & { readonly calls: { readonly [name: string]: Send } };
    const { createAcmePay, calls } = (await load(await bundleOf("operations-wire", folder, [], source))) as WithCalls;
    const sentBy = async (send: (pay: ProviderClient) => Promise<unknown>) => {
      const { fetch, sent } = recordingFetch();
      await send(createAcmePay({ fetch, env: { ACME_PAY_SESSION: "abc" } }).untyped);
      return sent.map(({ method, url, headers, body }) => [method, url, [...headers], body]);
    };
    const pairs: readonly (readonly [name: string, method: string, path: string, options: object])[] = [
      ["getCharges", "get", "/charges", { query: { ids: ["a", "b"], created: { from: 1 } } }],
      ["postFiles", "post", "/files", { security: [], form: { range: { to: 3 } } }],
      ["putFilesByIdReplace", "put", "/files/{id}#replace", { params: { id: "x" }, body: "A" }],
    ];
    for (const [name, method, path, options] of pairs) {
      const byName = await sentBy((pay) => (calls[name] as Send)(pay, options));
      assert.equal(byName, await sentBy((pay) => pay.request(path, { method, ...options })), name);
      assert.is(byName.length, 1);
    }
    const { fetch } = recordingFetch();
    const pay = createAcmePay({ fetch });
    const error = await rejection((calls["putFilesByIdReplace"] as Send)(pay, {}), Error);
    assert.match(error.message, "PUT /files/{id}");
  }));

test.run();
