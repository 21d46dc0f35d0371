import type { JsonObject } from "@sdkwright/runtime/config";
import type { Answer, Part } from "./api.js";
import { textOf } from "./part.js";
import { MAY_BE_ANYTHING, readContents, unknownContent } from "./read-contents.js";
import { objectAt, recordAt, type Reading } from "./reading.js";

/** What an operation answers, by status. */
export function readAnswers(operation: Part<JsonObject>, reading: Reading): readonly Answer[] {
  const seen = new Set<string>();
  return recordAt(operation, "responses", reading).flatMap(([key, written]) => {
    if (key.startsWith("x-")) return [];
    const status = statusOf(key);
    const isFirst = status === undefined || !seen.has(status);
    if (status !== undefined && isFirst) {
      seen.add(status);
      return [answerAt(status, written, reading)];
    }
    const message = isFirst ? "this is no status, and the answer is left out" : `a second answer ${status} is left out`;
    reading.notes.note("SW1605", written.pointer, message, { target: "key" });
    return [];
  });
}

function statusOf(key: string): string | undefined {
  if (key === "default") return key;
  const status = key.toUpperCase();
  return /^[1-5](?:\d\d|XX)$/.test(status) ? status : undefined;
}

/** An answer that cannot be read has a body that may be anything. */
function answerAt(status: string, written: Part, reading: Reading): Answer {
  const part = objectAt(written, "this answer", reading, MAY_BE_ANYTHING);
  if (part === undefined) return { status, pointer: written.pointer, contents: [unknownContent(written.pointer)] };
  const description = textOf(part, "description");
  return { status, pointer: part.pointer, description, contents: readContents(part, reading) };
}
