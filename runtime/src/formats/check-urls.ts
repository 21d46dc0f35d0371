import { checkBaseUrl, isClearText, type BaseUrlProblem } from "../config/base-url.js";
import type { JsonObject } from "../config/client-config.js";
import { isArray } from "../config/records.js";
import { checkTokenUrl } from "../config/token-url.js";
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
  const found = checkBaseUrl(baseUrl, declaredIn(checked));
  if ("problem" in found) return urlIssues(found.problem, pointer, checked, { text: "SW1205", undeclared: "SW1207" });
  if (securitySchemes.length === 0 || !isClearText(found.url)) return [];
  return [warning("SW1208", pointer, "credentials go over the network in clear text", { hint: "use https://" })];
}

/** Whether tokens can be got there, and credentials of a client be sent (rules P15). */
export function checkTokenPlace(tokenUrl: string, pointer: string, checked: CheckedDefinition): Issue[] {
  const found = checkTokenUrl(tokenUrl, declaredIn(checked));
  if (!("problem" in found)) return [];
  return urlIssues(found.problem, pointer, checked, { text: "SW1217", undeclared: "SW1218" });
}

type ParameterJson = NonNullable<ProviderJson["parameters"]>[number];

interface Declared {
  readonly [name: string]: ParameterJson;
}

/** Made once for a definition: each of its services asks. */
const DECLARED = new WeakMap<object, Declared>();

function declaredIn({ provider }: CheckedDefinition): Declared {
  const known = DECLARED.get(provider);
  if (known !== undefined) return known;
  const { parameters = [] } = provider;
  const declared = Object.fromEntries(parameters.flatMap((parameter) => [[parameter.name, parameter] as const]));
  DECLARED.set(provider, declared);
  return declared;
}

function urlIssues(
  { kind, parameter = "", message }: BaseUrlProblem,
  pointer: string,
  checked: CheckedDefinition,
  codes: { readonly text: IssueCode; readonly undeclared: IssueCode },
): Issue[] {
  const { parameters = [] } = checked.provider;
  const names = parameters.flatMap(({ name }) => [name]);
  if (kind === "bare")
    return [warning("SW1206", pointer, message, { hint: 'write "https://" before it: requests to it will fail' })];
  if (kind === "undeclared") {
    const hint = suggestion(parameter, names, "parameters") ?? 'declare it in "parameters"';
    return areParametersSound(checked) ? [error(codes.undeclared, pointer, message, { hint })] : [];
  }
  const index = parameters.findIndex((each) => each?.name === parameter);
  return [error(codes.text, kind === "value" ? `/parameters/${index}/default` : pointer, message)];
}

/** Where a parameter, or a key beside `parameters`, is wrong, it may be what a URL means. */
function areParametersSound({ provider, document }: CheckedDefinition): boolean {
  const written = document["parameters"];
  if (provider.parameters === undefined) return Object.keys(provider).length === Object.keys(document).length;
  return isArray(written) && written.length === provider.parameters.flatMap((parameter) => [parameter]).length;
}
