import { existsSync } from "node:fs";
import { resolve } from "node:path";
import {
  baseUrlParameters,
  fillBaseUrl,
  isShownName,
  listed,
  own,
  PROVIDER_NAME,
  quoted,
  standInsFor,
} from "@sdkwright/runtime/config";
import { providerNames } from "../emit/names.js";
import { urlFrom } from "./definition.js";
import type { Existing } from "./existing.js";
import type { Draft } from "./plan.js";
import { type AddRequest, commandOf, type Refusal, urlOf } from "./request.js";

/** What a name has to be, for people. */
export const NAME_FORM = "a name starts with a lowercase letter, followed by lowercase letters, digits, - and _";

/** The name of a provider, or the one to propose where a person has to choose it. */
export interface Naming {
  readonly name: string;
  /** Why the name has to be given. */
  readonly question?: string | undefined;
}

/** `API`, `v1.7`, `(2.0)`, `version 3`, `2024-05-01` at the end of a title. */
const TRAILING = /[\s\-–—_:,|/]*(?:\(\s*)?(?:\bAPIs?|\b(?:v|version)\s*\.?\s*\d[\w.-]*|\b\d[\d.-]*)(?:\s*\))?\s*$/i;

/** A version among the words of a title: a name with it would be that of the next one too. */
const VERSION = /\b(?:v\d[\w.-]*|\d[\d.-]*)/gi;

/** As given, or by the title of the document, in kebab-case: without a trailing `API` and version, of a to z and digits in words. */
export function namingOf({ name }: AddRequest, title: string | undefined, otherwise: string): Naming {
  if (name !== undefined && PROVIDER_NAME.test(name)) return { name };
  // A longer one is no name of anything, and each end of it that looks like a version is tried.
  let text = (title ?? "").trim().slice(0, 200);
  for (let shorter = ""; shorter !== text;) {
    shorter = text;
    text = text.replace(TRAILING, "").trim() || text;
  }
  const isPlain = !/[^\p{P}\p{S}\p{Z}\sA-Za-z0-9]/u.test(text);
  const hasVersion = text.search(VERSION) !== -1;
  if (isPlain && !hasVersion && PROVIDER_NAME.test(kebab(text))) return { name: kebab(text) };
  const proposals = [plainName(text), plainName(otherwise)];
  const wrong = isPlain && hasVersion ? "has a number or a version" : "has letters other than a to z";
  const why = title === undefined ? "the document has no title" : `its title ${wrong}`;
  return {
    name: proposals.find((proposal) => PROVIDER_NAME.test(proposal)) ?? "acme",
    question: `${why}: give the provider a name`,
  };
}

/** Words as they are written: a brand is one word whatever its capitals. */
function kebab(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/['’`]/g, "")
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, "-")
    .replaceAll(/^-+|-+$/g, "");
}

/** The rest of a title without accents, versions and other scripts. */
function plainName(text: string): string {
  const plain = text.normalize("NFD").replaceAll(/\p{M}/gu, "").replaceAll(VERSION, " ");
  const letters = kebab(plain).replaceAll(/[^a-z0-9-]/g, "");
  return letters.replaceAll(/--+/g, "-").replaceAll(/^-+|-+$/g, "");
}

/** The legal name that is near what was typed; none for what may be a secret, and for what leaves a letter alone. */
function nearName(text: string): string | undefined {
  const near = plainName(text);
  return isShownName(text) && near.length > 1 && PROVIDER_NAME.test(near) ? near : undefined;
}

/** Two names that come to one identifier cannot both be generated (rules P3). */
export function clashing(naming: Naming, names: readonly string[]): Naming {
  const other = names.find(
    (each) => each !== naming.name && providerNames(each).create === providerNames(naming.name).create,
  );
  if (other === undefined) return naming;
  return {
    name: `${naming.name}-api`,
    question: `the provider "${other}" would have the same names in code: give this one another name`,
  };
}

/** What nobody but a person can say, all at once, with the command to run; `undefined` where nothing is missing. */
export function questionsOf(
  request: AddRequest,
  { config, url }: { readonly config: string | undefined; readonly url: URL | undefined },
  naming: Naming,
  { services: { missing } }: Draft,
): Refusal | undefined {
  const { question } = naming;
  const asked = [
    ...(question === undefined ? [] : [question]),
    ...(missing === undefined ? [] : [`${missing.reason}: give the base URL of the API`]),
  ];
  if (asked.length === 0) return undefined;
  const name = question === undefined ? undefined : naming.name;
  const baseUrl = missing === undefined ? undefined : proposedUrl(missing.url, url);
  const services = { ...request.services, ...(baseUrl !== undefined && { default: baseUrl }) };
  const hint = commandOf({ ...request, name: name ?? request.name, services }, config);
  return { code: "SW0702", message: asked.join("; "), hint, exitCode: 3, asks: { name, baseUrl } };
}

/** What the document says, as seen from where it came from: a guess, and to be looked at. */
function proposedUrl(written: string, from: URL | undefined): string {
  const example = "https://api.example.com";
  const url = urlFrom(written.replaceAll(/[{}]/g, ""), from ?? new URL(example));
  return url ?? example;
}

/** Whether a word is no document, by its form and by what lies there, so that it was meant as a name. */
export function isMeantAsName(word: string, folder: string): boolean {
  const isPath = /[/\\]|^[A-Za-z][A-Za-z0-9+.-]+:|\.(?:json|ya?ml)$/i.test(word);
  return word !== "" && !isPath && !existsSync(resolve(folder, word));
}

/** What is wrong with a word that was meant as a name, behind `init` or `--name`. */
export function nameMistake(word: string, behind: "sdkwright init" | "--name"): Refusal | undefined {
  if (PROVIDER_NAME.test(word)) return undefined;
  const near = nearName(word);
  const what = behind === "--name" ? "not a valid provider name" : "neither a file nor a valid provider name";
  const message = `${quoted(word)} is ${what}: ${NAME_FORM}`;
  const hint = near === undefined ? "choose another name, such as acme-pay" : `did you mean \`${behind} ${near}\`?`;
  return { code: "SW0302", message, hint, exitCode: 3 };
}

/** How a provider comes without a document, for those who gave `add` a name. */
export function withoutDocument(word: string): string {
  const name = PROVIDER_NAME.test(word) && isShownName(word) ? word : nearName(word);
  const way = `without a document: npx sdkwright init ${name ?? "<name>"} --base-url <url>`;
  return name === word ? way : `${way}; ${NAME_FORM}`;
}

/** What is wrong with the options, before anything is read. */
export function usageMistake({ name, isLink, target, services, headers = [] }: AddRequest): Refusal | undefined {
  const misnamed = name === undefined ? undefined : nameMistake(name, "--name");
  if (misnamed !== undefined) return misnamed;
  if (Object.keys(services).some((id) => !/[_A-Za-z]/.test(id)))
    return usage("--service takes <id>=<URL>, and the id needs a letter");
  if (isLink && urlOf(target) !== undefined)
    return usage("--link needs a file in the project, and this is a URL", "without --link it is copied");
  if (headers.length > 0 && urlOf(target) === undefined)
    return usage("--header only applies to a URL, and this is a file");
  return target === "" ? usage("add takes an OpenAPI document, a file or a URL") : undefined;
}

export function usage(message: string, hint = "`sdkwright --help` lists commands and options"): Refusal {
  return { code: "SW0302", message, hint, exitCode: 3 };
}

/** Options about things that stay as they are: a definition, and an entry of client.json. */
export function existingMistake(
  { services, serverVariables }: AddRequest,
  { definition, isNamed }: Existing,
): Refusal | undefined {
  const hasValues = Object.keys(serverVariables).length > 0;
  if (definition !== undefined && (hasValues || Object.keys(services).length > 0)) {
    const hint = `add services to ${JSON.stringify(definition.source.file)}, and values to "parameters" in client.json`;
    return usage("--service and --server-variable only apply to a new provider, and this one has a definition", hint);
  }
  if (!isNamed || !hasValues) return undefined;
  const hint = 'set the value there, in "parameters" of the provider';
  return usage("--server-variable: client.json has an entry for the provider, which is not changed", hint);
}

/** What is wrong with base URLs and their values on the command line. */
export function valueMistake(
  { serverVariables: values }: AddRequest,
  { services, composed }: Draft,
): Refusal | undefined {
  const [refused] = Object.entries(services.refused);
  if (refused !== undefined) return usage(`--service ${refused[0]}: ${refused[1]}`);
  const { parameters = [], services: bases } = composed.definition;
  const names = parameters.map(({ name }) => name);
  const unknown = Object.keys(values).find((name) => !names.includes(name));
  if (unknown !== undefined) {
    const known = names.length === 0 ? "no base URL has a variable" : `variables: ${listed(names)}`;
    return usage(`--server-variable ${quoted(unknown)}: there is no such variable`, known);
  }
  const defaultOf = (name: string) => parameters.find((each) => each.name === name)?.default;
  for (const { baseUrl } of bases) {
    if (!baseUrlParameters(baseUrl).some((name) => Object.hasOwn(values, name))) continue;
    const standIn = standInsFor(baseUrl);
    const filled = fillBaseUrl(baseUrl, (name) => own(values, name) ?? defaultOf(name) ?? standIn(name));
    if ("problem" in filled) return usage(`--server-variable: ${filled.problem.message}`);
  }
  return undefined;
}
