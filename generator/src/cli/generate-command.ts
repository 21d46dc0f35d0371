import { escapeUnprintable } from "../files/escape.js";
import { generate } from "../generate.js";
import type { InputPlaces } from "../files/find-project.js";
import type { Reader } from "../project/reader.js";
import { relativePath } from "../files/relative-path.js";
import { planOutput, writeOutput } from "../write/write.js";
import { isKept, writeReport } from "./file-report.js";
import type { GivenOptions } from "../quick/options.js";
import { leftoverWarnings, outsideNote, shadowWarnings, unusableOutput, writeFailure } from "./write-failure.js";
import { hasErrors, nothingDone, type CommandResult } from "./result.js";
import { entryPoints, plannedText, writtenText } from "./summary.js";

/** `sdkwright generate`: writes the SDK; with `dry-run`, says what it would write. */
export async function generateCommand(
  places: InputPlaces,
  reader: Reader,
  { force = false, "dry-run": isDryRun = false }: GivenOptions,
): Promise<CommandResult> {
  const refused = unusableOutput(places);
  if (refused !== undefined) return refused;
  const { issues: found, project, output } = await generate(places, reader);
  const emitted = output?.files.map(({ path }) => path) ?? [];
  const issues = [...outsideNote(places), ...found, ...shadowWarnings(places, emitted)];
  if (project === undefined || output === undefined) return nothingDone(issues, "written");
  try {
    reader.progress.step(`writing ${output.files.length} files`);
    const plan = isDryRun ? planOutput(output, { force }) : writeOutput(output, { force });
    const left = leftoverWarnings(places, [...emitted, ...plan.changes.map(({ path }) => path)]);
    const files = writeReport(plan, output);
    const folder = escapeUnprintable(relativePath(places.root, places.out));
    const isFirst = !isDryRun && files.written.includes("index.ts") && files.unchanged.length === 0;
    const text = isDryRun ? plannedText(plan, folder) : writtenText(plan, files, folder);
    const summary = [text, ...(isFirst ? [entryPoints(project, folder)] : [])].join("\n");
    const exitCode = hasErrors(issues) ? 2 : plan.changes.some(isKept) ? 1 : 0;
    return { issues: [...issues, ...left], files, summary, exitCode };
  } catch (error) {
    return writeFailure(error, issues);
  }
}
