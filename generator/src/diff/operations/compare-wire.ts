import type { OperationWire } from "@sdkwright/runtime/config";
import type { OperationEntry } from "../../operations/operations-model.js";
import { behavioural, compatible, quoted, type Change, type ChangePlace, withDetails } from "../change.js";
import { citedPlaces, isElsewhere } from "../defined-alone.js";
import { isSameSecurity } from "../compare-request-defaults.js";
import { schemeDetails } from "../destinations.js";
import { isEqual } from "../records.js";
import { stringLiteral } from "../../names/quoting.js";
import type { PublicProvider } from "../../surface/public-model.js";
import { bodyName, inDocument, textOfOperation, type OperationSubject } from "./part.js";

/** The provider on both sides: where its services are, and what it uses by default. */
export interface ProviderSides {
  readonly base: PublicProvider;
  readonly next: PublicProvider;
}

/** What goes over the wire otherwise for a call that is written as before. */
export function compareWire(
  subject: OperationSubject,
  base: OperationEntry,
  next: OperationEntry,
  providers: ProviderSides,
): Change[] {
  const [from, to] = [base.wire ?? {}, next.wire ?? {}];
  return [
    ...compareDestinations(subject, from, to, providers),
    ...compareAccept(subject, from, to),
    ...compareContentTypes(subject, [base, from], [next, to]),
    ...compareParameters(subject, [base, from], [next, to]),
    ...compareParts(subject, [base, from], [next, to]),
    ...compareDefaults(subject, base, next),
    ...compareMedia(subject, base, next),
  ];
}

/** Where a call goes, and with which credentials. */
export function compareDestinations(
  subject: OperationSubject,
  from: OperationWire,
  to: OperationWire,
  providers: ProviderSides,
): Change[] {
  return reroutings(from, to, providers).map(({ text, details, part, isDestination }) => {
    const sentence = `${textOfOperation(subject)} now uses ${text}`;
    return behavioural(withDetails(sentence, details), place(subject, part), isDestination);
  });
}

/** What a call uses otherwise, as it is said of whatever newly uses it. */
export interface Rerouting {
  readonly text: string;
  /** What a credential brings with it. */
  readonly details: readonly string[];
  readonly part: "servers" | "security";
  readonly isDestination: boolean;
}

/** What differs between two ways that a call may go. */
export function reroutings(from: OperationWire, to: OperationWire, providers: ProviderSides): readonly Rerouting[] {
  return [...otherService(from, to, providers), ...otherSecurity(from, to, providers)];
}

type Wired = readonly [entry: OperationEntry, wire: OperationWire];

function otherService(from: OperationWire, to: OperationWire, { base, next }: ProviderSides): readonly Rerouting[] {
  if (from.service === to.service) return [];
  const [before, after] = [from.service ?? base.defaultService, to.service ?? next.defaultService];
  if (before === after) return [];
  const moves = isElsewhere(base, before, next, after);
  const at = (provider: PublicProvider, id: string) => (moves ? ` at ${citedPlaces(provider, id)}` : "");
  const text = `service ${quoted(after)}${at(next, after)}, before ${quoted(before)}${at(base, before)}`;
  return [{ text, details: [], part: "servers", isDestination: moves }];
}

/**
 * A credential goes elsewhere where a scheme is applied that was not; and where the definition's default is left to decide,
 * because `security` of `create<Provider>` goes over that, and over no operation's own.
 */
function otherSecurity(from: OperationWire, to: OperationWire, { base, next }: ProviderSides): readonly Rerouting[] {
  if (isEqual(from.security, to.security)) return [];
  const [before, after] = [from.security ?? base.security ?? [], to.security ?? next.security ?? []];
  const added = after.filter((id) => !before.includes(id));
  const isLeft = from.security === undefined || to.security === undefined;
  if (!isLeft && isSameSecurity(before, after, next)) return [];
  const names = (ids: readonly string[], { security }: OperationWire) => {
    const own = ids.length === 0 ? "none" : ids.map(quoted).join(" and ");
    return security === undefined ? `${own} or what \`create…\` gives` : own;
  };
  const text = `security ${names(after, to)} by default, before ${names(before, from)}`;
  const isDestination = added.length > 0 || (isLeft && (to.security === undefined || after.length > 0));
  return [{ text, details: schemeDetails(next, added), part: "security", isDestination }];
}

function compareAccept(subject: OperationSubject, from: OperationWire, to: OperationWire): Change[] {
  const [before, after] = [from, to].map(({ accept = "application/json" }) => accept);
  if (before === after) return [];
  const sentence = `${textOfOperation(subject)} now accepts ${quoted(after ?? "")}, before ${quoted(before ?? "")}`;
  return [behavioural(sentence, place(subject, "responses"))];
}

const KINDS = ["json", "form", "body"] as const;

/** Of a body that was not taken before, or is not any more, nothing is said here. */
function compareContentTypes(subject: OperationSubject, [base, from]: Wired, [next, to]: Wired): Change[] {
  return KINDS.flatMap((kind) => {
    const [before, after] = [from.contentTypes?.[kind], to.contentTypes?.[kind]];
    if (before === after || base.bodies?.[kind] === undefined || next.bodies?.[kind] === undefined) return [];
    const how = after === undefined ? "" : `: ${quoted(after)}`;
    const sentence = `the content type of the ${bodyName(kind)} of ${textOfOperation(subject)} changed${how}`;
    return [behavioural(sentence, place(subject, "requestBody", "content"))];
  });
}

const PLACES = { params: "path parameter", query: "query parameter", headers: "header" } as const;

/**
 * A header may be given where the document has none of its name, too. In a path and a query an entry that says nothing else
 * has signs of a text written otherwise (`%20` for `+`).
 */
function compareParameters(subject: OperationSubject, [base, from]: Wired, [next, to]: Wired): Change[] {
  return (Object.keys(PLACES) as (keyof typeof PLACES)[]).flatMap((where) =>
    (where === "headers" ? writtenOtherwise : differing)(from[where], to[where])
      .filter((name) => isMentioned(base.options, name) && (where === "headers" || isMentioned(next.options, name)))
      .map((name) => {
        const sentence = `${PLACES[where]} ${quoted(name)} of ${textOfOperation(subject)} is written otherwise`;
        return behavioural(sentence, place(subject, "parameters", name));
      }),
  );
}

/** What is new cannot have been written otherwise before; a mention is enough to say so. */
export function isMentioned(options: string, name: string): boolean {
  return [name, JSON.stringify(name).slice(1, -1), stringLiteral(name).slice(1, -1)].some((each) =>
    options.includes(each),
  );
}

function compareParts(subject: OperationSubject, [base, from]: Wired, [next, to]: Wired): Change[] {
  return (["form", "multipart"] as const).flatMap((kind) => {
    if (base.bodies?.[kind] === undefined || next.bodies?.[kind] === undefined) return [];
    return writtenOtherwise(from[kind], to[kind]).map((name) => {
      const sentence = `${quoted(name)} in the ${bodyName(kind)} of ${textOfOperation(subject)} is written otherwise`;
      return behavioural(sentence, place(subject, "requestBody", "content", kind, "schema", "properties", name));
    });
  });
}

function compareDefaults(subject: OperationSubject, base: OperationEntry, next: OperationEntry): Change[] {
  return differing(base.defaults, next.defaults).flatMap((key) => {
    const [where, name] = [key.slice(0, key.indexOf(".")), key.slice(key.indexOf(".") + 1)];
    if (!isMentioned(base.options, name) || !isMentioned(next.options, name)) return [];
    const what = `${PLACES[where as keyof typeof PLACES] ?? where} ${quoted(name)}`;
    const sentence = `the default of ${what} of ${textOfOperation(subject)} changed`;
    return [behavioural(sentence, place(subject, "parameters", name, "schema", "default"))];
  });
}

/** Content types of answers that are not JSON: one that is gone may have been read. */
function compareMedia(subject: OperationSubject, base: OperationEntry, next: OperationEntry): Change[] {
  const isKept = (status: string) =>
    [base, next].every(({ answers, errors }) => Object.hasOwn(answers, status) || Object.hasOwn(errors, status));
  return differing(base.media, next.media)
    .filter(isKept)
    .flatMap((status) => {
      const [before, after] = [base, next].map(({ media = {} }) => media[status] ?? []);
      const lost = (before ?? []).filter((type) => after?.includes(type) === false);
      const found = (after ?? []).filter((type) => before?.includes(type) === false);
      const at = place(subject, "responses", status);
      const of = `answer ${status} of ${textOfOperation(subject)}`;
      if (lost.length > 0) return [behavioural(`${of} is no longer ${lost.map(quoted).join(" or ")}`, at)];
      return [compatible(`${of} may now be ${found.map(quoted).join(" or ")}`, at)];
    });
}

type Entries = { readonly [name: string]: unknown };

/** An entry that says nothing lets a list or an object be given: what could be given before is written as before. */
function writtenOtherwise(base: Entries = {}, next: Entries = {}): readonly string[] {
  const saying = (entries: Entries) =>
    Object.fromEntries(Object.entries(entries).filter(([, entry]) => !isEqual(entry, {})));
  return differing(saying(base), saying(next));
}

/** Names whose entries are not equal. */
export function differing(base: Entries = {}, next: Entries = {}): readonly string[] {
  const names = new Set([...Object.keys(base), ...Object.keys(next)]);
  const of = (entries: Entries, name: string) => (Object.hasOwn(entries, name) ? entries[name] : undefined);
  return [...names].filter((name) => !isEqual(of(base, name), of(next, name)));
}

function place({ provider, at }: OperationSubject, ...path: string[]): ChangePlace {
  return inDocument(provider, [...at, ...path]);
}
