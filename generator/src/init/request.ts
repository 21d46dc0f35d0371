import { PROVIDER_NAME } from "@sdkwright/runtime/config";
import { NAME_FORM } from "../add/questions.js";
import { optionWords, pairs, type Refusal, shellWord, shownTarget, urlOf } from "../add/request.js";
import { START_OPTIONS } from "../project/options.js";
import { AUTHENTICATION, readAuthentication, schemeProblem, urlProblem } from "./authentication.js";

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
  const other = missing.includes("name") ? "; or, from an OpenAPI document: npx sdkwright init openapi.yaml" : "";
  const hint = `${wholeCommand(request)}${other}`;
  return { code: "SW0801", message, hint, exitCode: 3 };
}

/** The end of a run whose questions were not answered. */
export function cancelled(request: InitRequest): Refusal {
  const hint = `without questions: ${wholeCommand(request)}`;
  return { code: "SW0801", message: "init ended before all questions were answered", hint, exitCode: 3 };
}

const NEEDS: { readonly [key in Missing]: string } = {
  name: "the name of the first provider",
  baseUrl: "its base URL",
  auth: `how it authenticates (--auth ${START_OPTIONS.auth.summary})`,
};

/** The command that asks for the same without questions; for a POSIX shell. */
function wholeCommand(request: InitRequest): string {
  const isNamed = request.document === undefined;
  const { document, name = isNamed ? "acme" : undefined, keyPrefix, services, serverVariables } = request;
  const { baseUrl = isNamed ? "https://api.acme.example" : undefined } = request;
  const { auth = isNamed ? "header=X-Api-Key" : undefined } = request;
  const first = document === undefined ? shellWord(name ?? "") : shownTarget(document);
  const options = optionWords({
    "--name": document && name,
    "--base-url": baseUrl,
    "--auth": auth,
    "--key-prefix": keyPrefix,
    "--service": pairs(services),
    "--server-variable": pairs(serverVariables),
  });
  return ["npx sdkwright init", first, ...options].join(" ");
}

/** Asks a person; `undefined` where they would rather not. */
export interface Asker {
  readonly text: (question: TextQuestion) => Promise<string | undefined>;
  readonly select: (question: SelectQuestion) => Promise<string | undefined>;
}

export interface TextQuestion {
  readonly message: string;
  /** Text that is already in the line, to edit. */
  readonly initial?: string | undefined;
  /** The answer of Enter alone. */
  readonly fallback?: string | undefined;
  readonly placeholder?: string | undefined;
  /** What is wrong with an answer. */
  readonly problem: (answer: string) => string | undefined;
}

export interface SelectQuestion {
  readonly message: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
}

/** Asks for what a request lacks; `undefined` where the person has ended it. */
export async function askFor(
  request: InitRequest,
  missing: readonly Missing[],
  asker: Asker,
  document: string | undefined,
): Promise<InitRequest | undefined> {
  let asked = request;
  for (const key of missing) {
    if (!missingIn(asked).includes(key)) continue;
    const answer = await ANSWERS[key](asker, document);
    if (answer === undefined) return undefined;
    asked = { ...asked, ...answer };
  }
  return asked;
}

type Ask = (asker: Asker, document: string | undefined) => Promise<Partial<InitRequest> | undefined>;

const ANSWERS: { readonly [key in Missing]: Ask } = {
  name: async ({ text }, document) => {
    const answer = await text({
      message: "First provider: a name such as acme-pay, or its OpenAPI document (file or URL)",
      initial: document,
      problem: providerProblem,
    });
    return answer === undefined ? undefined : providerOf(answer.trim());
  },
  baseUrl: async ({ text }) => {
    const placeholder = "https://api.acme-pay.example/v2";
    const answer = await text({ ...BASE_URL, placeholder });
    return answer === undefined ? undefined : { baseUrl: answer.trim() };
  },
  auth: async ({ text, select }) => {
    const options = Object.entries(AUTHENTICATION).map(([value, { label }]) => ({ value, label }));
    const kind = await select({ message: "How does it authenticate?", options });
    const asks = kind === undefined ? undefined : AUTHENTICATION[kind]?.asks;
    if (kind === undefined || asks === undefined) return kind === undefined ? undefined : { auth: kind };
    const { message, proposal } = asks;
    const value = await text({
      message,
      fallback: proposal,
      problem: (answer) => authProblem(`${kind}=${answer.trim()}`),
    });
    return value === undefined ? undefined : { auth: `${kind}=${value.trim()}` };
  },
};

/** Asks for what a document does not say of itself. */
export async function askForDocument(
  request: InitRequest,
  { name, baseUrl }: NonNullable<Refusal["asks"]>,
  { text }: Asker,
): Promise<InitRequest | undefined> {
  const message = "Name of the provider";
  const problem = (answer: string) => (PROVIDER_NAME.test(answer.trim()) ? undefined : NAME_FORM);
  const named = name === undefined ? "" : await text({ message, initial: name, problem });
  if (named === undefined) return undefined;
  const based = baseUrl === undefined ? "" : await text({ ...BASE_URL, initial: baseUrl });
  if (based === undefined) return undefined;
  return {
    ...request,
    ...(name !== undefined && { name: named.trim() }),
    ...(baseUrl !== undefined && { baseUrl: based.trim() }),
  };
}

const BASE_URL = { message: "Base URL of its API", problem: (url: string) => urlProblem(url.trim()) };

function providerProblem(answer: string): string | undefined {
  const text = answer.trim();
  if (text === "") return "a name, or a file or URL";
  const looksLikeFile = /[./\\]/.test(text) || urlOf(text) !== undefined;
  if (looksLikeFile || PROVIDER_NAME.test(text)) return undefined;
  return NAME_FORM;
}

function authProblem(auth: string): string | undefined {
  const read = readAuthentication(auth, undefined);
  return "mistake" in read ? "this is needed" : schemeProblem(read.schemes);
}
