import { spawnSync } from "node:child_process";
import { join } from "node:path";
import * as assert from "uvu/assert";
import { root } from "../tree.js";
import { write } from "./workload.js";

const compilerOptions = {
  target: "ES2022",
  module: "NodeNext",
  lib: ["ES2022", "DOM", "DOM.Iterable", "DOM.AsyncIterable"],
  types: [],
  strict: true,
  skipLibCheck: true,
  noEmit: true,
};

/** How many types a compiler instantiates for a program beside a project's SDK; the program has to compile. */
export function instantiations(project: string, source: string): number {
  write(project, "src/use.ts", source);
  write(project, "src/tsconfig.json", { compilerOptions, files: ["use.ts"] });
  const args = [join(root, "node_modules/.bin/tsc"), "-p", "src", "--extendedDiagnostics", "--singleThreaded"];
  const { status, stdout } = spawnSync(process.execPath, args, { cwd: project, encoding: "utf8" });
  assert.is(status, 0, stdout);
  return Number(/^Instantiations:\s+(\d+)/m.exec(stdout)?.[1]);
}
