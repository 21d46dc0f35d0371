import {
  fieldsOfScheme,
  normalizeProvider,
  proposedVariable,
  type ProviderJson,
  type SecurityScheme,
  type VariableNames,
} from "@sdkwright/runtime/config";

/** The credentials of one scheme, as client.json has them: `$NAME`s of variables. */
export interface CredentialEntry {
  readonly id: string;
  readonly [field: string]: string;
}

/** One entry for each scheme of a definition that takes one, with variables that nobody in `names` has (rules C17). */
export function credentialEntries(definition: ProviderJson, names: VariableNames): readonly CredentialEntry[] {
  const { securitySchemes } = normalizeProvider(definition);
  return Object.entries<SecurityScheme>(securitySchemes).flatMap(([id, scheme]) => {
    const fields = fieldsOfScheme(scheme);
    const values = fields.map((field) => [field, `$${proposedVariable(definition.name, id, field, names)}`]);
    return fields.length === 0 ? [] : [{ id, ...Object.fromEntries(values) }];
  });
}

/** A variable that client.json newly refers to. */
export interface NewVariable {
  readonly name: string;
  readonly holds: string;
  /** It has a value where the command runs, which was meant for something else. */
  readonly isSet?: true;
}

/** The variables that entries refer to, with what each holds. */
export function variablesOf(entries: readonly CredentialEntry[]): readonly NewVariable[] {
  return entries.flatMap(({ id, ...fields }) =>
    Object.entries(fields).map(([field, reference]) => ({ name: reference.slice(1), holds: `${field} of ${id}` })),
  );
}
