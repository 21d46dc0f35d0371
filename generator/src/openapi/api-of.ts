import {
  escapeSegment,
  isPlainObject,
  type Issue,
  type JsonObject,
  type JsonValue,
  normalizeProvider,
  operationPattern,
  own,
  parseProvider,
  pointerSegments,
  toPointer,
  valueAt,
} from "@sdkwright/runtime/config";
import type { Budget } from "../diagnostics/budget.js";
import type { DocumentSource, SourceIssue } from "../diagnostics/source.js";
import type { Api, ApiDocument, OperationId, Part } from "./api.js";
import { type Bundle, bundle } from "./bundle.js";
import { type Choice, Chooser, spendingOnPatterns } from "./choice.js";
import { decoded } from "./neighbours.js";
import { Notes } from "./notes.js";
import { type PathItem, pathItemAt } from "./read-contents.js";
import { pagesPattern, unknownInPages } from "./pages.js";
import { operationIdsOf, operationsOf } from "./read-operation.js";
import { hasWebhooks, readWebhooks, secretLine, signatureLine } from "./read-webhooks.js";
import { type Reading, recordAt, referenceIn } from "./reading.js";

/** What a document says of the operations that are chosen. */
export function readApi(document: ApiDocument, chooser: Chooser, budget: Budget, withWebhooks = false): Api {
  const notes = new Notes();
  const reading = { document, notes, spendOn: spendingOf(document, budget), servers: new Map() };
  const items = readPaths(reading);
  const operations = items.flatMap(([path, item]) => operationsOf(path, item, reading, chooser));
  const ids = items.flatMap(([path, item]): readonly OperationId[] => operationIdsOf(path, item));
  const webhooks = withWebhooks ? readWebhooks(operations, reading) : [];
  const issues = notes.issues.map((issue) => ({ ...issue, ...document.placeOf(issue.pointer) }));
  return { document, operations, ids, webhooks, issues, budget };
}

/** A few kB of references may stand for days of work: what is read through one counts by its size. */
function spendingOf(document: ApiDocument, budget: Budget): Reading["spendOn"] {
  const sizes = new Map<JsonValue, number>();
  return ({ value, pointer }: Part) => {
    budget.spend(sizeOf(value, sizes), () => ({
      what: "references make this document many times longer than its text",
      hint: 'choose the operations that you call with "include", or ask the vendor for a shorter document',
      ...document.placeOf(pointer),
    }));
  };
}

/** What is emitted for each has its long texts and names again. */
function sizeOf(value: JsonValue, known: Map<JsonValue, number>): number {
  if (typeof value === "string") return 1 + Math.floor(value.length / 20);
  if (typeof value !== "object" || value === null) return 1;
  let size = known.get(value);
  if (size !== undefined) return size;
  size = 1;
  for (const [key, child] of Object.entries(value)) {
    if (key !== "example" && key !== "examples") size += Math.floor(key.length / 20) + sizeOf(child, known);
  }
  known.set(value, size);
  return size;
}

function readPaths(reading: Reading): readonly (readonly [path: string, item: PathItem])[] {
  const { root } = reading.document;
  return recordAt({ value: root, pointer: "" }, "paths", reading).flatMap(([path, part]) => {
    if (path.startsWith("x-")) return [];
    if (!path.startsWith("/")) {
      reading.notes.note("SW1605", part.pointer, "a path that does not start with / is left out", { target: "key" });
      return [];
    }
    const item = pathItemAt(part, reading);
    return item === undefined ? [] : [[path, item] as const];
  });
}

/** What has a name of its own besides its place (JSON Schema 2020-12 §8.2): `#name` for anchors, `$id`s as written. */
function anchorsIn(root: JsonObject): ReadonlyMap<string, Part> {
  const found = new Map<string, Part>();
  const waiting: Part[] = [{ value: root, pointer: "" }];
  for (let part = waiting.pop(); part !== undefined; part = waiting.pop()) {
    for (const name of namesOf(part.value)) if (!found.has(name)) found.set(name, part);
    for (const child of childrenOf(part).reverse()) waiting.push(child);
  }
  return found;
}

function namesOf(value: JsonValue): readonly string[] {
  if (!isPlainObject(value)) return [];
  const anchors = ["$anchor", "$dynamicAnchor"].map((keyword) => own(value, keyword));
  const names = anchors.flatMap((anchor) => (typeof anchor === "string" ? [`#${anchor}`] : []));
  const id = own(value, "$id");
  return typeof id === "string" ? [...names, id] : names;
}

function childrenOf({ value, pointer }: Part): Part[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).map(([key, child]: [string, JsonValue]) => ({
    value: child,
    pointer: `${pointer}/${escapeSegment(key)}`,
  }));
}

/** Finds what `$ref`s name, each once. */
class References {
  readonly #root: JsonObject;
  readonly #version: ApiDocument["version"];
  readonly #found = new Map<string, Part | undefined>();
  #anchors: ReadonlyMap<string, Part> | undefined;

  constructor(root: JsonObject, version: ApiDocument["version"]) {
    this.#root = root;
    this.#version = version;
  }

  /** Along a chain; all that stand on it are known afterwards. `undefined` for a circle. */
  resolve(reference: string): Part | undefined {
    const chain = new Set<string>();
    let next: string | undefined = reference;
    let part: Part | undefined;
    while (next !== undefined && !this.#found.has(next) && !chain.has(next)) {
      chain.add(next);
      part = this.target(next);
      next = part && this.#furtherIn(part);
    }
    const found = next === undefined ? part : this.#found.get(next);
    for (const each of chain) this.#found.set(each, found);
    return found;
  }

  /** One step. */
  target(reference: string): Part | undefined {
    const fragment = reference.startsWith("#") ? decoded(reference.slice(1)) : undefined;
    if (fragment === undefined || (fragment !== "" && !fragment.startsWith("/"))) {
      this.#anchors ??= anchorsIn(this.#root);
      return this.#anchors.get(reference);
    }
    return this.#at(fragment) ?? this.#at(reference.slice(1));
  }

  #at(fragment: string): Part | undefined {
    const keys = pointerSegments(fragment);
    const value = valueAt(this.#root, keys);
    return value === undefined ? undefined : { value, pointer: toPointer(...keys) };
  }

  /** From 3.1 on a schema can say more beside its `$ref`: then it is not the same as what it refers to. */
  #furtherIn({ value }: Part): string | undefined {
    const reference = referenceIn(value);
    if (reference === undefined || this.#version === "3.0" || !isPlainObject(value)) return reference;
    const others = Object.keys(value).filter((key) => key !== "$ref" && !SAYS_NOTHING.test(key));
    return others.length === 0 ? reference : undefined;
  }
}

const SAYS_NOTHING = /^(?:summary|description|title|\$comment|examples?|deprecated|externalDocs|x-.*)$/;

/** A document, or why it is none. */
export type DocumentOrIssue = { readonly document: ApiDocument } | { readonly issue: Issue };

/** What kind of document a parsed text is. */
export function readDocument({ root, ...bundle }: Bundle): DocumentOrIssue {
  if (!isPlainObject(root)) return { issue: notOpenApi("not an OpenAPI document: it is not even an object") };
  const version = versionOf(own(root, "openapi"));
  if (version === undefined) return { issue: unknownVersion(own(root, "openapi"), own(root, "swagger")) };
  const references = new References(root, version);
  const document: ApiDocument = {
    ...bundle,
    version,
    root,
    resolve: (reference) => references.resolve(reference),
    target: (reference) => references.target(reference),
  };
  return { document };
}

/** YAML makes a number of `3.1`. */
function versionOf(written: JsonValue | undefined): ApiDocument["version"] | undefined {
  if (typeof written !== "string" && typeof written !== "number") return undefined;
  const [, minor = ""] = /^3(?:\.(\d+)(?:\..*)?)?$/.exec(String(written).trim()) ?? [];
  if (minor === "") return undefined;
  return Number(minor) === 0 ? "3.0" : "3.1";
}

function unknownVersion(openapi: JsonValue | undefined, swagger: JsonValue | undefined): Issue {
  if (openapi !== undefined) return notOpenApi("this is not a version of OpenAPI 3", "/openapi");
  if (swagger !== undefined) return notOpenApi("a Swagger 2.0 document, which must be converted first", "/swagger");
  return notOpenApi('not an OpenAPI document: it has no "openapi"');
}

function notOpenApi(message: string, pointer = ""): Issue {
  const hint = pointer === "/swagger" ? "`npx sdkwright add <document>` converts it" : undefined;
  return { code: "SW1601", severity: "error", pointer, message, hint };
}

export interface ApiOrIssues {
  readonly api?: Api | undefined;
  readonly issues: readonly SourceIssue[];
}

/** What a document says for a definition, or why it cannot be read; one whose text cannot be parsed was reported before. */
export function apiOf(wanted: DocumentSource, budget: Budget): ApiOrIssues {
  const { source } = wanted;
  const flaws = flawsIn(wanted);
  if (source.json === undefined) return { issues: flaws };
  const read = readDocument(bundle(wanted));
  if ("issue" in read) return { issues: [...flaws, { ...read.issue, source }] };
  const spend = spendingOnPatterns(budget, wanted.definition);
  const chooser = new Chooser(wanted, spend);
  const isSigned = isPlainObject(wanted.definition.json) && own(wanted.definition.json, "webhooks") !== undefined;
  const api = readApi(read.document, chooser, budget, isSigned);
  const unused = [
    ...unusedPatterns(wanted, chooser),
    ...unusedKeys(wanted, api, spend),
    ...unfittingPages(wanted, api, spend),
  ];
  const unsigned = isSigned ? [] : unsignedWebhooks(wanted, api);
  return { api, issues: [...flaws, ...api.issues, ...unused, ...nothingIn(wanted, api), ...unsigned] };
}

/** Of a neighbour that cannot be parsed is told where it is referred to. */
function flawsIn({ source, neighbours }: DocumentSource): readonly SourceIssue[] {
  const parsed = [...neighbours.values()].filter(({ json }) => json !== undefined);
  return [source, ...parsed].flatMap((file) => (file.flaws ?? []).map((flaw) => ({ ...flaw, source: file })));
}

const MATCHES_NOTHING = "this pattern matches no operation of the document";

function unusedPatterns({ definition }: DocumentSource, { unused }: Chooser): readonly SourceIssue[] {
  return unused.map((place) => {
    const pointer = toPointer("openapi", ...place.split("/"));
    return { code: "SW1608", severity: "warning", pointer, message: MATCHES_NOTHING, source: definition } as const;
  });
}

/** Patterns of `idempotent`, `idempotency`, `pages` and `streams`, which say something of operations alone. */
function unusedKeys(
  { definition }: DocumentSource,
  { operations }: Api,
  spend: (steps: number) => void,
): readonly SourceIssue[] {
  return ["idempotent", "idempotency", "pages", "streams"].flatMap((list) => {
    const patterns = isPlainObject(definition.json) ? own(definition.json, list) : undefined;
    return Object.keys(isPlainObject(patterns) ? patterns : {}).flatMap((text): readonly SourceIssue[] => {
      const matches = list === "pages" ? pagesPattern(text, spend) : operationPattern(text, spend);
      if (operations.some(({ method, path }) => matches(method, path))) return [];
      const pointer = toPointer(list, text);
      return [
        { code: "SW1608", severity: "warning", pointer, target: "key", message: MATCHES_NOTHING, source: definition },
      ];
    });
  });
}

/** Names in a rule of `pages` that the document does not have; the rule is used all the same. */
function unfittingPages(
  { definition }: DocumentSource,
  api: Api,
  spend: (steps: number) => void,
): readonly SourceIssue[] {
  const { value } = parseProvider(definition.json);
  const pages = value?.pages === undefined ? undefined : normalizeProvider(value).pages;
  return (typeof pages === "function" ? [] : (pages ?? [])).flatMap((entry) =>
    unknownInPages(entry, api, spend).map(({ keys, message }): SourceIssue => {
      const pointer = toPointer("pages", entry.of[0] ?? "", ...keys);
      return { code: "SW1651", severity: "warning", pointer, message, source: definition };
    }),
  );
}

/** Without a signature there is nothing that could check who sent them. Who does not receive any need not hear of it each time. */
function unsignedWebhooks({ definition }: DocumentSource, { document, operations }: Api): readonly SourceIssue[] {
  if (!hasWebhooks(document, operations)) return [];
  const message =
    "the definition does not say how webhooks of this document are signed, so nothing is emitted for them";
  const name = isPlainObject(definition.json) ? own(definition.json, "name") : undefined;
  const hint =
    `to receive them, add \`${signatureLine(document)}\` to the definition, or another scheme of the vendor's, ` +
    `and \`${secretLine(typeof name === "string" ? name : "")}\` to the provider in client.json, unless code passes the secret`;
  const key = ["webhooks", "x-webhooks"].find((each) => own(document.root, each) !== undefined) ?? "paths";
  return [{ code: "SW1661", severity: "note", message, hint, target: "key", ...document.placeOf(`/${key}`) }];
}

function nothingIn({ definition, include, exclude }: DocumentSource, api: Api): readonly SourceIssue[] {
  if (!isEmpty(api)) return [];
  const message = nothingMessage({ ...(include && { include }), ...(exclude && { exclude }) });
  return [{ code: "SW1609", severity: "warning", pointer: "/openapi", message, source: definition }];
}

/** Tells if there is neither anything to call nor anything to receive. */
export function isEmpty({ document, operations }: Api): boolean {
  return operations.length === 0 && !hasWebhooks(document, operations);
}

/** That a choice left no operation, or that there was none. */
export function nothingMessage({ include, exclude }: Choice): string {
  const which = include === undefined && exclude === undefined ? "no operation" : "no selected operation";
  return `the document has ${which}, so the provider's client is untyped`;
}
