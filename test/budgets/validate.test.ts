import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import type { Outcome, ProviderClient, UseCase } from "@sdkwright/runtime";
import { build } from "esbuild";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { root } from "../tree.js";

const test = suite("what validation weighs");

/** Bytes, minified and gzipped. */
const VALIDATOR = 5750;

test("the validator, and Standard Schema over it, keep to 5.7 kB", async () => {
  const { outputFiles } = await build({
    entryPoints: [join(root, "runtime/lib/validate.js")],
    bundle: true,
    minify: true,
    write: false,
    format: "esm",
    target: "es2022",
  });
  const bytes = gzipSync(outputFiles[0]?.contents ?? "", { level: 9 }).length;
  assert.ok(bytes > 1000 && bytes <= VALIDATOR, `${bytes} bytes`);
});

interface Client {
  readonly profiles: { readonly "pay/invoice": { readonly [useCase: string]: UseCase<object, unknown> } };
}

test("validator and schemas are files of their own, loaded by the first call that validates", async () => {
  mkdirSync(join(root, ".build"), { recursive: true });
  const folder = mkdtempSync(join(root, ".build/validation-"));
  try {
    const first = await bundled(folder);
    const { createClient } = (await import(pathToFileURL(first).href)) as { createClient: (options: object) => Client };
    const map = { SendInvoice: post, ListInvoices: post };
    const client = createClient({
      maps: { "pay/invoice": { acme: map, bell: map } },
      fetch: async () => new Response("{}"),
    });
    const { SendInvoice } = client.profiles["pay/invoice"];
    const outcomes = [await SendInvoice?.safe({ lines: [{ text: "x" }] }), await SendInvoice?.safe(INVOICE)];
    assert.equal(outcomes.map(messageOf), [
      "the input of SendInvoice of pay/invoice with acme does not fit the profile: /lines/0/amount is missing",
      "the result of SendInvoice of pay/invoice with acme does not fit the profile: /id is missing; no other provider was tried, because requests other than GET and HEAD were sent",
    ]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

const INVOICE = { lines: [{ text: "x", amount: 19.99, parts: [{ text: "y", amount: 0.1 }] }], more: true };
const post = async ({ http }: { http: ProviderClient }): Promise<unknown> => http.post("/invoices").json();

function messageOf(outcome: Outcome<unknown> | undefined): string {
  return outcome === undefined || outcome.ok ? "" : outcome.error.message;
}

/** Bundles the snapshot's client; its first file holds neither. */
async function bundled(outdir: string): Promise<string> {
  const { metafile } = await build({
    stdin: {
      contents: 'export { createClient } from "./client.js";',
      resolveDir: join(root, "generated-snapshots/validation/generated"),
      loader: "ts",
    },
    bundle: true,
    splitting: true,
    format: "esm",
    target: "es2022",
    outdir,
    outExtension: { ".js": ".mjs" },
    metafile: true,
    logLevel: "error",
  });
  const atStart = new Set(
    Object.keys(metafile.outputs).filter((file) => metafile.outputs[file]?.entryPoint === "<stdin>"),
  );
  for (const file of atStart) {
    for (const { path, kind } of metafile.outputs[file]?.imports ?? [])
      if (kind === "import-statement" && path in metafile.outputs) atStart.add(path);
  }
  const inputs = Array.from(atStart, (file) => Object.keys(metafile.outputs[file]?.inputs ?? {})).flat();
  assert.equal(
    inputs.filter((input) => /runtime\/lib\/(?:checks-against|validate)|\.schemas\.ts$/.test(input)),
    [],
  );
  return join(outdir, "stdin.mjs");
}

test.run();
