import { escapeUnprintable } from "../files/escape.js";
import type { FileReport } from "../quick/quick-result.js";
import { typedGenerate } from "./typed-command.js";

const SHOWN_FILES = 10;

interface Checked {
  readonly out: string;
  readonly files?: FileReport | undefined;
}

/** What `check` found, in short: what to do, and which files. Diffs are for `check` itself. */
export function notCurrentText(root: string, projects: readonly Checked[]): string {
  const force = projects.some(({ files }) => (files?.["edited"] ?? []).length > 0);
  const files = projects.flatMap(notCurrentFiles);
  const rest = files.length - SHOWN_FILES;
  return [
    `the SDK is not current: run \`${typedGenerate(root, { force })}\` and commit the result`,
    ...files.slice(0, SHOWN_FILES).map((file) => `  ${escapeUnprintable(file)}`),
    ...(rest > 0 ? [`  and ${String(rest)} more`] : []),
    "`npx sdkwright check --full` shows how they differ",
  ].join("\n");
}

function notCurrentFiles({ out, files = {} }: Checked): readonly string[] {
  const { current = [], ...others } = files;
  const states = Object.entries(others).flatMap(([state, paths]) => paths.map((path) => `${out}/${path}: ${state}`));
  const isWhollyMissing = current.length === 0 && states.length > 1 && states.length === files["missing"]?.length;
  return isWhollyMissing ? [`${out}: ${String(states.length)} files are missing`] : states;
}
