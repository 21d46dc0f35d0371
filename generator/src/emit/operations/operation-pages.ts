import type { PagesEntry, PagesRule, ProviderDefinition } from "@sdkwright/runtime/config";
import type { SourceIssue } from "../../diagnostics/source.js";
import type { Api, Operation } from "../../openapi/api.js";
import { isReadAsJson, successes } from "../../openapi/media-types.js";
import { shown } from "../../openapi/notes.js";
import { type ApiPages, NO_PAGES, operationKey, pagesLine, pagesOf, pagesWords } from "../../openapi/pages.js";
import { placeKeys } from "../../openapi/shapes.js";
import { intersectionOf, type SchemaType, unionOf, UNKNOWN } from "../../schema/schema-type.js";
import type { ModuleSchemas } from "./module-schemas.js";
import type { TypeNode } from "./type-node.js";

/** The pages of an operation as its types have them. */
export interface OperationPages {
  readonly rule: PagesRule;
  /** Absent where the items are not known. */
  readonly item?: TypeNode | undefined;
}

/** How the lists of a provider go on: found, and what is to be told of those that are not. */
export function providerPages(
  api: Api,
  definition: ProviderDefinition,
): { readonly pages: ApiPages; readonly issues: readonly SourceIssue[] } {
  const pages = pagesOf(api, declaredIn(definition));
  return { pages, issues: missedIssues(api, pages) };
}

/** Rules and reasons with their numbers of operations, most first. */
export interface PagesSummary {
  readonly turned: readonly { readonly by: string; readonly operations: number }[];
  readonly notTurned: readonly { readonly why: string; readonly first: string; readonly operations: number }[];
}

export function pagesSummary({ found, missed }: ApiPages): PagesSummary {
  const rules = Array.from(found, ([key, { rule }]) => [pagesWords(rule), key] as const);
  const reasons = Array.from(missed, ([key, { why }]) => [why, key] as const);
  return {
    turned: counted(rules).map(({ what: by, operations }) => ({ by, operations })),
    notTurned: counted(reasons).map(({ what: why, first, operations }) => ({ why, first, operations })),
  };
}

function counted(pairs: readonly (readonly [what: string, key: string])[]) {
  const counts = new Map<string, { readonly what: string; readonly first: string; operations: number }>();
  for (const [what, first] of pairs) {
    const known = counts.get(what) ?? { what, first, operations: 0 };
    known.operations += 1;
    counts.set(what, known);
  }
  return [...counts.values()].sort((a, b) => b.operations - a.operations);
}

/** A note for each reason, at the first of its operations, with a line to paste. */
function missedIssues({ document }: Api, { missed }: ApiPages): readonly SourceIssue[] {
  const alike = new Map<string, { readonly key: string; count: number }>();
  for (const [key, { why }] of missed) {
    const first = alike.get(why);
    if (first === undefined) alike.set(why, { key, count: 1 });
    else first.count += 1;
  }
  return [...alike].flatMap(([why, { key, count }]): readonly SourceIssue[] => {
    const found = missed.get(key);
    if (found === undefined) return [];
    const others = count === 1 ? "" : ` and ${count - 1} more`;
    const hint = `if you know the rule, add it to "pages" of the definition: ${pagesLine(key, found.line)}`;
    const message = `the rule for the pages of ${shown(key)}${others} is unknown: ${why}`;
    return [{ code: "SW1650", severity: "note", message, hint, ...document.placeOf(found.pointer) }];
  });
}

/** Types of an operation's pages. */
export function operationPages(
  operation: Operation,
  { found }: ApiPages,
  schemas: ModuleSchemas,
): OperationPages | undefined {
  const { rule } = found.get(operationKey(operation)) ?? {};
  if (rule === undefined || rule.items === undefined) return rule && { rule };
  const keys = placeKeys(rule.items);
  const types = successes(operation.answers).flatMap(({ contents }) =>
    contents.filter(isReadAsJson).map(({ schema }) => schemas.schemas.typeOf(schema)),
  );
  const items = types.flatMap((type) => typesAt(type, [...keys, ITEMS], schemas.schemas.parts));
  return { rule, item: schemas.writtenType(items.length === 0 ? UNKNOWN : unionOf(items), "answers") };
}

/** The step from a list to its items. */
const ITEMS = Symbol("items");

/** Types at the end of a path of keys. */
function typesAt(
  type: SchemaType,
  keys: readonly (string | typeof ITEMS)[],
  parts: ReadonlyMap<string, SchemaType>,
): readonly SchemaType[] {
  const [key, ...rest] = keys;
  if (key === undefined) return [type];
  if (type.kind === "reference") return typesAt(parts.get(type.pointer) ?? UNKNOWN, keys, parts);
  if (type.kind === "union") return type.members.flatMap((member) => typesAt(member, keys, parts));
  if (type.kind === "intersection") {
    const found = type.members.flatMap((member) => typesAt(member, keys, parts));
    return found.length > 1 ? [intersectionOf(found)] : found;
  }
  if (type.kind === "object") {
    const property = type.properties.find(({ name, only }) => name === key && only !== "requests");
    return property === undefined ? [] : typesAt(property.type, rest, parts);
  }
  if (key !== ITEMS) return [];
  if (type.kind === "array") return typesAt(type.items, rest, parts);
  const { items = [], rest: others } = type.kind === "tuple" ? type : {};
  return [...items, ...(others === undefined ? [] : [others])];
}

/** Entries of a definition module: those that are declared, in their order, then an entry for each rule that was found. */
export function pagesEntries(definition: ProviderDefinition, { found }: ApiPages = NO_PAGES): readonly PagesEntry[] {
  const rules = new Map<string, { readonly rule: PagesRule; readonly of: string[] }>();
  for (const [key, { rule, pattern }] of found) {
    if (pattern !== undefined) continue;
    const text = JSON.stringify(rule);
    const known = rules.get(text);
    if (known === undefined) rules.set(text, { rule, of: [key] });
    else known.of.push(key);
  }
  return [...declaredIn(definition), ...Array.from(rules.values(), ({ rule, of }) => ({ of, ...rule }))];
}

function declaredIn({ pages = [] }: ProviderDefinition): readonly PagesEntry[] {
  return typeof pages === "function" ? [] : pages;
}
