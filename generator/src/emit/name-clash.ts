import { type Issue, quoted } from "@sdkwright/runtime/config";
import type { ProfileModel } from "./profile-model.js";
import { schemaTypeNames } from "./schema-types.js";
import { schemasOf } from "./use-case-model.js";

/** A name that a module exports or declares, and whose it is. */
export interface NameClaim {
  readonly identifier: string;
  /** For people, for instance `provider "acme-pay"`. */
  readonly owner: string;
  /** Where the owner's name is written; absent for names of our own. */
  readonly place?: NamePlace | undefined;
}

export interface NamePlace {
  /** Relative to the project root, with `/`. */
  readonly file: string;
  /** JSON pointer (RFC 6901). */
  readonly pointer: string;
  readonly target?: "key" | "value" | undefined;
}

/** Two owners of one identifier in one module: an error naming both (rules P3), one for each pair of owners. */
export function nameClashes(claims: readonly NameClaim[], module: string): readonly ModelIssue[] {
  const owners = new Map<string, NameClaim>();
  const issues = new Map<string, ModelIssue>();
  for (const claim of claims) {
    const first = owners.get(claim.identifier) ?? claim;
    owners.set(claim.identifier, first);
    const pair = JSON.stringify([first.owner, claim.owner]);
    const place = claim.place ?? first.place;
    if (first.owner === claim.owner || place === undefined || issues.has(pair)) continue;
    const message = `${claim.owner} and ${first.owner} both need the name ${claim.identifier} in ${module}`;
    issues.set(pair, { ...place, code: "SW1401", severity: "error", message, hint: "rename one of them" });
  }
  return [...issues.values()];
}

/** A mistake that shows only when everything is read, for instance two names that meet. */
export interface ModelIssue extends Issue {
  /** The document that the pointer is in, relative to the project root, with `/`. */
  readonly file: string;
}

/** Everything that a profile's module declares, with its owners. */
export function profileClaims(
  profile: ProfileModel,
  place?: NamePlace,
  placeOf?: (useCase: string) => NamePlace,
): readonly NameClaim[] {
  const owned = (owner: string, identifiers: readonly string[], place: NamePlace | undefined) =>
    identifiers.map((identifier) => ({ identifier, owner, place }));
  return [
    ...owned(`profile "${profile.name}"`, Object.values(profile.names), place),
    ...profile.definitions.flatMap(({ name, names }) => owned(`provider "${name}"`, Object.values(names), place)),
    ...profile.useCases.flatMap((useCase) => {
      const at = placeOf?.(useCase.name);
      const parts = schemasOf(useCase).flatMap(({ role, schema, typeName }) =>
        [...schemaTypeNames(schema, typeName)].flatMap(([pointer, identifier]) => {
          const owner = `#${pointer} in the ${role} of use-case ${quoted(useCase.name)}`;
          return pointer === "" ? [] : owned(owner, [identifier], at);
        }),
      );
      return [...owned(`use-case ${quoted(useCase.name)}`, Object.values(useCase.names), at), ...parts];
    }),
  ];
}
