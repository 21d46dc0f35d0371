import type { ClientConfig } from "@sdkwright/runtime/config";
import { holdsText } from "../variables/variables-text.js";
import { variableUses } from "../variables/variables.js";

/** A variable of the environment, with the places that need it; never its value. */
export interface VariableRow {
  readonly name: string;
  readonly isSet: boolean;
  /** `pigeon: token of login`. */
  readonly uses: readonly string[];
}

export function variableRows(
  config: ClientConfig | undefined,
  isSet: (name: string) => boolean,
): readonly VariableRow[] {
  const uses = config === undefined ? [] : variableUses(config);
  return [...new Set(uses.map(({ name }) => name))].map((name) => ({
    name,
    isSet: isSet(name),
    uses: uses
      .filter((use) => use.name === name)
      .map(({ of, place }) => `${"provider" in of ? of.provider : of.profile}: ${holdsText(place)}`),
  }));
}
