import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, resolve } from "node:path";
import { findUpward, type InputPlaces } from "../files/find-project.js";
import { readText } from "../files/read-text.js";
import type { SourceIssue } from "../diagnostics/source.js";
import type { Reader } from "./reader.js";

/** What keeps emitted files from being imported, or the tsconfig from being followed: warnings, for it is not ours. */
export async function tsconfigIssues({ out }: InputPlaces, reader: Reader): Promise<readonly SourceIssue[]> {
  const file = findUpward("tsconfig.json", out);
  const ofTsconfig = file === undefined ? [] : await issuesOf(file, reader, new Set());
  return [...ofTsconfig, ...commonJs(out, reader)];
}

async function issuesOf(file: string, reader: Reader, seen: Set<string>): Promise<readonly SourceIssue[]> {
  if (seen.has(file)) return [];
  seen.add(file);
  const read = readText(file);
  const config = "text" in read ? await parse(read.text) : undefined;
  if (config === undefined) {
    const message = `${reader.named(file)} cannot be read, so what it says of import endings and "allowJs" is not followed`;
    return [warning("SW0241", message, "run tsc, which says what is wrong")];
  }
  const issues: SourceIssue[] = [];
  for (const name of [config["extends"]].flat()) {
    if (typeof name !== "string") continue;
    const base = resolveBase(name, file);
    if (base === undefined) {
      const message = `${reader.named(file)} extends ${JSON.stringify(name)}, which is not there and not followed`;
      issues.push(warning("SW0242", message, "install the package, or correct the path"));
    } else issues.push(...(await issuesOf(base, reader, seen)));
  }
  return issues;
}

/** Comments and trailing commas are fine; without them nothing has to be loaded. */
async function parse(text: string): Promise<{ readonly [key: string]: unknown } | undefined> {
  try {
    return recordOf(JSON.parse(text));
  } catch {
    const jsonc = await import("jsonc-parser");
    const errors: unknown[] = [];
    const value: unknown = jsonc.parse(text, errors as [], { allowTrailingComma: true, allowEmptyContent: true });
    return errors.length > 0 ? undefined : recordOf(value ?? {});
  }
}

function recordOf(value: unknown): { readonly [key: string]: unknown } | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : undefined;
}

function resolveBase(name: string, from: string): string | undefined {
  const isPath = /^\.{0,2}[\\/]|^\.{1,2}$|^[A-Za-z]:/.test(name);
  if (isPath) return [name, `${name}.json`].map((path) => resolve(dirname(from), path)).find(isConfig);
  const { resolve: find } = createRequire(from);
  return [name, `${name}.json`, `${name}/tsconfig.json`].flatMap((candidate) => found(find, candidate)).find(isConfig);
}

function isConfig(path: string): boolean {
  return path.endsWith(".json") && existsSync(path);
}

function found(find: NodeJS.RequireResolve, name: string): readonly string[] {
  try {
    return [find(name)];
  } catch {
    return [];
  }
}

/** Emitted code is ESM: in a package that says otherwise, Node before 22 cannot load what it becomes. */
function commonJs(out: string, reader: Reader): readonly SourceIssue[] {
  const file = findUpward("package.json", out);
  const read = file === undefined ? { text: "" } : readText(file);
  if (file === undefined || !("text" in read) || !/"type"\s*:\s*"commonjs"/.test(read.text)) return [];
  try {
    const { type } = JSON.parse(read.text) as { readonly type?: unknown };
    if (type !== "commonjs") return [];
  } catch {
    return [];
  }
  const message = `${reader.named(file)} says "type": "commonjs", and the emitted code and its runtime are ESM: where tsc makes CommonJS of it, it cannot be loaded`;
  return [warning("SW0243", message, 'write "type": "module", or give the output folder a package.json that does')];
}

function warning(code: string, message: string, hint: string): SourceIssue {
  return { code, severity: "warning", pointer: "", message, hint };
}
