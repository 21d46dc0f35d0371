import type { Import } from "./import-model.js";
import type { ProviderModel } from "./provider-model.js";

/** What `createClient` takes for one provider: credentials, parameters or base URLs. */
export interface ClientInput {
  readonly provider: string;
  readonly isDemanded: boolean;
  /** All of them apply; more than one if profiles have definitions of their own. */
  readonly types: readonly ClientInputType[];
  /** An intersection within a union. */
  readonly needsParentheses: boolean;
}

interface ClientInputType {
  readonly type: Import;
  readonly of: ProviderModel;
  readonly isFirst: boolean;
  /** Everything has to be given, or some of it; else any may be left out. */
  readonly isWhole: boolean;
  readonly isSome: boolean;
  readonly areCredentials: boolean;
}

/** A definition of a provider, and what its types are imported as. */
export interface ClientDefinition {
  readonly provider: ProviderModel;
  readonly typeNamed: (name: string) => Import;
}

type Extent = "whole" | "some" | "any";

/** Credentials by provider: demanded if a profile names the provider and client.json supplies no scheme in full. */
export function credentialInputs(
  definitions: readonly ClientDefinition[],
  named: ReadonlySet<ProviderModel>,
): readonly ClientInput[] {
  return inputs(definitions, true, (provider) => {
    const { schemes, configuredSchemes, credentialsType } = provider;
    if (schemes.length === 0) return undefined;
    const isDemanded = named.has(provider) && configuredSchemes.length === 0;
    return [credentialsType, isDemanded ? (schemes.length === 1 ? "whole" : "some") : "any"];
  });
}

/** Parameters by provider: demanded if a base URL cannot do without (rules P9). */
export function parameterInputs(definitions: readonly ClientDefinition[]): readonly ClientInput[] {
  return inputs(definitions, false, ({ parameters, parametersType, demandsParameters }) =>
    parameters.length === 0 ? undefined : [parametersType, demandsParameters ? "whole" : "any"],
  );
}

/** Base URLs by provider: of services that any of its definitions has. One that adds none is not named. */
export function serviceInputs(definitions: readonly ClientDefinition[]): readonly ClientInput[] {
  const named = new Set<string>();
  return inputs(definitions, false, ({ name, serviceIds, names }) => {
    const before = named.size;
    for (const id of serviceIds) named.add(JSON.stringify([name, id]));
    return named.size === before ? undefined : [names.serviceId, "any"];
  });
}

function inputs(
  definitions: readonly ClientDefinition[],
  areCredentials: boolean,
  typeOf: (provider: ProviderModel) => readonly [name: string, extent: Extent] | undefined,
): readonly ClientInput[] {
  const byProvider = new Map<string, ClientInputType[]>();
  for (const { provider, typeNamed } of definitions) {
    const [name, extent] = typeOf(provider) ?? [];
    if (name === undefined) continue;
    const types = byProvider.get(provider.name) ?? [];
    const [isWhole, isSome] = [extent === "whole", extent === "some"];
    types.push({ type: typeNamed(name), of: provider, isFirst: types.length === 0, isWhole, isSome, areCredentials });
    byProvider.set(provider.name, types);
  }
  return Array.from(byProvider, ([provider, types]) => {
    const isDemanded = types.some(({ isWhole, isSome }) => isWhole || isSome);
    return { provider, isDemanded, types, needsParentheses: types.length > 1 && !isDemanded };
  });
}
