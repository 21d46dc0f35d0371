import { quoted } from "@sdkwright/runtime/config";
import type { NameClaim, NamePlace } from "../names/name-clash.js";
import { schemaTypeNames } from "../names/schema-names.js";
import type { ProfileModel } from "./profile-model.js";
import { schemasOf, type UseCaseModel } from "./use-case-model.js";

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
