import type { JsonObject } from "@sdkwright/runtime/config";
import type { PublicUseCase } from "../surface/public-model.js";
import { schemaObject } from "../json-schema/schema-part.js";
import { breaking, compatible, mostSevere, type Change, type ChangePlace, type PlaceIn } from "./change.js";
import { differsBeyond } from "./beyond-told.js";
import { compareDescriptions, isRedescribed } from "./compare-descriptions.js";
import { compareNamedTypes } from "./compare-named-types.js";
import { compareType, partOfUseCase, type TypeSubject } from "./compare-type.js";
import { isEqual } from "./records.js";
import type { TypeJudge } from "./type-judge.js";
import { partsOf, type UseCaseParts } from "./use-case-parts.js";

/** A use-case in sentences, and whether there are maps for it. */
export interface UseCaseSubject {
  readonly text: string;
  readonly hasMaps: boolean;
  readonly place: PlaceIn;
  readonly judge: TypeJudge;
}

const PARTS = ["input", "result", "error"] as const;
type Part = (typeof PARTS)[number];

/** Callers give inputs and read results and errors; maps the other way round. */
const CALLERS: { readonly [part in Part]: TypeSubject["use"] } = { input: "give", result: "read", error: "read" };

/** Changes of what callers and maps see of a use-case, and of how it is described. */
export function compareDescribed(subject: UseCaseSubject, base: PublicUseCase, next: PublicUseCase): Change[] {
  const { text, place } = subject;
  const changes = typeChanges(subject, base, next);
  const isDescribed = next.document !== undefined;
  if ((base.document !== undefined) !== isDescribed) {
    const how = isDescribed
      ? "is now described: its input and result have types"
      : "is no longer described: its result is unknown";
    return [
      asSevereAs(
        changes.flatMap(([, told]) => told),
        `${text} ${how}`,
        place(),
      ),
    ];
  }
  const texts = (["title", "description"] as const).flatMap((key) =>
    base.document?.[key] === next.document?.[key] ? [] : [compatible(`the ${key} of ${text} changed`, place(key))],
  );
  return [
    ...texts,
    ...changes.flatMap(([part, told]) => [
      ...withDescription(part, told, subject, base, next),
      ...namedTypes(part, told, subject, base, next),
    ]),
  ];
}

/** Most use-cases are as they were: their types are not looked at. */
function typeChanges(
  subject: UseCaseSubject,
  base: PublicUseCase,
  next: PublicUseCase,
): readonly (readonly [Part, readonly Change[]])[] {
  if (isEqual(base.types, next.types) && isEqual(base.defaulted, next.defaulted))
    return PARTS.map((part) => [part, []]);
  const [before, after] = [partsOf(base), partsOf(next)];
  return PARTS.map((part) => [part, compareTypes(part, subject, before, after)]);
}

function namedTypes(
  part: Part,
  told: readonly Change[],
  { text, place, judge }: UseCaseSubject,
  { types: base }: PublicUseCase,
  { types: next }: PublicUseCase,
): Change[] {
  if (isEqual(base[part], next[part])) return [];
  const subject = { text: `the ${part} of ${text}`, use: CALLERS[part], place: place(part), judge };
  return compareNamedTypes(subject, base[part], next[part], told);
}

/** What is said of a part: that it came or went, its types, its texts, or else that it is written in another way. */
function withDescription(
  part: Part,
  told: readonly Change[],
  { text, place }: UseCaseSubject,
  base: PublicUseCase,
  next: PublicUseCase,
): Change[] {
  const [from, to] = [base, next].map(({ document }): JsonObject | undefined => {
    const schema = document?.[part];
    return schema === undefined ? undefined : schemaObject(schema);
  });
  if ((from === undefined) !== (to === undefined)) {
    const how = to === undefined ? "is no longer described" : "is now described";
    return [asSevereAs(told, `the ${part} of ${text} ${how}`, place(part))];
  }
  const texts = compareDescriptions({ part, text, place }, from ?? {}, to ?? {});
  const all = [...told, ...texts];
  const otherwise = "is written differently; its types are the same";
  if (told.length > 0) {
    if (!differsBeyond(told, from ?? {}, to ?? {})) return all;
    return [...all, compatible(`more of the ${part} of ${text} ${otherwise}`, place(part))];
  }
  const isWrittenAlike =
    all.length > 0
      ? isRedescribed(from ?? {}, to ?? {})
      : isEqual(from, to) && isEqual(base.types[part], next.types[part]);
  if (isWrittenAlike && (part !== "input" || isEqual(base.defaulted, next.defaulted))) return all;
  return [...all, compatible(`the ${part} of ${text} ${otherwise}`, place(part))];
}

function asSevereAs(changes: readonly Change[], sentence: string, place: ChangePlace): Change {
  const isBreaking = changes.some((change) => change.class === "breaking");
  return (isBreaking ? breaking : compatible)(sentence, place);
}

function compareTypes(
  part: Part,
  { text, hasMaps, place, judge }: UseCaseSubject,
  base: UseCaseParts,
  next: UseCaseParts,
): Change[] {
  const callers = CALLERS[part];
  const maps = callers === "give" ? "read" : "give";
  const seen = part === "input" ? "call" : part;
  const subject = (who: TypeSubject["who"], use: TypeSubject["use"]): TypeSubject => ({
    who,
    use,
    ...partOfUseCase(part, text, place),
  });
  return mostSevere([
    ...compareType(subject("callers", callers), base[seen], next[seen], judge),
    ...(hasMaps ? compareType(subject("maps", maps), base[part], next[part], judge) : []),
  ]);
}
