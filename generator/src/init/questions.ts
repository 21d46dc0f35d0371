import { PROVIDER_NAME } from "@sdkwright/runtime/config";
import { NAME_FORM } from "../add/provider-name.js";
import { urlOf, type Refusal } from "../add/request.js";
import { AUTHENTICATION, readAuthentication } from "./authentication.js";
import { schemeProblem, urlProblem } from "./definition.js";
import { missingIn, providerOf, type InitRequest, type Missing } from "./request.js";

/** Asks a person; `undefined` where they would rather not. */
export interface Asker {
  readonly text: (question: TextQuestion) => Promise<string | undefined>;
  readonly select: (question: SelectQuestion) => Promise<string | undefined>;
}

export interface TextQuestion {
  readonly message: string;
  /** Stands there to be taken or changed. */
  readonly initial?: string | undefined;
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
  let asked: InitRequest | undefined = request;
  for (const key of missing) {
    if (asked === undefined || !missingIn(asked).includes(key)) continue;
    const answer: Partial<InitRequest> | undefined = await ANSWERS[key](asker, document);
    asked = answer === undefined ? undefined : { ...asked, ...answer };
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
      initial: proposal,
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
