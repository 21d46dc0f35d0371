import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import type { SourceIssue, Tsconfig } from "../diagnostics/source.js";
import { commonJsForNext, type InputPlaces } from "../io/find-project.js";
import { possible } from "../io/output-folder.js";
import { endingWithoutTsconfig, type ImportEndings, type ImportExtension } from "../io/paths.js";
import type { Reader } from "./reader.js";
import type { TsconfigProblem, TsconfigReading } from "./tsconfig.js";

/** Reads the tsconfig of the output folder; package.json overrules it (rules C1). Problems become issues of the reader. */
export async function loadTsconfig(places: InputPlaces, reader: Reader): Promise<Tsconfig> {
  const { root, out, importEndings, isNextApp = false } = places;
  const reading = await tsconfigOf(out, isNextApp ? root : undefined);
  const { importExtension, allowJs, texts, absent, problems } = reading;
  for (const problem of problems) reader.issues.push(problemIssue(problem, reader));
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

/**
 * What the nearest tsconfig of a folder says. Where there is none, nothing is loaded to read it. `nextApp` is the root of
 * a Next.js app: none above it counts, since Next.js reads and writes its own.
 */
export async function tsconfigOf(folder: string, nextApp?: string): Promise<TsconfigReading> {
  const { nearest, absent } = findNearest(folder, nextApp);
  const importExtension = endingWithoutTsconfig({ isNextApp: nextApp !== undefined });
  if (nearest === undefined) return { importExtension, allowJs: false, texts: new Map(), absent, problems: [] };
  const { readTsconfig } = await import("./tsconfig.js");
  const { path: _, ...reading } = readTsconfig(nearest, folder);
  return { ...reading, absent: [...absent, ...reading.absent] };
}

/**
 * The project that an output folder belongs to: the nearest tsconfig above it, or one that it refers to; absolute. One in
 * the folder itself would be about emitted code alone.
 */
export async function projectFileOf(folder: string): Promise<string | undefined> {
  const { nearest } = findNearest(dirname(folder));
  if (nearest === undefined) return undefined;
  const { readTsconfig } = await import("./tsconfig.js");
  return readTsconfig(nearest, folder).path;
}

/** As tsc finds it; nearer places are those that it passes on the way up. */
function findNearest(folder: string, last?: string): { readonly nearest?: string; readonly absent: readonly string[] } {
  const absent: string[] = [];
  for (let above = possible(folder); ; above = dirname(above)) {
    const path = join(above, "tsconfig.json");
    if (existsSync(path)) return { nearest: path, absent };
    absent.push(path);
    if (above === last || dirname(above) === above) return { absent };
  }
}

/** Next.js takes emitted code, which is ESM, for CommonJS where package.json says so. */
export function commonJsIssues({ out }: InputPlaces, reader: Reader): readonly SourceIssue[] {
  const file = commonJsForNext(out);
  if (file === undefined) return [];
  const message = `${reader.named(file)} has "type": "commonjs", but emitted code is ESM, which Next.js does not build there`;
  const hint = "remove the line: npm pkg delete type";
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
    message: `${reader.named(path)} cannot be read completely: ${message}`,
    hint: 'the endings of imports follow the readable part; fix the file, or set "importEndings" under "sdkwright" in package.json',
  };
}
