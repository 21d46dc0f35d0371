import type { OAuth2Scheme } from "@sdkwright/runtime/config";
import type { PublicProvider } from "../surface/public-model.js";
import { citedFilling, isSameTokenUrl, tokenPlaceOf } from "./base-urls.js";
import { behavioural, cited, compatible, quoted, type Change, type PlaceIn } from "./change.js";

/** The provider of a scheme, before and after: values of its parameters stand in token URLs. */
export interface BothProviders {
  readonly base: PublicProvider;
  readonly next: PublicProvider;
}

type Both = readonly [OAuth2Scheme, OAuth2Scheme];

/** Changes of a scheme whose flow, and so whose credentials, stay as they are. */
export function compareOAuth2(text: string, both: Both, place: PlaceIn, providers: BothProviders): Change[] {
  return [
    ...compareTokenUrl(text, both, place, providers),
    ...compareScopes(text, both, place),
    ...compareAudience(text, both, place),
    ...compareAuthentication(text, both, place),
  ];
}

/** What a token is got for, for people. */
export function flowOf({ flow }: OAuth2Scheme): string {
  return flow === "refreshToken" ? "a refresh token" : "the client's credentials";
}

/** What it says besides its flow and token URL, for people. */
export function oauth2Settings({ scopes = [], audience, clientAuthentication }: OAuth2Scheme): readonly string[] {
  const asked = audience === undefined ? listed(scopes) : `${listed(scopes)} and "audience" ${cited(audience)}`;
  return [`asks for ${asked}`, `"clientAuthentication" ${quoted(clientAuthentication)}`];
}

/** The secret of the client goes there. */
function compareTokenUrl(text: string, [from, to]: Both, place: PlaceIn, { base, next }: BothProviders): Change[] {
  if (from.tokenUrl === to.tokenUrl) return [];
  const [after = "", before = ""] = [to, from].map(({ tokenUrl }) => withoutQuery(tokenUrl));
  const sentence =
    after === before
      ? `the token URL of ${text} has another query`
      : `the token URL of ${text} is now ${cited(after)}${citedFilling(next, after)}, before ${cited(before)}${citedFilling(base, before)}`;
  if (isSameTokenUrl(from.tokenUrl, to.tokenUrl)) {
    return [compatible(`${sentence}: the same place`, place("tokenUrl"))];
  }
  const moves = tokenPlaceOf(base, from.tokenUrl) !== tokenPlaceOf(next, to.tokenUrl);
  return [behavioural(sentence, place("tokenUrl"), moves)];
}

/** There may be a key in it (rules F2). */
function withoutQuery(url: string): string {
  return url.replace(/\?.*/s, "?***");
}

/** The order says nothing. */
function compareScopes(text: string, [{ scopes: from = [] }, { scopes: to = [] }]: Both, place: PlaceIn): Change[] {
  const asked = new Set(to);
  if (from.length === to.length && from.every((scope) => asked.has(scope))) return [];
  return [behavioural(`${text} now asks for ${listed(to)}, before for ${listed(from)}`, place("scopes"))];
}

function listed(scopes: readonly string[]): string {
  if (scopes.length === 0) return "no scopes";
  return `the scope${scopes.length === 1 ? "" : "s"} ${scopes.map(cited).join(" and ")}`;
}

function compareAudience(text: string, [from, to]: Both, place: PlaceIn): Change[] {
  if (from.audience === to.audience) return [];
  const [before, after] = [from, to].map(({ audience }) => (audience === undefined ? "none" : cited(audience)));
  return [behavioural(`"audience" of ${text} is now ${after}, before ${before}`, place("audience"))];
}

/** The same credentials, to the same place, in another part of the request. */
function compareAuthentication(text: string, [from, to]: Both, place: PlaceIn): Change[] {
  if (from.clientAuthentication === to.clientAuthentication) return [];
  const sentence = `"clientAuthentication" of ${text} is now ${quoted(to.clientAuthentication)}, before ${quoted(from.clientAuthentication)}`;
  return [behavioural(sentence, place("clientAuthentication"), true)];
}
