import { spawnSync } from "node:child_process";
import { cpSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

// From where this file is compiled to.
const root = fileURLToPath(new URL("../../../", import.meta.url));
const cli = join(root, "node_modules/sdkwright/dist/bundle/bin.cjs");
const copy = join(root, ".build/next-parcel-post");

/** Takes the vendor's next document in a copy of this project, and says what its code meets of the changes. */
export function reviewNextVersion(): void {
  rmSync(copy, { recursive: true, force: true });
  cpSync(join(root, "examples/vendor-document"), copy, { recursive: true });
  const tsconfig = { extends: "../../tsconfig.json", compilerOptions: { types: ["node"] }, include: ["**/*.ts"] };
  writeFileSync(join(copy, "tsconfig.json"), JSON.stringify(tsconfig));
  run("add", "vendor/parcel-post-2026-06.yaml");
  run("diff", "./src/generated", "--used");
}

function run(...args: string[]): void {
  const { status, stdout, stderr } = spawnSync(process.execPath, [cli, ...args], { cwd: copy, encoding: "utf8" });
  if (status !== 0) throw new Error(`${args.join(" ")} ended with ${String(status)}\n${stderr}`);
  console.log(`  $ sdkwright ${args.join(" ")}\n${stdout}`.replaceAll(/^(?! {2}\$)(?=.)/gm, "    "));
}
