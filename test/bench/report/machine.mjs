import { readFileSync } from "node:fs";
import { availableParallelism, cpus, totalmem } from "node:os";
import { join } from "node:path";
import { bench } from "../workload/documents.mjs";

/** What the figures were measured on and against, on one line. */
export function machine() {
  const memory = `${Math.round(totalmem() / 2 ** 30)} GiB`;
  const { dependencies } = JSON.parse(readFileSync(join(bench, "package.json"), "utf8"));
  const versions = Object.entries(dependencies).map(([name, version]) => `${name} ${version.replace(/^npm:.*@/, "")}`);
  return `Node ${process.versions.node}, ${availableParallelism()} × ${cpus()[0]?.model ?? "?"}, ${memory}; ${versions.join(", ")}`;
}
