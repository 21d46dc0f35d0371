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
  const late = new Set(
    Object.values(metafile.outputs).flatMap(({ imports }) =>
      imports.flatMap(({ kind, path }) => (kind === "dynamic-import" ? path : [])),
    ),
  );
  const atStart = outputFiles.filter(({ path }) => ![...late].some((file) => path.endsWith(file)));
  return atStart.reduce((size, { text }) => size + gzipped(text), 0);
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
