import type { JsonObject, UseCaseJson } from "@sdkwright/runtime/config";
import { breaking, type Change, compatible, type ChangePlace } from "./change.js";
import { compareSchemas } from "./compare-schema.js";

/** Changes of a use-case's part of a profile document. */
export function compareDocuments(
  text: string,
  base: UseCaseJson | undefined,
  next: UseCaseJson | undefined,
  place: (...path: string[]) => ChangePlace,
): Change[] {
  if (base === undefined && next === undefined) return [];
  if (next === undefined) return [breaking(`${text} is no longer described: its result is unknown`, place())];
  if (base === undefined) return [breaking(`${text} is now described: its input and result have types`, place())];
  return [
    ...compareTexts(text, base, next, place),
    ...(["input", "result", "error"] as const).flatMap((part) =>
      comparePart(part, text, base[part], next[part], place),
    ),
  ];
}

function compareTexts(
  text: string,
  base: UseCaseJson,
  next: UseCaseJson,
  place: (...path: string[]) => ChangePlace,
): Change[] {
  return (["title", "description"] as const).flatMap((key) =>
    base[key] === next[key] ? [] : [compatible(`the ${key} of ${text} changed`, place(key))],
  );
}

function comparePart(
  part: "input" | "result" | "error",
  text: string,
  base: JsonObject | undefined,
  next: JsonObject | undefined,
  place: (...path: string[]) => ChangePlace,
): Change[] {
  if (base === undefined && next === undefined) return [];
  if (next === undefined) return [breaking(`the ${part} of ${text} is no longer described`, place(part))];
  if (base === undefined) return [breaking(`the ${part} of ${text} is now described`, place(part))];
  return compareSchemas({ part, text, place }, base, next, []);
}
