import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { build } from "esbuild";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { ProviderClient } from "@sdkwright/runtime";
import { recordingFetch } from "../runtime/acme.js";

const test = suite("operations in a bundle");

/** A bundle of a snapshot's provider, in `folder`, and what of the runtime stands in it. */
async function bundleOf(
  snapshot: string,
  folder: string,
): Promise<{ readonly file: string; readonly inputs: string[] }> {
  const file = join(folder, `${snapshot}.mjs`);
  const { metafile } = await build({
    stdin: {
      contents: 'export { createAcmePay } from "./providers/acme-pay.js";',
      resolveDir: join("generated-snapshots", snapshot, "generated"),
      loader: "ts",
    },
    bundle: true,
    format: "esm",
    target: "es2022",
    outfile: file,
    metafile: true,
    logLevel: "error",
  });
  const inputs = Object.entries(Object.values(metafile.outputs)[0]?.inputs ?? {});
  return { file, inputs: inputs.flatMap(([input, { bytesInOutput }]) => (bytesInOutput > 0 ? [input] : [])) };
}

const OPERATIONS = /runtime\/lib\/generated-operations\.js/;

async function inFolder(use: (folder: string) => Promise<void>): Promise<void> {
  mkdirSync(".build", { recursive: true });
  const folder = mkdtempSync(join(".build", "operations-"));
  try {
    await use(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test("types cost nothing, and operations without exceptions bring no code", () =>
  inFolder(async (folder) => {
    const { inputs } = await bundleOf("operations", folder);
    assert.equal(
      inputs.filter((file) => OPERATIONS.test(file) || file.includes("generated/operations/")),
      [],
    );
  }));

test("what an emitted SDK sends is what its document says", () =>
  inFolder(async (folder) => {
    const { file, inputs } = await bundleOf("operations-wire", folder);
    assert.ok(inputs.some((each) => OPERATIONS.test(each)));
    const { createAcmePay } = (await import(pathToFileURL(file).href)) as {
      createAcmePay: (options: object) => ProviderClient & { readonly untyped: ProviderClient };
    };
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

test.run();
