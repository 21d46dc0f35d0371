import { createTwoFilesPatch } from "diff";
import type { Details, FileAs, Paint } from "../diagnostics/diagnostic.js";
import { annotation } from "../diagnostics/github.js";
import { LOCK_FILE } from "../io/lock.js";
import { escapeLines } from "../io/text.js";
import type { FileChange, FileState, Output, WritePlan } from "../output/plan.js";
import { lockReason } from "./lock-reason.js";

/** Beyond this many differing lines a diff takes long and says little. */
const MAX_DIFFERENCES = 4000;

/** What writing would do to a file, as a unified diff; `folder`, the output folder, stands before the names. */
function unifiedDiff({ path, before, after }: FileChange, folder: string): string {
  const [from, to] = [before?.toString() ?? "", after ?? ""].map((text) => text.replaceAll("\r\n", "\n"));
  const names = [
    before === undefined ? "/dev/null" : `a/${folder}/${path}`,
    after === undefined ? "/dev/null" : `b/${folder}/${path}`,
  ];
  const patch = createTwoFilesPatch(names[0] ?? "", names[1] ?? "", from ?? "", to ?? "", undefined, undefined, {
    context: 3,
    maxEditLength: MAX_DIFFERENCES,
    headerOptions: { includeIndex: false, includeUnderline: false, includeFileHeaders: true },
  });
  return patch ?? `--- ${names[0] ?? ""}\n+++ ${names[1] ?? ""}\n(too different to show)\n`;
}

const STATE_TEXTS: { readonly [state in FileState]: string } = {
  missing: "is missing",
  stale: "is stale",
  orphaned: "is orphaned: it is no longer emitted",
  edited: "was edited by hand",
  foreign: "is not from sdkwright and is in the place of an emitted file",
};

/** A file, and how it differs from what would be emitted. */
export function changeText(change: FileChange, name: string): string {
  const text = `${name} ${STATE_TEXTS[change.state]}`;
  if (change.stray?.insteadOf !== undefined)
    return `${name} is not from sdkwright, and a resolver may load it instead of ${change.stray.insteadOf}`;
  if (change.stray !== undefined) return `${text}, and the lock does not list it`;
  if (change.path === LOCK_FILE) return `${text}${lockReason(change)}`;
  return isData(change) ? `${text} (no patch: only \`diff\` reads it)` : text;
}

/** The lock, and models of operations: a patch of them has lines of kilobytes, and says less than the one of the types. */
function isData({ path }: FileChange): boolean {
  return path.endsWith(".json");
}

/** Longer patches are cut short for people; the JSON document has them whole. */
const MAX_LINES = { pretty: 120, github: 40 } as const;

/** Nothing of the SDK is there, not even its lock: how each file differs says nothing. */
export function isWhollyMissing({ changes, repairs }: WritePlan, { files }: Output): boolean {
  return !repairs && changes.length > files.length && changes.every(({ state }) => state === "missing");
}

/** The unified diffs of modules that are not current. Data and what is not ours is only named. */
export function patchDetails(plan: WritePlan, output: Output, folder: string): Details {
  const patches = plan.changes.map((change) => {
    if (isData(change) || change.stray !== undefined) return { change, lines: [] };
    return { change, lines: unifiedDiff(change, folder).trimEnd().split("\n") };
  });
  const ofModules = patches.filter(({ lines }) => lines.length > 0);
  const most = isWhollyMissing(plan, output) ? { pretty: 0, github: 0 } : MAX_LINES;
  return {
    json: () => ({
      patches: Object.fromEntries(ofModules.map(({ change, lines }) => [change.path, lines.join("\n")])),
    }),
    pretty: (paint) =>
      most.pretty === 0
        ? ""
        : ofModules.map(({ lines }) => `${shortened(lines, most.pretty).map(painter(paint)).join("\n")}\n\n`).join(""),
    github: (fileAs: FileAs) =>
      patches
        .map(({ change, lines }) => {
          const { path, state } = change;
          const text = [changeText(change, path), ...shortened(lines, most.github)].join("\n");
          return `${annotation("error", { file: fileAs(`${folder}/${path}`), title: `sdkwright ${state}` }, text)}\n`;
        })
        .join(""),
  };
}

function shortened(lines: readonly string[], most: number): readonly string[] {
  const rest = lines.length - most;
  if (most === 0) return [];
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
