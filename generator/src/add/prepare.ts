import { isPlainObject, type Issue, type JsonObject, type JsonValue, own } from "@sdkwright/runtime/config";
import type { Budget } from "../diagnostics/budget.js";
import type { Source, SourceIssue } from "../diagnostics/source.js";
import { MAX_BYTES } from "../io/read-file.js";
import { isEmpty, nothingMessage, readApi, readDocument } from "../openapi/api-of.js";
import type { Api } from "../openapi/api.js";
import { bundle } from "../openapi/bundle.js";
import { type Choice, Chooser, spendingOnPatterns } from "../openapi/choice.js";
import { parseJsonText } from "../openapi/parse-json.js";
import { bundleInto, type DocumentParts } from "./bundle.js";
import { convertSwagger } from "./convert-swagger.js";
import { removeMark, withMark } from "./locate-document.js";
import { unreadable } from "./read-target.js";
import type { AddRequest, Refusal } from "./request.js";

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

const NO_OBJECT = "this is not an OpenAPI document: it is not even an object";
const VERSIONS: ReadonlySet<unknown> = new Set([2, "2.0", "2"]);

/** Bundles what a document refers to, and converts Swagger 2.0 and YAML. */
export async function prepare(
  input: DocumentParts,
  { isLink }: Pick<AddRequest, "isLink">,
): Promise<Prepared | Refusal> {
  const { source } = input;
  const written = source.json as JsonValue;
  if (!isPlainObject(written)) return unreadable(NO_OBJECT);
  const isSwagger = isSwaggerDocument(written);
  if (isLink) {
    const parts = [...input.neighbours.values()].flatMap(({ file, json }) => (json === undefined ? [] : [file]));
    return { text: source.text, root: written, isSwagger, issues: [], changes: [], parts };
  }
  const whole = await wholeDocument(input);
  if ("exitCode" in whole) return whole;
  const { root, isChanged } = whole;
  const isJson = /^\s*\{/.test(source.text);
  const from = isSwagger ? `Swagger 2.0${isJson ? "" : " in YAML"}` : isJson ? undefined : "YAML";
  const changes = [
    ...(from === undefined ? [] : [`converted from ${from}`]),
    ...(isChanged ? ["with the parts of other files that it refers to"] : []),
  ];
  const text = withMark(root);
  if (Buffer.byteLength(text) > MAX_BYTES) {
    // `generate` would not read it (rules P13).
    const message = `the document, ${changes.join(", ") || "laid out"}, has more than ${MAX_BYTES / 1024 / 1024} MiB`;
    return unreadable(message, "choose a smaller document");
  }
  return { text, root, isSwagger, issues: whole.issues, changes, parts: [...whole.files] };
}

/** A document of OpenAPI 3 with all that it refers to inside. */
type WholeDocument = Pick<Prepared, "root" | "isSwagger" | "issues"> &
  Pick<ReturnType<typeof bundleInto>, "isChanged" | "files">;

/** Bundles what a document refers to, and converts Swagger 2.0; the parsed document is changed. */
export async function wholeDocument(input: DocumentParts): Promise<WholeDocument | Refusal> {
  const written = input.source.json as JsonValue;
  if (!isPlainObject(written)) return unreadable(NO_OBJECT);
  removeMark(written);
  const { isChanged, issues, files } = bundleInto(written, input);
  const isSwagger = isSwaggerDocument(written);
  const converted = isSwagger ? await convertSwagger(written) : { root: written, issues: [] };
  if ("exitCode" in converted) return converted;
  return { root: converted.root, isSwagger, issues: [...issues, ...converted.issues], isChanged, files };
}

/** YAML makes a number of its version. */
function isSwaggerDocument(document: JsonObject): boolean {
  return own(document, "openapi") === undefined && VERSIONS.has(own(document, "swagger"));
}

/** Reads a document as `generate` will do it; what cannot be read in it is told there. */
export function readPrepared(
  source: Source,
  beside: Pick<DocumentParts, "neighbours" | "refused"> | undefined,
  choice: Choice,
  budget: Budget,
): { readonly api: Api; readonly issues: readonly SourceIssue[] } | { readonly issue: Issue } {
  const located: Source = beside === undefined ? withPlaces(source) : source;
  const { neighbours = new Map(), refused = new Map() } = beside ?? {};
  const read = readDocument(bundle({ source: located, neighbours, refused, definition: located }));
  if ("issue" in read) return read;
  const chooser = new Chooser(choice, spendingOnPatterns(budget));
  const api = readApi(read.document, chooser, budget);
  const unused = chooser.unused.flatMap((place): readonly SourceIssue[] => {
    const pattern = /^include\/(\d+)$/.exec(place)?.[1];
    if (pattern === undefined) return [];
    const message = `the pattern ${JSON.stringify(choice.include?.[Number(pattern)])} matches no operation of the document`;
    return [{ code: "SW1608", severity: "warning", pointer: "", message }];
  });
  if (!isEmpty(api)) return { api, issues: unused };
  const place = api.document.placeOf("/paths");
  return {
    api,
    issues: [...unused, { code: "SW1609", severity: "warning", message: nothingMessage(choice), ...place }],
  };
}

/** A text that we printed is gone through only for who prints a place in it. */
function withPlaces(source: Source): Source {
  const json = source.json ?? parseJsonText(source.text).json;
  return Object.assign(source, {
    json,
    placesOf: (pointers: readonly string[]) => parseJsonText(source.text).placesOf(pointers),
  });
}
