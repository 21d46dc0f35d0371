import { fieldsOfScheme } from "@sdkwright/runtime/config";
import type { PublicProvider } from "../surface/public-model.js";
import { behavioural, breaking, type Change, compatible, type ChangePlace, quoted } from "./change.js";
import { compareRecords } from "./records.js";

type PublicScheme = PublicProvider["securitySchemes"][string];

/** Changes of a provider's security schemes. */
export function compareSchemes(text: string, base: PublicProvider, next: PublicProvider): Change[] {
  const place = (...path: string[]): ChangePlace => ({
    file: { definition: next.file },
    path: ["securitySchemes", ...path],
  });
  return compareRecords(base.securitySchemes, next.securitySchemes, {
    removed: (id) => [breaking(`security scheme ${quoted(id)} of ${text} was removed`, place())],
    added: (id, scheme) => [
      compatible(`security scheme ${quoted(id)} (${kindOf(scheme)}) was added to ${text}`, place(id)),
    ],
    renamed: (from, to) => [
      breaking(`security scheme ${quoted(from)} of ${text} was renamed to ${quoted(to)}`, place(to)),
    ],
    kept: (id, from, to) =>
      compareScheme(`security scheme ${quoted(id)} of ${text}`, from, to, (...path) => place(id, ...path)),
  });
}

function compareScheme(
  text: string,
  base: PublicScheme,
  next: PublicScheme,
  place: (...path: string[]) => ChangePlace,
): Change[] {
  const [from, to] = [kindOf(base), kindOf(next)];
  const documentation = compareBearerFormat(text, base, next, place);
  if (from !== to) return [compareKinds(text, base, next, place), ...documentation];
  if (base.type === "apiKey" && next.type === "apiKey" && base.name !== next.name) {
    const sentence = `${text} now sends ${placeOf(next)}, before ${placeOf(base)}`;
    return [behavioural(sentence, place("name"), true)];
  }
  return [...compareDigest(text, base, next, place), ...documentation];
}

function compareKinds(text: string, base: PublicScheme, next: PublicScheme, place: () => ChangePlace): Change {
  const sentence = `${text} is now ${kindOf(next)}, before ${kindOf(base)}`;
  const [before, after] = [fieldsOfScheme(base), fieldsOfScheme(next)];
  if (before.join() === after.join()) return behavioural(sentence, place(), true);
  const change = breaking(`${sentence}: its credentials are ${after.map(quoted).join(" and ")}`, place());
  return { ...change, credentialDestination: true };
}

function compareDigest(
  text: string,
  base: PublicScheme,
  next: PublicScheme,
  place: (...path: string[]) => ChangePlace,
): Change[] {
  if (!("statusCode" in base) || !("statusCode" in next)) return [];
  return (["statusCode", "challengeHeader", "authorizationHeader"] as const).flatMap((key) => {
    if (base[key] === next[key]) return [];
    const sentence = `${quoted(key)} of ${text} is now ${quotedValue(next[key])}, before ${quotedValue(base[key])}`;
    return [behavioural(sentence, place(key), key === "authorizationHeader")];
  });
}

function compareBearerFormat(
  text: string,
  base: PublicScheme,
  next: PublicScheme,
  place: (...path: string[]) => ChangePlace,
): Change[] {
  if (base.bearerFormat === next.bearerFormat) return [];
  return [compatible(`"bearerFormat" of ${text} changed: documentation only`, place("bearerFormat"))];
}

function kindOf(scheme: PublicScheme): string {
  return scheme.type === "apiKey" ? `an API key in the ${scheme.in}` : `HTTP ${scheme.scheme}`;
}

function placeOf(scheme: PublicScheme & { readonly type: "apiKey" }): string {
  return `its key in the ${scheme.in} as ${quoted(scheme.name)}`;
}

function quotedValue(value: string | number): string {
  return typeof value === "number" ? String(value) : quoted(value);
}
