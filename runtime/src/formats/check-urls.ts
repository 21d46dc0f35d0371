import { type BaseUrlProblem, checkBaseUrl, isClearText } from "../config/base-url.js";
import type { JsonObject } from "../config/definition.js";
import { has, isArray } from "../config/options.js";
import { checkTokenUrl } from "../config/token-url.js";
import { hostLetters } from "./host-letters.js";
import type { IssueCode } from "./issue-codes.js";
import { error, type Issue, warning } from "./issue.js";
import { suggestion } from "./nearest.js";
import type { ProviderJson } from "./provider-json.generated.js";

/** A definition without what is wrong, and as it is written. */
export interface CheckedDefinition {
  readonly provider: Partial<ProviderJson>;
  readonly document: JsonObject;
}

/** Whether requests of a service can be made, and go over the network as they should (rules P5). */
export function checkServiceUrl(baseUrl: string, pointer: string, checked: CheckedDefinition): Issue[] {
  const { securitySchemes = [] } = checked.provider;
  const found = checkBaseUrl(baseUrl, declaredIn(checked).byName);
  if (has(found, "problem"))
    return urlIssues(found.problem, pointer, checked, { text: "SW1205", undeclared: "SW1207" });
  const letters = hostLetters(baseUrl, pointer, found.url.origin);
  if (securitySchemes.length === 0 || !isClearText(found.url)) return letters;
  return [
    ...letters,
    warning("SW1208", pointer, "credentials go over the network in clear text", { hint: "use https://" }),
  ];
}

/** Whether tokens can be got there, and credentials of a client be sent (rules P15). */
export function checkTokenPlace(tokenUrl: string, pointer: string, checked: CheckedDefinition): Issue[] {
  const found = checkTokenUrl(tokenUrl, declaredIn(checked).byName);
  if (!has(found, "problem")) return hostLetters(tokenUrl, pointer, found.url.origin);
  return urlIssues(found.problem, pointer, checked, { text: "SW1217", undeclared: "SW1218" });
}

type ParameterJson = NonNullable<ProviderJson["parameters"]>[number];

/** What URLs are held against: made once for a definition, as each of its services asks. */
interface Declared {
  readonly byName: { readonly [name: string]: ParameterJson };
  /** Where each name stands. */
  readonly places: ReadonlyMap<string, number>;
  readonly names: readonly string[];
  /** Where a parameter, or a key beside `parameters`, is wrong, it may be what a URL means. */
  readonly areSound: boolean;
  /** What is probably meant, by the name that is not declared. */
  readonly hints: Map<string, string>;
}

const DECLARED = new WeakMap<object, Declared>();

function declaredIn({ provider, document }: CheckedDefinition): Declared {
  const known = DECLARED.get(provider);
  if (known !== undefined) return known;
  const entries = (provider.parameters ?? []).flatMap((parameter, at) => [[parameter.name, parameter, at] as const]);
  const written = document["parameters"];
  const declared: Declared = {
    byName: Object.fromEntries(entries.map(([name, parameter]) => [name, parameter])),
    places: new Map(entries.map(([name, , at]) => [name, at])),
    names: entries.map(([name]) => name),
    areSound:
      provider.parameters === undefined
        ? Object.keys(provider).length === Object.keys(document).length
        : isArray(written) && written.length === entries.length,
    hints: new Map(),
  };
  DECLARED.set(provider, declared);
  return declared;
}

function urlIssues(
  { kind, parameter = "", message }: BaseUrlProblem,
  pointer: string,
  checked: CheckedDefinition,
  codes: { readonly text: IssueCode; readonly undeclared: IssueCode },
): Issue[] {
  const declared = declaredIn(checked);
  if (kind === "bare")
    return [warning("SW1206", pointer, message, { hint: 'write "https://" before it: requests to it will fail' })];
  if (kind === "undeclared")
    return declared.areSound ? [error(codes.undeclared, pointer, message, { hint: hintFor(parameter, declared) })] : [];
  return [
    error(codes.text, kind === "value" ? `/parameters/${declared.places.get(parameter)}/default` : pointer, message),
  ];
}

/** Each look goes through all names, so that there are only so many of them. */
function hintFor(parameter: string, { names, hints }: Declared): string {
  const known = hints.get(parameter);
  if (known !== undefined || hints.size >= MOST_HINTS) return known ?? DECLARE_IT;
  const hint = suggestion(parameter, names, "parameters") ?? DECLARE_IT;
  hints.set(parameter, hint);
  return hint;
}

const MOST_HINTS = 100;
const DECLARE_IT = 'declare it in "parameters"';
