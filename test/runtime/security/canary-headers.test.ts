import type { ClientEvent } from "@sdkwright/runtime";
import { openTelemetry } from "@sdkwright/runtime/opentelemetry";
import { suite } from "uvu";
import { VirtualClock } from "../policy/virtual-clock.js";
import { signedClient } from "../auth/signing.js";
import { recordTelemetry } from "../telemetry/recorder.js";
import { assertSilent, printedBy } from "./canary-report.js";

const test = suite("canaries: signatures, headers of a client");
const { spans } = recordTelemetry();

/** As vendors write them: a server quotes the whole, what follows the first word, or the signature alone. */
const signatures: readonly Readonly<Record<string, string>>[] = [
  { "x-signature": "canary-plain-signature", "x-timestamp": "canary-timestamp" },
  { "x-signature": "Signed canary-after-a-word" },
  { "x-signature": 'HMAC-SHA256 Credential=me, SignedHeaders=host;date, Signature="canary-in-quotes"' },
  { "x-signature": "t=1492774577;v1=canary-after-a-name,v0=canary-of-old" },
  { "x-signature": "sig1=:canary1+of/RFC9421/base64=:, sig2=:canary2+of/RFC9421/base64==:" },
  { "x-signature": "hmac alice:canary3Zx/after+a+colon=" },
  { "x-signature": "t=1;canary4ofADate7f3a" },
  { "x-signature": "v1,canary5-of_base64url" },
  { "x-signature": '{"kid":"a","mac":"canary6a89f0c1d2e3"}' },
];
const ofClient = { "x-version": "canary-version", "x-app": "canary-app 1.0" };
const texts = [
  "canary-plain-signature",
  "canary-timestamp",
  "canary-after-a-word",
  "canary-in-quotes",
  "canary-after-a-name",
  "canary-of-old",
  "canary1+of/RFC9421/base64",
  "canary2+of/RFC9421/base64",
  "canary3Zx/after+a+colon",
  "canary4ofADate7f3a",
  "canary5-of_base64url",
  "canary6a89f0c1d2e3",
  "canary-version",
  "canary-app 1.0",
  "canary-thrown",
];

/** How the server, or the network, answers every request. */
const answers: Readonly<Record<string, typeof fetch>> = {
  ...Object.fromEntries([400, 401, 403, 404, 429, 500, 503].map((status) => [`${status} that echoes`, echo(status)])),
  "302 away": echo(302, { location: "https://evil.test/?canary-version" }),
  "connection refused": async (url, init) => {
    const told = toldBy(url, init);
    throw new TypeError(told, { cause: Object.assign(new Error(told), { code: "ECONNREFUSED" }) });
  },
  "not JSON": async (url, init) => new Response(toldBy(url, init)),
};

for (const [name, fetch] of Object.entries(answers)) {
  test(`${name}: the error, its events, its spans and its output are silent`, async () => {
    for (const signature of signatures) await assertFailsSilently(fetch, () => signature);
  });
}

const badSigns: Readonly<Record<string, () => unknown>> = {
  "a header that is not the scheme's": () => ({ "x-evil": "canary-plain-signature" }),
  "a value that no header carries": () => ({ "x-signature": "canary-plain-signature\n" }),
  "no headers": () => "canary-plain-signature",
  "a throw": () => {
    throw new Error("canary-thrown");
  },
};

for (const [name, sign] of Object.entries(badSigns)) {
  test(`a signature that is ${name}: silent`, () => assertFailsSilently(echo(200), sign));
}

test("headers of a client that are wrong or throw: silent", async () => {
  const wrong = [
    async () => ({ "x-version": "canary-version\n" }),
    async () => "canary-version",
    () => {
      throw new Error("canary-thrown");
    },
  ];
  for (const headers of wrong) await assertFailsSilently(echo(200), () => ({}), headers);
});

test("a client shows none of them", () => {
  assertSilent(
    signedClient("https://a.test", () => signatures[0], { headers: ofClient }),
    texts,
  );
});

test.run();

async function assertFailsSilently(
  fetch: typeof globalThis.fetch,
  sign: () => unknown,
  headers: unknown = ofClient,
): Promise<void> {
  const [clock, events] = [new VirtualClock(), [] as ClientEvent[]];
  const on = (event: ClientEvent) => events.push(event);
  const { around } = openTelemetry();
  spans.length = 0;
  const client = signedClient("https://a.test", sign, { fetch, headers, clock, around, on, random: () => 0.5 });
  const retryPolicy = { kind: "circuit-breaker", maxContiguousRetries: 1 } as const;
  const call = client.get("/x", { security: "signed", retryPolicy }).json();
  const { value: error, printed } = await printedBy(
    () =>
    clock.finish(call.then(() => undefined, (thrown: unknown) => thrown)), // prettier-ignore
  );
  if (error === undefined) throw new Error("did not fail");
  if (spans.length === 0) throw new Error("no span");
  for (const left of [error, events, spans, printed]) assertSilent(left, texts);
}

/** Answers with everything that the request said, in pieces too. */
function echo(status: number, headers: Record<string, string> = {}): typeof fetch {
  return async (url, init) => {
    const told = toldBy(url, init);
    return new Response(told, { status, headers: { "x-request-id": told.replaceAll(/[^ -~]/g, ""), ...headers } });
  };
}

function toldBy(url: Parameters<typeof fetch>[0], init: RequestInit | undefined): string {
  const { url: asked, headers } = new Request(url, init);
  const pieces = [...headers].flatMap(([, value]) => value.split(/[\s,;]+/)).map((piece) => piece.replace(/^\w+=/, ""));
  return [asked, JSON.stringify([...headers]), btoa([...headers].join()), ...pieces].join(" ");
}
