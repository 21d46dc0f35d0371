import { own, type PagesNext, type PagesRule, pointerSegments } from "@sdkwright/runtime/config";
import { isMadeKey } from "../emit/operations/keys.js";
import { pagesWords } from "../openapi/pages.js";
import type { FactsByWay, OperationEntry } from "../emit/operations/operations-model.js";
import { type Change, type ChangePlace, quoted } from "./change.js";
import { type At, compareTrees, mapValues, type Row, type Table } from "./table.js";
import { nameIn, schemaSteps, type TypePart, wayText } from "./type-words.js";

// What a change of one operation means: one row for each part of it. Types are handed on, and judged by the compiler.

/** Stands in sentences for the operation, until those that say the same of several operations are one. */
export const OPERATION = "\u0000";

/** An operation of both sides. */
export interface OperationPair {
  readonly provider: string;
  /** `GET /charges` */
  readonly key: string;
  /** What it was called before, where that is something else. */
  readonly former?: string | undefined;
  /** Where it is in its document. */
  readonly at: readonly string[];
  readonly before: OperationEntry;
  readonly after: OperationEntry;
}

export function placeInDocument(key: string, { at }: Pick<OperationEntry, "at">): readonly string[] {
  const [, method = "", path = ""] = /^(\S+) (.*)$/s.exec(key) ?? [];
  return at === undefined ? ["paths", path, method.toLowerCase()] : pointerSegments(at);
}

export function inDocument(provider: string, path: readonly string[]): ChangePlace {
  return { file: { api: provider }, path };
}

type AddType = (part: TypePart) => unknown;

/** `addType` gets each type of the operation that is there on both sides. */
export function operationChanges(pair: OperationPair, addType: AddType): Change[] {
  const placeOf = ([head = "", ...rest]: readonly string[]) => {
    const steps = head === "parameters" ? rest.slice(1) : rest;
    if (head === "streams") return inDocument(pair.provider, [...pair.at, "responses"]);
    if (head !== "responses" && head !== "errors") return inDocument(pair.provider, [...pair.at, head, ...steps]);
    const below = steps.flatMap((step) => (step === "schema" ? ["content", "json", step] : [step]));
    return inDocument(pair.provider, [...pair.at, "responses", ...below]);
  };
  addType(optionsOf(pair));
  const rows = rowsOf((at, noun, gives) => {
    const [from, to] = [at.from as Schema, at.to as Schema];
    const { file, path } = placeOf(at.path);
    addType({
      base: from.type,
      next: to.type,
      facts: [from.facts, to.facts],
      words: {
        gives,
        reads: !gives,
        name: (way) => nameIn(way, noun, "in"),
        place: (way) => ({ file, path: [...path, ...schemaSteps(way)] }),
      },
    });
  });
  const subject = { of: OPERATION, placeOf };
  const { before, after, provider, key } = pair;
  const concerns = { provider, operations: [key], readers: PAGE_READERS, words: PAGE_READERS };
  return [
    ...compareTrees(viewOf(pair, "before"), viewOf(pair, "after"), rows, subject),
    ...compareTrees({ pages: before.pages }, { pages: after.pages }, PAGES, subject).map((each) => ({
      ...each,
      concerns,
    })),
  ];
}

/** Readers of a call that turn its pages. */
const PAGE_READERS = ["items", "pages", "page"];

const BODIES: { readonly [kind: string]: string } = {
  json: "JSON body",
  form: "form",
  multipart: "multipart body",
  body: "raw body",
};

const PLACES: { readonly [place: string]: string } = {
  params: "path parameter",
  query: "query parameter",
  headers: "header",
};

function bodyOf({ names: [kind = ""], of }: At): string {
  return `the ${String(BODIES[kind])} of ${of}`;
}

function streamOf({ names: [kind = ""], of }: At): string {
  return `${kind === "event" ? "an event" : "a line"} of ${of}`;
}

const asWritten: Pick<Row, "changed" | "show"> = {
  changed: "V",
  show: (example, _, side) => `${side === "next" ? "written " : ""}\`${String(example)}\``,
};

const PLACES_OF_PAGES: { readonly [key: string]: string } = {
  more: "place that says if there are more",
  last: "place that says if it was the last",
  total: "place of the total",
  totalPages: "place of the number of pages",
};

/** Pages of an operation: that there are some is a matter of types, how they are turned of behaviour. */
const PAGES: Table = {
  pages: {
    noun: "pages of @",
    added: ({ to }) => ({ as: "C", how: `are now turned, by ${pagesWords(to as PagesRule)}` }),
    removed: {
      as: "B",
      how: "are no longer turned",
      end: ": `.items()`, `.pages()` and `.page()` no longer compile",
    },
  },
  "pages.next": {
    noun: "pages of @",
    changed: ({ from, to }) => {
      const [before, now] = [from, to].map((next) => nextWords(next as PagesNext));
      const [words, same] = [before?.words, now?.words];
      if (words !== same) return { as: "V", how: `are now turned by ${String(same)} (before: ${String(words)})` };
      // Proof of a rule changes no request.
      if (before?.source === now?.source)
        return { as: "C", how: `are turned by ${String(same)} as before, with other proof` };
      return {
        as: "V",
        how: `are now turned by ${String(same)} from ${String(now?.source)} (before: from ${String(before?.source)})`,
      };
    },
  },
  "pages.items": {
    noun: "the items of pages of @",
    added: { as: "C", how: "are now known" },
    removed: { as: "B", how: "are no longer known", end: ": `.items()` no longer compiles" },
    changed: ({ from, to }) => ({ as: "V", how: `are now at ${quoted(String(to))} (before: ${quoted(String(from))})` }),
  },
  "pages.*": {
    noun: ({ names: [key = ""], of }) => `the ${PLACES_OF_PAGES[key] ?? key} in pages of ${of}`,
    any: "V",
    show: (place) => quoted(String(place)),
  },
};

/** The rule in words, and where the value of the next page is, or from which number on it is counted. */
function nextWords(next: PagesNext): { readonly words: string; readonly source: string } {
  const words = pagesWords({ next });
  if (typeof next === "string" || "url" in next) return { words, source: "" };
  if ("from" in next) return { words, source: quoted(next.from) };
  if ("fromHeader" in next) return { words, source: `header ${quoted(next.fromHeader)}` };
  const first = "first" in next ? next.first : undefined;
  return { words, source: first === 1 && "step" in next ? "1" : "" };
}

function rowsOf(compareTypes: (at: At, noun: string, gives: boolean) => void): Table {
  return {
    item: {
      noun: "the items of @",
      changed: (at) => {
        compareTypes(at, `items of ${at.of}`, false);
        return "-";
      },
    },
    deprecated: {
      noun: "operation @",
      changed: ({ to }) => ({
        as: "C",
        how: to === false ? "is no longer deprecated" : `is deprecated now${String(to)}`,
      }),
    },
    key: {
      noun: "the idempotency key of @",
      changed: ({ from, to }) => {
        const [isBefore, isNow] = [isMadeKey(String(from)), isMadeKey(String(to))];
        if (isBefore === isNow) return "V";
        return {
          as: "V",
          how: isNow ? `is now sent automatically, in ${String(to)}` : "is no longer sent automatically",
        };
      },
      show: String,
    },
    "responses.accept": { noun: 'the header "accept" of @', changed: "V", show: (type) => quoted(String(type)) },
    "parameters.cookies.*": { noun: "cookie {0} of @", added: { as: "V", how: "is now required" } },
    "parameters.*.*": {
      noun: ({ names: [place = "", name = ""], of }) => `${String(PLACES[place])} ${quoted(name)} of ${of}`,
      ...asWritten,
    },
    "requestBody.isRequired": {
      noun: "the body of @",
      changed: ({ to }) =>
        to === true ? { as: "B", how: "is now required" } : { as: "C", how: "is no longer required" },
    },
    "requestBody.content.*": {
      noun: bodyOf,
      removed: "B",
      added: ({ to }) => (to === REQUIRED ? { as: "B", end: ", and is required" } : "C"),
      renamed: ({ path }) => ({ as: "B", how: `is now a ${String(BODIES[path.at(-1) ?? ""])}` }),
      identity: () => undefined,
    },
    "requestBody.content.*.type": { noun: bodyOf, changed: "V", show: (type) => quoted(String(type)) },
    "requestBody.content.*.written.*": {
      noun: (at) => `${quoted(at.names[1] ?? "")} in ${bodyOf(at)}`,
      ...asWritten,
    },
    "requestBody.content.*.schema": {
      noun: bodyOf,
      changed: (at) => {
        compareTypes(at, bodyOf(at), true);
        return "-";
      },
    },
    "responses.*": {
      noun: "answer <0> of @",
      removed: "B",
      // What nothing was known of can become anything.
      added: ({ to }) => (to === FIRST ? { as: "C", how: "is now described" } : "B"),
      renamed: ({ path }) => ({ as: "B", how: `is now ${String(path.at(-1))}` }),
      identity: () => undefined,
    },
    ...rowsOfAnswer("responses", "answer", compareTypes),
    "streams.*": {
      noun: streamOf,
      added: { as: "C", how: "is now described" },
      removed: { as: "B", how: "is no longer described" },
      changed: (at) => {
        compareTypes(at, streamOf(at), false);
        return "-";
      },
    },
    "errors.*": {
      noun: "error <0> of @",
      added: "C",
      removed: ({ from }) => {
        const { schema } = from as { readonly schema: Schema };
        // Of what is not described nothing is known either.
        const isTold = schema.type !== "unknown" && (isJson(schema) || schema.isRead);
        return isTold ? "B" : { as: "C", how: "is no longer described" };
      },
    },
    "errors.*.isOwn": {
      noun: "error <0> of @",
      changed: ({ to }) => ({ as: "C", how: `is ${to === true ? "now" : "no longer"} described on its own` }),
    },
    ...rowsOfAnswer("errors", "error", compareTypes),
  };
}

function rowsOfAnswer(list: string, noun: string, compareTypes: (at: At, noun: string, gives: boolean) => void): Table {
  return {
    [`${list}.*.schema`]: {
      noun: `the body of ${noun} <0> of @`,
      changed: (at) => {
        const [from, to] = [at.from as Schema, at.to as Schema];
        if (from.type === to.type && !isJson(from)) return "-";
        // Bodies that come or go are no matter of types: `never` can be assigned to all, and not be used.
        if (isJson(from) && isJson(to)) compareTypes(at, `${noun} ${String(at.names[0])} of ${at.of}`, false);
        else if (isJson(to)) return { as: from.isRead ? "B" : "C", how: "is now JSON" };
        else if (isJson(from)) return { as: "B", how: to.type === "never" ? "is no longer JSON" : "was removed" };
        else return { as: "C", how: to.type === "never" ? "is now of a type that is not JSON" : "is now empty" };
        return "-";
      },
    },
    [`${list}.*.media`]: {
      noun: `${noun} <0> of @`,
      changed: ({ from, to }) => {
        const now = new Set(to as readonly string[]);
        return (from as readonly string[]).every((type) => now.has(type)) ? "C" : "V";
      },
      show: (types) => (types as readonly string[]).map(quoted).join(" or ") || "JSON alone",
    },
    [`${list}.*.headers.*`]: {
      noun: ({ names: [status = ""], from, of }) => `header ${quoted(String(from))} of ${noun} ${status} of ${of}`,
      removed: "V",
    },
  };
}

const REQUIRED = "required";
const FIRST = "first";
const JSON_TYPE = "application/json";
const USUAL_TYPES: { readonly [kind: string]: string } = {
  json: JSON_TYPE,
  form: "application/x-www-form-urlencoded",
  body: "application/octet-stream",
};

/** A type, with what is said of its values beside it. */
interface Schema {
  readonly type: string;
  readonly facts: FactsByWay;
  /** Of an answer: whether code reads the body of any. */
  readonly isRead: boolean;
}

/** `undefined` is no body, and `never` one that is not JSON. */
function isJson({ type }: Schema): boolean {
  return type !== "undefined" && type !== "never";
}

/** What is compared by rows, by where it is in the document; of what is there on one side alone, no more than that. */
function viewOf({ before, after }: OperationPair, side: "before" | "after"): object {
  const [entry, other] = side === "before" ? [before, after] : [after, before];
  const { wire = {}, bodies = {}, optionalBody } = entry;
  const isKept = (kind: string) => Object.hasOwn(other.bodies ?? {}, kind);
  const isRequired = Object.keys(bodies).length > 0 && optionalBody !== true;
  const isFirst = isRequired && Object.keys(other.bodies ?? {}).length === 0;
  const written = (place: Place) => {
    const names = Object.keys({ ...before.wire?.[place], ...after.wire?.[place] });
    const isBody = place === "form" || place === "multipart";
    const kept = names.filter((name) => isBody || [before, after].every(({ options }) => isMentioned(options, name)));
    return Object.fromEntries(kept.map((name) => [name, exampleOf(place, name, own<object>(wire[place] ?? {}, name))]));
  };
  return {
    key: entry.key ?? "none",
    deprecated: entry.deprecated === true && (entry.sunset === undefined ? "" : `, until ${entry.sunset}`),
    parameters: {
      params: written("params"),
      query: written("query"),
      headers: written("headers"),
      cookies: Object.fromEntries((entry.cookies ?? []).map((name) => [name, true])),
    },
    requestBody: {
      isRequired: Object.keys(bodies).some(isKept) ? isRequired : undefined,
      content: mapValues(bodies, (type, kind) => {
        if (!isKept(kind)) return isFirst ? REQUIRED : "optional";
        return {
          type: wire.contentTypes?.[kind as "json"] ?? USUAL_TYPES[kind],
          written: kind === "form" || kind === "multipart" ? written(kind) : {},
          schema: { type, facts: factsBelow(entry, kind) },
        };
      }),
    },
    streams: mapValues({ event: entry.event, line: entry.line }, (type) =>
      type === undefined ? undefined : { type, facts: {}, isRead: true },
    ),
    responses: { ...answersOf(before, after, side), accept: wire.accept ?? JSON_TYPE },
    errors: errorsOf(before, after, side),
    item: itemOf(entry, other),
  };
}

/** The type of items at another place; at the same one it is judged with the answer. */
function itemOf(entry: OperationEntry, other: OperationEntry): Schema | undefined {
  if (entry.item === undefined || other.item === undefined) return undefined;
  return entry.pages?.items === other.pages?.items ? undefined : { type: entry.item, facts: {}, isRead: true };
}

/** What a status is answered with; one that is new beside a range that stays had that of the range. */
function answersOf(before: OperationEntry, after: OperationEntry, side: "before" | "after"): object {
  const [base, next] = [before.answers, after.answers];
  const found = Object.keys({ ...base, ...next }).flatMap((status): [string, unknown][] => {
    if (side === "after") {
      if (!Object.hasOwn(next, status)) return [];
      return [[status, Object.keys(base).length === 0 ? FIRST : answerOf(after, next, status)]];
    }
    const key = coveringKey(base, status);
    const isThere = key !== undefined && (key === status || Object.hasOwn(next, key));
    return isThere ? [[status, answerOf(before, base, key)]] : [];
  });
  return Object.fromEntries(found);
}

/** Who handles an error has what its status says, else its range, else the default. */
function errorsOf(before: OperationEntry, after: OperationEntry, side: "before" | "after"): object {
  const entry = side === "before" ? before : after;
  const found = Object.keys({ ...before.errors, ...after.errors }).flatMap((status): [string, unknown][] => {
    const key = coveringKey(entry.errors, status);
    return key === undefined ? [] : [[status, { ...answerOf(entry, entry.errors, key), isOwn: key === status }]];
  });
  return Object.fromEntries(found);
}

function answerOf(entry: OperationEntry, bodies: OperationEntry["answers"], key: string): object {
  const isRead = Object.values(entry.answers).some((type) => type !== "undefined" && type !== "never");
  const headers = (entry.headers?.[key] ?? []).map((name) => [name.toLowerCase(), name] as const);
  return {
    schema: { type: own(bodies, key) ?? "unknown", facts: factsBelow(entry, key), isRead } satisfies Schema,
    media: [...(entry.media?.[key] ?? [])].sort(),
    headers: Object.fromEntries(headers),
  };
}

/** A status is described on its own, else by its range, else by the default. */
function coveringKey(bodies: OperationEntry["answers"], status: string): string | undefined {
  return [status, `${status.slice(0, 1)}XX`, "default"].find((key) => Object.hasOwn(bodies, key));
}

/** Facts below one of the first steps of their ways. */
function factsBelow({ facts = {} }: OperationEntry, head: string): FactsByWay {
  const below = Object.entries(facts).filter(([way]) => way === `/${head}` || way.startsWith(`/${head}/`));
  return Object.fromEntries(below.map(([way, value]) => [way.slice(head.length + 1), value]));
}

/** What is new cannot have been something else before; a mention is enough to say so. */
export function isMentioned(options: string, name: string): boolean {
  return options.includes(name) || options.includes(JSON.stringify(name).slice(1, -1));
}

type Place = "params" | "query" | "headers" | "form" | "multipart";

/** `tags=a,b` */
function exampleOf(place: Place, name: string, entry: object = {}): string {
  const { content, contentType, allowReserved, delimiters, headers, ...wire } = entry as {
    readonly [key: string]: unknown;
  };
  const isPath = place === "params" || place === "headers";
  const { style = isPath ? "simple" : "form" } = wire;
  const { explode = style === "form" || style === "deepObject" } = wire;
  const [whole, each] = EXAMPLES[String(style)] ?? ["a,b", "a,b and key=a"];
  const example =
    typeof content === "string"
      ? `${name}={…} as ${content}`
      : typeof contentType === "string"
        ? `${name} as ${contentType}`
        : (explode === true ? each : whole).replaceAll("$", () => name);
  const reserved = allowReserved === true ? ", with / as it is" : "";
  const between = delimiters === undefined ? "" : `, with ${JSON.stringify(delimiters)} between`;
  return `${example}${reserved}${between}${headers === undefined ? "" : ` with ${JSON.stringify(headers)}`}`;
}

/** By style, without and with `explode`. */
const EXAMPLES: { readonly [style: string]: readonly [whole: string, each: string] } = {
  form: ["$=a,b", "$=a&$=b"],
  spaceDelimited: ["$=a%20b", "$=a&$=b"],
  pipeDelimited: ["$=a|b", "$=a&$=b"],
  deepObject: ["$[key]=a", "$[key]=a"],
  label: [".a,b", ".a.b"],
  matrix: [";$=a,b", ";$=a;$=b"],
};

/** `params`, `query`, `headers` and `security` of a call, by ways that begin with these. */
function optionsOf({ provider, at, before, after }: OperationPair): TypePart {
  const facts = ({ facts: all = {} }: OperationEntry) =>
    Object.fromEntries(Object.entries(all).filter(([way]) => /^\/(?:params|query|headers)\//.test(way)));
  return {
    base: before.options,
    next: after.options,
    hasGroups: true,
    facts: [facts(before), facts(after)],
    words: {
      gives: true,
      reads: false,
      name: ([place = "", ...way]) =>
        place === "security"
          ? `\`security\` of ${OPERATION}`
          : `${PLACES[place] ?? place} ${quoted(wayText(way))} of ${OPERATION}`,
      place: ([place, name, ...way]) => {
        if (place === "security") return inDocument(provider, [...at, "security"]);
        const below = name === undefined ? [] : [name, ...(way.length > 0 ? ["schema", ...schemaSteps(way)] : [])];
        return inDocument(provider, [...at, "parameters", ...below]);
      },
    },
  };
}
