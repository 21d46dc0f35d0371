import { parseDeclarations } from "../surface/type-syntax.js";
import { compatible, quoted, type Change, type ChangePlace } from "./change.js";
import { compareType, type TypeSubject } from "./compare-type.js";
import type { TypeJudge } from "./type-judge.js";
import { TypeReader } from "./type-reader.js";

/** A part of a use-case whose types code can import by their names. */
export interface NamedTypesSubject {
  readonly text: string;
  /** What callers do with it. */
  readonly use: TypeSubject["use"];
  readonly place: ChangePlace;
  readonly judge: TypeJudge;
}

/**
 * Changes of the types that a part refers to by name, but for those that `told` says of the part itself. Whoever calls the
 * use-case meets none of them: they are for code that imports a type by its name.
 */
export function compareNamedTypes(
  { text, use, place, judge }: NamedTypesSubject,
  base: readonly string[] = [],
  next: readonly string[] = [],
  told: readonly Change[],
): Change[] {
  const [before, after] = [base, next].map((lines) => parseDeclarations(lines.join("\n")));
  if (before === undefined || after === undefined) return [];
  const [from, to] = [new TypeReader(before), new TypeReader(after)];
  return [...before].slice(1).flatMap(([name, declared]) => {
    const now = after.get(name);
    const what = `type ${quoted(name)} of ${text}`;
    if (now === undefined) return [compatible(`${what} can no longer be imported`, place)];
    const subject: TypeSubject = {
      who: "callers",
      use,
      name: (way) => (way.length === 0 ? what : `${quoted(way.join("."))} of ${what}`),
      place: () => place,
    };
    const found = compareType(subject, from.declared(declared), to.declared(now), judge);
    const others = found.filter((change) => !told.some((other) => isSaidBy(other, change)));
    return others.map(({ sentence }) => compatible(sentence, place));
  });
}

/** What is said of a type by its name is said of the part that has it, on a longer way. */
function isSaidBy({ part: said }: Change, { part }: Change): boolean {
  if (said === undefined || part === undefined || said.aspect !== part.aspect || part.way.length === 0) return false;
  return part.way.every((step, index) => step === said.way[said.way.length - part.way.length + index]);
}
