import type { ClientPaths } from "./client-imports.js";
import type { ClientInput, ClientInputType } from "./client-inputs.js";
import type { LocalName } from "./import-model.js";

/** What `createClient` takes for one provider, as it is emitted; all identifiers are local names. */
export interface ClientInputModel {
  readonly provider: string;
  readonly isDemanded: boolean;
  /** All of them apply. */
  readonly types: readonly ClientTypeModel[];
  /** An intersection within a union. */
  readonly needsParentheses: boolean;
}

export interface ClientTypeModel {
  readonly type: string;
  readonly isFirst: boolean;
  readonly isWhole: boolean;
  readonly isSome: boolean;
  readonly areCredentials: boolean;
}

/** An input with the names that its types have in `client.ts`. */
export function inputModel(
  { provider, isDemanded, types }: ClientInput,
  areCredentials: boolean,
  paths: ClientPaths,
  local: LocalName,
): ClientInputModel {
  const from = ({ profile }: ClientInputType) =>
    profile === undefined ? paths.provider(provider) : paths.profile(profile.name);
  return {
    provider,
    isDemanded,
    needsParentheses: types.length > 1 && !isDemanded,
    types: types.map((input, index) => ({
      type: local(from(input), input.type),
      isFirst: index === 0,
      isWhole: input.extent === "all",
      isSome: input.extent === "some",
      areCredentials,
    })),
  };
}
