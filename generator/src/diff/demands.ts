import { baseUrlParameters, fieldsOfScheme, mergeDefaults, type JsonObject } from "@sdkwright/runtime/config";
import type { PublicModel, PublicProfile, PublicProvider } from "../surface/public-model.js";
import { breaking, type Change, type ChangePlace, quoted } from "./change.js";
import { aboutField, inDefinition, valueOf } from "./compare-provider.js";
import { aboutInput, isObject, own, propertiesOf, requiredIn } from "./compare-schema.js";

/** Something that code now has to give, or does not compile. */
interface Demand {
  /** What has to be there before for callers to exist that do not give it yet. */
  readonly of: readonly string[];
  readonly sentence: string;
  readonly place: ChangePlace;
  /** Shared with the change that says the same more mildly. */
  readonly about?: string;
}

/** Demands that are new for callers that were there before. */
export function newDemands(base: PublicModel, next: PublicModel): Change[] {
  const before = demandsOf(base);
  const added = [...demandsOf(next)].filter(([key, { of }]) => !before.has(key) && has(base, of));
  return added.map(([, { sentence, place, about }]) => ({
    ...breaking(sentence, place),
    ...(about === undefined ? {} : { about }),
  }));
}

function has(model: unknown, way: readonly string[]): boolean {
  const [key, ...rest] = way;
  if (key === undefined) return true;
  if (typeof model !== "object" || model === null || !Object.hasOwn(model, key)) return false;
  return has((model as { readonly [key: string]: unknown })[key], rest);
}

/** All demands of a model, by what they are about. */
function demandsOf(model: PublicModel): Map<string, Demand> {
  const demands: Demand[] = [
    ...Object.entries(model.providers).flatMap(([name, provider]) => providerDemands(name, provider)),
    ...Object.entries(model.profiles).flatMap(([name, profile]) => profileDemands(name, profile, model)),
  ];
  return new Map(demands.map((demand) => [JSON.stringify([demand.of, demand.sentence]), demand]));
}

function providerDemands(name: string, provider: PublicProvider): Demand[] {
  const of = ["providers", name];
  const parameters = demandedParameters(provider).map((parameter) => ({
    of,
    sentence: `code now has to give parameter ${quoted(parameter)} of provider ${quoted(name)}`,
    place: inDefinition(provider, "parameters", parameter),
  }));
  const fields = Object.entries(provider.securitySchemes).flatMap(([id, scheme]) =>
    fieldsOfScheme(scheme)
      .filter((field) => !isReferenced(provider, id, field))
      .map((field) => ({
        of: [...of, "securitySchemes", id],
        sentence: `code now has to give ${quoted(field)} of scheme ${quoted(id)} of provider ${quoted(name)}`,
        place: { file: "client", path: ["providers", name, "security", id] } as const,
        about: aboutField(name, id, field),
      })),
  );
  return [...parameters, ...fields];
}

/** Parameters of base URLs without a value. */
function demandedParameters(provider: PublicProvider): string[] {
  const inBaseUrls = new Set(Object.values(provider.services).flatMap((baseUrl) => baseUrlParameters(baseUrl)));
  return [...inBaseUrls].filter((name) => valueOf(provider, name) === undefined);
}

function isReferenced({ credentials }: PublicProvider, scheme: string, field: string): boolean {
  const fields = Object.hasOwn(credentials, scheme) ? credentials[scheme] : undefined;
  return fields !== undefined && Object.hasOwn(fields, field);
}

function profileDemands(name: string, profile: PublicProfile, model: PublicModel): Demand[] {
  const named = namedProviders(profile);
  return [
    ...named.filter((provider) => !hasMapFile(profile, provider)).map((provider) => mapDemand(name, provider)),
    ...named.flatMap((provider) => credentialDemand(provider, definitionOf(profile, provider, model))),
    ...Object.keys(profile.useCases).flatMap((useCase) => inputDemands(name, profile, useCase)),
  ];
}

/** Providers that `priority` or the profile's `providers` name. */
function namedProviders({ priority, prioritySource, providers }: PublicProfile): string[] {
  return [...new Set([...(prioritySource === "all" ? [] : priority), ...Object.keys(providers)])];
}

function hasMapFile({ providers }: PublicProfile, provider: string): boolean {
  const settings = Object.hasOwn(providers, provider) ? providers[provider] : undefined;
  return settings?.file !== undefined && settings.definition === undefined && /\.m?[jt]s$/.test(settings.file);
}

function mapDemand(profile: string, provider: string): Demand {
  return {
    of: ["profiles"],
    sentence: `code now has to give createClient a map of provider ${quoted(provider)} for profile ${quoted(profile)}`,
    place: { file: "client", path: ["profiles", profile, "providers", provider] },
  };
}

/** createClient demands credentials of a provider that a profile names and of which no scheme is configured. */
function credentialDemand(name: string, provider: PublicProvider | undefined): Demand[] {
  const schemes = Object.entries(provider?.securitySchemes ?? {});
  if (provider === undefined || schemes.length === 0) return [];
  const isConfigured = schemes.some(([id, scheme]) =>
    fieldsOfScheme(scheme).every((field) => isReferenced(provider, id, field)),
  );
  if (isConfigured) return [];
  const sentence = `code now has to give createClient credentials of provider ${quoted(name)}`;
  return [{ of: ["profiles"], sentence, place: { file: "client", path: ["providers", name] } }];
}

function definitionOf({ providers }: PublicProfile, name: string, model: PublicModel): PublicProvider | undefined {
  const own = Object.hasOwn(providers, name) ? providers[name]?.definition : undefined;
  return own ?? (Object.hasOwn(model.providers, name) ? model.providers[name] : undefined);
}

function inputDemands(name: string, profile: PublicProfile, useCase: string): Demand[] {
  const { document, input } = profile.useCases[useCase] ?? { input: {} };
  if (document === undefined) return [];
  const defaults = profile.priority.map((provider) => {
    const settings = Object.hasOwn(profile.providers, provider) ? profile.providers[provider] : undefined;
    const own =
      settings !== undefined && Object.hasOwn(settings.useCases, useCase) ? settings.useCases[useCase] : undefined;
    return mergeDefaults(input, own?.input ?? {});
  });
  return requiredWays(document.input, defaults.length === 0 ? [input] : defaults).map((way) => {
    const path = ["usecases", useCase, "input", ...way.flatMap((step) => ["properties", step])];
    const place = { file: { profile: profile.document ?? "" }, path };
    const text = `use-case ${quoted(useCase)} of profile ${quoted(name)}`;
    return {
      of: ["profiles", name, "useCases", useCase],
      sentence: `callers now have to give input ${quoted(way.join("."))} of ${text}`,
      place,
      about: aboutInput(place),
    };
  });
}

/** Required keys that not every provider's defaults give, deeply where the schema is an object. */
function requiredWays(schema: JsonObject, defaults: readonly JsonObject[], way: readonly string[] = []): string[][] {
  return [...requiredIn(schema)].flatMap((key) => {
    const property = own(propertiesOf(schema), key);
    const values = defaults.map((input) => own(input, key));
    if (values.some((value) => value === undefined)) return [[...way, key]];
    const objects = values.filter(isObject);
    if (!isObject(property) || objects.length < values.length) return [];
    return requiredWays(property, objects, [...way, key]);
  });
}
