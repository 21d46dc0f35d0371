import { own, type ClientConfig } from "@sdkwright/runtime/config";
import { profileModel, type ProfileModel } from "../model/profile-model.js";
import { providerModel } from "../model/provider-model.js";
import type { UseCaseModel } from "../model/use-case-model.js";
import type { LoadedProfile, LoadedProject, LoadedProvider } from "../project/project.js";

/** A use-case as it is simulated. */
export interface Subject {
  readonly client: ClientConfig;
  readonly profile: ProfileModel;
  readonly useCase: UseCaseModel;
  /** Who may perform it, by priority, then those that only a call can name. */
  readonly providers: readonly LoadedProvider[];
  /** Whom a call asks that names no provider, first choice first. */
  readonly candidates: readonly string[];
}

const known = new WeakMap<LoadedProject, ReadonlyMap<string, Subject>>();

/** Every use-case of a project, in the order of client.json. */
export function subjectsOf(project: LoadedProject): readonly Subject[] {
  return [...byName(project).values()];
}

/** The use-case of that name. */
export function subjectOf(
  project: LoadedProject,
  { profile, useCase }: { readonly profile: string; readonly useCase: string },
): Subject | undefined {
  return byName(project).get(keyOf(profile, useCase));
}

/** A page asks for each use-case several times: they are made together, and once. */
function byName(project: LoadedProject): ReadonlyMap<string, Subject> {
  const subjects =
    known.get(project) ??
    new Map(made(project).map((subject) => [keyOf(subject.profile.name, subject.useCase.name), subject]));
  known.set(project, subjects);
  return subjects;
}

function keyOf(profile: string, useCase: string): string {
  return JSON.stringify([profile, useCase]);
}

function made(project: LoadedProject): readonly Subject[] {
  const { client } = project;
  if (client === undefined) return [];
  const models = new Map(
    project.providers.map((loaded) => [loaded.definition.name, providerModel(loaded, client.config)] as const),
  );
  return project.profiles.flatMap((loaded) => {
    const profile = profileModel(loaded, client.config, models);
    const providers = providersOf(profile, loaded, project);
    return profile.useCases.map((useCase) => ({
      client: client.config,
      profile,
      useCase,
      providers,
      candidates: candidatesOf(profile, useCase, providers),
    }));
  });
}

/** Where client.json names none, all may take part: which ones code gives a map for is not known here (rules C9). */
function providersOf(profile: ProfileModel, loaded: LoadedProfile, project: LoadedProject): readonly LoadedProvider[] {
  const names = profile.providers.map(({ provider }) => provider.name);
  const order = [...new Set([...profile.priority, ...names])].filter((name) => names.includes(name));
  const topLevel = new Map(project.providers.map((provider) => [provider.definition.name, provider]));
  return order.flatMap((name) => own(loaded.definitions, name) ?? topLevel.get(name) ?? []);
}

function candidatesOf(
  { priority }: ProfileModel,
  { providerFailover }: UseCaseModel,
  providers: readonly LoadedProvider[],
): readonly string[] {
  const known = providers.map(({ definition }) => definition.name).filter((name) => priority.includes(name));
  return providerFailover ? known : known.slice(0, 1);
}
