import type { OperationEntry } from "../../operations/operations-model.js";
import { typeText } from "../../surface/type-text.js";
import { parseDeclarations, type PropertySyntax } from "../../surface/type-syntax.js";
import { breaking, compatible, type Change } from "../change.js";
import { inDocument, optionSubject, textOfOperation, type OperationSubject, type OptionPlace } from "./part.js";
import type { TypeChanges } from "./type-changes.js";

const PLACES = ["params", "query", "headers"] as const;

/** Headers that no document speaks of may be given always. */
const ANY_HEADERS = "{ [name: string]: string | undefined }";

/** What is given besides the body. What its types come to goes to `types`; what else changed is returned. */
export function compareOptions(
  subject: OperationSubject,
  base: OperationEntry,
  next: OperationEntry,
  types: TypeChanges,
): Change[] {
  const isSame = base.options === next.options;
  const [before, after] = isSame ? [] : [base, next].map(({ options }) => placesIn(options));
  if (before === undefined || after === undefined) {
    types.add(subject, { base: base.options, next: next.options, subject: optionSubject(subject), where: "requests" });
    return [];
  }
  return [
    ...PLACES.flatMap((place) => comparePlace(subject, place, before.get(place), after.get(place), types)),
    ...compareSecurity(subject, before.get("security"), after.get("security"), types),
  ];
}

type Places = ReadonlyMap<string, PropertySyntax>;

/** `undefined` where what one option can be depends on another. */
export function placesIn(options: string): Places | undefined {
  const type = parseDeclarations(`type T = ${options}`)?.get("T")?.type;
  return type?.kind === "object" ? new Map(type.properties.map((property) => [property.name, property])) : undefined;
}

function comparePlace(
  subject: OperationSubject,
  place: OptionPlace,
  base: PropertySyntax | undefined,
  next: PropertySyntax | undefined,
  types: TypeChanges,
): Change[] {
  const [from, to] = [base, next].map((property) => {
    if (property === undefined) return place === "headers" ? ANY_HEADERS : undefined;
    return typeText(property.type);
  });
  if (from !== undefined && to !== undefined) {
    const isRewritten = place === "params" && subject.former !== undefined;
    types.add(subject, {
      base: from,
      next: to,
      subject: optionSubject(subject, place),
      where: "requests",
      isRewritten,
    });
    return [];
  }
  const { name, place: at } = optionSubject(subject, place);
  const removed = parametersOf(base).map((way) => breaking(`${name([way.name])} was removed`, at([])));
  const added = parametersOf(next).map((way) =>
    way.isOptional
      ? compatible(`${name([way.name])} was added`, at([way.name]))
      : breaking(`callers now have to give ${name([way.name])}`, at([way.name])),
  );
  return [...removed, ...added];
}

function parametersOf(place: PropertySyntax | undefined): readonly PropertySyntax[] {
  return place?.type.kind === "object" ? place.type.properties : [];
}

/** Which schemes are named: only where the provider's default is not one of the alternatives. */
function compareSecurity(
  subject: OperationSubject,
  base: PropertySyntax | undefined,
  next: PropertySyntax | undefined,
  types: TypeChanges,
): Change[] {
  const at = inDocument(subject.provider, [...subject.at, "security"]);
  if (next === undefined) {
    return base === undefined ? [] : [compatible(`${textOfOperation(subject)} no longer asks for \`security\``, at)];
  }
  if (base !== undefined) {
    const [from, to] = [typeText(base.type), typeText(next.type)];
    types.add(subject, { base: from, next: to, subject: optionSubject(subject, "security"), where: "requests" });
    if (next.isOptional || !base.isOptional) return [];
  }
  const sentence = `callers of ${textOfOperation(subject)} now have to name \`security\``;
  return [
    next.isOptional
      ? compatible(`${textOfOperation(subject)} now lists what \`security\` can be`, at)
      : breaking(sentence, at),
  ];
}
