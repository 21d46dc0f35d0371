import { isHttp } from "@sdkwright/runtime/config";
import type { PublicProvider } from "../surface/public-model.js";
import { aboutField, aboutNamed, type ProviderSubject } from "./about.js";
import {
  citedDefined,
  citedService,
  destinationOf,
  isClear,
  isKnownToMove,
  isSameBaseUrl,
  samePlaceFor,
  originOf,
} from "./base-urls.js";
import {
  asDestination,
  behavioural,
  breaking,
  type Change,
  cited,
  compatible,
  type ChangePlace,
  inDefinition,
  quoted,
  reference,
} from "./change.js";
import { compareDocuments } from "./operations/compare-documents.js";
import { compareOverride, compareOverrides, isOverriddenInBoth } from "./compare-overrides.js";
import { citedPlaces, compareDefinedAlone, isElsewhere } from "./defined-alone.js";
import { compareParameters } from "./compare-parameters.js";
import { compareRequestDefaults } from "./compare-request-defaults.js";
import { compareSchemes } from "./compare-scheme.js";
import { compareRecords, isInBothOrNeither } from "./records.js";

/** Changes of a provider that is there before and after. What code newly has to give is told by the demands. */
export function compareProvider(name: string, base: PublicProvider, next: PublicProvider, profile?: string): Change[] {
  const text = `provider ${quoted(name)}${profile === undefined ? "" : ` in profile ${quoted(profile)}`}`;
  const subject =
    profile === undefined
      ? { name, text, names: [], gone: breaking }
      : { name, text, names: [profile], gone: compatible };
  return [
    ...compareFile(text, base, next),
    ...compareDefaultService(text, base, next),
    ...compareServices(subject, base, next),
    ...compareOverrides(subject, base, next),
    ...compareDefinedAlone(subject, base, next),
    ...compareSchemes(subject, base, next),
    ...compareParameters(subject, base, next),
    ...compareReferences(subject, base, next),
    ...compareLimits(subject, base, next),
    ...compareRequestDefaults(text, base, next),
    ...compareDocuments(subject, base, next),
  ];
}

/** Where a definition stands sends nothing: what it says is compared for itself. */
function compareFile(text: string, base: PublicProvider, next: PublicProvider): Change[] {
  if (base.file === next.file) return [];
  const sentence = `${text} is now defined by ${cited(next.file)}, before by ${cited(base.file)}`;
  return [compatible(sentence, inDefinition(next))];
}

function compareDefaultService(text: string, base: PublicProvider, next: PublicProvider): Change[] {
  const [from, to] = [base.defaultService, next.defaultService];
  if (from === to) return [];
  const moves = isElsewhere(base, from, next, to);
  const at = (provider: PublicProvider, id: string) => (moves ? ` at ${citedPlaces(provider, id)}` : "");
  const [now, before] = [`${quoted(to)}${at(next, to)}`, `${quoted(from)}${at(base, from)}`];
  const sentence = `the default service of ${text} is now ${now}, before ${before}`;
  return [behavioural(sentence, inDefinition(next, "defaultService"), moves)];
}

function compareServices(
  { name, text, names, gone }: ProviderSubject,
  base: PublicProvider,
  next: PublicProvider,
): Change[] {
  const about = (id: string) => aboutNamed("service", name, id, ...names);
  const origins = new Set(Object.keys(base.services).map((id) => originOf(base, id)));
  return compareRecords(base.services, next.services, {
    removed: (id) => [gone(`service ${quoted(id)} of ${text} was removed`, inDefinition(next, "services"), about(id))],
    added: (id) => {
      const place = inDefinition(next, "services", id);
      const sentence = `service ${quoted(id)} at ${citedService(next, id)} was added to ${text}`;
      const isNewOrigin = !origins.has(originOf(next, id));
      return [isNewOrigin ? behavioural(`${sentence}: a new origin`, place, true) : compatible(sentence, place)];
    },
    renamed: (from, to) => [
      gone(
        `service ${quoted(from)} of ${text} was renamed to ${quoted(to)}`,
        inDefinition(next, "services", to),
        about(from),
      ),
      ...compareOverride({ name, text }, { from, to }, { base, next }),
    ],
    kept: (id, from, to) => {
      if (from === to) return [];
      const sentence = `the base URL of service ${quoted(id)} of ${text} is now ${citedDefined(next, id)}, before ${citedDefined(base, id)}`;
      const turnsClear = isClear(next, id) && !isClear(base, id) ? "; credentials would go in clear text" : "";
      const place = inDefinition(next, "services", id, "baseUrl");
      const moves = destinationOf(base, id) !== destinationOf(next, id);
      if (isSameBaseUrl(from, to) && !isKnownToMove({ base, next }, id))
        return [compatible(`${sentence}: ${samePlaceFor(from, to)}`, place)];
      if (isOverriddenInBoth(id, base, next)) {
        return [
          asDestination(compatible(`${sentence}: client.json has another, \`clientJson\` of code may not`, place)),
        ];
      }
      // Then client.json may lead there without https, too (rules C20).
      const allowsClear = isHttp(to) && !isHttp(from);
      return [behavioural(`${sentence}${turnsClear}`, place, moves || allowsClear)];
    },
  });
}

function compareLimits({ name, text }: ProviderSubject, base: PublicProvider, next: PublicProvider): Change[] {
  return (["concurrency", "perSecond"] as const).flatMap((key) => {
    const [from = "none", to = "none"] = [base.limits?.[key], next.limits?.[key]];
    const place = { file: "client", path: ["providers", name, "limits", key] } as const;
    return from === to ? [] : [behavioural(`limit ${quoted(key)} of ${text} is now ${to}, before ${from}`, place)];
  });
}

/** Another variable is another secret that goes where the scheme says. */
function compareReferences({ name, text }: ProviderSubject, base: PublicProvider, next: PublicProvider): Change[] {
  const place = (...path: string[]): ChangePlace => ({
    file: "client",
    path: ["providers", name, "security", ...path],
  });
  const of = (scheme: string, field: string) => `${quoted(field)} of scheme ${quoted(scheme)} of ${text}`;
  const isKept = (scheme: string) => isInBothOrNeither(scheme, base.securitySchemes, next.securitySchemes);
  return compareRecords(references(base, isKept), references(next, isKept), {
    removed: (_, { scheme, field, value }) => [
      {
        ...behavioural(`${of(scheme, field)} is no longer read from ${reference(value)}`, place(scheme)),
        about: aboutField(name, scheme, field),
      },
    ],
    added: (_, { scheme, field, value }) => [
      asDestination(compatible(`${of(scheme, field)} is now read from ${reference(value)}`, place(scheme, field))),
    ],
    kept: (_, from, { scheme, field, value }) => {
      if (from.value === value) return [];
      return [
        behavioural(
          `${of(scheme, field)} is now read from ${reference(value)}, before from ${reference(from.value)}`,
          place(scheme, field),
          true,
        ),
      ];
    },
  });
}

interface Reference {
  readonly scheme: string;
  readonly field: string;
  readonly value: string;
}

/** References by scheme and field in one record; what came or left with its scheme has been told. */
function references(
  { credentials }: PublicProvider,
  isKept: (scheme: string) => boolean,
): { readonly [key: string]: Reference } {
  const kept = Object.entries(credentials).filter(([scheme]) => isKept(scheme));
  const all = kept.flatMap(([scheme, fields]) =>
    Object.entries(fields).map(([field, value]) => [`${scheme} ${field}`, { scheme, field, value }] as const),
  );
  return Object.fromEntries(all);
}
