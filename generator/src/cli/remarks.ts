import type { InputPlaces } from "../files/find-project.js";
import type { Progress } from "../files/progress.js";
import { checkRun } from "../generate.js";
import { loadProject } from "../project/load-project.js";
import { Reader } from "../project/reader.js";
import type { GivenOptions } from "../quick/options.js";
import { showsEverything, withNoteCount, type QuickResult } from "../quick/quick-result.js";
import { hasErrors, type CommandResult } from "./result.js";

/**
 * What the lock answered, with the warnings and notes that the same inputs were given before: they hold until they are
 * mended. `undefined` where a mistake shows that the lock does not know of.
 */
export async function withRemarks(
  quick: QuickResult | undefined,
  places: InputPlaces,
  options: GivenOptions,
  progress: Progress,
): Promise<CommandResult | undefined> {
  if (quick === undefined) return undefined;
  const isAsked = quick.documentNotes > 0 && showsEverything(options);
  if (quick.remarks === 0 && !isAsked) return withNoteCount(quick);
  const reader = Object.assign(new Reader(places.root), { progress });
  const { issues } = await checkRun(await loadProject(places, reader), places, progress);
  return hasErrors(issues) ? undefined : { ...quick, issues };
}
