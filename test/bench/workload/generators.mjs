import { existsSync } from "node:fs";
import { join } from "node:path";
import { runNode } from "../measure/process.mjs";
import { bench, putAway, root } from "./documents.mjs";

const cli = join(root, "generator/dist/bundle/bin.cjs");
const heyApiCli = join(bench, "node_modules/@hey-api/openapi-ts/dist/run.mjs");
const openApiTypescriptCli = join(bench, "node_modules/openapi-typescript/bin/cli.js");

/** Whole processes that write everything, each from nothing. */
export const fromNothing = {
  sdkwright: (workload) => fresh(workload, "src/generated", [cli, "generate"], (name) => `providers/${name}.ts`),
  heyApi: (workload) => fresh(workload, "hey-api", [heyApiCli, "-f", "hey-api.mjs"], (name) => `${name}/sdk.gen.ts`),
  openApiTypescript: (workload) =>
    fresh(workload, "openapi-typescript", [openApiTypescriptCli], (name) => `${name}.ts`),
};

async function fresh({ folder, names }, out, args, fileOf) {
  putAway(join(folder, out));
  const usage = await runNode(args, { cwd: folder });
  const last = join(folder, out, fileOf(names[names.length - 1]));
  if (!existsSync(last)) throw new Error(`${args[0]} did not write ${last}`);
  return usage;
}

/** The same where everything is written already. */
export function again({ folder }, command) {
  return runNode([cli, command], { cwd: folder });
}

/** The floor: a process that does nothing. */
export function nothing() {
  return runNode(["-e", "0"]);
}
