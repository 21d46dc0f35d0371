import type { JsonObject, JsonValue } from "@sdkwright/runtime/config";
import type { Parameter } from "../../openapi/api.js";
import { isJsonObject } from "../../schema/schema-part.js";
import { commentText, PRINT_WIDTH } from "../quoting.js";

/** Lines that a description takes at most: the whole is in the vendor's documentation. */
const MOST_LINES = 3;

/** The first paragraph of a description as lines of a comment, cut where it is long. `lead` begins the first. */
export function describedLines(lead: string, description: string | undefined): readonly string[] {
  const text = description === undefined ? "" : firstParagraph(description);
  return wrapped(text === "" ? lead : lead === "" ? text : `${lead}: ${text}`);
}

/** The words of the document about an operation, above the function that calls it. */
export function describedCall(
  operation: string,
  summary: string | undefined,
  description: string | undefined,
): readonly string[] {
  const [short, long] = [summary, description].map((text) => firstParagraph(text ?? "")) as [string, string];
  const isRepeated = short === "" || plain(long).startsWith(plain(short));
  const text = isRepeated ? long : [sentence(short), long].join(" ").trim();
  const one = `${text === "" ? "" : `${sentence(text)} `}${operation}`;
  return one.length <= WIDTH_OF_ONE ? [one] : [...wrapped(text, 6), operation];
}

/** Ends where another text can follow. */
function sentence(text: string): string {
  return /[.!?:…。！？]$/u.test(text) ? text : `${text}.`;
}

/** A TSDoc comment; tags stand alone on a line, or behind the only one. */
export function tsDoc(lines: readonly string[], tags: readonly string[] = []): string {
  const all = [...lines.map(commentText), ...tags];
  if (all.length === 0) return "";
  const one = `/** ${all.join(" ")} */`;
  if (lines.length <= 1 && one.length <= PRINT_WIDTH) return `${one}\n`;
  return `/**\n${all.map((line) => ` * ${line}\n`).join("")} */\n`;
}

/** What a schema says of a property, on one line; empty where that is nothing or no more than its name. */
export function propertyComment(schema: JsonObject, name: string): string {
  const { description, deprecated } = toldBy(schema);
  const text = typeof description === "string" ? firstSentence(firstParagraph(description), PRINT_WIDTH - 16) : "";
  const tag = deprecated === true ? "@deprecated" : "";
  return [saysMore(text, name) ? commentText(text) : "", tag].filter((part) => part !== "").join(" ");
}

/** The words of a schema for people: itself, or by the one member of a choice that it has beside `null`. */
export function toldBy(schema: JsonObject): JsonObject {
  const { anyOf, oneOf, deprecated } = schema;
  if (typeof schema["description"] === "string") return schema;
  const isNull = (member: JsonValue) => isJsonObject(member) && (member["type"] === "null" || member["const"] === null);
  const [only, ...others] = [anyOf ?? oneOf ?? []].flat().filter((member) => !isNull(member));
  if (!isJsonObject(only) || others.length > 0) return schema;
  const told = toldBy(only);
  return deprecated === undefined ? told : { ...told, deprecated };
}

/** What a parameter is, on one line. */
export function describedParameter({ name, description, isDeprecated, schema }: Parameter): string {
  const text = description ?? (isJsonObject(schema?.value) ? toldBy(schema.value)["description"] : undefined);
  return propertyComment({ ...(text !== undefined && { description: text }), deprecated: isDeprecated }, name);
}

/** A description often repeats the name of what it stands at. */
export function saysMore(text: string, name: string): boolean {
  return text.length > name.length * 2 + 10 || plain(text) !== plain(name);
}

function plain(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}\p{N}]|\bthe\b/gu, "");
}

/** Its text on one line; that of a heading where it begins with one. Lists, tables and code are none. */
function firstParagraph(description: string): string {
  const lines: string[] = [];
  for (const written of description.slice(0, MOST_READ).split(/\r\n|[\n\r\u2028\u2029]/)) {
    const line = BLOCK_TAG.test(written) ? "" : written.trim();
    if (line === "" && lines.length === 0) continue;
    if (line === "" || (lines.length > 0 && NO_SENTENCE.test(line))) break;
    if (/^#+\s/.test(line)) return commentText(withoutMarkup(line.replace(/^#+\s*/, "")));
    if (NO_SENTENCE.test(line)) return "";
    lines.push(line);
  }
  // Last, because what stood apart may stand together now.
  return commentText(withoutMarkup(lines.join(" ")));
}

const NO_SENTENCE = /^(?:[-*+>] |[|#]|\d+\. |```|:::)/;

/** Tags of Markdoc around a paragraph. */
const BLOCK_TAG = /^\s*\{%[^%]*%\}\s*$/;

const MOST_READ = 2000;

/** Links by their text; tags of HTML and of Markdoc say nothing in a comment. */
function withoutMarkup(text: string): string {
  if (!/[<[{]/.test(text)) return text;
  return text
    .replaceAll(/\{%[^%]*%\}/g, "")
    .replaceAll(/<\/?[a-z][^<>]*>/gi, " ")
    .replaceAll(/\[([^\][]*)\]\([^()\s]*\)/g, "$1")
    .replaceAll(/(?<![\w\]`])\[([^\][]+)\]\[[\w-]*\]/g, "$1")
    .replaceAll(/\s+/g, " ")
    .trim();
}

/** The first sentence, or as many words as there is room for. */
function firstSentence(text: string, most: number): string {
  const end = /^.*?[^.\s]{2}[.!?](?=\s+[\p{Lu}`"'([]|$)/u.exec(text)?.[0];
  return cut(end ?? text, most);
}

function cut(text: string, most: number): string {
  if (text.length <= most) return text;
  const short = text.slice(0, most - 1).replace(/[\uD800-\uDBFF]$/, "");
  return `${short.slice(0, Math.max(short.lastIndexOf(" "), most / 2)).replace(/[\s,;:.(-]+$/, "")}…`;
}

/** One line with its signs around it. */
const WIDTH_OF_ONE = PRINT_WIDTH - 7;

/** Lines within the width, of which there are not too many. */
function wrapped(text: string, most = MOST_LINES): readonly string[] {
  const width = PRINT_WIDTH - 3;
  if (text.length <= WIDTH_OF_ONE) return text === "" ? [] : [text];
  const lines: string[] = [];
  let rest = text;
  while (rest.length > width && lines.length < most - 1) {
    const space = rest.lastIndexOf(" ", width);
    const isPair = /[\uD800-\uDBFF]/.test(rest.charAt(width - 1));
    const end = space > 0 ? space : isPair ? width - 1 : width;
    lines.push(rest.slice(0, end));
    rest = rest.slice(end).trimStart();
  }
  return [...lines, cut(rest, width)];
}
