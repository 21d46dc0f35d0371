import {
  credentialVariable,
  fieldsOfScheme,
  normalizeProvider,
  type ProviderJson,
  type SecurityScheme,
  type VariableNames,
} from "@sdkwright/runtime/config";

/** The credentials of one scheme, as client.json has them: `$NAME`s of variables. */
export interface CredentialEntry {
  readonly id: string;
  readonly [field: string]: string;
}

/**
 * One entry for each scheme of a definition that takes one, those of the default security first: client.json gets these,
 * so they have the short names. No variable is one of `names` (rules C17).
 */
export function credentialEntries(definition: ProviderJson, names: VariableNames): readonly CredentialEntry[] {
  const { securitySchemes, security = [] } = normalizeProvider(definition);
  const schemes = Object.entries<SecurityScheme>(securitySchemes)
    .map(([id, scheme]) => ({ id, fields: fieldsOfScheme(scheme) }))
    .filter(({ fields }) => fields.length > 0);
  const defaults = schemes.filter(({ id }) => security.includes(id));
  const others = schemes.filter(({ id }) => !security.includes(id));
  const entriesOf = (members: typeof schemes, rivals: typeof schemes) =>
    members.map(({ id, fields }) => {
      const variableOf = (field: string) => `$${credentialVariable(definition.name, { id, field }, rivals, names)}`;
      return { id, ...Object.fromEntries(fields.map((field) => [field, variableOf(field)])) };
    });
  return [...entriesOf(defaults, defaults), ...entriesOf(others, schemes)];
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
