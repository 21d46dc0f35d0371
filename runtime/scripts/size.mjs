// Prints what an SDK adds to a bundle: minified and gzipped, with and without digest, ky apart and included.
import { gzipSync } from "node:zlib";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const runtime = dirname(dirname(fileURLToPath(import.meta.url)));
const bound = {
  "create<Provider>": ["bindProvider({}, {}, o)", "generated"],
  "create<Provider> with digest": ["bindProvider({}, {}, o)", "generated/digest"],
  createClient: ["bindClient({}, o)", "generated/client"],
  "createClient without profiles": ["bindProviders({}, o)", "generated/client"],
  clientJson: ["clientJson(o)", "client-json"],
};

for (const [label, [call, entryPoint]] of Object.entries(bound)) {
  const { start, late } = await sizes(call, entryPoint, ["ky"]);
  const whole = await sizes(call, entryPoint, []);
  console.log(`${label}, gzipped: ${kilobytes(start)} at the start, ${kilobytes(whole.start)} with ky`);
  console.log(
    `  and ${kilobytes(late)} with the first error, and the first request that asks for retry, circuit or deadline`,
  );
}

/** Sizes of a module that makes a client, in bytes: of what is loaded with it, and of what is imported late. */
async function sizes(call, entryPoint, external) {
  const { outputFiles, metafile } = await build({
    stdin: {
      contents: `import * as runtime from "@sdkwright/runtime/${entryPoint}"; export const create = (o) => runtime.${call};`,
      resolveDir: runtime,
    },
    bundle: true,
    splitting: true,
    outdir: "out",
    metafile: true,
    minify: true,
    format: "esm",
    platform: "browser",
    target: "es2022",
    external,
    write: false,
  });
  const entry = Object.keys(metafile.outputs).find((file) => metafile.outputs[file].entryPoint === "<stdin>");
  const start = new Set([entry]);
  // What only late files share is late too.
  for (const file of start) {
    const needed = metafile.outputs[file].imports.filter(
      ({ kind, path }) => kind === "import-statement" && path in metafile.outputs,
    );
    for (const { path } of needed) start.add(path);
  }
  const sum = { start: 0, late: 0 };
  for (const { path, contents } of outputFiles) {
    const isLate = ![...start].some((file) => path.endsWith(file));
    sum[isLate ? "late" : "start"] += gzipSync(contents, { level: 9 }).length;
  }
  return sum;
}

function kilobytes(bytes) {
  return `${(bytes / 1024).toFixed(1)} KiB`;
}
