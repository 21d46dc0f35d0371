import { join } from "node:path";
import { build } from "esbuild";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { root } from "../../../tree.js";

const test = suite("the entry point of digest");

interface Modules {
  /** Files that importing the entry point loads. */
  readonly loaded: string[];
  /** Of these, what is left of them in a bundle. */
  readonly bundled: string[];
}

async function modulesOf(entry: string): Promise<Modules> {
  const { metafile } = await build({
    stdin: { contents: `export * from "@sdkwright/runtime/${entry}"`, resolveDir: join(root, "runtime") },
    bundle: true,
    format: "esm",
    metafile: true,
    write: false,
    absWorkingDir: root,
  });
  const [output] = Object.values(metafile.outputs);
  const bundled = Object.entries(output?.inputs ?? {}).filter(([, { bytesInOutput }]) => bytesInOutput > 0);
  return { loaded: Object.keys(metafile.inputs), bundled: bundled.map(([path]) => path) };
}

for (const entry of ["generated", "generated/client"]) {
  test(`${entry}: an SDK without digest loads none of its code, and no hash`, async () => {
    const { loaded } = await modulesOf(entry);
    assert.ok(
      loaded.some((path) => path.endsWith("lib/core.js")),
      loaded.join(),
    );
    assert.equal(
      loaded.filter((path) => /digest|@noble\/hashes/.test(path)),
      [],
    );
  });
}

test("generated/digest: an SDK with digest loads it, and bundles of the hashes only those that it names", async () => {
  const { bundled } = await modulesOf("generated/digest");
  const hashes = bundled.filter((path) => path.includes("@noble/hashes")).map((path) => path.replace(/.*\//, ""));
  assert.ok(bundled.some((path) => path.endsWith("lib/generated-digest-part.js")));
  assert.equal(hashes.sort(), ["_md.js", "_u64.js", "legacy.js", "sha2.js", "utils.js"]);
});

test.run();
