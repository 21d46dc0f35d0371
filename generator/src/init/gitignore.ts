import { dirname, join } from "node:path";
import type { InputPlaces } from "../files/find-project.js";
import { readText } from "../files/read-text.js";

/** What a .gitignore should have another line for: values stay out of git, and the list of their names does not. */
export function gitignoreAdvice({ root, isNextApp = false }: InputPlaces): readonly string[] {
  const lines = ignoreLines(root);
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
