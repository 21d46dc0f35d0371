import { fieldsOfScheme, normalizeProvider, own, proposedVariable, type ProviderJson } from "@sdkwright/runtime/config";

/** The credentials of one scheme, as client.json has them: `$NAME`s of variables. */
export interface CredentialEntry {
  readonly id: string;
  readonly [field: string]: string;
}

/** One entry for each scheme of a definition, with variables that nobody else of the provider has (rules C17). */
export function credentialEntries(definition: ProviderJson): readonly CredentialEntry[] {
  const { securitySchemes } = normalizeProvider(definition);
  const names = new Set<string>();
  return Object.keys(securitySchemes).map((id) => {
    const scheme = own(securitySchemes, id);
    const fields = scheme === undefined ? [] : fieldsOfScheme(scheme);
    const values = fields.map((field) => [field, `$${proposedVariable(definition.name, id, field, names)}`]);
    return { id, ...Object.fromEntries(values) };
  });
}

/** The variables that entries refer to, with what each holds. */
export function variablesOf(
  entries: readonly CredentialEntry[],
): readonly { readonly name: string; readonly holds: string }[] {
  return entries.flatMap(({ id, ...fields }) =>
    Object.entries(fields).map(([field, reference]) => ({ name: reference.slice(1), holds: `${field} of ${id}` })),
  );
}
