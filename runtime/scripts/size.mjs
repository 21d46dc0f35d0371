// Prints what an SDK adds to a bundle: minified and gzipped, with and without digest, ky apart and included.
import { gzipSync } from "node:zlib";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const runtime = dirname(dirname(fileURLToPath(import.meta.url)));
const doors = { "without digest": "generated", "with digest": "generated/digest" };

for (const [label, door] of Object.entries(doors)) {
  const [apart, included] = [await size(door, ["ky"]), await size(door, [])];
  console.log(`provider SDK ${label}: ${kilobytes(apart)} gzipped, ${kilobytes(included)} with ky`);
}

/** Size of a module that binds one provider, in bytes. */
async function size(door, external) {
  const { outputFiles } = await build({
    stdin: {
      contents: `import { bindProvider } from "@sdkwright/runtime/${door}"; export const create = (o) => bindProvider({}, {}, o);`,
      resolveDir: runtime,
    },
    bundle: true,
    minify: true,
    format: "esm",
    platform: "browser",
    target: "es2022",
    external,
    write: false,
  });
  return gzipSync(outputFiles[0].contents, { level: 9 }).length;
}

function kilobytes(bytes) {
  return `${(bytes / 1024).toFixed(1)} KiB`;
}
