// Bundles the CLI into dist/bundle, which is what the package ships. A hundred small modules take Node fifty
// milliseconds to load, a third of a short run. The entry, which answers from the lock, is one CommonJS file: Node's
// loader of modules takes another ten. Everything else is behind one import, and what is imported late stays in files of
// its own.
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { buildLibraries, librariesBeside } from "./libraries.mjs";

const generator = dirname(dirname(fileURLToPath(import.meta.url)));
const outdir = join(generator, "dist/bundle");
const options = {
  absWorkingDir: generator,
  outbase: "dist",
  outdir,
  bundle: true,
  platform: "node",
  target: "node20.19",
  packages: "external",
  alias: { "@sdkwright/runtime/config": "../runtime/dist/formats/index.js" },
  logLevel: "warning",
};

const behindTheEntry = {
  name: "behind the entry",
  setup: ({ onResolve }) => onResolve({ filter: /^\.\/cli\/main\.js$/ }, ({ path }) => ({ path, external: true })),
};

/**
 * esbuild gives what the same entries need a file of its own, and every late import is an entry: with each command the
 * files that a cold `generate` loads would become smaller and more. Late modules run when all of main is there: if they
 * say that they need all of it, it stays in one file.
 */
const lateAfterMain = {
  name: "late modules after main",
  setup: ({ onLoad }) => {
    const dist = join(generator, "dist");
    const main = join(dist, "cli/main.js");
    const late = new Set(lateModules(dist));
    onLoad({ filter: /\.js$/ }, ({ path }) => {
      if (!late.has(path) || path === main) return undefined;
      return { contents: `${readFileSync(path, "utf8")}\nimport ${JSON.stringify(main)};\n` };
    });
  },
};

/** Modules of the generator that others import late. */
function lateModules(dist) {
  const files = readdirSync(dist, { recursive: true, encoding: "utf8" }).filter(
    (file) => file.endsWith(".js") && !file.startsWith("bundle"),
  );
  return files.flatMap((file) => {
    const path = join(dist, file);
    const targets = readFileSync(path, "utf8").matchAll(/\bimport\("(\.[^"]+)"\)/g);
    return Array.from(targets, ([, target]) => join(dirname(path), target));
  });
}

await buildLibraries();
rmSync(outdir, { recursive: true, force: true });
await build({
  ...options,
  entryPoints: ["dist/cli/main.js"],
  format: "esm",
  splitting: true,
  plugins: [lateAfterMain, librariesBeside],
});
await build({
  ...options,
  entryPoints: ["dist/bin.js"],
  format: "cjs",
  outExtension: { ".js": ".cjs" },
  plugins: [behindTheEntry],
});
await build({
  ...options,
  entryPoints: ["dist/index.js"],
  format: "esm",
  plugins: [behindTheEntry],
});
await build({
  ...options,
  entryPoints: ["dist/vite.js"],
  format: "esm",
  external: ["./index.js"],
});
