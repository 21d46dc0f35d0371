import { escapeLines } from "../files/escape.js";
import { annotation } from "../diagnostics/github.js";
import type { Paint } from "../diagnostics/pretty.js";
import { LOCK_FILE } from "../lock/lock.js";
import type { FileState, WritePlan } from "../write/plan.js";
import { withoutSecrets } from "./edited-lines.js";
import { unifiedDiff } from "../write/unified-diff.js";
import type { FileAs, Details } from "../diagnostics/details.js";

/** How a file differs from what would be emitted, as the end of a sentence. */
export const STATE_TEXTS: { readonly [state in FileState]: string } = {
  missing: "is missing",
  stale: "is stale",
  orphaned: "is orphaned: nothing emits it any more",
  edited: "was edited by hand",
  foreign: "is not ours and stands where a file would be emitted",
};

/** Longer patches are cut short for people; the JSON document has them whole. */
const MAX_LINES = { pretty: 120, github: 40 } as const;

/** The unified diffs of modules that are not current. The lock is only named: nobody reads its hashes. */
export function patchDetails({ changes }: WritePlan, folder: string): Details {
  const patches = changes.map((change) => {
    if (change.path === LOCK_FILE) return { change, lines: [] };
    const lines = unifiedDiff(change).trimEnd().split("\n");
    return { change, lines: withoutSecrets(lines, change) };
  });
  const ofModules = patches.filter(({ lines }) => lines.length > 0);
  return {
    json: () => ({
      patches: Object.fromEntries(ofModules.map(({ change, lines }) => [change.path, lines.join("\n")])),
    }),
    pretty: (paint) =>
      ofModules.map(({ lines }) => `${shortened(lines, MAX_LINES.pretty).map(painter(paint)).join("\n")}\n\n`).join(""),
    github: (fileAs: FileAs) =>
      patches
        .map(({ change: { path, state }, lines }) => {
          const text = [`${path} ${STATE_TEXTS[state]}`, ...shortened(lines, MAX_LINES.github)].join("\n");
          return `${annotation("error", { file: fileAs(`${folder}/${path}`), title: `sdkwright ${state}` }, text)}\n`;
        })
        .join(""),
  };
}

function shortened(lines: readonly string[], most: number): readonly string[] {
  const rest = lines.length - most;
  return rest <= 0 ? lines : [...lines.slice(0, most), `(${String(rest)} more lines)`];
}

function painter(paint: Paint): (line: string) => string {
  return (line) => {
    const shown = escapeLines(line);
    if (line.startsWith("---") || line.startsWith("+++")) return paint.bold(shown);
    if (line.startsWith("@@")) return paint.cyan(shown);
    if (line.startsWith("+")) return paint.green(shown);
    return line.startsWith("-") ? paint.red(shown) : shown;
  };
}
