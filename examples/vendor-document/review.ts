import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

// From where this file is compiled to.
const folder = fileURLToPath(new URL("../../../examples/vendor-document/", import.meta.url));
const cli = fileURLToPath(new URL("../../../node_modules/sdkwright/dist/bundle/bin.cjs", import.meta.url));

/** Shows what the vendor's next document would change, and where this code uses it. Nothing is written. */
export function reviewNextVersion(): void {
  const args = [cli, "add", "vendor/parcel-post-2026-06.yaml", "--dry-run"];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: "utf8" });
  if (status !== 0) throw new Error(`add ended with ${String(status)}\n${stderr}`);
  console.log(stdout.replaceAll(/^(?=.)/gm, "  "));
}
