import type { ClientCase, ExpectedIssue, FormatCase } from "./format-case.js";

const ROOT = { profiles: {}, providers: {} };

function profile(value: unknown, providers: object = { foo: {}, bar: {}, baz: {} }): object {
  return { profiles: { p: value }, providers };
}

function settings(value: object, providers?: object): object {
  return profile({ version: "1.0.0", ...value }, providers);
}

/** Defaults of the use-case `Test` under the provider foo. */
function defaults(value: unknown): object {
  return settings({ providers: { foo: { defaults: { Test: value } } } });
}

const DEFAULTS = "/profiles/p/providers/foo/defaults/Test";

function retry(retryPolicy: unknown): object {
  return defaults({ retryPolicy });
}

/** The same, of a use-case that fails over. */
function goesOn(failoverOn: unknown): object {
  const providers = { foo: { defaults: { Test: { failoverOn } } } };
  return settings({ defaults: { Test: { providerFailover: true } }, providers });
}

function security(...entries: readonly unknown[]): object {
  return { providers: { foo: { security: entries } } };
}

function one(
  code: string,
  pointer: string,
  details: Omit<ExpectedIssue, "code" | "pointer"> = {},
): readonly ExpectedIssue[] {
  return [{ code, pointer, ...details }];
}

function warned(
  code: string,
  pointer: string,
  details: Pick<ExpectedIssue, "says" | "target"> = {},
): readonly ExpectedIssue[] {
  return one(code, pointer, { severity: "warning", ...details });
}

const NONE = { kind: "none", requestTimeout: 30_000 };
const BREAKER = {
  kind: "circuit-breaker",
  maxContiguousRetries: 5,
  requestTimeout: 30_000,
  circuit: true,
  openTime: 2000,
  maxOpenTime: 10_000,
  patience: 74_400,
  authCoolDown: 60_000,
  backoff: { kind: "exponential", start: 2000, factor: 2 },
};

const profileCases: readonly ClientCase[] = [
  ...["1.0.0", "1.0.0-rc.1+b"].map((version) => ({
    id: `profile-version: ${version}`,
    document: profile(version),
    values: { "/profiles/p/source": { version } },
  })),
  ...["file:a.json", "file://a.json", "file:./a.json", "file:%61.json"].map((file) => ({
    id: `profile-file: ${file}`,
    document: profile(file),
    profiles: { p: { name: "p", version: "1.0.0", usecases: {} } },
    values: { "/profiles/p/source": { file: "a.json" } },
  })),
  ...["madeup", "1.0", "^1.0.0", "1", "v1.0.0"].map((version) => ({
    id: `profile-bad: ${version}`,
    document: profile(version),
    issues: one("SW1104", "/profiles/p", { says: [JSON.stringify(version)] }),
  })),
  {
    id: "profile-xor: both",
    document: profile({ file: "a.json", version: "1.0.0" }),
    issues: one("SW1108", "/profiles/p", { says: ['both "file" and "version"'] }),
  },
  {
    id: "profile-xor: neither",
    document: profile({}),
    issues: one("SW1108", "/profiles/p", { says: ['neither "version" nor "file"'] }),
  },
  {
    id: "profile-xor: misspelt",
    document: profile({ fiel: "a.json" }),
    issues: one("SW1101", "/profiles/p/fiel", { target: "key", says: ['did you mean "file"?'] }),
  },
  {
    id: "profile-file: a control character",
    document: profile("file:a%00.json"),
    issues: one("SW1303", "/profiles/p"),
  },
  {
    id: "profile-file: half an encoding",
    document: profile({ file: "file:a%zz.json" }),
    issues: one("SW1303", "/profiles/p/file"),
  },
  {
    id: "profile-file: nothing is decoded without the prefix",
    document: profile({ file: "./a%20b.supr" }),
    values: { "/profiles/p/source": { file: "a%20b.supr" } },
  },
  {
    id: "profile-provider-string: a map module",
    document: settings({ providers: { foo: "file:maps/x.ts" } }),
    values: { "/profiles/p/providers/foo": { file: "maps/x.ts", defaults: {} } },
  },
  ...["a?.ts", "a%23.ts", "a%25b/x.mjs", "a\\x.js"].map((path) => ({
    id: `profile-provider-string: a map that an import does not name, ${path}`,
    document: settings({ providers: { foo: `file:maps/${path}` } }),
    issues: one("SW1303", "/profiles/p/providers/foo", { says: ["means something else in an import"] }),
  })),
  {
    id: "profile-provider-string: no file",
    document: settings({ providers: { foo: "some/path" } }),
    issues: one("SW1104", "/profiles/p/providers/foo", { says: ["file:"] }),
  },
  {
    id: "profile-provider-other",
    document: settings({ providers: { foo: "file:maps/x.suma" } }),
    values: { "/profiles/p/providers/foo/file": "maps/x.suma" },
  },
  ...["mapVariant", "mapRevision"].map((key) => ({
    id: `profile-provider-xor: ${key}`,
    document: settings({ providers: { foo: { file: "x.ts", [key]: "a" } } }),
    issues: one("SW1108", "/profiles/p/providers/foo"),
  })),
  {
    id: "profile-provider-xor: both",
    document: settings({ providers: { foo: { file: "x.ts", mapVariant: "a", mapRevision: "1" } } }),
    issues: one("SW1108", "/profiles/p/providers/foo"),
  },
  {
    id: "profile-provider-array",
    document: settings({ providers: ["foo"] }),
    issues: one("SW1103", "/profiles/p/providers", { says: ['{ "acme": { "file": "…" } }'] }),
  },
  {
    id: "profile-definition: brings its own",
    document: settings({ providers: { own: "file:own.json", alone: { file: "./alone.json" } } }, {}),
    values: { "/profiles/p/providers/own/file": "own.json", "/profiles/p/providers/alone/file": "alone.json" },
  },
  {
    id: "map-variant: alone",
    document: settings({ providers: { foo: { mapVariant: "a" } } }),
    issues: warned("SW1308", "/profiles/p/providers/foo/mapVariant", { target: "key" }),
  },
  {
    id: "map-variant: with revision",
    document: settings({ providers: { foo: { mapVariant: "a", mapRevision: "1" } } }),
  },
  ...(["../x", "A/b", "a/b/c"] as const).map((name) => ({
    id: `names: profile ${name}`,
    document: { profiles: { [name]: "1.0.0" } },
    issues: one("SW1105", `/profiles/${name.replaceAll("/", "~1")}`, { target: "key" }),
  })),
  ...["then", "a b"].map((name) => ({
    id: `names: use-case ${name}`,
    document: settings({ defaults: { [name]: {} } }),
    issues: one("SW1105", `/profiles/p/defaults/${name}`, { target: "key" }),
  })),
  {
    id: "names: provider",
    document: { providers: { Foo: {} } },
    issues: one("SW1105", "/providers/Foo", { target: "key" }),
  },
];

const priorityCases: readonly ClientCase[] = [
  {
    id: "priority-from-profile",
    document: settings({ priority: [], providers: { foo: {}, baz: {} } }),
    values: { "/profiles/p/priority": ["foo", "baz"], "/profiles/p/prioritySource": "profile" },
  },
  {
    id: "priority-from-top",
    document: profile("1.0.0"),
    values: { "/profiles/p/priority": ["foo", "bar", "baz"], "/profiles/p/prioritySource": "all" },
  },
  {
    id: "priority-explicit",
    document: settings(
      { priority: ["foo", "bar"], defaults: { T: { providerFailover: true } }, providers: { zoo: {} } },
      { foo: {}, bar: {}, zoo: {} },
    ),
    values: { "/profiles/p/priority": ["foo", "bar"], "/profiles/p/prioritySource": "written" },
  },
  {
    id: "priority-file-order",
    document: settings({ providers: { b: {}, a: {} } }, { a: {}, b: {} }),
    values: { "/profiles/p/priority": ["b", "a"] },
  },
  {
    id: "priority-duplicate",
    document: settings({ priority: ["foo", "foo"] }),
    issues: one("SW1304", "/profiles/p/priority/1", { says: ['"foo"'] }),
  },
  {
    id: "priority-unknown",
    document: settings({ priority: ["foo", "barr"], defaults: { T: { providerFailover: true } } }),
    issues: one("SW1305", "/profiles/p/priority/1", { says: ['did you mean "bar"?'] }),
  },
  {
    id: "priority-unknown: a provider of the profile",
    document: settings({
      priority: ["foo", "zebra"],
      defaults: { T: { providerFailover: true } },
      providers: { zebra: {} },
    }),
    issues: one("SW1305", "/profiles/p/providers/zebra", { target: "key", says: ['"foo", "bar", "baz"'] }),
  },
  {
    id: "priority-unknown: not when the entry itself is wrong",
    document: settings({ priority: ["foo"] }, { foo: "madeup" }),
    issues: one("SW1104", "/providers/foo"),
  },
  {
    id: "priority-unknown: not when the providers are misspelt",
    document: {
      profiles: { p: { version: "1.0.0", priority: ["foo"], providers: { foo: {} } } },
      provders: { foo: {} },
    },
    issues: one("SW1101", "/provders", { target: "key", says: ['did you mean "providers"?'] }),
  },
  {
    id: "priority-without-failover: not when failover is misspelt",
    document: settings({ priority: ["foo", "bar"], defaults: { T: { providerFailOvr: true } } }),
    issues: one("SW1101", "/profiles/p/defaults/T/providerFailOvr", { target: "key" }),
  },
  {
    id: "priority-without-failover",
    document: settings({ priority: ["foo", "bar"], defaults: { T: {} } }),
    issues: warned("SW1306", "/profiles/p/priority"),
  },
  {
    id: "priority-without-failover: maps of the profile",
    document: settings({ providers: { foo: "file:a.ts", bar: { file: "b.ts" }, baz: "file:c.js" } }),
    issues: [
      {
        severity: "warning",
        code: "SW1306",
        pointer: "/profiles/p/providers/bar",
        target: "key",
        says: ['"bar", "baz" are listed, but never used', '"<UseCase>": { "providerFailover": true }'],
      },
    ],
  },
  {
    id: "priority-without-failover: false is a decision",
    document: settings({ priority: ["foo", "bar"], defaults: { T: { providerFailover: false } } }),
  },
  {
    id: "usecase-failover",
    document: settings({ priority: ["foo", "bar"], defaults: { A: { providerFailover: true }, B: {} } }),
    values: { "/profiles/p/defaults/A/providerFailover": true, "/profiles/p/defaults/B/providerFailover": false },
  },
  ...["failure", "retries"].map((failoverAfter) => ({
    id: `failover-after: ${failoverAfter}`,
    document: settings({ defaults: { T: { providerFailover: true, failoverAfter } } }),
    values: { "/profiles/p/defaults/T/failoverAfter": failoverAfter },
  })),
  ...[true, ["retries"], "retry", "none"].map((failoverAfter) => ({
    id: `failover-after-bad: ${JSON.stringify(failoverAfter)}`,
    document: settings({ defaults: { T: { providerFailover: true, failoverAfter } } }),
    issues: one(typeof failoverAfter === "string" ? "SW1104" : "SW1103", "/profiles/p/defaults/T/failoverAfter", {
      says: ['expected "failure" or "retries"'],
    }),
  })),
  {
    id: "failover-after-unused: no failover",
    document: settings({
      defaults: { A: { failoverAfter: "retries", providerFailover: false }, B: { failoverAfter: "failure" } },
    }),
    issues: ["A", "B"].flatMap((useCase) =>
      warned("SW1322", `/profiles/p/defaults/${useCase}/failoverAfter`, {
        target: "key",
        says: ['"failoverAfter" has no effect'],
      }),
    ),
  },
  {
    id: "failover-after-unused: not beside a warning that says why nobody else is asked",
    document: settings({ priority: ["foo", "bar"], defaults: { T: { failoverAfter: "retries" } } }),
    issues: warned("SW1306", "/profiles/p/priority"),
  },
  {
    id: "failover-after-unused: not when failover is misspelt",
    document: settings({ defaults: { T: { providerFailOver: true, failoverAfter: "retries" } } }),
    issues: one("SW1101", "/profiles/p/defaults/T/providerFailOver", { target: "key" }),
  },
  {
    id: "failover-on: in one order",
    document: goesOn([422, 404, 413]),
    values: { [`${DEFAULTS}/failoverOn`]: [404, 413, 422] },
  },
  { id: "failover-on: not written", document: defaults({}), values: { [`${DEFAULTS}/failoverOn`]: undefined } },
  ...[
    { statuses: [], code: "SW1104" },
    { statuses: 404, code: "SW1103" },
    { statuses: ["404"], place: "/0", code: "SW1103" },
    { statuses: [404, 399], place: "/1", code: "SW1104" },
    { statuses: [600], place: "/0", code: "SW1104" },
    { statuses: [404.5], place: "/0", code: "SW1103" },
    { statuses: [404, 413, 404], place: "/2", code: "SW1104" },
  ].map(({ statuses, place = "", code }) => ({
    id: `failover-on-bad: ${JSON.stringify(statuses)}`,
    document: goesOn(statuses),
    issues: one(code, `${DEFAULTS}/failoverOn${place}`),
  })),
  {
    id: "failover-on-unused: statuses that go on anyway",
    document: goesOn([503, 404, 429]),
    issues: warned("SW1322", `${DEFAULTS}/failoverOn`, { says: ["503, 429"] }),
    values: { [`${DEFAULTS}/failoverOn`]: [404, 429, 503] },
  },
  ...[{ T: { providerFailover: true } }, { Test: { providerFailover: false } }].map((written) => ({
    id: `failover-on-unused: no failover, ${JSON.stringify(written)}`,
    document: settings({ defaults: written, providers: { foo: { defaults: { Test: { failoverOn: [404] } } } } }),
    issues: warned("SW1322", `${DEFAULTS}/failoverOn`, { target: "key", says: ['"failoverOn" has no effect'] }),
  })),
  {
    id: "failover-on-misplaced",
    document: settings({ defaults: { Test: { providerFailover: true, failoverOn: [404] } } }),
    issues: one("SW1107", "/profiles/p/defaults/Test/failoverOn", {
      target: "key",
      says: ["profiles.<profile>.providers.<provider>.defaults.<UseCase>"],
    }),
  },
  {
    id: "failover-after-misplaced",
    document: defaults({ failoverAfter: "retries" }),
    issues: one("SW1107", `${DEFAULTS}/failoverAfter`, {
      target: "key",
      says: ["profiles.<profile>.defaults.<UseCase>"],
    }),
  },
  ...[
    {
      where: "under a provider",
      document: settings({ providers: { foo: { providerFailover: true } } }),
      pointer: "/profiles/p/providers/foo/providerFailover",
    },
    {
      where: "in its defaults",
      document: defaults({ providerFailover: true }),
      pointer: `${DEFAULTS}/providerFailover`,
    },
  ].map(({ where, document, pointer }) => ({
    id: `failover-misplaced: ${where}`,
    document,
    issues: one("SW1107", pointer, { target: "key", says: ["profiles.<profile>.defaults.<UseCase>"] }),
  })),
];

const defaultsCases: readonly ClientCase[] = [
  {
    id: "defaults-empty",
    document: settings({ defaults: { Test: {} } }),
    values: { "/profiles/p/defaults/Test": { input: {}, providerFailover: false } },
  },
  ...[
    { form: "without defaults", foo: {} },
    { form: "as a string", foo: "file:x.ts" },
    { form: "with defaults for another use-case", foo: { defaults: { Other: {} } } },
  ].map(({ form, foo }) => ({
    id: `defaults-inherited: ${form}`,
    document: settings({ defaults: { Test: { input: { a: 1 } } }, providers: { foo } }),
    values: { "/profiles/p/defaults/Test/input": { a: 1 }, "/profiles/p/providers/foo/defaults/Test": undefined },
  })),
  { id: "retry-none", document: retry("none"), values: { [`${DEFAULTS}/retryPolicy`]: NONE } },
  { id: "retry-cb", document: retry("circuit-breaker"), values: { [`${DEFAULTS}/retryPolicy`]: BREAKER } },
  {
    id: "retry-partial",
    document: retry({ kind: "circuit-breaker", maxContiguousRetries: 5, backoff: { kind: "exponential", start: 5 } }),
    values: {
      [`${DEFAULTS}/retryPolicy`]: {
        ...BREAKER,
        openTime: 5,
        patience: 5000,
        backoff: { kind: "exponential", start: 5, factor: 2 },
      },
    },
  },
  { id: "retry-missing: no retryPolicy", document: defaults({}), values: { [`${DEFAULTS}/retryPolicy`]: undefined } },
  {
    id: "retry-missing: no backoff",
    document: retry({ kind: "circuit-breaker" }),
    values: { [`${DEFAULTS}/retryPolicy`]: BREAKER },
  },
  {
    id: "retry-circuit",
    document: retry({
      kind: "circuit-breaker",
      circuit: true,
      openTime: 1,
      maxOpenTime: 2,
      patience: 3,
      authCoolDown: 4,
    }),
    values: {
      [`${DEFAULTS}/retryPolicy`]: { ...BREAKER, openTime: 1, maxOpenTime: 2, patience: 3, authCoolDown: 4 },
    },
  },
  {
    id: "retry-no-circuit",
    document: retry({ kind: "circuit-breaker", circuit: false, openTime: 1, authCoolDown: 1 }),
    issues: warned("SW1307", `${DEFAULTS}/retryPolicy`, { says: ["openTime", "authCoolDown", "circuit"] }),
    values: { [`${DEFAULTS}/retryPolicy`]: { ...BREAKER, circuit: false, openTime: 1, authCoolDown: 1 } },
  },
  {
    id: "retry-none-timeout",
    document: retry({ kind: "none", requestTimeout: 100 }),
    values: { [`${DEFAULTS}/retryPolicy`]: { kind: "none", requestTimeout: 100 } },
  },
  {
    id: "retry-none-extra",
    document: retry({ kind: "none", maxContiguousRetries: 3 }),
    issues: warned("SW1307", `${DEFAULTS}/retryPolicy`, { says: ["maxContiguousRetries"] }),
    values: { [`${DEFAULTS}/retryPolicy`]: NONE },
  },
  ...[
    { policy: { kind: "circuit-breaker", maxContiguousRetries: -1 }, place: "/maxContiguousRetries", code: "SW1104" },
    { policy: { kind: "circuit-breaker", maxContiguousRetries: 1.5 }, place: "/maxContiguousRetries", code: "SW1103" },
    { policy: { kind: "circuit-breaker", maxContiguousRetries: -1.5 }, place: "/maxContiguousRetries", code: "SW1103" },
    { policy: { kind: "circuit-breaker", maxContiguousRetries: 0 }, place: "/maxContiguousRetries", code: "SW1104" },
    {
      policy: { kind: "circuit-breaker", backoff: { kind: "exponential", start: "2000" } },
      place: "/backoff/start",
      code: "SW1103",
    },
    {
      policy: { kind: "circuit-breaker", backoff: { kind: "exponential", start: 0 } },
      place: "/backoff/start",
      code: "SW1104",
    },
    {
      policy: { kind: "circuit-breaker", backoff: { kind: "exponential", factor: 1.5 } },
      place: "/backoff/factor",
      code: "SW1103",
    },
    {
      policy: { kind: "circuit-breaker", backoff: { kind: "exponential", factor: 0 } },
      place: "/backoff/factor",
      code: "SW1104",
    },
    { policy: {}, place: "", code: "SW1102", says: ['add "kind": "circuit-breaker"'] },
    { policy: { kind: "simple" }, place: "/kind", code: "SW1104" },
    { policy: "simple", place: "", code: "SW1104" },
    {
      policy: { kind: "circuit-breaker", backoff: { start: 200 } },
      place: "/backoff",
      code: "SW1102",
      says: ['add "kind": "exponential"'],
    },
    { policy: { kind: "circuit-breaker", backoff: { kind: "linear" } }, place: "/backoff/kind", code: "SW1104" },
    { policy: { kind: "circuit-breaker", backoff: "linear" }, place: "/backoff", code: "SW1104" },
    { policy: { kind: "none", requestTimeout: 2_147_483_648 }, place: "/requestTimeout", code: "SW1104" },
  ].map(({ policy, place, code, says }) => ({
    id: `retry-bad: ${JSON.stringify(policy)}`,
    document: retry(policy),
    issues: one(code, `${DEFAULTS}/retryPolicy${place}`, says && { says }),
  })),
  {
    id: "retry-misplaced",
    document: settings({ defaults: { Test: { providerFailover: false, retryPolicy: "none" } } }),
    issues: one("SW1107", "/profiles/p/defaults/Test/retryPolicy", {
      target: "key",
      says: ["profiles.<profile>.providers.<provider>.defaults.<UseCase>"],
    }),
  },
];

function calls(settings: object): object {
  return { providers: { foo: settings } };
}

/** What requests to a provider follow (extension). */
const callCases: readonly ClientCase[] = [
  {
    id: "calls",
    document: calls({ retries: 5, requestTimeout: 1, deadline: 2, idempotencyKey: true, idempotent: false }),
    values: {
      "/providers/foo": {
        security: {},
        parameters: {},
        retries: { limit: 5 },
        requestTimeout: 1,
        deadline: 2,
        idempotencyKey: true,
        idempotent: false,
      },
    },
  },
  { id: "calls: none", document: calls({}), values: { "/providers/foo": { security: {}, parameters: {} } } },
  ...[
    { limit: 0 },
    { limit: 100, start: 1, factor: 1.5, max: 1, within: 2_147_483_647, statuses: [400, 599] },
    { statuses: [] },
    {},
  ].map((retries) => ({
    id: `retries: ${JSON.stringify(retries)}`,
    document: calls({ retries }),
    values: { "/providers/foo/retries": retries },
  })),
  ...(
    [
      [{ retries: -1 }, "SW1104", "/retries", "from 0 to 100"],
      [{ retries: 101 }, "SW1104", "/retries", "from 0 to 100"],
      [{ retries: 1.5 }, "SW1103", "/retries", "from 0 to 100"],
      [{ retries: "3" }, "SW1103", "/retries", "from 0 to 100"],
      [{ retries: null }, "SW1103", "/retries", "from 0 to 100"],
      [{ retries: [3] }, "SW1103", "/retries", "from 0 to 100"],
      [{ retries: { limit: 101 } }, "SW1104", "/retries/limit", "from 0 to 100"],
      [{ retries: { start: 0 } }, "SW1104", "/retries/start", "positive integer"],
      [{ retries: { factor: 0.5 } }, "SW1104", "/retries/factor", "from 1 to 10"],
      [{ retries: { factor: 11 } }, "SW1104", "/retries/factor", "from 1 to 10"],
      [{ retries: { max: -1 } }, "SW1104", "/retries/max", "positive integer"],
      [{ retries: { within: 2 ** 31 } }, "SW1104", "/retries/within", "positive integer"],
      [{ retries: { statuses: 503 } }, "SW1103", "/retries/statuses", "[429, 503]"],
      [{ retries: { statuses: [200] } }, "SW1104", "/retries/statuses/0", "from 400 to 599"],
      [{ retries: { statuses: ["503"] } }, "SW1103", "/retries/statuses/0", "from 400 to 599"],
      [{ requestTimeout: 0 }, "SW1104", "/requestTimeout", "positive integer"],
      [{ requestTimeout: "$TIMEOUT" }, "SW1103", "/requestTimeout", "positive integer"],
      [{ deadline: 0.5 }, "SW1103", "/deadline", "positive integer"],
      [{ idempotencyKey: false }, "SW1104", "/idempotencyKey", "expected true"],
      [{ idempotencyKey: "k" }, "SW1103", "/idempotencyKey", "expected true"],
      [{ idempotent: true }, "SW1104", "/idempotent", "expected false"],
    ] as const
  ).map(([settings, code, place, says]) => ({
    id: `calls-bad: ${JSON.stringify(settings)}`,
    document: calls(settings),
    issues: one(code, `/providers/foo${place}`, { says: [says] }),
  })),
  {
    id: "calls-bad: a misspelt key",
    document: calls({ retries: { limt: 3 } }),
    issues: one("SW1101", "/providers/foo/retries/limt", { target: "key", says: ['did you mean "limit"?'] }),
  },
  {
    id: "calls-bad: `when` is a function, so it is in code",
    document: calls({ retries: { when: "429" } }),
    issues: one("SW1101", "/providers/foo/retries/when", { target: "key" }),
  },
  ...["retries", "requestTimeout", "deadline", "idempotencyKey", "idempotent"].map((key) => ({
    id: `calls-misplaced: ${key}`,
    document: defaults({ [key]: 1 }),
    issues: one("SW1107", `${DEFAULTS}/${key}`, { target: "key", says: ['the top-level "providers.<provider>"'] }),
  })),
  {
    id: "calls: what a policy does not say of time is as its provider has it",
    document: {
      ...settings({
        providers: {
          foo: { defaults: { Test: { retryPolicy: "none" }, Other: { retryPolicy: NONE } } },
          bar: { defaults: { Test: { retryPolicy: "none" } } },
        },
      }),
      providers: { foo: { requestTimeout: 5 }, bar: {} },
    },
    values: {
      [`${DEFAULTS}/retryPolicy`]: { kind: "none", requestTimeout: 5 },
      "/profiles/p/providers/foo/defaults/Other/retryPolicy": NONE,
      "/profiles/p/providers/bar/defaults/Test/retryPolicy": NONE,
    },
  },
];

const documentCases: readonly ClientCase[] = [
  {
    id: "unknown-key: at the root",
    document: { ...ROOT, foo: 1 },
    issues: one("SW1101", "/foo", { target: "key", says: ['"profiles", "providers"'] }),
  },
  {
    id: "unknown-key: near a known one",
    document: { providers: { foo: { paramters: { a: { b: 1 } } } } },
    issues: one("SW1101", "/providers/foo/paramters", { target: "key", says: ['did you mean "parameters"?'] }),
  },
  {
    id: "unknown-key: far from all",
    document: { providers: { foo: { auth: {} } } },
    issues: one("SW1101", "/providers/foo/auth", { target: "key", says: ['"file", "security", "parameters"'] }),
  },
  { id: "root: {}", document: {}, issues: warned("SW1301", "") },
  { id: "root: only $schema", document: { $schema: "x" }, issues: warned("SW1301", "") },
  { id: "root: no profiles", document: { providers: {} }, values: { "/profiles": {}, "/providers": {} } },
  { id: "root: no providers", document: { profiles: {} }, values: { "/profiles": {}, "/providers": {} } },
  { id: "root: a foreign file", document: { foo: 1, bar: 2 }, issues: one("SW1302", "", { says: ["--config"] }) },
  { id: "root: an array", document: [], issues: one("SW1103", "") },
  { id: "root: null", document: null, issues: one("SW1103", "") },
  ...["/profiles", "/profiles/p", "/profiles/p/defaults/T/input/a"].map((place) => ({
    id: `proto: ${place}`,
    document: JSON.parse(protoAt(place)) as unknown,
    issues: one("SW1106", `${place}/__proto__`, { target: "key" }),
  })),
  {
    id: "all mistakes at once",
    document: settings(
      { priority: ["foo", "nope"], providers: { foo: { fil: "x" } } },
      { foo: { securty: [], parameters: { region: "$" } }, bar: 1 },
    ),
    issues: [
      { code: "SW1305", pointer: "/profiles/p/priority/1" },
      { code: "SW1101", pointer: "/profiles/p/providers/foo/fil", target: "key" },
      { code: "SW1101", pointer: "/providers/foo/securty", target: "key" },
      { code: "SW1309", pointer: "/providers/foo/parameters/region" },
      { code: "SW1103", pointer: "/providers/bar" },
    ],
  },
];

function protoAt(place: string): string {
  const open = place
    .split("/")
    .slice(1)
    .map((key) => `{"${key}":`);
  const text = `${open.join("")}{"__proto__":{}}${"}".repeat(open.length)}`;
  return text.replace('"p":{', '"p":{"version":"1.0.0",').replace(",}", "}");
}

const credentialCases: readonly ClientCase[] = [
  {
    id: "provider-string: file:///",
    document: { providers: { foo: "file:///foo.json" } },
    providers: { foo: null },
    values: { "/providers/foo": { file: "/foo.json", security: {}, parameters: {} } },
  },
  {
    id: "provider-string: madeup",
    document: { providers: { foo: "madeup" } },
    issues: one("SW1104", "/providers/foo"),
  },
  {
    id: "provider-empty",
    document: { providers: { foo: {} } },
    values: { "/providers/foo": { security: {}, parameters: {} } },
  },
  ...[
    { entry: { id: "key", apiKey: "s3cret" }, says: ['"apiKey"', 'did you mean "apikey"?'] },
    { entry: { id: "key", value: "s3cret" }, says: ['"value"', '"apikey"'] },
    { entry: { id: "basic", password: "s3cret" }, says: ['"password"', '"username" and "password"'] },
    { entry: { id: "digest", digest: "s3cret" }, says: ['a digest scheme takes "username" and "password"'] },
    { entry: { id: "key", apikey: "s3cret", token: "s3cret" }, says: ['"apikey", "token"'] },
    { entry: { id: "key" }, says: ["no credentials"] },
  ].map(({ entry, says }) => ({
    id: `credential-shape: ${Object.keys(entry).slice(1).join(", ")}`,
    document: security(entry),
    issues: one("SW1311", "/providers/foo/security/0", { says }),
  })),
  {
    id: "credential-shape: of another scheme",
    document: security({ id: "basic", apikey: "$K" }),
    issues: one("SW1314", "/providers/foo/security/0", { says: ['"apikey"', '"username" and "password"'] }),
  },
  {
    id: "credential-id: unknown",
    document: security({ id: "kee", apikey: "$K" }),
    issues: one("SW1313", "/providers/foo/security/0/id", { says: ['did you mean "key"?'] }),
  },
  {
    id: "credential-id: unknown and far from all",
    document: security({ id: "constructor", apikey: "$K" }),
    issues: one("SW1313", "/providers/foo/security/0/id", { says: ['"key", "basic", "bearer", "digest"'] }),
  },
  {
    id: "credential-id: twice",
    document: security({ id: "key", apikey: "$K" }, { id: "key", apikey: "$L" }),
    issues: one("SW1312", "/providers/foo/security/1/id", { says: ['"key"'] }),
  },
  {
    id: "credential-empty: password",
    document: security({ id: "basic", username: "$U", password: "" }),
    values: { "/providers/foo/security/basic": { username: "$U", password: "" } },
  },
  {
    id: "credential-empty: apikey",
    document: security({ id: "key", apikey: "" }),
    issues: one("SW1104", "/providers/foo/security/0/apikey"),
  },
  {
    id: "credential-empty: token",
    document: security({ id: "bearer", token: "" }),
    issues: one("SW1104", "/providers/foo/security/0/token"),
  },
  {
    id: "credential-literal",
    document: security({ id: "basic", username: "s3cret", password: "$PW" }),
    issues: warned("SW1310", "/providers/foo/security/0/username", { says: ["$FOO_USERNAME"] }),
    values: { "/providers/foo/security/basic": { username: "s3cret", password: "$PW" } },
  },
  {
    id: "credential-literal: the field is not said twice",
    document: security({ id: "api-key", apikey: "s3cret" }),
    providers: {
      foo: {
        name: "foo",
        services: [{ id: "default", baseUrl: "https://foo.example" }],
        defaultService: "default",
        securitySchemes: [{ id: "api-key", type: "apiKey", in: "query", name: "key" }],
      },
    },
    issues: warned("SW1310", "/providers/foo/security/0/apikey", { says: ['"$FOO_API_KEY"'] }),
    values: { "/providers/foo/security/api-key": { apikey: "s3cret" } },
  },
  {
    id: "credential-literal: names are unique per scheme and field",
    document: {
      providers: {
        "unverified/foo": {
          security: [
            { id: "a-b", apikey: "s3cret" },
            { id: "a_b", apikey: "s3cret" },
          ],
        },
      },
    },
    providers: {
      "unverified/foo": {
        name: "unverified/foo",
        services: [{ id: "default", baseUrl: "https://foo.example" }],
        defaultService: "default",
        securitySchemes: ["a-b", "a_b"].map((id) => ({ id, type: "apiKey", in: "query", name: id })),
      },
    },
    issues: [
      {
        code: "SW1310",
        severity: "warning",
        pointer: "/providers/unverified~1foo/security/0/apikey",
        says: ['$UNVERIFIED_FOO_A_B_API_KEY"'],
      },
      {
        code: "SW1310",
        severity: "warning",
        pointer: "/providers/unverified~1foo/security/1/apikey",
        says: ['$UNVERIFIED_FOO_A_B_API_KEY_2"'],
      },
    ],
  },
  ...["${s3cret}", "$", "$1", "$uper$ecret"].map((text) => ({
    id: `env-braces: ${text} as a credential and as a parameter`,
    document: { providers: { foo: { security: [{ id: "key", apikey: text }], parameters: { region: text } } } },
    issues: [
      { code: "SW1309", pointer: "/providers/foo/security/0/apikey", says: ['"$NAME", without braces'] },
      { code: "SW1309", pointer: "/providers/foo/parameters/region", says: ['"$NAME"'] },
    ],
  })),
  {
    id: "env-braces: literal in inputs",
    document: settings({ defaults: { T: { input: { a: "${X}", b: "$" } } } }),
    values: { "/profiles/p/defaults/T/input": { a: "${X}", b: "$" } },
  },
  {
    id: "env-id",
    document: security({ id: "$X", apikey: "$K" }),
    providers: {
      foo: {
        name: "foo",
        services: [{ id: "default", baseUrl: "https://foo.example" }],
        defaultService: "default",
        securitySchemes: [{ id: "$X", type: "apiKey", in: "query", name: "x" }],
      },
    },
    values: { "/providers/foo/security": { $X: { apikey: "$K" } } },
  },
  {
    id: "12.18: parameter-unknown",
    document: { providers: { foo: { parameters: { regoin: "eu" } } } },
    issues: one("SW1315", "/providers/foo/parameters/regoin", {
      severity: "warning",
      target: "key",
      says: ['did you mean "region"?', "fills {regoin} in paths"],
    }),
  },
  {
    id: "parameter-value: cannot stand in the base URL",
    document: { providers: { foo: { parameters: { region: "evil.example/" } } } },
    providers: {
      foo: {
        name: "foo",
        services: [{ id: "default", baseUrl: "https://{region}.example" }],
        defaultService: "default",
        parameters: [{ name: "region" }],
      },
    },
    issues: one("SW1205", "/providers/foo/parameters/region"),
  },
];

const webhookCases: readonly ClientCase[] = [
  {
    id: "webhooks: one secret is a list of one",
    document: { providers: { foo: { webhooks: { secret: "$FOO" } }, bar: { webhooks: { secrets: ["$A", "$B"] } } } },
    issues: ["foo", "bar"].flatMap((name) => warned("SW1341", `/providers/${name}/webhooks`, { target: "key" })),
    values: { "/providers/foo/webhooks": { secrets: ["$FOO"] }, "/providers/bar/webhooks": { secrets: ["$A", "$B"] } },
  },
  ...[{}, { secret: "$A", secrets: ["$B"] }].map((webhooks) => ({
    id: `webhooks: ${JSON.stringify(webhooks)}`,
    document: { providers: { foo: { webhooks } } },
    issues: [{ code: "SW1108", pointer: "/providers/foo/webhooks" }],
  })),
  {
    id: "webhooks: a text",
    document: { providers: { foo: { webhooks: "$FOO" } } },
    issues: [{ code: "SW1103", pointer: "/providers/foo/webhooks" }],
  },
  {
    id: "webhooks: in a wrong place",
    document: { webhooks: { secret: "$FOO" }, providers: {} },
    issues: [{ code: "SW1107", pointer: "/webhooks", target: "key" }],
  },
];

const useCaseDocument = {
  input: { type: "object", properties: { to: { type: "string" }, options: { type: "object", properties: { a: {} } } } },
  result: { type: "object" },
};

function withDocument(id: string, document: object, details: object, version = "1.0.0"): ClientCase {
  return {
    id,
    document,
    profiles: { p: { name: "p", version, usecases: { SendMessage: useCaseDocument } } },
    ...details,
  };
}

const referenceCases: readonly ClientCase[] = [
  withDocument("profile-version-document: of that version", profile("1.0.0"), {}),
  withDocument(
    "profile-version-document: of another",
    profile("1.0.0"),
    { issues: one("SW1316", "/profiles/p", { says: ["1.0.0", "2.0.0"] }) },
    "2.0.0",
  ),
  withDocument(
    "profile-version-document: of another, in an object",
    settings({}),
    { issues: one("SW1316", "/profiles/p/version") },
    "2.0.0",
  ),
  { id: "profile-version-document: none", document: settings({ defaults: { Anything: { input: { a: 1 } } } }) },
  withDocument("usecase-unknown", settings({ defaults: { SendMesage: {} } }), {
    issues: one("SW1317", "/profiles/p/defaults/SendMesage", { target: "key", says: ['did you mean "SendMessage"?'] }),
  }),
  withDocument("usecase-unknown: under a provider", settings({ providers: { foo: { defaults: { Other: {} } } } }), {
    issues: one("SW1317", "/profiles/p/providers/foo/defaults/Other", { target: "key", says: ['"SendMessage"'] }),
  }),
  withDocument("input-unknown", settings({ defaults: { SendMessage: { input: { too: "x", options: { b: 1 } } } } }), {
    issues: [
      {
        code: "SW1318",
        pointer: "/profiles/p/defaults/SendMessage/input/too",
        target: "key",
        says: ['did you mean "to"?'],
      },
      { code: "SW1318", pointer: "/profiles/p/defaults/SendMessage/input/options/b", target: "key" },
    ],
  }),
  {
    id: "name-mismatch",
    document: { providers: { foo: {} } },
    providers: {
      foo: { name: "bar", services: [{ id: "default", baseUrl: "https://foo.example" }], defaultService: "default" },
    },
    issues: one("SW1316", "/providers/foo", { target: "key", says: ['"foo"', '"bar"'] }),
  },
  {
    id: "name-mismatch: of a document",
    document: profile("1.0.0"),
    profiles: { p: { name: "q", version: "1.0.0", usecases: {} } },
    issues: one("SW1316", "/profiles/p", { target: "key", says: ['"p"', '"q"'] }),
  },
];

/** Every line of the vectors about client.json that needs no place in a text. */
export const clientCases: readonly ClientCase[] = [
  ...webhookCases,
  ...profileCases,
  ...priorityCases,
  ...defaultsCases,
  ...callCases,
  ...documentCases,
  ...credentialCases,
  ...referenceCases,
];
export type { FormatCase };
