import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { nearest } from "@sdkwright/runtime/config";
import type { Paint } from "../diagnostics/diagnostic.js";
import { readText } from "../io/read-file.js";
import { escapeUnprintable, largest } from "../io/text.js";
import type { CommandResult } from "./result.js";

/** `sdkwright docs`: lists the pages of the manual, or prints one of them, or a section of it. */
export function docsCommand([given, section]: readonly string[]): CommandResult {
  const index = pageText("README");
  if (index === undefined) return refused("the manual is not in this package", "install sdkwright again");
  const groups = groupsOf(index);
  if (given === undefined) return listed(groups);
  const [file = "", anchor = section] = given.split("#");
  const name = (file.split("/").at(-1) ?? "").replace(/\.md$/i, "").toLowerCase();
  const names = groups.flatMap(({ pages }) => pages.map((page) => page.name));
  const text = names.includes(name) ? pageText(name) : undefined;
  if (text === undefined) return unknownPage(given, name, names);
  const wanted = anchor === undefined ? text : sectionOf(text, anchor);
  return wanted === undefined ? unknownSection(name, anchor ?? "", text) : printed(name, wanted);
}

/** Reads the manual of the package; in a checkout, which has sources, that of the repository. */
function pageText(name: string): string | undefined {
  const folder = existsSync(placeOf("../../src/")) ? "../../../docs/" : "../../docs/";
  const read = readText(placeOf(`${folder}${name}.md`));
  return "text" in read ? read.text : undefined;
}

/** From the modules and from the bundle, the package is two folders above. */
function placeOf(path: string): string {
  return fileURLToPath(new URL(path, import.meta.url));
}

/** A heading of the index, with the pages below it. */
interface Group {
  readonly title: string;
  readonly pages: readonly { readonly name: string; readonly about: string }[];
}

/** Reads the index: each page is a line `- [Title](name.md): about`. */
function groupsOf(index: string): readonly Group[] {
  const parts = index.split(/^## /m).slice(1);
  const groups = parts.map((part) => {
    const pages = Array.from(part.matchAll(/^- \[([^\]]+)\]\(([\w-]+)\.md\)(?:: (.*))?$/gm), (match) => {
      const [, title = "", name = "", about = title] = match;
      return { name, about };
    });
    return { title: part.split("\n", 1)[0] ?? "", pages };
  });
  return groups.filter(({ pages }) => pages.length > 0);
}

function listed(groups: readonly Group[]): CommandResult {
  const pages = groups.flatMap((group) => group.pages);
  const width = largest(pages.map(({ name }) => name.length));
  const pretty = (paint: Paint) =>
    groups.map((group) => {
      const lines = group.pages.map(({ name, about }) => `  ${name.padEnd(width)}  ${about}\n`);
      return `${paint.bold(group.title)}\n${lines.join("")}\n`;
    });
  return {
    issues: [],
    summary: "`sdkwright docs <page>` prints a page, `sdkwright docs <page> <heading>` a section of it.",
    exitCode: 0,
    details: { json: () => ({ pages }), pretty: (paint) => pretty(paint).join(""), github: () => "" },
  };
}

function printed(name: string, text: string): CommandResult {
  const details = { json: () => ({ page: { name, text } }), pretty: () => `${text.trim()}\n\n`, github: () => "" };
  return { issues: [], summary: "`sdkwright docs` lists the pages.", exitCode: 0, details };
}

/** A heading, and what follows up to the next of its level. */
interface Section {
  readonly heading: string;
  readonly text: string;
}

function sectionsOf(text: string): readonly Section[] {
  const lines = text.split("\n");
  const headings = headingsOf(lines);
  return headings.map(({ at, level, heading }, index) => {
    const end = headings.slice(index + 1).find((next) => next.level <= level)?.at;
    return { heading, text: lines.slice(at, end).join("\n") };
  });
}

function headingsOf(lines: readonly string[]): readonly { at: number; level: number; heading: string }[] {
  let isCode = false;
  return lines.flatMap((line, at) => {
    if (line.startsWith("```")) isCode = !isCode;
    const [, marks = "", heading = ""] = (isCode ? undefined : /^(#{1,6}) (.+)$/.exec(line)) ?? [];
    return marks === "" ? [] : [{ at, level: marks.length, heading }];
  });
}

/** Finds a section by its anchor, or by the beginning of its heading: `P4`, `errors`. */
function sectionOf(text: string, wanted: string): string | undefined {
  const sections = sectionsOf(text);
  const anchor = anchorOf(wanted);
  const isExact = ({ heading }: Section) => anchorOf(heading) === anchor;
  const begins = ({ heading }: Section) => anchorOf(heading).startsWith(`${anchor}-`);
  return (sections.find(isExact) ?? sections.find(begins))?.text;
}

/** The anchor of a heading, as GitHub makes it; an anchor is its own. */
export function anchorOf(heading: string): string {
  return heading
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}_\- ]/gu, "")
    .replaceAll(" ", "-");
}

function unknownPage(given: string, name: string, names: readonly string[]): CommandResult {
  const near = nearest(name, names);
  const hint = near === undefined ? "`sdkwright docs` lists the pages" : `did you mean \`sdkwright docs ${near}\`?`;
  return refused(`the manual has no page ${escapeUnprintable(given)}`, hint);
}

function unknownSection(name: string, anchor: string, text: string): CommandResult {
  const headings = sectionsOf(text).flatMap(({ heading }, index) => (index === 0 ? [] : [heading]));
  const near = nearest(anchorOf(anchor), headings.map(anchorOf));
  const hint = near === undefined ? `\`sdkwright docs ${name}\` prints the page` : `did you mean ${near}?`;
  return refused(`the page ${name} has no section ${escapeUnprintable(anchor)}`, hint);
}

function refused(message: string, hint: string): CommandResult {
  const issue = { code: "SW0302", severity: "error", pointer: "", message, hint } as const;
  return { issues: [issue], summary: "Nothing was printed.", exitCode: 3 };
}
