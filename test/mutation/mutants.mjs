import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Instrumenter } from "@stryker-mutator/instrumenter";

const silent = { isDebugEnabled: () => false, debug() {}, info() {}, warn() {} };
// What an error says in words is not what the suites hold.
const options = { ignorers: [], excludedMutations: ["StringLiteral"], plugins: null };

/** Puts all mutants of the files into them, each behind a switch; returns the mutants. */
export async function instrumented(names, folder) {
  const files = names.map((name) => ({ name, mutate: true, content: readFileSync(join(folder, name), "utf8") }));
  const found = await new Instrumenter(silent).instrument(files, options);
  for (const { name, content } of found.files) writeFileSync(join(folder, name), content);
  const sources = new Map(files.map(({ name, content }) => [name, content.split("\n")]));
  return found.mutants
    .filter(({ status }) => status !== "Ignored")
    .map(({ id, fileName: file, mutatorName: kind, replacement, location: { start, end } }) => ({
      id,
      file,
      kind,
      place: `${file}:${start.line + 1}:${start.column + 1}`,
      original: textBetween(sources.get(file), start, end),
      replacement,
    }));
}

function textBetween(lines, start, end) {
  if (start.line === end.line) return lines[start.line].slice(start.column, end.column);
  return `${lines[start.line].slice(start.column)} … ${lines[end.line].slice(0, end.column).trim()}`;
}
