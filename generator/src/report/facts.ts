import type { PublicModel, PublicProfile, PublicProvider } from "../surface/public-model.js";
import { ownProviders, providerSection } from "./provider-section.js";
import { participants, policyOf } from "./use-case-section.js";

/** What the page says of one thing, by what it is called: two of them can stand beside each other. */
export interface Facts {
  readonly [label: string]: string;
}

/** Facts by provider and profile. */
export function factsOf(model: PublicModel): { readonly [owner: string]: Facts } {
  const providers = [...Object.entries(model.providers), ...ownProviders(model)];
  return Object.fromEntries([
    ...providers.map(([name, provider]) => [name, providerFacts(name, provider)] as const),
    ...Object.entries(model.profiles).map(([name, profile]) => [name, profileFacts(profile)] as const),
  ]);
}

function providerFacts(name: string, provider: PublicProvider): Facts {
  const { file, services, schemes, parameters, remarks, document } = providerSection(name, provider);
  return Object.fromEntries([
    ["definition", file],
    ...services.map(({ id, url }) => [`base URL of ${id}`, url]),
    ["default service", provider.defaultService],
    ...schemes.flatMap(({ id, how, from }) => [
      [`scheme ${id}`, how],
      [`credentials of ${id}`, from],
    ]),
    ...parameters.map(({ name: parameter, from }) => [`parameter ${parameter}`, from]),
    ...(document === "" ? [] : [["OpenAPI document", document]]),
    ["besides", remarks.join(" ") || "nothing"],
  ] as [string, string][]);
}

function profileFacts(profile: PublicProfile): Facts {
  const { source, priority, useCases, providers } = profile;
  return Object.fromEntries([
    ["source", "file" in source ? source.file : `version ${source.version}`],
    ["order", priority.join(", ") || "none"],
    ...Object.entries(useCases).flatMap(([name, { providerFailover }]) => [
      [`${name}: who is asked`, participants(profile, providerFailover).join(", then ") || "nobody"],
      ...participants(profile, true).map((each) => [`${name}: ${each}`, policyOf(profile, name, each)]),
    ]),
    ...Object.entries(providers).flatMap(([name, { file, mapVariant, mapRevision }]) => {
      const map = [file, mapVariant && `variant ${mapVariant}`, mapRevision && `revision ${mapRevision}`];
      return [[`map of ${name}`, map.filter(Boolean).join(", ") || "from code"]];
    }),
  ] as [string, string][]);
}
