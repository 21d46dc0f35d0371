import type { JsonValue, StreamRule } from "../config/definition.js";
import { operationPattern } from "../config/path-pattern.js";
import { pointerSegments, valueAt } from "../config/pointers.js";
import type { ParsedEvent } from "./event-parser.js";

/** A rule of a definition as a stream is read by it. */
export interface FoundRule extends StreamRule {
  /** Tells whether an event says that the server has failed. */
  readonly isError: (event: ParsedEvent) => boolean;
}

/** Finds the first rule whose pattern names an operation (extension `streams`). */
export function findRule(
  streams: { readonly [pattern: string]: StreamRule },
  method: string,
  written: string,
): FoundRule | undefined {
  const path = written.replace(/^\/?/, "/");
  const rule = Object.entries(streams).find(([pattern]) => operationPattern(pattern)(method, path))?.[1];
  if (rule === undefined) return undefined;
  const { error = { event: "" } } = rule;
  const keys = "data" in error ? pointerSegments(error.data) : [];
  const isError = ({ event, data }: ParsedEvent): boolean => {
    if ("event" in error) return event === error.event;
    // Most have none, and are not parsed for it.
    if (!keys.every((key) => data.includes(key))) return false;
    try {
      return (valueAt(JSON.parse(data) as JsonValue, keys) ?? null) !== null;
    } catch {
      return false;
    }
  };
  return { ...rule, isError };
}
