import type { SourceIssue } from "#generator/diagnostics/source.js";
import type { Operation } from "#generator/openapi/api.js";
import type { Emitted } from "./documents.js";

type Json = { readonly [key: string]: unknown };

/** A part of a document, with all the places that it has: where it is written, and where its `$ref`s lead. */
interface Found {
  readonly value: Json | undefined;
  readonly pointers: readonly string[];
}

/** Operations, parameters, answers and bodies that a document has, and neither the module nor a note. */
export function untold(document: object, { api, notes }: Emitted): readonly string[] {
  const isTold = ({ pointers }: Found): boolean =>
    pointers.some((pointer) => notes.some((note) => isAtOrAround(note, pointer)));
  const at = (value: unknown, pointer: string): Found => followed(document, value, pointer);
  return childrenOf(at(record(document)["paths"], "/paths")).flatMap(([path, written, pointer]) => {
    if (path.startsWith("x-")) return [];
    const item = at(written, pointer);
    return childrenOf(item).flatMap(([key, field, place]) => {
      if (NO_METHODS.has(key) || key.startsWith("x-")) return [];
      const operation = api.operations.find((each) => each.path === path && each.method === key);
      const found = at(field, place);
      const all = { ...found, pointers: [...item.pointers, ...found.pointers] };
      if (isTold(all)) return [];
      return operation === undefined
        ? [place]
        : partsOf(document, found, operation)
            .filter((part) => !isTold(at(part[0], part[1])))
            .map(([, at]) => at);
    });
  });
}

const NO_METHODS: ReadonlySet<string> = new Set(["summary", "description", "servers", "parameters", "$ref"]);
const OWN_HEADERS = /^(?:accept|content-type|authorization)$/i;

/** Parts of an operation that it does not have as it was read, each with its pointer. */
function partsOf(
  document: object,
  { value, pointers }: Found,
  operation: Operation,
): readonly (readonly [unknown, string])[] {
  const [pointer = ""] = pointers.slice(-1);
  const { parameters, responses, requestBody } = value ?? {};
  const list = Array.isArray(parameters) ? (parameters as readonly unknown[]) : [];
  const missing = list.flatMap((each, index) => {
    const { name, in: place } = followed(document, each, "").value ?? {};
    const isOther = place === "cookie" || (place === "header" && OWN_HEADERS.test(String(name)));
    const isThere = operation.parameters.some((known) => known.name === name && known.in === place);
    return isThere || isOther ? [] : [[each, `${pointer}/parameters/${index}`] as const];
  });
  const statuses = Object.entries(record(responses)).filter(([status]) => !status.startsWith("x-"));
  const unanswered = statuses.filter(
    ([status]) => !operation.answers.some((known) => isSameStatus(known.status, status)),
  );
  const hasBody = requestBody === undefined || requestBody === null || operation.bodies.length > 0;
  const isEmpty = Object.keys(record(record(requestBody)["content"])).length === 0;
  return [
    ...missing,
    ...unanswered.map(([status, each]) => [each, `${pointer}/responses/${escaped(status)}`] as const),
    ...(hasBody || isEmpty ? [] : [[requestBody, `${pointer}/requestBody`] as const]),
  ];
}

/** `4xx` means `4XX`. */
function isSameStatus(read: string, written: string): boolean {
  return read === written || read === written.toUpperCase();
}

/** Types of a module that say nothing, apart from other keys, lists and headers of which nothing is said. */
export function unknownsIn(module: string): number {
  const code = module.replaceAll(/\/\*\*[^]*?\*\//g, "").replaceAll(/\[\w+: string\]: unknown|unknown\[\]/g, "");
  return code.match(/\bunknown\b/g)?.length ?? 0;
}

/** Notes as texts, to tell those of one document from those of another. */
export function textsOf(notes: readonly SourceIssue[]): ReadonlySet<string> {
  return new Set(notes.map(({ code, pointer, message }) => `${code} ${pointer} ${message}`));
}

function isAtOrAround({ pointer }: SourceIssue, place: string): boolean {
  return `${pointer}/`.startsWith(`${place}/`) || `${place}/`.startsWith(`${pointer}/`);
}

function followed(document: object, value: unknown, pointer: string): Found {
  const pointers = [pointer];
  let current = value;
  for (let reference = record(current)["$ref"]; typeof reference === "string"; reference = record(current)["$ref"]) {
    const target = reference.slice(1);
    if (!reference.startsWith("#") || pointers.includes(target)) break;
    pointers.push(target);
    current = target
      .split("/")
      .slice(1)
      .reduce<unknown>((part, key) => record(part)[unescaped(key)], document);
  }
  return { value: isRecord(current) ? current : undefined, pointers };
}

function childrenOf({ value, pointers }: Found): readonly (readonly [key: string, value: unknown, pointer: string])[] {
  const [pointer = ""] = pointers.slice(-1);
  return Object.entries(value ?? {}).map(([key, child]) => [key, child, `${pointer}/${escaped(key)}`]);
}

function record(value: unknown): Json {
  return isRecord(value) ? value : {};
}

function isRecord(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function escaped(key: string): string {
  return key.replaceAll("~", "~0").replaceAll("/", "~1");
}

function unescaped(key: string): string {
  return key.replaceAll("~1", "/").replaceAll("~0", "~");
}
