// What the Vite plugin reads out of a result of the programmatic door.
import { statSync } from "node:fs";
import { resolve } from "node:path";
import { notCurrentText } from "./cli/not-current.js";
import type { Diagnostic, GenerateResult, Results } from "./index.js";

/** Whether a build goes on: then whoever builds has written what is checked, and the lock may be believed. */
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
