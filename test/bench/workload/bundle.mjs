import { gzipSync } from "node:zlib";
import { build } from "esbuild";

/** What a bundler ships of `source`, minified, as text; `alias` maps a package to another folder. */
export async function bundle(source, resolveDir, { external = [], alias = {}, platform = "neutral" } = {}) {
  const { outputFiles } = await build({
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
  });
  return outputFiles[0].text;
}

export function gzipped(text) {
  return gzipSync(text, { level: 9 }).length;
}
