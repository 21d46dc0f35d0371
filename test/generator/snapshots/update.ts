import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { casesIn, diagnosticsText, emittedFiles, generateCase, invalidSnapshots, snapshots } from "./cases.js";

for (const name of casesIn(snapshots)) {
  const folder = join(snapshots, name);
  const files = await emittedFiles(folder);
  rmSync(join(folder, "generated"), { recursive: true, force: true });
  for (const { path, text } of files) write(join(folder, "generated", path), text);
}

for (const name of casesIn(invalidSnapshots)) {
  const { issues } = await generateCase(join(invalidSnapshots, name));
  write(join(invalidSnapshots, name, "diagnostics.txt"), diagnosticsText(issues));
}

function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
