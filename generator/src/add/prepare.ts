import { isPlainObject, own, toPointer, type Issue, type JsonObject, type JsonValue } from "@sdkwright/runtime/config";
import { MAX_BYTES } from "../files/extent.js";
import { bundleInto, type BundleInput } from "./bundle.js";
import { keyOrder } from "./key-order.js";
import { removeForeign } from "./keywords.js";
import { printedValue, reindented } from "./print-document.js";
import { convertSwagger } from "./convert-swagger.js";
import { convertedSize } from "./converted-size.js";
import { removeMark, withMark } from "./provenance.js";
import { unreadable } from "./read-target.js";
import { cited, remark } from "./remark.js";
import type { AddRequest, Refusal } from "./request.js";
import { readyForConversion } from "./swagger-parameters.js";

/** A document as it is to stand in the project. */
export interface Prepared {
  readonly text: string;
  readonly root: JsonObject;
  readonly isSwagger: boolean;
  readonly issues: readonly Issue[];
  /** What was done to it, for people. */
  readonly changes: readonly string[];
  /** Files beside it that it holds parts of; of one that is linked, those that are read with it. */
  readonly parts: readonly string[];
}

/** Bundles what a document refers to, converts Swagger 2.0 and YAML, and keeps everything else as it is written. */
export async function prepare(input: BundleInput, { isLink }: Pick<AddRequest, "isLink">): Promise<Prepared | Refusal> {
  const { source } = input;
  const written = source.json as JsonValue;
  if (!isPlainObject(written)) return unreadable("this is not an OpenAPI document, but no object at all");
  const isSwagger = own(written, "openapi") === undefined && isVersion2(own(written, "swagger"));
  if (isLink) {
    const read = [...input.neighbours.values()].filter(({ json }) => json !== undefined);
    const parts = read.map(({ file }) => file);
    return { text: source.text, root: written, isSwagger, issues: [], changes: [], parts };
  }
  const isMarked = removeMark(written);
  const foreign = removeForeign(written);
  const keysOf = keyOrder(source, written);
  const { isChanged, issues, files } = bundleInto(written, input);
  const openapi = isSwagger ? await converted(written) : { root: written, issues: [] };
  if ("exitCode" in openapi) return openapi;
  const { root } = openapi;
  const isJson = /^\s*\{/.test(source.text);
  const isLeftAsItIs = !isChanged && !isMarked && foreign.length === 0 && (source.flaws ?? []).length === 0;
  const isAsWritten = isJson && !isSwagger && isLeftAsItIs;
  const text = isAsWritten ? reindented(source.text) : printedValue(root, keysOf);
  const changes = [...conversions(isJson, isSwagger), ...(isChanged ? ["with what it refers to in other files"] : [])];
  // What was changed may have its keys in another order than they are printed in.
  const marked = isAsWritten ? withMark(text, root) : withMark(text);
  if (Buffer.byteLength(marked) > MAX_BYTES) return tooLarge(changes.join(", ") || "laid out");
  return {
    text: marked,
    root,
    isSwagger,
    issues: [...issues, ...leftOut(foreign), ...openapi.issues],
    changes,
    parts: [...files],
  };
}

function leftOut([first, ...rest]: readonly string[]): readonly Issue[] {
  if (first === undefined) return [];
  const more = rest.length === 0 ? "" : ` and ${rest.length} more`;
  const message = `${cited(first)}${more} at the root, which OpenAPI does not know, is left out`;
  return [remark("SW0706", toPointer(first), message)];
}

async function converted(
  written: JsonObject,
): Promise<{ readonly root: JsonObject; readonly issues: readonly Issue[] } | Refusal> {
  const ready = readyForConversion(written);
  if (convertedSize(ready.root) > MAX_BYTES) return unreadable(TOO_MANY_TYPES, FEWER_TYPES);
  return convertSwagger(ready);
}

const TOO_MANY_TYPES =
  "this Swagger 2.0 document is too large to be converted: each answer and each body is written once for each of its media types";
const FEWER_TYPES = 'name fewer media types in "produces" and "consumes"';

/** `generate` would not read it (rules P13). */
function tooLarge(how: string): Refusal {
  const message = `the document has, ${how}, more than ${MAX_BYTES / 1024 / 1024} MiB`;
  return unreadable(message, "choose a smaller document");
}

function conversions(isJson: boolean, isSwagger: boolean): readonly string[] {
  if (isSwagger) return [`converted from Swagger 2.0${isJson ? "" : " in YAML"}`];
  return isJson ? [] : ["converted from YAML"];
}

/** YAML makes a number of it. */
function isVersion2(version: JsonValue | undefined): boolean {
  return version === 2 || version === "2.0" || version === "2";
}
