import { statSync } from "node:fs";
import { resolve } from "node:path";
import { typedGenerate } from "./cli/lock-reason.js";
import {
  check,
  type DefinitionOptions,
  type Diagnostic,
  generate,
  type GenerateResult,
  type Results,
} from "./index.js";
import { escapeUnprintable } from "./io/text.js";
import type { FileReport } from "./output/unchanged.js";

const SHOWN_FILES = 10;

interface Checked {
  readonly out: string;
  readonly files?: FileReport | undefined;
}

/** What `check` found, in short: what to do, and which files. Diffs are for `check` itself. */
function notCurrentText(root: string, projects: readonly Checked[]): string {
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

// What the Vite plugin has of the programmatic entryPoint: the runs of a build, and what their results say.

/** Whether a build goes on and builds again at each change. */
export function watches({ build }: { readonly build: { readonly watch?: unknown } }): boolean {
  return (build.watch ?? null) !== null;
}

/** Mistakes as a terminal has them; else, in short, which files are not current. */
export function problemText({ exitCode, root, projects, text }: Results<GenerateResult>): string {
  const isChecked = projects.some(({ files }) => files?.["current"] !== undefined);
  return exitCode === 1 && isChecked ? notCurrentText(root, projects) : text.trimEnd();
}

export function hasNews(made: Results<GenerateResult>): boolean {
  const changed = made.projects.flatMap(({ files = {} }) => [...(files["written"] ?? []), ...(files["removed"] ?? [])]);
  return changed.length > 0 || diagnosticsOf(made).length > 0;
}

/** The files that this run wrote, absolute. */
export function writtenPaths({ root, projects }: Results<GenerateResult>): string[] {
  return projects.flatMap(({ out, files }) => (files?.["written"] ?? []).map((path) => resolve(root, out, path)));
}

/**
 * Inputs that a watcher may be given, there or not: with a folder, which a document may name in place of a file, it would
 * take all that is below, and of a path that the system refuses it dies.
 */
export function watchedInputs({ inputs }: Results<GenerateResult>): readonly string[] {
  return inputs.filter((path) => {
    try {
      return statSync(path, { throwIfNoEntry: false })?.isDirectory() !== true;
    } catch {
      return false;
    }
  });
}

export function diagnosticsOf({ projects }: Results<GenerateResult>): readonly Diagnostic[] {
  return projects.flatMap(({ diagnostics }) => diagnostics);
}

/**
 * What a build does. `check` and `generate` believe the committed lock, so the first time everything is rendered and
 * compared; while a build watches, once is enough.
 */
export function makerOf(
  build: "check" | "generate",
  project: () => DefinitionOptions,
): () => Promise<Results<GenerateResult>> {
  let isLooked = false;
  return async () => {
    const written = build === "generate" ? await generate(project()) : undefined;
    if (written !== undefined && (written.exitCode !== 0 || isLooked)) return written;
    const checked = await check({ ...project(), full: !isLooked });
    isLooked ||= checked.exitCode === 0;
    return checked.exitCode === 0 ? (written ?? checked) : checked;
  };
}
