import { type OperationWire, own } from "@sdkwright/runtime/config";
import type { OperationEntry } from "../emit/operations/operations-model.js";
import { behavioural, type Change, change, isEqual, quoted, withDetails } from "./change.js";
import { citedService, destinationOf, isSameSecurity, schemeDetails } from "./destinations.js";
import {
  BODIES,
  exampleOf,
  inDocument,
  OPERATION,
  PARAMETERS,
  type ProviderSides,
  type Subject,
} from "./operation-parts.js";
import { isMentioned } from "./schema-types.js";

// What goes over the wire otherwise for a call that is written as before.

export function wireChanges(
  subject: Subject,
  base: OperationEntry,
  next: OperationEntry,
  sides: ProviderSides,
): Change[] {
  const [from, to] = [base.wire ?? {}, next.wire ?? {}];
  const at = (...path: string[]) => inDocument(subject.provider, [...subject.at, ...path]);
  return [
    ...securityChange(subject, from, to, sides),
    ...changed(from.accept ?? JSON_TYPE, to.accept ?? JSON_TYPE, (now, before) =>
      behavioural(
        `answers of ${OPERATION} are now asked for as ${quoted(now)}, before ${quoted(before)}`,
        at("responses"),
      ),
    ),
    ...(["json", "form", "body"] as const).flatMap((kind) => {
      if (base.bodies?.[kind] === undefined || next.bodies?.[kind] === undefined) return [];
      const usual = USUAL[kind];
      return changed(from.contentTypes?.[kind] ?? usual, to.contentTypes?.[kind] ?? usual, (now, before) =>
        behavioural(
          `the ${BODIES[kind]} of ${OPERATION} is now ${quoted(now)}, before ${quoted(before)}`,
          at("requestBody", "content"),
        ),
      );
    }),
    ...Object.entries(PARAMETERS).flatMap(([place, noun]) => {
      const [was, is] = [from[place as "query"], to[place as "query"]];
      return differing(was, is, place === "headers").flatMap((name) => {
        if (!isMentioned(base.options, name) || (place !== "headers" && !isMentioned(next.options, name))) return [];
        const what = `${noun} ${quoted(name)} of ${OPERATION}`;
        return [written(what, place, name, [was, is], at("parameters", name))];
      });
    }),
    ...(["form", "multipart"] as const).flatMap((kind) => {
      if (base.bodies?.[kind] === undefined || next.bodies?.[kind] === undefined) return [];
      return differing(from[kind], to[kind], true).map((name) => {
        const what = `${quoted(name)} in the ${BODIES[kind]} of ${OPERATION}`;
        return written(what, kind, name, [from[kind], to[kind]], at("requestBody", "content", kind));
      });
    }),
    ...mediaChanges(subject, base, next),
    ...headerChanges(subject, base, next),
    ...cookieChanges(subject, base, next),
  ];
}

const JSON_TYPE = "application/json";
const USUAL = { json: JSON_TYPE, form: "application/x-www-form-urlencoded", body: "application/octet-stream" };

function changed(from: string, to: string, say: (now: string, before: string) => Change): Change[] {
  return from === to ? [] : [say(to, from)];
}

type Entries = { readonly [name: string]: object } | undefined;

/** An entry that says nothing lets a list or an object be given, and changes how signs of a path or a query are written. */
function differing(base: Entries, next: Entries, isEmptyNothing: boolean): readonly string[] {
  const of = (entries: Entries, name: string) => {
    const entry = own(entries, name);
    return isEmptyNothing && isEqual(entry, {}) ? undefined : entry;
  };
  const names = new Set([...Object.keys(base ?? {}), ...Object.keys(next ?? {})]);
  return [...names].filter((name) => !isEqual(of(base, name), of(next, name)));
}

function written(
  what: string,
  place: string,
  name: string,
  [base, next]: readonly [unknown, unknown],
  at: Change["place"],
): Change {
  const [before, now] = [base, next].map((entries) => exampleOf(place, name, own(entries as Entries, name)));
  const how =
    before === now
      ? "may now be a list or an object, or no longer"
      : `is now written \`${String(now)}\`, before \`${String(before)}\``;
  return behavioural(`${what} ${how}`, at);
}

/** Where a call goes, and with which credentials. */
export function securityChange(
  subject: Subject,
  from: OperationWire,
  to: OperationWire,
  { base, next }: ProviderSides,
): Change[] {
  const changes: Change[] = [];
  const at = (part: string) => inDocument(subject.provider, [...subject.at, part]);
  const [was, is] = [from.service ?? base.defaultService, to.service ?? next.defaultService];
  if (from.service !== to.service && was !== is) {
    const moves = destinationOf(base, was) !== destinationOf(next, is);
    const [now, before] = [
      `${quoted(is)}${moves ? ` at ${citedService(next, is)}` : ""}`,
      `${quoted(was)}${moves ? ` at ${citedService(base, was)}` : ""}`,
    ];
    changes.push(behavioural(`the service of ${OPERATION} is now ${now}, before ${before}`, at("servers"), moves));
  }
  if (isEqual(from.security, to.security)) return changes;
  const [before, after] = [from.security ?? base.security ?? [], to.security ?? next.security ?? []];
  const added = after.filter((id) => !before.includes(id));
  const isLeft = from.security === undefined || to.security === undefined;
  if (!isLeft && isSameSecurity(before, after, next)) return changes;
  const names = (ids: readonly string[], { security }: OperationWire) => {
    const all = ids.length === 0 ? "none" : ids.map(quoted).join(" and ");
    return security === undefined ? `${all} or what \`create…\` gives` : all;
  };
  const sentence = `the default security of ${OPERATION} is now ${names(after, to)}, before ${names(before, from)}`;
  // What `create<Provider>` names goes over the default, and over no operation's own.
  const isMarked = added.length > 0 || (isLeft && (to.security === undefined || after.length > 0));
  return [...changes, behavioural(withDetails(sentence, schemeDetails(next, added)), at("security"), isMarked)];
}

/** Content types of answers that are not JSON: one that is gone may have been read. */
function mediaChanges({ provider, at }: Subject, base: OperationEntry, next: OperationEntry): Change[] {
  const statuses = new Set([...Object.keys(base.media ?? {}), ...Object.keys(next.media ?? {})]);
  const isKept = (status: string) =>
    [base, next].every(({ answers, errors }) => Object.hasOwn(answers, status) || Object.hasOwn(errors, status));
  return [...statuses].filter(isKept).flatMap((status) => {
    const [was, is] = [base, next].map(({ media = {} }) => media[status] ?? []) as [
      readonly string[],
      readonly string[],
    ];
    if (isEqual([...was].sort(), [...is].sort())) return [];
    const isLost = was.some((type) => !is.includes(type));
    const [now, before] = [is, was].map((types) => types.map(quoted).join(" or ") || "JSON alone");
    const sentence = `answer ${status} of ${OPERATION} is now ${String(now)}, before ${String(before)}`;
    const place = inDocument(provider, [...at, "responses", status]);
    return [change(isLost ? "behavioural" : "compatible", sentence, place)];
  });
}

/** Headers of answers are read by name, and have no type. */
function headerChanges({ provider, at }: Subject, base: OperationEntry, next: OperationEntry): Change[] {
  return Object.entries(base.headers ?? {}).flatMap(([status, names]) => {
    if (!Object.hasOwn(next.answers, status) && !Object.hasOwn(next.errors, status)) return [];
    const left = new Set((next.headers?.[status] ?? []).map((name) => name.toLowerCase()));
    return names
      .filter((name) => !left.has(name.toLowerCase()))
      .map((name) =>
        behavioural(
          `header ${quoted(name)} of answer ${status} of ${OPERATION} was removed`,
          inDocument(provider, [...at, "responses", status]),
        ),
      );
  });
}

/** No call gives cookies: one that is wanted may refuse those that were accepted. */
function cookieChanges({ provider, at }: Subject, base: OperationEntry, next: OperationEntry): Change[] {
  const known = new Set(base.cookies);
  return (next.cookies ?? [])
    .filter((name) => !known.has(name))
    .map((name) =>
      behavioural(
        `cookie ${quoted(name)} of ${OPERATION} is now required`,
        inDocument(provider, [...at, "parameters", name]),
      ),
    );
}
