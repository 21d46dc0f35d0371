import { escapeSegment } from "../config/env.js";

/** What a standalone validator reports: which keyword of the schema failed, and where. */
export interface SchemaError {
  /** JSON pointer of the value that failed, or of the object whose key did. */
  readonly pointer: string;
  readonly keyword: string;
  /** The unknown, missing or malformed key; the wanted type. */
  readonly detail?: string | readonly string[] | undefined;
  /** The known keys, for an unknown key; else what the schema's `errorMessage` says. */
  readonly expected?: string | readonly string[] | undefined;
}

/** Checks a value against a format; an empty list when it fits. */
export type Validate = (data: unknown) => readonly SchemaError[];

/** Where the mistake stands: the key for one about a key, else the value. */
export function placeOf({ pointer, keyword, detail }: SchemaError): string {
  const isAboutKey = keyword === "additionalProperties" || keyword === "propertyNames";
  return isAboutKey ? `${pointer}/${escapeSegment(String(detail))}` : pointer;
}
