import type { PublicProvider } from "../../surface/public-model.js";
import type { ProviderSubject } from "../about.js";
import { breaking, compatible, inDefinition, quoted, type Change } from "../change.js";
import { isEqual } from "../records.js";

/** Whether there is a document, which one, and what of it is chosen; what it says is compared elsewhere. */
export function compareDocuments(
  { name, text }: ProviderSubject,
  base: PublicProvider,
  next: PublicProvider,
): Change[] {
  const [from, to] = [base.openapi, next.openapi];
  if (isEqual(from, to)) return [];
  const place = inDefinition(next, "openapi");
  const concerns = { provider: name, operations: [], everything: true } as const;
  if (from === undefined) {
    const sentence = `${text} now has the operations of an OpenAPI document: other paths, and \`throwHttpErrors\`, no longer compile`;
    return [{ ...breaking(sentence, place), concerns: { ...concerns, isHarmlessUnused: true } }];
  }
  if (to === undefined) {
    const sentence = `${text} no longer has the operations of an OpenAPI document: what it answers is unknown`;
    return [{ ...breaking(sentence, inDefinition(next)), concerns }];
  }
  if (from.file !== to.file) {
    return [
      compatible(`the OpenAPI document of ${text} is now ${quoted(to.file)}, before ${quoted(from.file)}`, place),
    ];
  }
  return [compatible(`the definition of ${text} chooses operations by other patterns`, place)];
}
