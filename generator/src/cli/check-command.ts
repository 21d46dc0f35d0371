import { escapeUnprintable } from "../files/escape.js";
import { generate } from "../generate.js";
import type { InputPlaces } from "../files/find-project.js";
import type { Reader } from "../project/reader.js";
import { relativePath } from "../files/relative-path.js";
import { isCurrent, type WritePlan } from "../write/plan.js";
import { planOutput } from "../write/write.js";
import { checkReport } from "./file-report.js";
import { unusableOutput, writeFailure } from "./write-failure.js";
import { hasErrors, nothingDone, type CommandResult } from "./result.js";
import type { Details } from "../diagnostics/details.js";

/** `sdkwright check`: compares what would be emitted with what stands in the output folder; writes nothing. */
export async function checkCommand(places: InputPlaces, reader: Reader): Promise<CommandResult> {
  const refused = unusableOutput(places);
  if (refused !== undefined) return refused;
  const { issues, output } = await generate(places, reader);
  if (output === undefined) return nothingDone(issues, "compared");
  try {
    const plan = planOutput(output);
    const folder = escapeUnprintable(relativePath(places.root, places.out));
    const summary = isCurrent(plan) ? `${folder} is current.` : await notCurrentText(plan, folder);
    const exitCode = hasErrors(issues) ? 2 : isCurrent(plan) ? 0 : 1;
    return { issues, files: checkReport(plan, output), summary, exitCode, details: await detailsOf(plan, folder) };
  } catch (error) {
    return writeFailure(error, issues);
  }
}

async function detailsOf(plan: WritePlan, folder: string): Promise<Details | undefined> {
  return plan.changes.length === 0 ? undefined : (await import("./patches.js")).patchDetails(plan, folder);
}

async function notCurrentText({ changes, repairs, resolvesConflict }: WritePlan, folder: string): Promise<string> {
  const { STATE_TEXTS } = await import("./patches.js");
  const lines = changes.map(({ path, state }) => `${folder}/${escapeUnprintable(path)} ${STATE_TEXTS[state]}`);
  if (repairs) lines.push(`${folder} was left half-written by a run that was interrupted, or one is writing now`);
  if (resolvesConflict) lines.push(`${folder} has a merge conflict in its lock`);
  return [...lines, adviceText(changes)].join("\n");
}

function adviceText(changes: WritePlan["changes"]): string {
  return changes.some(({ state }) => state === "edited")
    ? "Run `sdkwright generate --force`, which overwrites what was edited by hand, and commit the result."
    : "Run `sdkwright generate` and commit the result.";
}
