import type { Around, CircuitControls, ClientEvent, UseCase } from "@sdkwright/runtime";
import { normalizeRetryPolicy } from "@sdkwright/runtime/config";
import { bindClient, type ProviderDefinition } from "@sdkwright/runtime/generated/client";
import { oauth2 } from "@sdkwright/runtime/generated/oauth2";
import { signature } from "@sdkwright/runtime/generated/signature";
import { openTelemetry } from "@sdkwright/runtime/opentelemetry";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { startServer, type Answer, type Received, type Respond } from "../../servers/http-server.js";
import type { Context } from "../policy/world.js";
import { recordTelemetry } from "../telemetry/recorder.js";
import { assertSilent, printedBy } from "./canary-report.js";

const test = suite("canaries: a vendor with OAuth 2, a signature, a cookie and headers of the client");

const canaries = {
  secret: "canary-0 secret/of:it",
  given: "canary-1-given-refresh",
  access: "canary-2-access",
  rotated: "canary-3-rotated-refresh",
  signed: "canary-4-signature",
  cookie: "canary-5-cookie",
  header: "canary-6-header",
};
const encoded = new URLSearchParams([["", canaries.secret]]).toString().slice(1);
const sent = [encoded, Buffer.from(`the-id:${encoded}`).toString("base64")];
const texts = [...Object.values(canaries), ...sent].flatMap((text) => [text, Buffer.from(text).toString("hex")]);

const SPREAD: readonly ((text: string) => string)[] = [
  (text) => text,
  encodeURIComponent,
  (text) => Buffer.from(text).toString("base64"),
  (text) => Buffer.from(text).toString("base64url"),
  (text) => Buffer.from(text).toString("hex"),
  (text) => JSON.stringify(JSON.stringify(text)),
  (text) => text.replaceAll(/[^\w ]/g, (character) => `&#${character.charCodeAt(0)};`),
];

/** Everything that a server got, in every encoding, and everywhere that it has something to say. */
const echo =
  (status: number, error?: string, more: Record<string, string> = {}): Respond =>
  ({ target, headers, body }) => {
    const basic = Buffer.from(String(headers.authorization).replace(/^\w+ /, ""), "base64").toString("latin1");
    const form = Object.values(Object.fromEntries(new URLSearchParams(body.toString())));
    const heard = [target, basic, ...form, ...Object.values(headers).flat()].map(String);
    const told = heard.flatMap((text) => SPREAD.map((write) => write(text))).join(" ");
    const said = told.replaceAll(/[^ -~]/g, "").slice(0, 3000);
    const shown = {
      "x-request-id": said,
      "www-authenticate": `Bearer error="${error ?? "x"}", realm="${encodeURI(said)}"`,
    };
    return { status, headers: { ...shown, ...more }, body: JSON.stringify({ error, error_description: told, told }) };
  };

const grant: Respond = () => ({
  body: JSON.stringify({ access_token: canaries.access, token_type: "bearer", refresh_token: canaries.rotated }),
});
const once =
  (first: Respond, then: Respond): Respond =>
  (request, index) =>
    (index === 0 ? first : then)(request, index);
const away = ({ target, headers }: Received): Answer => {
  const location = `https://evil.test${target}?${encodeURIComponent(JSON.stringify(headers))}`;
  return { status: 307, headers: { location }, body: JSON.stringify(headers) };
};

/** What the token endpoint and the API answer. */
const failures: Readonly<Record<string, readonly [token: Respond, api: Respond]>> = {
  ...Object.fromEntries(
    [400, 401, 403, 404, 429, 500, 503].flatMap((status) => [
      [`the API: ${status} that echoes`, [grant, echo(status)]],
      [`the token endpoint: ${status} that echoes`, [echo(status, "invalid_request"), grant]],
    ]),
  ),
  "the API refuses the token, and no other comes": [
    once(grant, echo(400, "invalid_grant")),
    echo(401, "invalid_token"),
  ],
  "the API refuses every token": [grant, echo(401, "invalid_token")],
  "the token endpoint redirects": [away, grant],
  "the API redirects": [grant, away],
  "the token endpoint cuts": [() => "reset", grant],
  "the API cuts": [grant, () => "reset"],
  "a 2xx that is no JSON": [
    grant,
    (request, index) => ({ ...(echo(200)(request, index) as Answer), body: `{ ${canaries.access}` }),
  ],
  "a token answer that holds all and is none": [echo(200), grant],
};

const { spans, measurements } = recordTelemetry();

for (const clientAuthentication of ["basic", "post"] as const) {
  for (const [name, [token, api]] of Object.entries(failures)) {
    test(`${clientAuthentication}, ${name}: errors, events, hooks, spans, circuits and output are silent`, async () => {
      const servers = await Promise.all([startServer(token), startServer(api)]);
      const [auth, service] = servers.map(({ origin }) => origin) as [string, string];
      const told: unknown[] = [];
      try {
        const client = clientOf(auth, service, clientAuthentication, told);
        const { value: outcomes, printed } = await printedBy(() =>
          Promise.all([1, 2].map(() => client.profiles.test.Send.safe({}))),
        );
        assert.not(outcomes.some(({ ok }) => ok));
        assert.ok(told.length > 4 && spans.length > 1);
        const left = [outcomes, told, client.circuits(), client.exportCircuits(), client, printed];
        for (const part of [...left, spans, measurements]) assertSilent(part, texts);
      } finally {
        await Promise.all(servers.map((server) => server.close()));
        spans.length = 0;
      }
    });
  }
}

test.run();

function clientOf(
  auth: string,
  api: string,
  clientAuthentication: "basic" | "post",
  told: unknown[],
): CircuitControls & { readonly profiles: { test: { Send: UseCase<object, unknown> } } } {
  const definition: ProviderDefinition = {
    name: "acme",
    defaultService: "default",
    services: { default: { baseUrl: "https://api.test" } },
    securitySchemes: {
      login: { type: "oauth2", flow: "refreshToken", tokenUrl: `${auth}/token`, clientAuthentication },
      signed: { type: "signature", headers: ["x-signature"] },
      session: { type: "apiKey", in: "cookie", name: "sid" },
    },
    security: ["login", "signed", "session"],
  };
  const { around: traced, on } = openTelemetry({ metrics: true });
  const keep = async <End>(end: Promise<End>): Promise<End> => {
    told.push(await end);
    return end;
  };
  const around: Around = {
    call: (what, run) => {
      told.push(what);
      return traced.call(what, () => keep(run()));
    },
    attempt: (what, run) => {
      told.push(what);
      return traced.attempt(what, (extra) => keep(run(extra)));
    },
  };
  const listen = (event: ClientEvent): void => {
    told.push(event);
    on(event);
  };
  const retryPolicy = normalizeRetryPolicy({
    kind: "circuit-breaker",
    maxContiguousRetries: 1,
    backoff: { kind: "exponential", start: 1 },
  });
  const Send = { providerFailover: false, input: {}, providers: { acme: { input: {}, retryPolicy } } };
  const credentials = {
    login: { clientId: "the-id", clientSecret: canaries.secret, refreshToken: canaries.given },
    signed: { sign: async () => ({ "x-signature": `HMAC keyId=me,sig=${canaries.signed}` }) },
    session: { apikey: canaries.cookie },
  };
  const headers = { acme: { "x-app": canaries.header } };
  const services = { acme: { default: api } };
  return bindClient(
    {
      providers: { acme: { definition } },
      profiles: { test: { name: "test", priority: ["acme"], useCases: { Send } } },
      maps: { test: { acme: { Send: ({ http }: Context): unknown => http.get("/items").json() } } },
      oauth2,
      signature,
    },
    { credentials: { acme: credentials }, headers, services, around, on: listen },
  );
}
