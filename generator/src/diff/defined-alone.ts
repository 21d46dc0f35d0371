import { own, tokenUrlsOf } from "@sdkwright/runtime/config";
import type { PublicProvider } from "../surface/public-model.js";
import type { ProviderSubject } from "./about.js";
import { citedDefined, citedService, destinationOf, tokenPlaceOf } from "./base-urls.js";
import { asDestination, type Change, cited, compatible, inDefinition, quoted } from "./change.js";

/** Code can give `createClient` a `clientJson` that has no value of client.json: then the definition decides. */
const WHEN = "where `clientJson` of code has no value for it";

/** Where services and token URLs newly are by the definition alone. One whose text was edited is told for itself. */
export function compareDefinedAlone(subject: ProviderSubject, base: PublicProvider, next: PublicProvider): Change[] {
  return [...compareServices(subject, base, next), ...compareTokenUrls(subject, base, next)];
}

/** Where a service is by the definition alone, for a sentence; nothing where client.json leads it nowhere else. */
export function citedAlone(provider: PublicProvider, service: string): string | undefined {
  const alone = definedAlone(provider);
  if (destinationOf(alone, service) === destinationOf(provider, service)) return undefined;
  return `at ${citedDefined(alone, service)} ${WHEN}`;
}

/** Whether calls that went to one service and go to another come to another place, with what client.json gives or without. */
export function isElsewhere(base: PublicProvider, from: string, next: PublicProvider, to: string): boolean {
  const places = (provider: PublicProvider, id: string) =>
    [provider, definedAlone(provider)].map((each) => destinationOf(each, id)).join("\n");
  return places(base, from) !== places(next, to);
}

/** Where a service is, with what client.json gives and without, for a sentence. */
export function citedPlaces(provider: PublicProvider, service: string): string {
  return [citedService(provider, service), citedAlone(provider, service)]
    .filter((text) => text !== undefined)
    .join(", ");
}

function compareServices({ text }: ProviderSubject, base: PublicProvider, next: PublicProvider): Change[] {
  const known = placesIn(base, (each) => Object.keys(each.services).map((id) => destinationOf(each, id)));
  return Object.keys(next.services).flatMap((id) => {
    const [former, place] = [own(base.services, id), citedAlone(next, id)];
    const isTold = former !== undefined && former !== own(next.services, id);
    if (isTold || place === undefined || known.has(destinationOf(definedAlone(next), id))) return [];
    const sentence = `service ${quoted(id)} of ${text} is now ${place}`;
    return [asDestination(compatible(sentence, inDefinition(next, "services", id)))];
  });
}

function compareTokenUrls({ text }: ProviderSubject, base: PublicProvider, next: PublicProvider): Change[] {
  const urlsOf = ({ securitySchemes }: PublicProvider) => tokenUrlsOf(Object.values(securitySchemes));
  const known = placesIn(base, (each) => urlsOf(each).map((url) => tokenPlaceOf(each, url)));
  const former = new Set(urlsOf(base));
  const kept = urlsOf(next).filter((url) => former.has(url));
  const places = kept.map((url) => [url, tokenPlaceOf(definedAlone(next), url)] as const);
  return [...new Map(places)]
    .filter(([url, place]) => !known.has(place) && place !== tokenPlaceOf(next, url))
    .map(([, place]) => {
      // There may be a key in its query (rules F2).
      const sentence = `tokens of ${text} now come from ${cited(place.replace(/\?.*/s, "?***"))} ${WHEN}`;
      return asDestination(compatible(sentence, inDefinition(next, "securitySchemes")));
    });
}

/** With what client.json gives and without. */
function placesIn(
  base: PublicProvider,
  placesOf: (provider: PublicProvider) => readonly string[],
): ReadonlySet<string> {
  return new Set([base, definedAlone(base)].flatMap(placesOf));
}

function definedAlone(provider: PublicProvider): PublicProvider {
  return { ...provider, overrides: {}, values: {} };
}
