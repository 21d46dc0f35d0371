import { own, type JsonObject } from "@sdkwright/runtime/config";
import type { Method, Operation, Part } from "./api.js";
import { childOf } from "./part.js";
import { MAY_BE_ANYTHING, readContents, unknownContent } from "./read-contents.js";
import { objectAt, type Reading } from "./reading.js";

type Bodies = Pick<Operation, "bodies" | "isBodyRequired">;

const NONE: Bodies = { bodies: [], isBodyRequired: false };

/** The request bodies of an operation. One that cannot be read may be anything. */
export function readBodies(method: Method, operation: Part<JsonObject>, reading: Reading): Bodies {
  const written = childOf(operation, "requestBody");
  if (written === undefined || written.value === null) return NONE;
  if (method === "get" || method === "head") {
    const message = `${method.toUpperCase()} requests carry no body: this one is left out`;
    reading.notes.note("SW1606", written.pointer, message, { target: "key" });
    return NONE;
  }
  const body = objectAt(written, "this request body", reading, MAY_BE_ANYTHING);
  if (body === undefined) return { bodies: [unknownContent(written.pointer)], isBodyRequired: false };
  return { bodies: readContents(body, reading), isBodyRequired: own(body.value, "required") === true };
}
