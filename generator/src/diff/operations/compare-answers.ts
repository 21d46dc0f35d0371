import type { OperationEntry } from "../../operations/operations-model.js";
import { breaking, compatible, type Change, type ChangePlace } from "../change.js";
import { answerSubject, inDocument, textOfOperation, type OperationSubject } from "./part.js";
import type { TypeChanges } from "./type-changes.js";

type Bodies = { readonly [status: string]: string };

/**
 * Answers are read by status, and by `.json()` as one union. Returns what their types cannot say; the types themselves go
 * to `types`.
 */
export function compareAnswers(
  subject: OperationSubject,
  base: OperationEntry,
  next: OperationEntry,
  types: TypeChanges,
): Change[] {
  // `.json()` of a call is the union of all that it can resolve to.
  const isRead = Object.values(base.answers).some((body) => !isNoBody(body));
  return [
    ...successes(subject, base.answers, next.answers, types),
    ...failures({ subject, base: base.errors, next: next.errors, isRead }, types),
  ];
}

function successes(subject: OperationSubject, base: Bodies, next: Bodies, types: TypeChanges): Change[] {
  // What nothing was known of can become anything.
  if (Object.keys(base).length === 0) {
    const added = Object.keys(next);
    return added.map((status) =>
      compatible(`answer ${status} of ${textOfOperation(subject)} is now described`, placeOf(subject, status)),
    );
  }
  const removed = Object.keys(base).filter((status) => !Object.hasOwn(next, status));
  const left = (status: string) => Object.keys(next).filter((other) => coveringKey(base, other) === status);
  const isAlone = Object.values(base).every(isNoBody);
  return [
    ...removed.map((status) => {
      // A range is more than what is left of it.
      const [rest, text] = [left(status), `answer ${status} of ${textOfOperation(subject)}`];
      const how = rest.length === 0 ? "is no longer described" : `is described as ${rest.join(" and ")} alone`;
      return breaking(`${text} ${how}`, placeOf(subject));
    }),
    ...Object.entries(next).flatMap(([status, to]) => {
      const key = coveringKey(base, status);
      if (key !== undefined)
        return body(subject, { what: "answer", status, from: base[key] ?? "unknown", to, isAlone }, types);
      return [breaking(`answer ${status} was added to ${textOfOperation(subject)}`, placeOf(subject, status))];
    }),
  ];
}

/** A status that is handled has the body of the exact status, else its range, else the default, else nobody knows. */
function failures({ subject, base, next, isRead }: Failures, types: TypeChanges): Change[] {
  const statuses = new Set([...Object.keys(base), ...Object.keys(next)]);
  return [...statuses].flatMap((status) => {
    const [before, after] = [Object.hasOwn(base, status), Object.hasOwn(next, status)];
    const [from, to] = [effective(base, status), effective(next, status)];
    const text = `error ${status} of ${textOfOperation(subject)}`;
    const place = placeOf(subject, after ? status : undefined);
    const change = { what: "error", status, from, to, isAlone: !isRead } as const;
    if (before === after) return body(subject, change, types);
    const isFine =
      from === to || (isNoBody(from) ? to === "unknown" && !isRead : !isNoBody(to) && types.canRead(from, to));
    if (isFine) return [compatible(after ? `${text} is now described` : `${text} is no longer described`, place)];
    if (to === "unknown") return [breaking(`${text} is no longer described`, place)];
    return body(subject, change, types, [
      compatible(after ? `${text} is now described by itself` : `${text} is no longer described by itself`, place),
    ]);
  });
}

interface Failures {
  readonly subject: OperationSubject;
  readonly base: Bodies;
  readonly next: Bodies;
  /** Whether code reads the body of an answer. */
  readonly isRead: boolean;
}

interface BodyChange {
  readonly what: "answer" | "error";
  readonly status: string;
  readonly from: string;
  readonly to: string;
  /** Whether no code reads a body so far. */
  readonly isAlone: boolean;
}

/** Bodies that come or go are no matter of types: `never` can be assigned to all, and not be used. */
function body(
  subject: OperationSubject,
  { what, status, from, to, isAlone }: BodyChange,
  types: TypeChanges,
  told: Change[] = [],
): Change[] {
  const text = `the body of ${what} ${status} of ${textOfOperation(subject)}`;
  const place = placeOf(subject, status);
  if (from === to || (!isNoBody(from) && !isNoBody(to))) {
    types.add(subject, { base: from, next: to, subject: answerSubject(subject, what, status), where: "answers" });
    return told;
  }
  if (isNoBody(from) && isNoBody(to)) {
    return [compatible(`${text} is now ${to === "never" ? "of a type that is not JSON" : "empty"}`, place)];
  }
  if (isNoBody(to)) {
    const how = to === "never" ? "is no longer JSON" : "is gone";
    // Of an error that is handled the body can be asked for all the same.
    const isFine = what === "error" && types.canRead(from, "undefined");
    return [(isFine ? compatible : breaking)(`${text} ${how}`, place)];
  }
  return [(isAlone ? compatible : breaking)(`${text} is now JSON`, place)];
}

/** Nothing, or nothing that is JSON. */
function isNoBody(type: string): boolean {
  return type === "undefined" || type === "never";
}

function effective(bodies: Bodies, status: string): string {
  const key = coveringKey(bodies, status);
  return (key === undefined ? undefined : bodies[key]) ?? "unknown";
}

/** The exact status, else its range, else the default. */
function coveringKey(bodies: Bodies, status: string): string | undefined {
  return [status, `${status.slice(0, 1)}XX`, "default"].find((key) => Object.hasOwn(bodies, key));
}

function placeOf({ provider, at }: OperationSubject, status?: string): ChangePlace {
  return inDocument(provider, [...at, "responses", ...(status === undefined ? [] : [status])]);
}
