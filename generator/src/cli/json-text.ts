import { escapeLines } from "../files/escape.js";

/** One JSON document. What a terminal would act on is escaped; the lines are ours. */
export function jsonText(document: object): string {
  return `${escapeLines(JSON.stringify(document, undefined, 2))}\n`;
}
