// Bundles the CLI into dist/bundle, which is what the package ships. A hundred small modules take Node fifty
// milliseconds to load, a third of a short run; what is imported late stays in files of its own.
import { cpSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const generator = dirname(dirname(fileURLToPath(import.meta.url)));
const outdir = join(generator, "dist/bundle");

rmSync(outdir, { recursive: true, force: true });
await build({
  absWorkingDir: generator,
  entryPoints: ["dist/bin.js"],
  outdir,
  bundle: true,
  splitting: true,
  format: "esm",
  platform: "node",
  target: "node20.19",
  packages: "external",
  alias: { "@sdkwright/runtime/config": "../runtime/dist/config/index.js" },
  logLevel: "warning",
});
cpSync(join(generator, "dist/lock/fingerprint.txt"), join(outdir, "fingerprint.txt"));
