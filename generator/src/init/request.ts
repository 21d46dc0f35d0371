import { isShownText, PROVIDER_NAME } from "@sdkwright/runtime/config";
import { START_OPTIONS } from "../quick/start-options.js";
import { shellWord, shownTarget, type Refusal } from "../add/request.js";

/** What the command line, or the answers to questions, say of the first provider. */
export interface InitRequest {
  /** An OpenAPI document, a file or URL; absent where the provider is described by the rest. */
  readonly document?: string | undefined;
  readonly name?: string | undefined;
  readonly baseUrl?: string | undefined;
  /** As `--auth` takes it. */
  readonly auth?: string | undefined;
  readonly keyPrefix?: string | undefined;
  /** Further base URLs, by service id. */
  readonly services: { readonly [id: string]: string };
  readonly serverVariables: { readonly [name: string]: string };
}

/** What an argument or an answer is: a name where it can be one, else a document. */
export function providerOf(text: string): Pick<InitRequest, "name" | "document"> {
  return PROVIDER_NAME.test(text) ? { name: text } : { document: text };
}

/** What is still to be said of a provider without a document. */
export type Missing = "name" | "baseUrl" | "auth";

export function missingIn(request: InitRequest): readonly Missing[] {
  if (request.document !== undefined) return [];
  return (["name", "baseUrl", "auth"] as const).filter((key) => request[key] === undefined);
}

/** Without a terminal nothing is asked: all that is missing at once, with the command to run. */
export function missingAnswers(request: InitRequest, missing: readonly Missing[]): Refusal {
  const message = `init needs ${missing.map((key) => NEEDS[key]).join(", ")}`;
  const other = missing.includes("name") ? "; or, of an OpenAPI document: npx sdkwright init openapi.yaml" : "";
  const hint = `${commandOf({ ...PROPOSED, ...definedIn(request) })}${other}`;
  return { code: "SW0801", message, hint, exitCode: 3 };
}

/** The end of a run whose questions were not answered. */
export function cancelled(request: InitRequest): Refusal {
  const whole = request.document === undefined ? { ...PROPOSED, ...definedIn(request) } : request;
  const hint = `without questions: ${commandOf(whole)}`;
  return { code: "SW0801", message: "init was ended before all questions were answered", hint, exitCode: 3 };
}

const NEEDS: { readonly [key in Missing]: string } = {
  name: "the name of the first provider",
  baseUrl: "its base URL",
  auth: `how it authenticates (--auth ${START_OPTIONS.auth.summary})`,
};

const PROPOSED = { name: "acme", baseUrl: "https://api.acme.example", auth: "header=X-Api-Key" };

function definedIn(request: InitRequest): InitRequest {
  return Object.fromEntries(
    Object.entries(request).filter(([, value]) => value !== undefined),
  ) as unknown as InitRequest;
}

/** The command that asks for the same without questions; for a POSIX shell. */
export function commandOf({
  name,
  document,
  baseUrl,
  auth,
  keyPrefix,
  services,
  serverVariables,
}: InitRequest): string {
  const pairs = (option: string, values: InitRequest["services"]): readonly string[] =>
    Object.entries(values).flatMap(([key, value]) => [option, `${key}=${value}`]);
  const words = [
    ...(document === undefined ? [name ?? ""] : name === undefined ? [] : ["--name", name]),
    ...(baseUrl === undefined ? [] : ["--base-url", baseUrl]),
    ...(auth === undefined ? [] : ["--auth", auth]),
    ...(keyPrefix === undefined ? [] : ["--key-prefix", keyPrefix]),
    ...pairs("--service", services),
    ...pairs("--server-variable", serverVariables),
  ];
  const target = document === undefined ? [] : [shownTarget(document)];
  return ["npx sdkwright init", ...target, ...words.map(shownWord)].join(" ");
}

/** What may be secret, such as a query, is not printed again. */
function shownWord(word: string): string {
  return isShownText(word) ? shellWord(word) : "'<the same>'";
}
