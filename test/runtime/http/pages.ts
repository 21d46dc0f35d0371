import type { Pages, PagesRule, ProviderClient } from "@sdkwright/runtime";
import type { ProviderDefinition } from "@sdkwright/runtime/generated";
import { bindProvider } from "@sdkwright/runtime/generated";

/** An answer of a list: its body, or with headers and a status. */
export type ListAnswer = {
  readonly body: unknown;
  readonly status?: number;
  readonly headers?: Record<string, string>;
};

export const BASE = "https://api.x.example/v1";

/** A provider whose lists go on by one rule. */
export function listing(rule: PagesRule | undefined, parts: Partial<ProviderDefinition> = {}): ProviderDefinition {
  return {
    name: "acme",
    defaultService: "default",
    services: { default: { baseUrl: BASE } },
    securitySchemes: {},
    ...(rule && { pages: [{ of: ["/**", "POST /**"], ...rule }] }),
    ...parts,
  };
}

/** A request that a list was asked for with. */
export interface Asked {
  readonly method: string;
  /** Below the base URL. */
  readonly url: string;
  readonly origin: string;
  readonly headers: Headers;
  readonly body: string;
}

/** A client whose `fetch` gives one answer after another, the last again and again. */
export function listClient(
  rule: PagesRule | undefined,
  answers: readonly unknown[],
  { parts, ...options }: { readonly parts?: object; readonly [option: string]: unknown } = {},
): { readonly client: ProviderClient; readonly asked: Asked[]; readonly urls: () => string[] } {
  const asked: Asked[] = [];
  const fetch: typeof globalThis.fetch = async (input, init = {}) => {
    const { origin, pathname, search } = new URL(new Request(input).url);
    const body = init.body instanceof Uint8Array ? new TextDecoder().decode(init.body) : "";
    const url = pathname.replace(/^\/v1(?=\/)/, "") + search;
    asked.push({ method: init.method ?? "", url, origin, headers: new Headers(init.headers), body });
    const answer = answers[Math.min(asked.length, answers.length) - 1];
    if (answer instanceof Error) throw answer;
    const { body: content, status = 200, headers = {} } = isAnswer(answer) ? answer : { body: answer };
    return Response.json(content, { status, headers });
  };
  const client: ProviderClient = bindProvider(listing(rule, parts), {}, { retries: 0, fetch, ...options });
  return { client, asked, urls: () => asked.map(({ url }) => url) };
}

function isAnswer(answer: unknown): answer is ListAnswer {
  return typeof answer === "object" && answer !== null && "body" in answer;
}

/** Everything that an iteration gave, and what it threw. */
export async function collect<T>(items: AsyncIterable<T>): Promise<{ readonly items: T[]; readonly error: unknown }> {
  const got: T[] = [];
  try {
    for await (const item of items) got.push(item);
    return { items: got, error: undefined };
  } catch (error) {
    return { items: got, error };
  }
}

export type { Pages };
