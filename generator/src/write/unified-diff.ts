import { createTwoFilesPatch } from "diff";
import type { FileChange } from "./plan.js";

/** Beyond this many differing lines a diff takes long and says little. */
const MAX_DIFFERENCES = 4000;

/** What writing would do to a file, as a unified diff; `folder`, the output folder, stands before the names. */
export function unifiedDiff({ path, before, after }: FileChange, folder: string): string {
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
