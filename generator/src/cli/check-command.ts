import { generate } from "../generate.js";
import type { InputPlaces } from "../load/load.js";
import type { Reader } from "../load/reader.js";
import { relativePath } from "../load/relative-path.js";
import { isCurrent, type FileChange } from "../write/plan.js";
import { planOutput } from "../write/write.js";
import { checkReport } from "./file-report.js";
import { refusal, writeFailure } from "./refusal.js";
import { hasErrors, nothingWritten, type CommandResult } from "./result.js";

/** `sdkwright check`: compares what would be emitted with what stands in the output folder; writes nothing. */
export async function checkCommand(places: InputPlaces, reader: Reader): Promise<CommandResult> {
  const refused = refusal(places);
  if (refused !== undefined) return refused;
  const { issues, output } = await generate(places, reader);
  if (output === undefined) return nothingWritten(issues);
  try {
    const plan = planOutput(output);
    const folder = relativePath(places.root, places.out);
    const summary = isCurrent(plan) ? `${folder} is current.` : notCurrentText(plan.changes, folder);
    const exitCode = hasErrors(issues) ? 2 : isCurrent(plan) ? 0 : 1;
    return { issues, files: checkReport(plan, output), summary, exitCode };
  } catch (error) {
    return writeFailure(error, issues);
  }
}

const STATES: { readonly [state in FileChange["state"]]: string } = {
  missing: "is missing",
  stale: "is stale",
  orphaned: "is orphaned: nothing emits it any more",
  edited: "was edited by hand",
  foreign: "is not ours and stands where a file would be emitted",
};

function notCurrentText(changes: readonly FileChange[], folder: string): string {
  const lines = changes.map(({ path, state }) => `${folder}/${path} ${STATES[state]}`);
  return [...lines, "Run `sdkwright generate` and commit the result."].join("\n");
}
