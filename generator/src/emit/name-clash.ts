import { type Issue, quoted, toPointer } from "@sdkwright/runtime/config";
import type { LoadedProfile, LoadedProject, LoadedProvider } from "../project/project.js";
import type { SdkModel } from "./build-model.js";
import { CLIENT_EXPORTS } from "./client-module.js";
import type { ModuleModel } from "./import-model.js";
import { profileNamespace, providerNamespace } from "./names.js";
import type { ProfileModel } from "./profile-model.js";
import { exportedNames } from "./provider-module.js";
import { schemaTypeNames } from "./schema-types.js";
import { schemasOf, type UseCaseModel } from "./use-case-model.js";

/** A name that a module exports or declares, and whose it is. */
interface NameClaim {
  readonly identifier: string;
  /** For people, for instance `provider "acme-pay"`. */
  readonly owner: string;
  /** Where the owner's name is written; absent for names of our own. */
  readonly place?: NamePlace | undefined;
}

interface NamePlace {
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

/** Names that clash in one emitted module (rules P3). What follows from a clash of exports is not reported again. */
export function nameIssues(project: LoadedProject, model: SdkModel): readonly ModelIssue[] {
  const exported = [
    ...model.profiles.map((module, position) => {
      const places = profilePlaces(project, project.profiles[position], module.profile.name);
      return nameClashes(profileClaims(module.profile, places), module.path);
    }),
    nameClashes(indexClaims(project, model), model.index.path),
  ].flat();
  return exported.length > 0 ? exported : importIssues(project, model);
}

/** Imports whose whole names are not free either; one that kept its short name has it for itself. */
function importIssues(project: LoadedProject, { providers, profiles, client }: SdkModel): readonly ModelIssue[] {
  const modules = [
    ...providers.filter(hasAlias).map((module) => ({ module, own: exportedNames(module.provider) })),
    ...profiles
      .filter(hasAlias)
      .map((module) => ({ module, own: profileClaims(module.profile).map(({ identifier }) => identifier) })),
    ...(client === undefined || !hasAlias(client) ? [] : [{ module: client, own: [...CLIENT_EXPORTS, "parts"] }]),
  ];
  const file = project.client?.file ?? project.providers[0]?.file ?? "";
  return modules.flatMap(({ module, own }) => {
    const declared = own.map((identifier) => ({ identifier, owner: module.path }));
    return nameClashes([...declared, ...importClaims(module, { file, pointer: "" })], module.path);
  });
}

function hasAlias({ imports }: ModuleModel): boolean {
  return imports.some(({ names }) => names.some(({ isAliased }) => isAliased));
}

const clientExports: readonly NameClaim[] = CLIENT_EXPORTS.map((identifier) => ({ identifier, owner: "client.ts" }));

/** What is imported, under its local name. */
function importClaims({ imports }: ModuleModel, place: NamePlace): readonly NameClaim[] {
  return imports.flatMap(({ from, names }) =>
    names.map(({ name, local }) => ({ identifier: local, owner: `${name} of ${from}`, place })),
  );
}

/** What `index.ts` exports, with its owners. */
function indexClaims(project: LoadedProject, { providers, profiles, client }: SdkModel): readonly NameClaim[] {
  return [
    ...(client === undefined ? [] : clientExports),
    ...providers.map(({ provider: { name } }, position) => ({
      identifier: providerNamespace(name),
      owner: `provider "${name}"`,
      place: providerPlace(project, project.providers[position]),
    })),
    ...profiles.map(({ profile: { name } }) => ({
      identifier: profileNamespace(name),
      owner: `profile "${name}"`,
      place: profilePlace(project, name),
    })),
  ];
}

function profilePlace({ client }: LoadedProject, name: string): NamePlace {
  return { file: client?.file ?? "", pointer: toPointer("profiles", name), target: "key" };
}

/** A use-case is named in the profile's document, or else in the defaults of client.json. */
function profilePlaces(project: LoadedProject, loaded: LoadedProfile | undefined, name: string) {
  const profile = profilePlace(project, name);
  const config = project.client?.config.profiles[name];
  const useCase = (useCase: string): NamePlace => {
    const { document } = loaded ?? {};
    if (document !== undefined) return { file: document.file, pointer: toPointer("usecases", useCase), target: "key" };
    const isDefaulted = config !== undefined && Object.hasOwn(config.defaults, useCase);
    return isDefaulted ? { ...profile, pointer: toPointer("profiles", name, "defaults", useCase) } : profile;
  };
  return { profile, useCase };
}

/** Where the provider's name is written: in client.json, or else in its definition. */
function providerPlace({ client }: LoadedProject, provider: LoadedProvider | undefined): NamePlace | undefined {
  if (provider === undefined) return undefined;
  const { name } = provider.definition;
  const isConfigured = client !== undefined && Object.hasOwn(client.config.providers, name);
  if (!isConfigured) return { file: provider.file, pointer: "/name" };
  return { file: client.file, pointer: toPointer("providers", name), target: "key" };
}
