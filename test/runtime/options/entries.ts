import type { Around } from "@sdkwright/runtime";
import type { Door, Sent } from "./doors.js";
import type { Entry } from "./fates.js";

/** What hooks and listeners have seen since a request began. */
export const heard = new Set<string>();

const is =
  (...kinds: string[]) =>
  (value: unknown): boolean =>
    kinds.includes(typeof value);
const isScalar = (value: unknown): boolean => is("string", "boolean")(value) || Number.isFinite(value);
const nothing = (): boolean => false;
const anything = (): boolean => true;
const isPositive = (value: unknown): boolean => Number.isInteger(value) && Number(value) > 0;
const hasHeader =
  (name: string, value: string) =>
  ({ headers }: Sent): boolean =>
    headers.get(name) === value;
const was = (what: string) => (): boolean => heard.has(what);
const hears = (what: string) => (): undefined => {
  heard.add(what);
};
const bodyOf = ({ init }: Sent): string => new TextDecoder().decode(init.body as Uint8Array);

const around: Required<Around> = {
  call: async (_, run) => {
    heard.add("call");
    await run();
  },
  attempt: async (_, run) => {
    await run({ headers: { "x-hook": "mine" } });
  },
};

/** What every client takes, but for what it takes by provider. */
const common: readonly Entry[] = [
  { path: ["maxResponseBytes"], value: 1000, takes: isPositive },
  { path: ["maxErrorBytes"], value: 1000, takes: isPositive },
  { path: ["maxEventBytes"], value: 1000, takes: isPositive },
  { path: ["idleTimeout"], value: 1000, takes: (value) => isPositive(value) || value === false },
  { path: ["redact"], value: (text: string) => text, takes: is("function") },
  { path: ["errorBodies"], value: false, takes: is("boolean") },
  { path: ["crossOriginRedirects"], value: "follow-anonymous", takes: nothing },
  { path: ["redirect"], value: "follow", takes: nothing },
  { path: ["parseJson"], value: (text: string): unknown => JSON.parse(text), takes: is("function") },
  { path: ["stringifyJson"], value: (value: unknown) => JSON.stringify(value), takes: is("function") },
  { path: ["maxRetryAfter"], value: 5, takes: isPositive },
  { path: ["on"], value: hears("event"), takes: is("function"), shows: was("event") },
  { path: ["around", "call"], value: around.call, takes: is("function"), shows: was("call") },
  { path: ["around", "attempt"], value: around.attempt, takes: is("function"), shows: hasHeader("x-hook", "mine") },
  { path: ["clock"], value: { now: () => performance.now(), sleep: () => new Promise(() => {}) }, takes: nothing },
  { path: ["random"], value: () => 0.5, takes: is("function") },
];

export const entries: { readonly [D in Door]: readonly Entry[] } = {
  provider: [
    {
      path: ["credentials", "token", "token"],
      value: "mine",
      takes: is("string", "function"),
      shows: hasHeader("authorization", "Bearer mine"),
    },
    { path: ["credentials", "user", "username"], value: "u", takes: is("string", "function") },
    { path: ["credentials", "key", "apikey"], value: () => "k", takes: is("string", "function") },
    {
      path: ["parameters", "HOST"],
      value: "myhost",
      takes: isScalar,
      shows: ({ url }) => url.startsWith("https://myhost."),
    },
    {
      path: ["services", "default"],
      value: "https://{HOST}.example/mine",
      takes: is("string"),
      shows: ({ url }) => url.includes(".example/mine/"),
    },
    { path: ["headers"], value: { "x-mine": "1" }, takes: nothing, shows: hasHeader("x-mine", "1") },
    { path: ["security"], value: ["key"], takes: (value) => is("string")(value) || Array.isArray(value) },
    { path: ["requestTimeout"], value: 1000, takes: isPositive },
    { path: ["deadline"], value: 5000, takes: isPositive },
    { path: ["retries"], value: 1, takes: (value) => value === 0 || (isPositive(value) && Number(value) <= 100) },
    { path: ["retryPolicy"], value: "none", takes: nothing },
    { path: ["idempotencyKey"], value: true, takes: (value) => value === true },
    { path: ["idempotent"], value: false, takes: (value) => value === false },
    ...common,
  ],
  client: [
    {
      path: ["credentials", "acme", "token"],
      value: () => ({ token: "mine" }),
      takes: nothing,
      shows: hasHeader("authorization", "Bearer mine"),
    },
    {
      path: ["parameters", "acme", "HOST"],
      value: "myhost",
      takes: isScalar,
      shows: ({ url }) => url.startsWith("https://myhost."),
    },
    {
      path: ["services", "acme", "default"],
      value: "https://{HOST}.example/mine",
      takes: is("string"),
      shows: ({ url }) => url.includes(".example/mine/"),
    },
    { path: ["headers", "acme"], value: { "x-mine": "1" }, takes: nothing, shows: hasHeader("x-mine", "1") },
    { path: ["maps", "shop"], value: {}, takes: nothing },
    { path: ["circuits"], value: { version: 1, at: 0, circuits: [] }, takes: anything },
    ...common,
  ],
  request: [
    { path: ["service"], value: "default", takes: nothing },
    {
      path: ["security"],
      value: ["token"],
      takes: Array.isArray,
      shows: hasHeader("authorization", "Bearer configured-token"),
    },
    { path: ["params", "ID"], value: "mine", takes: isScalar, shows: ({ url }) => url.includes("/items/mine") },
    { path: ["query"], value: { q: "mine" }, takes: nothing, shows: ({ url }) => url.endsWith("?q=mine") },
    { path: ["headers"], value: { "x-mine": "1" }, takes: nothing, shows: hasHeader("x-mine", "1") },
    { path: ["json"], value: { mine: 1 }, takes: (value) => !isEmptied(value), shows: (sent) => bodyOf(sent) === '{"mine":1}', oneOf: "body" }, // prettier-ignore
    { path: ["form"], value: { mine: 1 }, takes: nothing, shows: (sent) => bodyOf(sent) === "mine=1", oneOf: "body" },
    {
      path: ["multipart"],
      value: { mine: 1 },
      takes: (value) => value instanceof FormData,
      shows: (sent) => bodyOf(sent).includes('name="mine"'),
      oneOf: "body",
    },
    {
      path: ["body"],
      value: "mine",
      takes: (value) => is("string")(value) || value instanceof Blob,
      shows: (sent) => bodyOf(sent) === "mine",
      oneOf: "body",
    },
    { path: ["idempotencyKey"], value: "mine", takes: is("string", "boolean"), shows: hasHeader("idempotency-key", "mine") }, // prettier-ignore
    { path: ["idempotent"], value: true, takes: is("boolean") },
    { path: ["throwHttpErrors"], value: false, takes: is("boolean", "function"), oneOf: "statuses" },
    { path: ["handle"], value: [404], takes: Array.isArray, oneOf: "statuses" },
    { path: ["requestTimeout"], value: 5000, takes: isPositive },
    { path: ["deadline"], value: 5000, takes: is("number") },
    { path: ["redirect"], value: "follow", takes: nothing },
    { path: ["stream"], value: true, takes: is("boolean") },
    { path: ["signal"], value: new AbortController().signal, takes: nothing },
    { path: ["retries"], value: 1, takes: (value) => value === 0 || (isPositive(value) && Number(value) <= 100) },
    { path: ["retryPolicy"], value: { kind: "none", requestTimeout: 500 }, takes: nothing },
  ],
  operation: [
    { path: ["params", "ID"], value: "mine", takes: isScalar, shows: ({ url }) => url.includes("/lists/mine") },
    { path: ["query"], value: { ids: ["a", "b"] }, takes: nothing, shows: ({ url }) => url.endsWith("?ids=a,b") },
    { path: ["headers"], value: { "x-ids": ["c", "d"] }, takes: nothing, shows: hasHeader("x-ids", "c,d") },
    { path: ["idempotencyKey"], value: "mine", takes: is("string", "boolean"), shows: hasHeader("idempotency-key", "mine") }, // prettier-ignore
    { path: ["security"], value: "token", takes: Array.isArray, shows: hasHeader("authorization", "Bearer configured-token") }, // prettier-ignore
  ],
  call: [
    { path: ["provider"], value: "acme", takes: nothing },
    { path: ["deadline"], value: 5000, takes: is("number") },
    { path: ["signal"], value: new AbortController().signal, takes: nothing },
    { path: ["parameters", "acme", "ID"], value: "7", takes: isScalar },
    { path: ["validate"], value: "throw", takes: nothing },
    { path: ["idempotencyKey"], value: "mine", takes: is("string") },
  ],
};

/** Of which JSON keeps nothing, or which it cannot write. */
function isEmptied(value: unknown): boolean {
  return typeof value === "bigint" || [undefined, "{}"].includes(JSON.stringify(value));
}

/** Given to every case of a door that makes a client, and what is held by tests of its own. */
export const apart: readonly string[] = ["env", "fetch", "tokens", "clientJson", "from", "pages"];
