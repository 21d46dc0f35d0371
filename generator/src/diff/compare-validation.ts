import { checkedSchema } from "../json-schema/checked-schema.js";
import { schemaObject } from "../json-schema/schema-part.js";
import type { PublicUseCase } from "../surface/public-model.js";
import { behavioural, type Change, type PlaceIn } from "./change.js";
import { isEqual } from "./records.js";

/** Whether calls of a use-case validate, and what they hold values against. */
export function compareValidation(text: string, base: PublicUseCase, next: PublicUseCase, place: PlaceIn): Change[] {
  const at = place("validate");
  if (base.validate !== next.validate) {
    const how = next.validate === undefined ? "no longer validates inputs and results" : HOW[next.validate];
    return [behavioural(`${text} ${how}`, at)];
  }
  if (next.validate === undefined) return [];
  return (["input", "result"] as const).flatMap((part) => {
    if (isEqual(checked(base, part), checked(next, part))) return [];
    return [behavioural(`what \`validate\` holds the ${part} of ${text} against changed`, at)];
  });
}

const HOW = {
  throw: "now fails where an input or a result is not what the profile says",
  report: "now tells in an event where an input or a result is not what the profile says",
};

function checked({ document }: PublicUseCase, part: "input" | "result"): object | undefined {
  return document && checkedSchema(schemaObject(document[part]));
}
