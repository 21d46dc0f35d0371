import { isPlainObject, own } from "@sdkwright/runtime/config";

/** The document that a definition names, before anything in it has been checked. */
export interface OpenapiReference {
  /** As written, relative to the definition. */
  readonly file: string;
  readonly pointer: string;
  readonly include?: readonly string[] | undefined;
  readonly exclude?: readonly string[] | undefined;
}

/** Reads `openapi` of a parsed definition of any form: what has another form is left out. */
export function openapiReference(json: unknown): OpenapiReference | undefined {
  const written = isPlainObject(json) && Object.hasOwn(json, "services") ? own(json, "openapi") : undefined;
  if (typeof written === "string") return { file: written, pointer: "/openapi" };
  if (!isPlainObject(written)) return undefined;
  const file = own(written, "file");
  if (typeof file !== "string") return undefined;
  const [include, exclude] = [textsIn(own(written, "include")), textsIn(own(written, "exclude"))];
  return { file, pointer: "/openapi/file", include, exclude };
}

function textsIn(value: unknown): readonly string[] | undefined {
  const texts = Array.isArray(value) ? value.filter((text) => typeof text === "string") : undefined;
  return texts?.length === 0 ? undefined : texts;
}
