import { gzipSync } from "node:zlib";
import { build } from "esbuild";

/** What a bundler ships of `source` in one file, minified, as text; `alias` maps a package to another folder. */
export async function bundle(source, resolveDir, options) {
  const { outputFiles } = await build(settings(source, resolveDir, options));
  return outputFiles[0].text;
}

/** Bytes, gzipped, of what is loaded before the first call, where the bundler makes a file of what is imported late. */
export async function sizeAtStart(source, resolveDir, options) {
  const { outputFiles, metafile } = await build({
    ...settings(source, resolveDir, options),
    splitting: true,
    outdir: "out",
    metafile: true,
  });
  const start = loadedWith("out/stdin.js", metafile.outputs);
  const atStart = outputFiles.filter(({ path }) => [...start].some((file) => path.endsWith(file)));
  return atStart.reduce((size, { text }) => size + gzipped(text), 0);
}

/** A file and what it imports at once; what only late files share is late too. */
function loadedWith(entry, outputs) {
  const files = new Set([entry]);
  for (const file of files) {
    for (const { kind, path } of outputs[file].imports) {
      if (kind === "import-statement" && path in outputs) files.add(path);
    }
  }
  return files;
}

function settings(source, resolveDir, { external = [], alias = {}, platform = "neutral" } = {}) {
  return {
    stdin: { contents: source, resolveDir, loader: "ts" },
    bundle: true,
    minify: true,
    write: false,
    format: "esm",
    target: "es2022",
    mainFields: ["module", "main"],
    conditions: ["import", "default"],
    platform,
    external,
    alias,
    legalComments: "none",
    logLevel: "error",
  };
}

export function gzipped(text) {
  return gzipSync(text, { level: 9 }).length;
}
