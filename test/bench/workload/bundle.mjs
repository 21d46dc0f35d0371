import { gzipSync } from "node:zlib";
import { build } from "esbuild";

/** What a bundler ships of `source` in one file, minified, as text. */
export async function bundle(source, resolveDir, { external = ["ky"], alias = {}, ...more } = {}) {
  const { outputFiles } = await build({
    stdin: { contents: source, resolveDir, loader: "ts" },
    bundle: true,
    minify: true,
    write: false,
    format: "esm",
    target: "es2022",
    mainFields: ["module", "main"],
    conditions: ["import", "default"],
    platform: "neutral",
    external,
    alias,
    legalComments: "none",
    logLevel: "error",
    ...more,
  });
  return outputFiles?.[0].text;
}

export function gzipped(text) {
  return gzipSync(text, { level: 9 }).length;
}
