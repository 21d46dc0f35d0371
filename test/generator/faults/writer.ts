// Writes an output again and again, as a process of its own that can be killed.
// Usage: node writer.js <folder> <files> <rounds> <first version> [bytes per file]
import { writeOutput } from "#generator/output/write.js";
import { setImmediate } from "node:timers/promises";
import { outputOf } from "../output/output.js";

const [folder = "", files = "1", rounds = "1", first = "0", bytes = "100"] = process.argv.slice(2);

/** Every file of a version says which version it is. */
export function versionOf(version: string, count: number, size: number): { [path: string]: string } {
  const paths = Array.from(
    { length: count },
    (_, index) => `providers/p-${"abcdefghij"[index % 10] ?? ""}${"x".repeat(index)}.ts`,
  );
  return Object.fromEntries(paths.map((path) => [path, `${version} ${"-".repeat(size)}`]));
}

if (folder !== "") {
  console.log("ready");
  for (let round = 0; round < Number(rounds); round += 1) {
    const version = `v${first}.${String(round)}`;
    try {
      writeOutput(outputOf(folder, versionOf(version, Number(files), Number(bytes))));
    } catch (error) {
      console.log(String((error as NodeJS.ErrnoException).code ?? error));
      process.exitCode = 1;
    }
    await setImmediate();
  }
}
