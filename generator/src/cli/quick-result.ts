import type { InputPlaces } from "../load/load.js";
import { relativePath } from "../load/relative-path.js";
import { upToDate } from "../lock/up-to-date.js";
import { refuseOutputFolder } from "../write/output-folder.js";
import type { CommandName } from "./options.js";
import type { CommandResult } from "./result.js";

/** The result of `generate` or `check` that finds nothing to do: from the lock, before anything else is loaded. */
export function quickResult(command: CommandName, places: InputPlaces): CommandResult | undefined {
  if (command !== "generate" && command !== "check") return undefined;
  if (refuseOutputFolder(places.out, places.root) !== undefined) return undefined;
  const current = upToDate(places);
  if (current === undefined) return undefined;
  const { files: paths, warnings } = current;
  const folder = relativePath(places.root, places.out);
  const files =
    command === "check"
      ? { missing: [], stale: [], orphaned: [], edited: [], foreign: [], current: paths }
      : { written: [], removed: [], kept: [], unchanged: paths };
  const summary = command === "check" ? `${folder} is current.` : `Nothing to write in ${folder}.`;
  return { issues: [], files, summary: `${summary}${warningsText(warnings)}`, exitCode: 0 };
}

/** They were told when the files were written, and are not worked out again. */
function warningsText(count: number): string {
  if (count === 0) return "";
  return `\n${String(count)} warning${count === 1 ? "" : "s"}: \`sdkwright validate\` tells ${count === 1 ? "it" : "them"}.`;
}
