// What the Vite plugin has of the programmatic door: the runs of a build, and what their results say.
import { statSync } from "node:fs";
import { resolve } from "node:path";
import { notCurrentText } from "./cli/not-current.js";
import {
  check,
  generate,
  type DefinitionOptions,
  type Diagnostic,
  type GenerateResult,
  type Results,
} from "./index.js";

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
