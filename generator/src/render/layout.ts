import { PRINT_WIDTH } from "../names/print-width.js";

/**
 * Joins the lines of a bracketed list where they fit on one: templates are written with one item per line, which is the
 * form that stays where they do not. A separator before the closing bracket goes.
 */
export function fit(block: string): string {
  const lines = block.split("\n");
  const ending = lines.at(-1) === "" ? "\n" : "";
  if (ending !== "") lines.pop();
  const indent = /^ */.exec(lines[0] ?? "")?.[0] ?? "";
  let joined = "";
  for (const line of lines) {
    joined = join(joined, line.trim());
    // A separator at its end may still go, and no more.
    if (joined.length > PRINT_WIDTH + 1) return block;
  }
  return isWithinWidth(indent + joined) ? indent + joined + ending : block;
}

/** Whether every line of code keeps to the width; comments may be longer. What is not ASCII counts double. */
export function fitsWidth(code: string): boolean {
  for (let start = 0; start < code.length;) {
    const newline = code.indexOf("\n", start);
    const end = newline === -1 ? code.length : newline;
    if ((end - start) * 2 > PRINT_WIDTH) {
      const line = code.slice(start, end);
      if (!isWithinWidth(line) && !isComment(line)) return false;
    }
    start = end + 1;
  }
  return true;
}

function join(before: string, line: string): string {
  if (before === "") return line.replace(/^\| /, "");
  if (before.endsWith(" =")) return `${before} ${line.replace(/^\| /, "")}`;
  if (/^[)\]>]/.test(line)) return before.replace(/,$/, "") + line;
  if (line.startsWith("}")) return before.endsWith("{") ? before + line : `${before.replace(/[,;]$/, "")} ${line}`;
  return /[([<]$/.test(before) ? before + line : `${before} ${line}`;
}

function isWithinWidth(line: string): boolean {
  if (line.length * 2 <= PRINT_WIDTH) return true;
  if (line.length > PRINT_WIDTH) return false;
  const wide = line.match(/[^\x20-\x7e]/gu)?.length ?? 0;
  return line.length + wide <= PRINT_WIDTH;
}

function isComment(line: string): boolean {
  return /^\s*(?:\/\/|\/\*\*|\*)/.test(line);
}
