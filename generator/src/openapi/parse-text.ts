import { extname } from "node:path";
import { timeFor } from "../files/progress.js";
import { parseJsonText } from "./parse-json.js";
import type { ParsedText } from "./parsed-text.js";

/** Parses a document: JSON by its ending or its first character, else YAML, whose parser is loaded then only. */
export async function parseText(path: string, text: string): Promise<ParsedText> {
  if (extname(path).toLowerCase() === ".json") return parseJsonText(text);
  if (/^\s*\{/.test(text)) {
    const parsed = parseJsonText(text);
    if (parsed.json !== undefined) return parsed;
  }
  const { parseYamlText } = await import("./parse-yaml.js");
  return parseYamlText(text);
}

/** About how many ms that takes: parsing cannot be told about while it lasts. */
export function parsingTime(path: string, text: string): number {
  const isJson = extname(path).toLowerCase() === ".json" || /^\s*\{/.test(text);
  return timeFor(text, isJson ? 20 : 250);
}
