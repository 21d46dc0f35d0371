import type { MapContext, ProviderClient, UseCase } from "@sdkwright/runtime";
import { normalizeRetryPolicy, type ProviderDefinition } from "@sdkwright/runtime/config";
import { bindClient } from "@sdkwright/runtime/generated/client";
import { VirtualTime } from "#generator/simulate/virtual-time.js";

/** What the first provider answers, always. */
interface Shape {
  readonly title: string;
  readonly status?: number;
  readonly retryAfter?: number;
  /** Code of the platform's error. */
  readonly failsWith?: string;
  readonly hangs?: boolean;
}

const shapes: readonly Shape[] = [
  { title: "503, 500, 502, 504, 408, 425, a reset, a body cut short", status: 503 },
  { title: "never sent: name not found, refused, unreachable", failsWith: "ECONNREFUSED" },
  { title: "no answer", hangs: true },
  { title: "TLS or certificate error, malformed HTTP", failsWith: "CERT_HAS_EXPIRED" },
  { title: "501, 505, 511", status: 501 },
  { title: "429, no `Retry-After`", status: 429 },
  { title: "429 or 503, `Retry-After: 7`", status: 429, retryAfter: 7 },
  { title: "429 or 503, `Retry-After: 60`", status: 503, retryAfter: 60 },
  { title: "429 or 503, `Retry-After: 120`", status: 503, retryAfter: 120 },
  { title: "401 after credentials were sent, 402, 403", status: 403 },
  { title: "404 and other 4xx, a redirect elsewhere", status: 404 },
];

/** A call of a new client under the defaults, without jitter: when the first provider is asked, and how it ends. */
async function callOnce(shape: Shape, hasBackup: boolean): Promise<string> {
  const time = new VirtualTime();
  const asked: number[] = [];
  const fetch = async (input: unknown, init?: RequestInit): Promise<Response> => {
    if (new URL(input as string).hostname === "b.example") return new Response(null, { status: 200 });
    asked.push(time.now() / 1000);
    if (shape.hangs === true) await time.sleep(1e12, init?.signal ?? undefined);
    if (shape.failsWith !== undefined) throw failure(shape.failsWith);
    const headers: HeadersInit = shape.retryAfter === undefined ? {} : { "retry-after": String(shape.retryAfter) };
    return new Response(null, { status: shape.status ?? 200, headers });
  };
  const names = hasBackup ? ["a", "b"] : ["a"];
  const client = bindClient<{ profiles: { test: { Send: UseCase<object, unknown> } } }>(partsOf(names), {
    clock: time,
    random: () => 0.5,
    fetch,
  });
  let ended = 0;
  const call = client.profiles.test.Send.safe({}).finally(() => (ended = time.now() / 1000));
  await time.run();
  const outcome = await call;
  const end = outcome.ok
    ? outcome.provider === "b"
      ? `the next provider at ${ended} s`
      : "answer"
    : `error at ${ended} s`;
  return `${asked.length === 1 ? "once" : `at ${asked.join(", ")} s`}; ${end}`;
}

function failure(code: string): Error {
  return new TypeError("fetch failed", { cause: Object.assign(new Error(code), { code }) });
}

function partsOf(names: readonly string[]): Parameters<typeof bindClient>[0] {
  const retryPolicy = normalizeRetryPolicy("circuit-breaker");
  const Send = async ({ http }: MapContext<object, unknown, ProviderClient, unknown>): Promise<number> =>
    (await http.get("/x")).status;
  const definition = (name: string): ProviderDefinition => ({
    name,
    defaultService: "default",
    services: { default: { baseUrl: `https://${name}.example` } },
    securitySchemes: {},
  });
  const inUse = Object.fromEntries(names.map((name) => [name, { input: {}, retryPolicy }]));
  return {
    providers: Object.fromEntries(names.map((name) => [name, { definition: definition(name), configured: {} }])),
    profiles: {
      test: {
        name: "test",
        priority: names,
        useCases: { Send: { providerFailover: true, input: {}, providers: inUse } },
      },
    },
    maps: { test: Object.fromEntries(names.map((name) => [name, { Send }])) },
  };
}

/** "How many requests, and when", as a table for one caller. */
export async function oneCallerTable(): Promise<string[]> {
  const lines = ["| the first provider always answers | with another provider | without |", "| --- | --- | --- |"];
  for (const shape of shapes) {
    lines.push(`| ${shape.title} | ${await callOnce(shape, true)} | ${await callOnce(shape, false)} |`);
  }
  return lines;
}
