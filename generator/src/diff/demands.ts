import { own, pointerSegments, toPointer } from "@sdkwright/runtime/config";
import { definitionOf, offersOf } from "../emit/offers.js";
import type { PublicModel, PublicProvider } from "../emit/public-model.js";
import { breaking, type Change, type ChangePlace, quoted } from "./change.js";
import { aboutNamed } from "./providers.js";

/** What code newly has to give, where there was code that did not. */
export function newDemands(base: PublicModel, next: PublicModel): Change[] {
  const before = new Set(base.demands);
  return next.demands
    .filter((demand) => !before.has(demand))
    .map((demand) => pointerSegments(demand))
    .flatMap((way) => demandChange(way, base, next) ?? []);
}

function demandChange(way: readonly string[], base: PublicModel, next: PublicModel): Change | undefined {
  const [user = "", ...rest] = way;
  if (user === "createClient") return base.client ? clientDemand(rest, base, next) : undefined;
  const [name = "", kind = "", ...of] = rest;
  if (user === "profiles") return useCaseDemand(name, of[0] ?? "", base, next);
  const provider = own(base.providers, name);
  if (kind === "parameters") return provider && parameterDemand(name, of[0] ?? "", next);
  if (kind === "default") return provider && defaultDemand(name, of[0] ?? "", next);
  return own(provider?.securitySchemes, of[0] ?? "") && fieldDemand(name, of, next);
}

function clientDemand(
  [kind, name = "", ...way]: readonly string[],
  base: PublicModel,
  next: PublicModel,
): Change | undefined {
  if (kind === "maps") return mapDemand(name, way[0] ?? "");
  if (kind === "schemes") return isSatisfied(name, way, base) ? undefined : schemesDemand(name);
  if (kind === "parameters") return parameterDemand(name, way[0] ?? "", next);
  const wasGiven = definitionsOf(base, name).some(({ securitySchemes }) =>
    Object.hasOwn(securitySchemes, way[0] ?? ""),
  );
  return wasGiven ? fieldDemand(name, way, next) : undefined;
}

/** Whether code gives credentials of one of the schemes already, because it had to. */
function isSatisfied(provider: string, schemes: readonly string[], { demands }: PublicModel): boolean {
  return demands.some((demand) => {
    const [user, kind, name, ...given] = pointerSegments(demand);
    return (
      user === "createClient" && kind === "schemes" && name === provider && given.every((id) => schemes.includes(id))
    );
  });
}

function mapDemand(profile: string, provider: string): Change {
  const sentence = `code now has to give createClient a map of provider ${quoted(provider)} for profile ${quoted(profile)}`;
  return breaking(sentence, { file: "client", path: ["profiles", profile, "providers", provider] });
}

function schemesDemand(provider: string): Change {
  const sentence = `code now has to give createClient credentials of provider ${quoted(provider)}`;
  return breaking(sentence, { file: "client", path: ["providers", provider] });
}

function parameterDemand(provider: string, parameter: string, next: PublicModel): Change {
  const sentence = `code now has to give parameter ${quoted(parameter)} of provider ${quoted(provider)}`;
  const definition = definitionsOf(next, provider).find(({ parameters }) => Object.hasOwn(parameters, parameter));
  const place: ChangePlace = { file: { definition: definition?.file ?? "" }, path: ["parameters", parameter] };
  return breaking(sentence, place, aboutNamed("demanded parameter", provider, parameter));
}

function fieldDemand(provider: string, [scheme = "", field = ""]: readonly string[], next: PublicModel): Change {
  const sentence = `code now has to give ${quoted(field)} of scheme ${quoted(scheme)} of provider ${quoted(provider)}`;
  const place: ChangePlace = next.client
    ? { file: "client", path: ["providers", provider, "security", scheme] }
    : { file: { definition: definitionsOf(next, provider)[0]?.file ?? "" }, path: ["securitySchemes", scheme] };
  return breaking(sentence, place, aboutNamed("field", provider, scheme, field));
}

function defaultDemand(provider: string, scheme: string, next: PublicModel): Change {
  const sentence = `code that creates a client of provider ${quoted(provider)} now has to give credentials of scheme ${quoted(scheme)}, or \`security\``;
  const definition = own(next.providers, provider)?.file ?? "";
  return breaking(sentence, { file: { definition }, path: ["security"] }, aboutNamed("default", provider, scheme));
}

function useCaseDemand(profile: string, useCase: string, base: PublicModel, next: PublicModel): Change | undefined {
  if ((own(base.profiles, profile)?.candidates ?? []).length === 0) return undefined;
  const document = own(next.profiles, profile)?.document;
  const sentence = `maps of profile ${quoted(profile)} now have to implement use-case ${quoted(useCase)}`;
  const place: ChangePlace =
    document === undefined
      ? { file: "client", path: ["profiles", profile, "defaults", useCase] }
      : { file: { profile: document }, path: ["usecases", useCase] };
  return breaking(sentence, place, aboutNamed("use-case", profile, useCase));
}

/** The provider's definition, and those that profiles have of their own. */
function definitionsOf({ providers, profiles }: PublicModel, name: string): readonly PublicProvider[] {
  const ofProfiles = Object.values(profiles).map((profile) => own(profile.providers, name)?.definition);
  return [own(providers, name), ...ofProfiles].filter((definition) => definition !== undefined);
}

/** What code could name and cannot any more, where what it belongs to is still there. */
export function lostOffers(base: PublicModel, next: PublicModel): Change[] {
  const after = offersOf(next);
  return [...offersOf(base)]
    .filter((offer) => !after.has(offer))
    .map((offer) => pointerSegments(offer))
    .flatMap(([user, ...way]) => (user === "maps" ? lostToMaps(way, next, after) : lostToClients(way, next)) ?? []);
}

function lostToClients([kind = "", provider = "", ...way]: readonly string[], next: PublicModel): Change | undefined {
  const definitions = definitionsOf(next, provider);
  if (!next.client || definitions.length === 0) return undefined;
  const [name = "", field = ""] = way;
  const place: ChangePlace = { file: "client", path: ["providers", provider] };
  if (kind === "parameters") {
    const sentence = `createClient no longer takes parameter ${quoted(name)} of provider ${quoted(provider)}`;
    return breaking(sentence, place, aboutNamed("parameter", provider, name));
  }
  const sentence = `createClient no longer takes ${quoted(field)} of scheme ${quoted(name)} of provider ${quoted(provider)}`;
  return breaking(sentence, place, aboutNamed("scheme", provider, name));
}

const KINDS: { readonly [kind: string]: string } = { services: "service", schemes: "scheme", parameters: "parameter" };

function lostToMaps(
  [profile = "", provider = "", kind = "", name = ""]: readonly string[],
  next: PublicModel,
  after: ReadonlySet<string>,
): Change | undefined {
  const settings = own(next.profiles, profile);
  if (settings?.candidates.includes(provider) !== true || !definitionOf(next, profile, provider)) return undefined;
  const place: ChangePlace = { file: "client", path: ["profiles", profile, "providers", provider] };
  const maps = `maps of provider ${quoted(provider)} for profile ${quoted(profile)}`;
  if (kind === "certain") {
    const isThere = after.has(toPointer("maps", profile, provider, "parameters", name));
    const sentence = `parameter ${quoted(name)} may now be missing in ${maps}`;
    return isThere ? breaking(sentence, place, aboutNamed("certain", profile, provider, name)) : undefined;
  }
  const what = KINDS[kind] ?? kind;
  const ownDefinition = own(settings.providers, provider)?.definition === undefined ? [] : [profile];
  const sentence = `${maps} can no longer name ${what} ${quoted(name)}`;
  return breaking(sentence, place, aboutNamed(what, provider, name, ...ownDefinition));
}
