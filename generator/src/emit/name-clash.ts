import { type Issue, quoted } from "@sdkwright/runtime/config";
import type { ProfileModel } from "./profile-model.js";
import { schemaTypeNames } from "./schema-types.js";
import { schemasOf, type UseCaseModel } from "./use-case-model.js";

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
  const first = new Map<string, NameClaim>();
  const issues = new Map<string, ModelIssue>();
  for (const claim of claims) {
    const earlier = first.get(claim.identifier);
    if (earlier === undefined) first.set(claim.identifier, claim);
    else if (earlier.owner !== claim.owner) addClash(issues, earlier, claim, module);
  }
  return [...issues.values()];
}

function addClash(issues: Map<string, ModelIssue>, first: NameClaim, second: NameClaim, module: string): void {
  const pair = JSON.stringify([first.owner, second.owner]);
  const place = second.place ?? first.place;
  if (place === undefined || issues.has(pair)) return;
  issues.set(pair, {
    ...place,
    code: "SW1401",
    severity: "error",
    message: `${second.owner} and ${first.owner} both need the name ${second.identifier} in ${module}`,
    hint: "rename one of them",
  });
}

/** A mistake that shows only when everything is read, for instance two names that meet. */
export interface ModelIssue extends Issue {
  /** The document that the pointer is in, relative to the project root, with `/`. */
  readonly file: string;
}

/** Where a profile and its use-cases are named. */
export interface ProfilePlaces {
  readonly profile: NamePlace;
  readonly useCase: (name: string) => NamePlace;
}

/** Everything that a profile's module declares, with its owners. */
export function profileClaims(profile: ProfileModel, places?: ProfilePlaces): readonly NameClaim[] {
  return [
    ...owned(`profile "${profile.name}"`, Object.values(profile.names), places?.profile),
    ...profile.definitions.flatMap(({ name, names }) =>
      owned(`provider "${name}"`, Object.values(names), places?.profile),
    ),
    ...profile.useCases.flatMap((useCase) => useCaseClaims(useCase, places?.useCase(useCase.name))),
  ];
}

function useCaseClaims(useCase: UseCaseModel, place: NamePlace | undefined): readonly NameClaim[] {
  const parts = schemasOf(useCase).flatMap(({ role, schema, typeName }) =>
    [...schemaTypeNames(schema, typeName)].flatMap(([pointer, identifier]) => {
      const owner = `#${pointer} in the ${role} of use-case ${quoted(useCase.name)}`;
      return pointer === "" ? [] : owned(owner, [identifier], place);
    }),
  );
  return [...owned(`use-case ${quoted(useCase.name)}`, Object.values(useCase.names), place), ...parts];
}

function owned(owner: string, identifiers: readonly string[], place: NamePlace | undefined): readonly NameClaim[] {
  return identifiers.map((identifier) => ({ identifier, owner, place }));
}
