import { dirname, join } from "node:path";
import type { PlannedFile } from "../add/plan.js";
import type { InputPlaces } from "../files/find-project.js";
import { readText } from "../files/read-file.js";
import { relativePath } from "../files/relative-path.js";
import { LOCK_FILE } from "../lock/lock.js";
import { appendLines } from "./append-lines.js";

/** What a new project does not commit. */
export const IGNORED: readonly string[] = ["node_modules/", "dist/", ".env"];

/** `.gitignore` with these lines: those that are not there are added. */
export function gitignoreFile({ root }: InputPlaces): readonly PlannedFile[] {
  const bare = (line: string): string => line.trim().replace(/^\/|\/$/g, "");
  return withLines(join(root, ".gitignore"), IGNORED, bare, "what is not committed");
}

/** `.gitattributes` that lets a review fold the lock and what `diff` compares, and no code. */
export function gitattributesFile({ root, out }: InputPlaces): readonly PlannedFile[] {
  const folder = relativePath(root, out).replaceAll(/[*?[\\]/g, "\\$&");
  if (folder.startsWith("..")) return [];
  const patterns = [`${folder}/**/*.model.json`, `${folder}/${LOCK_FILE}`];
  const lines = patterns.map((each) => `${/[\s"]/.test(each) ? JSON.stringify(each) : each} linguist-generated`);
  const patternOf = (line: string): string => /^"(?:[^"\\]|\\.)*"|^\S+/.exec(line)?.[0] ?? "";
  return withLines(join(root, ".gitattributes"), lines, patternOf, "what a review may fold");
}

function withLines(
  path: string,
  lines: readonly string[],
  keyOf: (line: string) => string,
  what: string,
): readonly PlannedFile[] {
  const read = readText(path);
  if ("reason" in read && read.reason !== "missing") return [];
  const before = "text" in read ? read.text : undefined;
  const present = new Set(before?.split("\n").map(keyOf));
  const absent = lines.filter((line) => !present.has(keyOf(line)));
  return absent.length === 0 ? [] : [{ path, before, after: appendLines(before ?? "", absent), what }];
}

/** Lines that a .gitignore should have besides those that are `added`: values stay out of git, their names do not. */
export function gitignoreAdvice({ root, isNextApp = false }: InputPlaces, added: readonly string[]): readonly string[] {
  const lines = [...ignoreLines(root), ...added];
  const [file, line] = isNextApp ? [".env.local", ".env*.local"] : [".env", ".env"];
  return [
    ...(isIgnored(file, lines)
      ? []
      : [`values of variables are not committed: add the line ${line} to .gitignore, if you keep them in ${file}`]),
    ...(isIgnored(".env.example", lines)
      ? ["a line of .gitignore hides .env.example: add the line !.env.example after it, and commit that file"]
      : []),
  ];
}

/** Of the .gitignore of a folder and of those above it; the nearest last, since the last line that fits decides. */
function ignoreLines(folder: string): readonly string[] {
  const read = readText(join(folder, ".gitignore"));
  const own = "text" in read ? read.text.split("\n").map((line) => line.trim()) : [];
  return dirname(folder) === folder ? own : [...ignoreLines(dirname(folder)), ...own];
}

function isIgnored(file: string, lines: readonly string[]): boolean {
  return lines.reduce((ignored, line) => (fits(line, file) ? !line.startsWith("!") : ignored), false);
}

/** Lines about names that begin with `.env`, or end so; with the stars of git. */
function fits(line: string, file: string): boolean {
  const name = line.replace(/^!/, "").replace(/^(?:\*\*\/|\/)/, "");
  if (!/^[\w.*-]+$/.test(name) || !name.includes(".env")) return false;
  const pattern = name.split(/\*+/).map((part) => part.replaceAll(".", "\\."));
  if (pattern.length > 4) return false;
  return new RegExp(`^${pattern.join("[^/]*")}$`).test(file);
}
