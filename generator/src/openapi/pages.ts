import {
  type JsonValue,
  type OperationPattern,
  operationPattern,
  type PagesEntry,
  type PagesRule,
} from "@sdkwright/runtime/config";
import type { Api, Operation } from "./api.js";
import { spendingOnPatterns } from "./choice.js";
import { answersOf, Detection, type FoundPages, hasLinkHeader, type MissedPages, plain } from "./detect-pages.js";
import { placeKeys, saysNothing, Shapes } from "./shapes.js";

// Rules of lists, declared in a definition or found in a document, and the words for them.

/** The lists of a document, by operation: `GET /charges`. */
export interface ApiPages {
  readonly found: ReadonlyMap<string, FoundPages>;
  readonly missed: ReadonlyMap<string, MissedPages>;
}

export const NO_PAGES: ApiPages = { found: new Map(), missed: new Map() };

/** `GET /charges/{id}` */
export function operationKey({ method, path }: Pick<Operation, "method" | "path">): string {
  return `${method.toUpperCase()} ${path}`;
}

/** Finds the rules of all operations; those that the definition declares go before. */
export function pagesOf(
  { operations, document, budget }: Pick<Api, "operations" | "document" | "budget">,
  declared: readonly PagesEntry[],
): ApiPages {
  const shapes = new Shapes(document);
  const found = new Map<string, FoundPages>();
  const missed = new Map<string, MissedPages>();
  const withLink = operations.filter(hasLinkHeader);
  const spend = spendingOnPatterns(budget);
  const entries = declared.map((entry) => ({ entry, matches: pagesPattern(entry.of[0] ?? "", spend) }));
  for (const operation of operations) {
    const key = operationKey(operation);
    const entry = entries.find(({ matches }) => matches(operation.method, operation.path))?.entry;
    if (entry !== undefined) {
      const { of, next, ...places } = entry;
      const [pattern = ""] = of;
      if (next !== false && mayHave(places.items, operation, pattern, shapes))
        found.set(key, { rule: { next, ...places }, why: DECLARED, pattern });
      continue;
    }
    if (operation.method !== "get") continue;
    const others = withLink.length - Number(withLink.includes(operation));
    const detection = new Detection(operation, document, shapes, others >= 3);
    budget.spend(detection.size / 10, () => ({
      what: "looking for the pages of this document's lists",
      hint: 'choose the operations that you call with "include"',
      ...document.placeOf(operation.pointer),
    }));
    const outcome = detection.outcome();
    if (outcome === undefined) continue;
    if ("rule" in outcome) found.set(key, outcome);
    else missed.set(key, outcome);
  }
  return { found, missed };
}

/** A pattern of `pages`: for GET where it has no method. */
export function pagesPattern(text: string, spend?: (steps: number) => void): OperationPattern {
  return operationPattern(/^\s*[A-Za-z]+\s/.test(text) ? text : `GET ${text}`, spend);
}

/** Patterns of many match single things too, whose answer has no such list. */
function mayHave(items: string | undefined, operation: Operation, pattern: string, shapes: Shapes): boolean {
  if (items === undefined || !pattern.includes("*")) return true;
  const schemas = answersOf(operation).flatMap(({ schema }) => (schema === undefined ? [] : [schema.value]));
  return schemas.length === 0 || schemas.some((schema) => hasPlace(schema, placeKeys(items), shapes));
}

/** Tells if the document has something there; a part without a description may have. */
function hasPlace(schema: JsonValue, keys: readonly string[], shapes: Shapes): boolean {
  return keys.every((_, depth) => {
    const outer = shapes.at(schema, keys.slice(0, depth));
    return outer === undefined || saysNothing(outer) || shapes.at(schema, keys.slice(0, depth + 1)) !== undefined;
  });
}

/** Parameters and places of a declared rule that no operation has which it is for, by their keys in the rule. */
export function unknownInPages(
  { of, next, ...places }: PagesEntry,
  { operations, document }: Pick<Api, "operations" | "document">,
  spend: (steps: number) => void,
): readonly { readonly keys: readonly string[]; readonly message: string }[] {
  if (next === false) return [];
  const matches = pagesPattern(of[0] ?? "", spend);
  const shapes = new Shapes(document);
  const matching = operations.filter(({ method, path }) => matches(method, path));
  const schemas = matching.flatMap((each) => answersOf(each).map(({ schema }) => schema?.value ?? {}));
  const steps: { readonly [key: string]: unknown } = typeof next === "string" ? {} : next;
  const inAnswer = ["url", "from", "echo"].flatMap((key) =>
    key in steps ? [[["next", key], steps[key]] as const] : [],
  );
  const absent = [...inAnswer, ...Object.entries(places).map(([key, place]) => [[key], place] as const)].flatMap(
    ([keys, place]) => {
      const isThere = schemas.some((schema) => hasPlace(schema, placeKeys(String(place)), shapes));
      const message = `in the document, no answer of these operations has ${JSON.stringify(place)}`;
      return isThere || schemas.length === 0 ? [] : [{ keys, message }];
    },
  );
  const parameters = (["query", "header"] as const).flatMap((key) => {
    const name = steps[key];
    const isThere = ({ parameters: all }: Operation) =>
      all.some(
        (each) => each.in === key && (key === "query" ? each.name === name : plain(each.name) === plain(String(name))),
      );
    const message = `in the document, none of these operations has the ${key === "query" ? "query parameter" : "header"} ${JSON.stringify(name)}`;
    return typeof name !== "string" || matching.length === 0 || matching.some(isThere)
      ? []
      : [{ keys: ["next", key], message }];
  });
  return [...absent, ...parameters];
}

const DECLARED = 'declared in "pages" of the definition';

/** The turning of a rule in words: `cursor "after"`. */
export function pagesWords({ next }: Pick<PagesRule, "next">): string {
  if (next === "link") return "the Link header";
  if ("url" in next) return `the URL at "${next.url}"`;
  if ("step" in next) return `offset "${next.query}"`;
  if (!("from" in next) && !("fromHeader" in next)) return `page number "${next.query}"`;
  const source = "fromHeader" in next ? ` from header "${next.fromHeader}"` : "";
  if ("query" in next) return `cursor "${next.query}"${source}`;
  return "header" in next
    ? `cursor in header "${next.header}"${source}`
    : `cursor in the body at "${next.body}"${source}`;
}

/** A rule as it is pasted. */
export function pagesLine(key: string, line: object): string {
  return `${JSON.stringify(key)}: ${JSON.stringify(line, null, 1).replaceAll(/\n */g, " ")}`;
}
