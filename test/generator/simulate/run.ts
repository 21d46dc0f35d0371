import { execute } from "#generator/cli/execute.js";
import { readFullForm } from "#generator/cli/full-form.js";
import { print } from "#generator/cli/report.js";
import type { GivenOptions } from "#generator/project/options.js";
import { withFolder, type Files } from "../folder.js";
import { sdkwright, type Finished } from "../sdkwright.js";
import type { SimulationJson } from "./project.js";

/** `sdkwright simulate` as a user runs it. */
export async function simulate(files: Files, args: readonly string[] = [], env?: NodeJS.ProcessEnv): Promise<Finished> {
  return withFolder(files, (folder) => sdkwright(folder, ["simulate", ...args], env));
}

/** The same without a process of its own; many callers are few unless they are what it is about. */
export async function simulateHere(files: Files, args: readonly string[] = []): Promise<Finished> {
  const few = args.includes("--for") ? [] : ["--for", "1s"];
  const form = await readFullForm(["simulate", ...args, ...few]);
  if (form.kind !== "invocation") throw new Error(`no invocation: ${args.join(" ")}`);
  return withFolder(files, async (folder) => {
    const { result, reporting } = await execute(form.invocation, folder);
    return {
      status: result.exitCode,
      ...(await print(result, { ...reporting, color: false, workingDirectory: folder })),
    };
  });
}

/** What `--format json` says of it. */
export async function simulation(files: Files, options: GivenOptions = {}): Promise<SimulationJson["simulation"]> {
  return withFolder(files, async (folder) => {
    const { result } = await execute({ command: "simulate", files: [], options: { for: "1s", ...options } }, folder);
    return (JSON.parse(JSON.stringify(result.details?.json() ?? result)) as SimulationJson).simulation;
  });
}
