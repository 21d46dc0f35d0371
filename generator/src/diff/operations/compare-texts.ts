import type { OperationsModel } from "../../operations/operations-model.js";
import { compatible, quoted, type Change } from "../change.js";
import { inDocument } from "./part.js";
import { listed } from "./listed.js";

type Entry = OperationsModel["operations"][string] | OperationsModel["schemas"][string];
type Entries = { readonly [name: string]: Entry };

/** What is said about operations and types: descriptions in one sentence, whatever their number. */
export function compareTexts(provider: string, base: OperationsModel, next: OperationsModel): Change[] {
  return [...deprecations(provider, base, next), ...descriptions(provider, base, next)];
}

function deprecations(provider: string, base: OperationsModel, next: OperationsModel): Change[] {
  const of = `of provider ${quoted(provider)}`;
  return ([true, undefined] as const).flatMap((now) => {
    const how = now === true ? "deprecated now" : "no longer deprecated";
    const becoming = (from: Entries, to: Entries) =>
      kept(from, to).filter(([, before, after]) => before.deprecated !== after.deprecated && after.deprecated === now);
    const operations = becoming(base.operations, next.operations).map(([key]) => key);
    const types = becoming(base.schemas, next.schemas).map(([name]) => name);
    return [
      ...(operations.length === 0
        ? []
        : [told(`${listed(operations, 5)} ${of} ${are(operations)} ${how}`, provider, { operations })]),
      ...(types.length === 0
        ? []
        : [told(`${listed(types, 5)} ${of} ${are(types)} ${how}`, provider, { operations: [], types })]),
    ];
  });
}

function descriptions(provider: string, base: OperationsModel, next: OperationsModel): Change[] {
  const operations = changedTexts(base.operations, next.operations);
  const types = changedTexts(base.schemas, next.schemas);
  const counts = [...count(operations.length, "operation"), ...count(types.length, "type")];
  if (counts.length === 0) return [];
  return [
    told(`descriptions of ${counts.join(" and ")} of provider ${quoted(provider)} changed`, provider, {
      operations,
      types,
    }),
  ];
}

function changedTexts(base: Entries, next: Entries): readonly string[] {
  return kept(base, next)
    .filter(([, from, to]) => from.text !== to.text)
    .map(([name]) => name);
}

function count(number: number, noun: string): readonly string[] {
  return number === 0 ? [] : [`${String(number)} ${noun}${number === 1 ? "" : "s"}`];
}

function are(names: readonly string[]): string {
  return names.length === 1 ? "is" : "are";
}

function told(
  sentence: string,
  provider: string,
  concerns: { readonly operations: readonly string[]; readonly types?: readonly string[] },
): Change {
  return { ...compatible(sentence, inDocument(provider, [])), concerns: { provider, ...concerns } };
}

/** Entries that stand on both sides. */
export function kept<E extends Entry>(
  base: { readonly [name: string]: E },
  next: { readonly [name: string]: E },
): readonly (readonly [string, E, E])[] {
  return Object.entries(next).flatMap(([name, to]) => {
    const from = Object.hasOwn(base, name) ? base[name] : undefined;
    return from === undefined ? [] : [[name, from, to] as const];
  });
}
