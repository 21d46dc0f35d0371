import { gzipSync } from "node:zlib";
import { build, type Plugin } from "esbuild";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { root } from "../tree.js";

const test = suite("what webhooks weigh");

/** Bytes, minified and gzipped, more than an SDK without them; and alone, with errors and options of all SDKs. */
const BESIDE_AN_SDK = 2500;
const ALONE = 4600;
/** One of the built-in schemes. */
const SCHEME = 170;

const SDK = 'export { bindProvider } from "@sdkwright/runtime/generated";';
const door = (...names: readonly string[]) =>
  `export { ${["bindWebhooks", ...names].join(", ")} } from "@sdkwright/runtime/generated/webhooks";`;

test("checking webhooks keeps to its weight, a scheme too; what few need is late", async () => {
  const [sdk, both, alone] = [await weightOf(SDK), await weightOf(SDK + door()), await weightOf(door())];
  assert.ok(both - sdk > 0 && both - sdk <= BESIDE_AN_SDK, `${both - sdk} bytes beside an SDK`);
  assert.ok(alone <= ALONE, `${alone} bytes alone`);
  for (const scheme of ["standard", "stripe", "github", "slack", "shopify", "twilio", "discord"]) {
    const more = (await weightOf(door(scheme))) - alone;
    assert.ok(more > 0 && more <= SCHEME, `${scheme}: ${more} bytes`);
  }
});

test("an SDK has nothing of webhooks", async () => {
  const { outputFiles } = await bundle(SDK);
  assert.not.match(outputFiles[0]?.text ?? "", /webhook/i);
});

async function weightOf(contents: string): Promise<number> {
  const { outputFiles } = await bundle(contents);
  return gzipSync(outputFiles[0]?.contents ?? "", { level: 9 }).length;
}

const late: Plugin = {
  name: "late",
  setup: (bundler) =>
    bundler.onResolve({ filter: /./ }, ({ kind, path }) =>
      kind === "dynamic-import" ? { path, external: true } : undefined,
    ),
};

async function bundle(contents: string) {
  const stdin = { contents, resolveDir: join(root, "test") };
  return build({ stdin, bundle: true, minify: true, format: "esm", write: false, external: ["ky"], plugins: [late] });
}

test.run();
