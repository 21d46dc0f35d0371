import type { OperationEntry } from "../../operations/operations-model.js";
import { breaking, compatible, type Change } from "../change.js";
import { bodyName, bodySubject, inDocument, textOfOperation, type OperationSubject } from "./part.js";
import type { TypeChanges } from "./type-changes.js";

const KINDS = ["json", "form", "multipart", "body"] as const;

/** Bodies of requests. What their types come to goes to `types`; what else changed is returned. */
export function compareBodies(
  subject: OperationSubject,
  base: OperationEntry,
  next: OperationEntry,
  types: TypeChanges,
): Change[] {
  const [before, after] = [base.bodies ?? {}, next.bodies ?? {}];
  const text = textOfOperation(subject);
  const changes = KINDS.flatMap((kind) => {
    const [from, to] = [before[kind], after[kind]];
    if (from === undefined && to === undefined) return [];
    const place = inDocument(subject.provider, [...subject.at, "requestBody", "content", kind]);
    if (to === undefined) return [breaking(`${text} no longer takes a ${bodyName(kind)}`, place)];
    if (from === undefined) return [compatible(`${text} now takes a ${bodyName(kind)}`, place)];
    types.add(subject, { base: from, next: to, subject: bodySubject(subject, kind), where: "requests" });
    return [];
  });
  return [...changes, ...compareDuty(subject, base, next)];
}

function compareDuty(subject: OperationSubject, base: OperationEntry, next: OperationEntry): Change[] {
  const [was, is] = [isDemanded(base), isDemanded(next)];
  if (was === is) return [];
  const place = inDocument(subject.provider, [...subject.at, "requestBody"]);
  if (is) return [breaking(`callers now have to give ${textOfOperation(subject)} a body`, place)];
  return [compatible(`${textOfOperation(subject)} can be called without a body`, place)];
}

function isDemanded({ bodies = {}, optionalBody }: OperationEntry): boolean {
  return Object.keys(bodies).length > 0 && optionalBody !== true;
}
