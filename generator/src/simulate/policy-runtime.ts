import type { bindClient, ClientOptions, ClientParts } from "@sdkwright/runtime/generated/client";

/** What a simulation takes from the runtime that the project's SDK runs on. */
export interface PolicyRuntime {
  readonly bindClient: typeof bindClient;
  /** What schemes need beside it. */
  readonly auth: Pick<ClientParts, "digest" | "oauth2" | "signature">;
  /** Chance as the fakes of `@sdkwright/runtime/testing` have it, for one seed. */
  readonly chance: (seed: number) => () => number;
}

let loaded: Promise<PolicyRuntime> | undefined;

/** Loads the runtime, once. */
export function policyRuntime(): Promise<PolicyRuntime> {
  return (loaded ??= load());
}

async function load(): Promise<PolicyRuntime> {
  const [{ bindClient }, { digest }, { oauth2 }, { signature }, { fakeProviders }] = await Promise.all([
    import("@sdkwright/runtime/generated/client"),
    import("@sdkwright/runtime/generated/digest"),
    import("@sdkwright/runtime/generated/oauth2"),
    import("@sdkwright/runtime/generated/signature"),
    import("@sdkwright/runtime/testing"),
  ]);
  const chance = (seed: number): (() => number) => fakeProviders({}, { seed }).options.random;
  const runtime = { bindClient, auth: { digest, oauth2, signature }, chance };
  await loadTheRest(runtime);
  return runtime;
}

/**
 * The runtime loads what tells of failures, and what asks for tokens, when it first needs them. That takes real time, in
 * which virtual time would go on: so one request needs them before any is simulated.
 */
async function loadTheRest({ bindClient, auth }: PolicyRuntime): Promise<void> {
  const oauth2 = { type: "oauth2", flow: "clientCredentials", tokenUrl: TOKEN, clientAuthentication: "post" } as const;
  const definition = {
    name: "first",
    defaultService: "default",
    services: { default: { baseUrl: "https://first.invalid" } },
    securitySchemes: { oauth2 },
  };
  const credentials = { oauth2: { clientId: "simulated", clientSecret: "simulated" } };
  const parts: ClientParts = { ...auth, providers: { first: { definition, configured: { credentials } } } };
  const fetch: ClientOptions["fetch"] = async (input) =>
    input === TOKEN ? tokenAnswer() : new Response(null, { status: 503 });
  const client = bindClient<Warmed>(parts, { fetch, env: {} });
  await client.providers.first.get("/", { security: "oauth2" }).catch(() => {});
}

interface Warmed {
  readonly providers: {
    readonly first: { get(path: string, options: { readonly security: string }): Promise<unknown> };
  };
}

const TOKEN = "https://first.invalid/token";

/** What a token endpoint answers. */
export function tokenAnswer(): Response {
  return Response.json({ access_token: "simulated", token_type: "Bearer" });
}
