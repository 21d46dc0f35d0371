import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../tree.js";
import { figure, figureParts } from "./figures.js";
import { oneCallerTable } from "./one-caller.js";
import { plainRetry } from "./plain-retry.js";
import { product } from "./product.js";
import type { Row } from "./rows.js";

export const pagePath: string = join(root, "BENCHMARKS.md");

/** What stands on the page between the marks of a part, without the padding of its tables. */
export function partOf(page: string, name: string): string[] {
  const [, part = ""] = page.split(new RegExp(`<!-- (?:begin|end) ${name} -->`));
  return part
    .split("\n")
    .map(unpadded)
    .filter((line) => line !== "");
}

export function unpadded(line: string): string {
  return line
    .trim()
    .replaceAll(/ *\| */g, " | ")
    .trim()
    .replaceAll(/-{3,}/g, "---");
}

/** Writes the figures of the shipped policy into the page. */
export async function writePage(): Promise<void> {
  let page = readFileSync(pagePath, "utf8");
  page = withPart(page, "one caller", await oneCallerTable());
  for (const [part, rows] of Object.entries(figureParts)) page = withPart(page, part, await figuresOf(rows));
  writeFileSync(pagePath, page);
}

async function figuresOf(rows: readonly Row[]): Promise<string[]> {
  const lines = ["| shape | this policy | plain retry |", "| --- | --- | --- |"];
  for (const row of rows) {
    const [own, plain] = [await figure(row, product), await figure(row, plainRetry)];
    lines.push(`| ${row.title} | ${own.text} | ${plain.text} |`);
  }
  return lines;
}

function withPart(page: string, name: string, lines: readonly string[]): string {
  const part = new RegExp(`(<!-- begin ${name} -->)[^]*(<!-- end ${name} -->)`);
  if (!part.test(page)) throw new Error(`BENCHMARKS.md has no part "${name}"`);
  return page.replace(part, (_, begin: string, end: string) => `${begin}\n\n${lines.join("\n")}\n\n${end}`);
}
