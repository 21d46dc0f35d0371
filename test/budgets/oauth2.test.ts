import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { root } from "../tree.js";

const test = suite("what oauth2 weighs");

/**
 * Bytes, minified and gzipped: what an SDK with the scheme carries more than one without. Some of it is files of its own,
 * because other schemes and failures need it too.
 */
const AT_THE_START = 7300;
/** What is loaded with the first token request. */
const WITH_THE_FIRST_TOKEN = 2900;

const door = `import { bindProvider } from "@sdkwright/runtime/generated";`;
const without = `${door} console.log(bindProvider({}, {}, {}));`;
const withOAuth2 = `${door} import { oauth2 } from "@sdkwright/runtime/generated/oauth2";
console.log(bindProvider({}, {}, {}, { oauth2 }));`;

test("the flow keeps to its weight, and nothing of it is in an SDK without the scheme", async () => {
  const [bare, full] = [await bundle(without), await bundle(withOAuth2)];
  assert.ok(full.start - bare.start <= AT_THE_START, `${full.start - bare.start} bytes at the start`);
  assert.ok(full.token > 0 && full.token <= WITH_THE_FIRST_TOKEN, `${full.token} bytes with the first token`);
  assert.equal(
    bare.inputs.filter((file) => /\/oauth2/.test(file)),
    [],
  );
});

test.run();

/** Bytes of what is loaded at once, and of the file that gets tokens. */
async function bundle(contents: string) {
  const { outputFiles, metafile } = await build({
    stdin: { contents, resolveDir: join(root, "test"), loader: "ts" },
    bundle: true,
    splitting: true,
    outdir: "out",
    metafile: true,
    minify: true,
    write: false,
    format: "esm",
    target: "es2022",
    external: ["ky"],
  });
  const { outputs } = metafile;
  const weight = (file: string): number =>
    gzipSync(outputFiles.find(({ path }) => path.endsWith(file))?.contents ?? "", { level: 9 }).length;
  const start = new Set(Object.keys(outputs).filter((file) => outputs[file]?.entryPoint === "<stdin>"));
  for (const file of start) {
    for (const { path, kind } of outputs[file]?.imports ?? [])
      if (kind === "import-statement" && path in outputs) start.add(path);
  }
  const token = Object.keys(outputs).filter(
    (file) => outputs[file]?.entryPoint?.endsWith("/oauth2-request.js") === true,
  );
  const sum = (files: Iterable<string>): number => Array.from(files, weight).reduce((all, one) => all + one, 0);
  const inputs = Object.values(outputs).flatMap((output) =>
    Object.entries(output.inputs).flatMap(([file, { bytesInOutput }]) => (bytesInOutput > 0 ? [file] : [])),
  );
  return { start: sum(start), token: sum(token), inputs };
}
