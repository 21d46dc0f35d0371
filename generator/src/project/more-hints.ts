import { nearest, pointerSegments, valueAt, type Issue, type JsonValue } from "@sdkwright/runtime/config";

/** Without a profile, the place that client.json has for it does not help. */
const IN_CODE =
  'requests of the provider\'s own client have it in code: get("/charges", { retryPolicy: "circuit-breaker" })';

const NAME_HINT = "a name has no digits and no capitals";

const TYPES = ["string", "number", "integer", "boolean", "object", "array", "null"];

/** What helps somebody at a keyboard; a program that reads configuration at run time does without. */
export function withMoreHints(issue: Issue, json: unknown): Issue {
  const { code, pointer, message, hint } = issue;
  if (code === "SW1107" && /^(?:\/providers\/[^/]+)?\/retryPolicy$/.test(pointer))
    return { ...issue, hint: `${hint}; ${IN_CODE}` };
  if (hint !== undefined || (code !== "SW1104" && code !== "SW1105")) return issue;
  const given = valueAt(json as JsonValue, pointerSegments(pointer));
  const name = typeof given === "string" ? given : (pointerSegments(pointer).at(-1) ?? "");
  if (/provider name: [^:]*$/.test(message) && /[A-Z0-9]/.test(name)) return { ...issue, hint: NAME_HINT };
  if (message.endsWith("JSON Schema (draft-07) allows here") && /\/type(?:\/\d+)?$/.test(pointer))
    return { ...issue, hint: typeHint(given) };
  return issue;
}

function typeHint(given: JsonValue | undefined): string {
  const unknown = [given].flat().find((type) => typeof type === "string" && !TYPES.includes(type));
  const near = typeof unknown === "string" ? nearest(unknown, TYPES) : undefined;
  return near === undefined ? `a type is one of ${TYPES.join(", ")}` : `did you mean "${near}"?`;
}
