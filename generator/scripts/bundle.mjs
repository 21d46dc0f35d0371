// Bundles the CLI into dist/bundle, which is what the package ships. A hundred small modules take Node fifty
// milliseconds to load, a third of a short run. The entry, which answers from the lock, is one CommonJS file: Node's
// loader of modules takes another ten. Everything else is behind one import, and what is imported late stays in files of
// its own.
import { rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

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

rmSync(outdir, { recursive: true, force: true });
await build({ ...options, entryPoints: ["dist/cli/main.js"], format: "esm", splitting: true });
await build({
  ...options,
  entryPoints: ["dist/bin.js"],
  format: "cjs",
  outExtension: { ".js": ".cjs" },
  plugins: [behindTheEntry],
});
