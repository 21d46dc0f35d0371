import { fieldsFromCode, isOptionalField, own } from "@sdkwright/runtime/config";
import type { PublicProvider } from "../surface/public-model.js";
import { aboutNamed, type ProviderSubject } from "./about.js";
import {
  asDestination,
  behavioural,
  breaking,
  type Change,
  compatible,
  type ChangePlace,
  type PlaceIn,
  quoted,
  withDetails,
} from "./change.js";
import { compareOAuth2, flowOf, oauth2Settings, type BothProviders } from "./compare-oauth2.js";
import { schemeDetails, tokenUrlDetails } from "./destinations.js";
import { compareRecords, isEqual } from "./records.js";

type PublicScheme = PublicProvider["securitySchemes"][string];

/** Changes of a provider's security schemes. */
export function compareSchemes(
  { name, text, names, gone }: ProviderSubject,
  base: PublicProvider,
  next: PublicProvider,
): Change[] {
  const place = (...path: string[]): ChangePlace => ({
    file: { definition: next.file },
    path: ["securitySchemes", ...path],
  });
  const about = (id: string) => aboutNamed("scheme", name, id, ...names);
  return compareRecords(base.securitySchemes, next.securitySchemes, {
    removed: (id) => [gone(`security scheme ${quoted(id)} of ${text} was removed`, place(), about(id))],
    added: (id, scheme) => {
      const details = schemeDetails(next, [id]);
      const sentence = `security scheme ${quoted(id)} (${kindOf(scheme)}) was added to ${text}`;
      return [asDestination(compatible(withDetails(sentence, details), place(id)), details.length > 0)];
    },
    renamed: (from, to) => {
      const isRead = isEqual(own(base.credentials, from) ?? {}, own(next.credentials, to) ?? {});
      const details = isRead ? [] : schemeDetails(next, [to]);
      const sentence = `security scheme ${quoted(from)} of ${text} was renamed to ${quoted(to)}`;
      return [asDestination(gone(withDetails(sentence, details), place(to), about(from)), details.length > 0)];
    },
    kept: (id, from, to) => {
      const scheme = `security scheme ${quoted(id)} of ${text}`;
      const at: PlaceIn = (...path) => place(id, ...path);
      if (kindOf(from) === kindOf(to)) return compareScheme(scheme, [from, to], at, { base, next });
      const supplied = Object.keys(own(next.credentials, id) ?? {});
      const kinds = compareKinds(scheme, [from, to], supplied, gone(scheme, place(id), about(id)));
      const known = new Set(settingsOf(from));
      const details = [...settingsOf(to).filter((each) => !known.has(each)), ...tokenUrlDetails(next, id, to)];
      const told = { ...kinds, sentence: [kinds.sentence, ...details].join("; ") };
      return [told, ...compareBearerFormat(scheme, from, to, at)];
    },
  });
}

function compareScheme(
  text: string,
  [base, next]: readonly [PublicScheme, PublicScheme],
  place: PlaceIn,
  providers: BothProviders,
): Change[] {
  if (base.type === "apiKey" && next.type === "apiKey") {
    return [...compareName(text, base, next, place), ...comparePrefix(text, base, next, place)];
  }
  if (base.type === "oauth2" && next.type === "oauth2") return compareOAuth2(text, [base, next], place, providers);
  if (base.type === "signature" && next.type === "signature") return compareSigned(text, base, next, place);
  return [...compareDigest(text, base, next, place), ...compareBearerFormat(text, base, next, place)];
}

type PublicKey = PublicScheme & { readonly type: "apiKey" };

function compareName(text: string, base: PublicKey, next: PublicKey, place: PlaceIn): Change[] {
  if (base.name === next.name) return [];
  const sentence = `${text} now sends ${placeOf(next)}, before ${placeOf(base)}`;
  if (base.in === "header" && base.name.toLowerCase() === next.name.toLowerCase()) {
    return [compatible(`${sentence}: the same header`, place("name"))];
  }
  return [behavioural(sentence, place("name"), true)];
}

function comparePrefix(text: string, base: PublicKey, next: PublicKey, place: PlaceIn): Change[] {
  if (base.prefix === next.prefix) return [];
  const [from, to] = [base, next].map(({ prefix }) => (prefix === undefined ? "alone" : `after ${quoted(prefix)}`));
  return [behavioural(`${text} now sends its key ${to}, before ${from}`, place("prefix"))];
}

type PublicSignature = PublicScheme & { readonly type: "signature" };

/** The order says nothing. A function that returns a header which is gone fails. */
function compareSigned(text: string, base: PublicSignature, next: PublicSignature, place: PlaceIn): Change[] {
  const [former, latter] = [new Set(base.headers), new Set(next.headers)];
  const added = next.headers.filter((name) => !former.has(name));
  const removed = base.headers.filter((name) => !latter.has(name));
  const changes = [
    ...(added.length === 0 ? [] : [`may now write ${added.map(quoted).join(" and ")}`]),
    ...(removed.length === 0 ? [] : [`may no longer write ${removed.map(quoted).join(" and ")}`]),
  ];
  if (changes.length === 0) return [];
  return [behavioural(`${text} ${changes.join(", and ")}`, place("headers"), added.length > 0)];
}

/** Fields that code gave may go elsewhere. It breaks where one is gone, or where it now has to give another. */
function compareKinds(
  text: string,
  [base, next]: readonly [PublicScheme, PublicScheme],
  supplied: readonly string[],
  gone: Change,
): Change {
  const sentence = `${text} is now ${kindOf(next)}, before ${kindOf(base)}`;
  const needed = neededFields(next);
  const isGone = fieldsFromCode(base).some((field) => !fieldsFromCode(next).includes(field));
  const isMissing = needed.some((field) => !supplied.includes(field) && !neededFields(base).includes(field));
  if (gone.class !== "breaking" || (!isGone && !isMissing)) return behavioural(sentence, gone.place, true);
  const change = breaking(
    `${sentence}: its credentials are ${needed.map(quoted).join(" and ")}`,
    gone.place,
    gone.about,
  );
  return { ...change, credentialDestination: true };
}

function neededFields(scheme: PublicScheme): readonly string[] {
  return fieldsFromCode(scheme).filter((field) => !isOptionalField(scheme, field));
}

function compareDigest(text: string, base: PublicScheme, next: PublicScheme, place: PlaceIn): Change[] {
  if (!("statusCode" in base) || !("statusCode" in next)) return [];
  return DIGEST.flatMap((key) => {
    if (base[key] === next[key]) return [];
    const sentence = `${quoted(key)} of ${text} is now ${quotedValue(next[key])}, before ${quotedValue(base[key])}`;
    return [behavioural(sentence, place(key), key === "authorizationHeader")];
  });
}

function compareBearerFormat(text: string, base: PublicScheme, next: PublicScheme, place: PlaceIn): Change[] {
  if (base.bearerFormat === next.bearerFormat) return [];
  return [compatible(`"bearerFormat" of ${text} changed: documentation only`, place("bearerFormat"))];
}

function kindOf(scheme: PublicScheme): string {
  switch (scheme.type) {
    case "apiKey":
      return `an API key in the ${scheme.in}`;
    case "http":
      return `HTTP ${scheme.scheme}`;
    case "oauth2":
      return `OAuth 2 by ${flowOf(scheme)}`;
    case "signature":
      return "a signature";
  }
}

/** What a scheme says besides its kind. */
function settingsOf(scheme: PublicScheme): readonly string[] {
  switch (scheme.type) {
    case "apiKey":
      return [`as ${quoted(scheme.name)}${scheme.prefix === undefined ? "" : ` after ${quoted(scheme.prefix)}`}`];
    case "http":
      return scheme.scheme === "digest"
        ? DIGEST.map((key) => `${quoted(key)} ${quotedValue(scheme[key])}`).filter((each) => !USUAL.has(each))
        : [];
    case "oauth2":
      return oauth2Settings(scheme);
    case "signature":
      return scheme.headers.length === 0 ? [] : [`may write ${scheme.headers.map(quoted).join(" and ")}`];
  }
}

const USUAL: ReadonlySet<string> = new Set([
  '"statusCode" 401',
  '"challengeHeader" "www-authenticate"',
  '"authorizationHeader" "authorization"',
]);

const DIGEST = ["statusCode", "challengeHeader", "authorizationHeader"] as const;

function placeOf(scheme: PublicKey): string {
  return `its key in the ${scheme.in} as ${quoted(scheme.name)}`;
}

function quotedValue(value: string | number): string {
  return typeof value === "number" ? String(value) : quoted(value);
}
