import { lstatSync } from "node:fs";
import type { SourceIssue } from "../../diagnostics/source.js";
import { isInGit, isInside, realPathOf } from "../../io/output-folder.js";
import { readBytes } from "../../io/read-file.js";
import { escapeUnprintable } from "../../io/text.js";

/** What a page of ours says of itself; a file without it is somebody else's, and is not overwritten. */
export const MARK = "sdkwright report";

/** Whether a text is a page of ours, of any version. */
export function isOwnPage(text: string): boolean {
  return text.slice(0, 1000).includes(`<meta name="generator" content="${MARK}"`);
}

/** What stands where the page goes, or why it may not go there. */
export type Target = { readonly before: string | undefined } | { readonly issue: SourceIssue };

/** Where a page goes. */
export interface PagePlace {
  /** Absolute. */
  readonly path: string;
  /** As it was given. */
  readonly name: string;
  /** The project's; outside of it a page stands where somebody says so, and not because a link leads there. */
  readonly root: string;
}

/** A link is never followed: it could lead anywhere. */
export function targetAt({ path, name, root }: PagePlace, isForced: boolean): Target {
  if (isInside(path, root) && !isInside(realPathOf(path), realPathOf(root)))
    return { issue: refusal("SW0826", `${escapeUnprintable(name)} leads out of the project by a link`, ELSEWHERE) };
  if (isInGit(path, root))
    return { issue: refusal("SW0826", `${escapeUnprintable(name)} is in .git, perhaps by a link`, ELSEWHERE) };
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (stat === undefined) return { before: undefined };
  if (!stat.isFile())
    return { issue: refusal("SW0826", `${escapeUnprintable(name)} is not a regular file`, ELSEWHERE) };
  const before = readBytes(path)
    .toString("utf8")
    .replace(/^\uFEFF/, "");
  if (isForced || isOwnPage(before)) return { before };
  const message = `${escapeUnprintable(name)} already exists, and is not a report of sdkwright`;
  return { issue: refusal("SW0825", message, `${ELSEWHERE}, or overwrite it with --force`) };
}

const ELSEWHERE = "name another file with --file";

function refusal(code: string, message: string, hint: string): SourceIssue {
  return { code, severity: "error", pointer: "", message, hint };
}
