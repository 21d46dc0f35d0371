import { isPlainObject, own, toPointer, type Issue, type JsonObject, type JsonValue } from "@sdkwright/runtime/config";
import { shown } from "../openapi/notes.js";
import { unreadable } from "./read-target.js";
import type { Refusal } from "./request.js";
import { remark } from "./remark.js";
import { writeEncodings } from "./swagger-lists.js";
import type { ReadySwagger } from "./swagger-parameters.js";

/** Loaded for Swagger 2.0 only. YAML may have made a number of its version, which the library wants as text. */
export async function convertSwagger(
  ready: ReadySwagger,
): Promise<{ readonly root: JsonObject; readonly issues: readonly Issue[] } | Refusal> {
  // The library looks for variables in what these two make, and for long texts that takes their square.
  const isLong = (key: string) => JSON.stringify(own(ready.root, key) ?? "").length > LONGEST_PLACE;
  if (["host", "basePath"].some(isLong)) return unreadable(`${CANNOT}: "host" or "basePath" is too long`);
  const { convertObj } = await import("./swagger-converter.js");
  try {
    const document = { ...ready.root, swagger: "2.0" };
    const { openapi } = await convertObj(document, { patch: true, warnOnly: true, anchors: true, text: " " });
    const root = openapi as JsonObject;
    ready.restore(root);
    writeEncodings(root);
    return { root, issues: [...ready.issues, ...warningsIn(root)] };
  } catch (error) {
    return refusalOf(error);
  }
}

const LONGEST_PLACE = 8000;

const KINDS: ReadonlyMap<string, string> = new Map([
  ["securityScheme", "security schemes"],
  ["parameter", "parameters"],
  ["response", "responses"],
]);

/** The library's own errors say what is wrong; others are about its code. */
function refusalOf(error: unknown): Refusal {
  const { name, message } = error instanceof Error ? error : new Error();
  if (name !== "S2OError") return unreadable(CANNOT);
  const [, kind = "", met = ""] = /^Duplicate sanitised (\w+) name (.*)$/s.exec(message) ?? [];
  const kinds = KINDS.get(kind);
  if (kinds === undefined) return unreadable(`${CANNOT}: converting says ${shown(message)}`);
  const reason = `two of its ${kinds} are ${shown(met)} where a name has only letters, digits, ".", "-" and "_"`;
  return unreadable(`${CANNOT}: ${reason}`, "rename one of them in the document");
}

const CANNOT = "this Swagger 2.0 document cannot be converted";

/** What the library could not convert stands beside it, where nobody looks: each text once. */
function warningsIn(root: JsonObject): readonly Issue[] {
  const found = new Map<string, Issue>();
  const parts: (readonly [JsonValue, readonly string[]])[] = [[root, []]];
  for (let part = parts.pop(); part !== undefined; part = parts.pop()) {
    const [value, place] = part;
    if (typeof value !== "object" || value === null) continue;
    const warning = isPlainObject(value) ? own(value, "x-s2o-warning") : undefined;
    if (typeof warning === "string" && !found.has(warning)) {
      const message = `converting says: ${shown(warning)}`;
      found.set(warning, remark("SW0706", place[0] === "paths" ? toPointer(...place) : "", message));
    }
    // No more than the operation is in the same place in what was converted.
    for (const [key, child] of Object.entries(value)) parts.push([child, place.length < 3 ? [...place, key] : place]);
  }
  return [...found.values()].reverse();
}
