import { fillBaseUrl, PROVIDER_NAME } from "@sdkwright/runtime/config";
import { providerNames } from "../names/provider-names.js";
import type { Draft } from "./plan.js";
import { nameFromTitle } from "./provider-name.js";
import { commandWith, type AddRequest, type Refusal } from "./request.js";

/** The name of a provider, or the one to propose where a person has to choose it. */
export interface Naming {
  readonly name: string;
  /** Why the name has to be given. */
  readonly question?: string | undefined;
}

export function namingOf({ name }: AddRequest, title: string | undefined, otherwise: string): Naming {
  if (name !== undefined && PROVIDER_NAME.test(name)) return { name };
  const found = nameFromTitle(title, otherwise);
  if ("name" in found) return found;
  const why = title === undefined ? "the document has no title" : "its title is not made of the letters a to z";
  return { name: found.proposal, question: `${why}: give the provider a name` };
}

/** Two names that come to one identifier cannot both be generated (rules P3). */
export function clashing(naming: Naming, names: readonly string[]): Naming {
  const other = names.find(
    (each) => each !== naming.name && providerNames(each).create === providerNames(naming.name).create,
  );
  if (other === undefined) return naming;
  return {
    name: `${naming.name}-api`,
    question: `the provider "${other}" has the same names in code: give this one another name`,
  };
}

/** What nobody but a person can say, all at once, with the command to run; `undefined` where nothing is missing. */
export function questionsOf(
  request: AddRequest,
  { config, url }: { readonly config: string | undefined; readonly url: URL | undefined },
  naming: Naming,
  { services }: Draft,
): Refusal | undefined {
  const { missing } = services;
  const asked = [
    ...(naming.question === undefined ? [] : [naming.question]),
    ...(missing === undefined ? [] : [`${missing.reason}: give the base URL of the API`]),
  ];
  if (asked.length === 0) return undefined;
  const asks = {
    name: naming.question === undefined ? undefined : naming.name,
    baseUrl: missing === undefined ? undefined : proposedUrl(missing.url, url),
  };
  const more = [
    ...(asks.name === undefined ? [] : ["--name", asks.name]),
    ...(asks.baseUrl === undefined ? [] : ["--service", `default=${asks.baseUrl}`]),
  ];
  const { name: _, ...rest } = request;
  const asGiven = naming.question === undefined ? request : rest;
  return { code: "SW0702", message: asked.join("; "), hint: commandWith(asGiven, config, more), exitCode: 3, asks };
}

/** What the document says, as seen from where it came from: a guess, and to be looked at. */
function proposedUrl(written: string, from: URL | undefined): string {
  try {
    const { href } = new URL(written.replaceAll(/[{}]/g, ""), from?.origin ?? "https://api.example.com");
    return "url" in fillBaseUrl(href, () => undefined) ? href.replace(/\/$/, "") : UNKNOWN;
  } catch {
    return UNKNOWN;
  }
}

const UNKNOWN = "https://api.example.com";
