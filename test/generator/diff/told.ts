import type { Change } from "#generator/diff/change.js";

/** A change as one line: class, `!` for a credential destination, sentence, place. */
export function line({ class: kind, credentialDestination, sentence, place }: Change): string {
  const file = typeof place.file === "string" ? place.file : Object.values(place.file).join("");
  return `${kind}${credentialDestination ? "!" : ""}: ${sentence} @ ${[file, ...place.path].join(" ")}`;
}
