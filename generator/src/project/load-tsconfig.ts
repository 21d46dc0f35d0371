import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { findUpward, type InputPlaces } from "../files/find-project.js";
import { readText } from "../files/read-text.js";
import type { SourceIssue, Tsconfig } from "../diagnostics/source.js";
import type { ImportEndings, ImportExtension } from "../files/import-endings.js";
import type { Reader } from "./reader.js";
import type { TsconfigProblem, TsconfigReading } from "./tsconfig.js";

/** Reads the tsconfig of the output folder; package.json overrules it (rules C1). Problems become issues of the reader. */
export async function loadTsconfig({ out, importEndings }: InputPlaces, reader: Reader): Promise<Tsconfig> {
  const { importExtension, allowJs, texts, absent, problems } = await tsconfigOf(out);
  reader.issues.push(...problems.map((problem) => problemIssue(problem, reader)));
  // Above the root, how many there are depends on the machine; a quick run looks there by itself.
  const missing = absent.filter((path) => texts.size > 0 || !reader.fileOf(path).startsWith("../"));
  reader.noteOthers([...texts.keys(), ...missing]);
  return {
    importExtension: importEndings === undefined ? importExtension : EXTENSIONS[importEndings],
    allowJs,
    files: Array.from(texts, ([path, text]) => ({ file: reader.fileOf(path), text })),
    absent: missing.map((path) => reader.fileOf(path)),
  };
}

/** What the nearest tsconfig of a folder says. Where there is none, nothing is loaded to read it. */
export async function tsconfigOf(folder: string): Promise<TsconfigReading> {
  const { nearest, absent } = findNearest(folder);
  if (nearest === undefined) return { importExtension: ".js", allowJs: false, texts: new Map(), absent, problems: [] };
  const { readTsconfig } = await import("./tsconfig.js");
  const { path: _, ...reading } = readTsconfig(nearest, folder);
  return { ...reading, absent: [...absent, ...reading.absent] };
}

/** The project that a folder belongs to: the nearest tsconfig, or one that it refers to; absolute. */
export async function projectFileOf(folder: string): Promise<string | undefined> {
  const { nearest } = findNearest(folder);
  if (nearest === undefined) return undefined;
  const { readTsconfig } = await import("./tsconfig.js");
  return readTsconfig(nearest, folder).path;
}

/** As tsc finds it; nearer places are those that it passes on the way up. */
function findNearest(folder: string): { readonly nearest?: string; readonly absent: readonly string[] } {
  const absent: string[] = [];
  for (let above = folder; ; above = dirname(above)) {
    const path = join(above, "tsconfig.json");
    if (existsSync(path)) return { nearest: path, absent };
    absent.push(path);
    if (dirname(above) === above) return { absent };
  }
}

/** Emitted code is ESM: in a package that says otherwise, Node before 22 cannot load what it becomes. */
export function commonJsIssues({ out }: InputPlaces, reader: Reader): readonly SourceIssue[] {
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
  const hint = 'write "type": "module", or give the output folder a package.json that does';
  return [{ code: "SW0243", severity: "warning", pointer: "", message, hint }];
}

const EXTENSIONS: { readonly [endings in ImportEndings]: ImportExtension } = {
  ".js": ".js",
  ".ts": ".ts",
  none: "",
};

function problemIssue({ path, message }: TsconfigProblem, reader: Reader): SourceIssue {
  return {
    code: "SW0241",
    severity: "warning",
    pointer: "",
    message: `${reader.named(path)} cannot be read whole: ${message}`,
    hint: 'the endings of imports are chosen by what can be read; mend it, or set "importEndings" under "sdkwright" in package.json',
  };
}
