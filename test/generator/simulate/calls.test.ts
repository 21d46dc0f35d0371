import { suite } from "uvu";
import * as assert from "uvu/assert";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../tree.js";
import { withFolder } from "../folder.js";
import { sdkwright } from "../sdkwright.js";
import { projectOf, type CallJson, type Shape } from "./project.js";
import { simulate, simulateHere, simulation } from "./run.js";

const test = suite("simulate");

const quick = {
  kind: "circuit-breaker",
  maxContiguousRetries: 2,
  requestTimeout: 1000,
  backoff: { kind: "exponential", start: 500 },
};
const two = projectOf({ policies: { pigeon: quick, raven: "none" } });

test("what many callers see, then one step by step: attempts, waits, who goes on, and how it ends; nothing is generated, and no map is needed", async () => {
  await withFolder(two, async (folder) => {
    const run = await sdkwright(folder, ["simulate", "sms", "Send", "--fail", "pigeon=503", "--for", "1s"]);
    assert.equal(
      [run.status, run.stdout],
      [
        0,
        `Send of sms tries pigeon, then raven.
pigeon answers 503.
Assumed: each map sends one GET (for a POST: --method POST); an answer takes
0.08 s. Waits vary by ±20 %: the middle is shown.

Many callers, 10 a second for 1 s: none of 10 calls is lost, 99 of 100 take
0.48 s at most; answered 100 % by raven.

One caller:

     0.00 s  pigeon  request 1: 503 in 0.08 s
     0.08 s  pigeon  waits 0.2 s
     0.28 s  pigeon  request 2: 503 in 0.08 s
     0.36 s  pigeon  the call goes on with raven
     0.36 s  raven   request 1: answered in 0.08 s

The caller has the answer of raven after 0.44 s (3 requests).
If no provider answers, a call takes 34 s.
`,
      ],
    );
    assert.equal(readdirSync(folder).sort(), ["client", "package.json"]);
  });
});

test("where no policy is written, the retries of client.json are simulated", async () => {
  const settings = { pigeon: { retries: { limit: 3, start: 100, factor: 1 }, requestTimeout: 700 } };
  const alone = projectOf({ policies: { pigeon: undefined }, settings });
  const [call] = (await simulation(alone, { fail: ["pigeon=503"] })).calls;
  assert.equal([call?.end.outcome, call?.end.attempts], ["failure", 4]);
  assert.equal(
    call?.spans.filter(({ kind }) => kind === "wait").map(({ begin, end }) => end - begin),
    [100, 100, 100],
  );
  const [hanging] = (await simulation(alone, { fail: ["pigeon=timeout"] })).calls;
  assert.equal([hanging?.end.attempts, hanging?.end.at], [2, 1500]);
  const two = projectOf({ policies: { pigeon: undefined, raven: undefined }, settings });
  const [both] = (await simulation(two, { fail: ["pigeon=503", "raven=503"] })).calls;
  assert.is(both?.end.attempts, 1 + 3);
});

test("without --fail: what many callers see, and one alone, for each way in which the first provider is down", async () => {
  const { status, stdout } = await simulateHere(two);
  assert.is(status, 0);
  assert.match(
    stdout,
    `
Many callers, 10 a second, while it fails for 1 s (waits from seed 1):

  what fails      lost of 10  99 of 100 take  answered by
  pigeon=refused           0          0.48 s  raven 100 %
  pigeon=503               0          0.48 s  raven 100 %
  pigeon=timeout           0           1.1 s  raven 100 %
  pigeon=429:30            0          0.16 s  raven 100 %

One caller:

  what fails      the call takes  requests  it ends with
  nothing                 0.08 s         1  an answer of pigeon
  pigeon=refused          0.44 s         3  an answer of raven
  pigeon=503              0.44 s         3  an answer of raven
  pigeon=timeout           1.1 s         2  an answer of raven
  pigeon=429:30           0.16 s         2  an answer of raven
  all=timeout               34 s         4  FailoverError

Step by step:
  sdkwright simulate sms Send --fail pigeon=503
`,
  );
});

test("the command for one row has the options that the table was made with", async () => {
  const given = [
    "--deadline",
    "10s",
    "--not-idempotent",
    "--answer-time",
    "90ms",
    "--seed",
    "7",
    "--provider",
    "raven",
  ];
  const { stdout } = await simulateHere(two, ["sms", "Send", ...given, "--config", "client/client.json"]);
  const carried = "--provider raven --deadline 10s --not-idempotent --answer-time 90ms --seed 7";
  assert.match(stdout, `\n  sdkwright simulate sms Send --fail raven=503 ${carried} --config client/client.json\n`);
});

for (const [how, said] of [
  ["refused", "request 1: connection refused\n"],
  ["reset", "request 1: connection closed, no answer\n"],
  ["timeout", "request 1: no answer in 1 s\n"],
  ["500", "request 1: 500 in 0.08 s\n"],
  ["404", "The call fails after 0.08 s (1 request) with HttpError (http-404): GET /"],
  ["401", "(sent without `security`)\n"],
  ["429", "0.08 s  pigeon  the call goes on with raven\n"],
  ["503:120", "pigeon answers 503 with Retry-After: 120.\n"],
] as const) {
  test(`--fail pigeon=${how} says what happens`, async () => {
    const { status, stdout } = await simulateHere(two, ["--fail", `pigeon=${how}`]);
    assert.equal([status, stdout.includes(said)], [0, true], stdout);
  });
}

test("lines fit 80 columns, and long messages are wrapped", async () => {
  const [first, second] = ["unverified/a-pigeon-with-a-long-name", "unverified/a-raven-with-a-long-name"];
  const files = projectOf({ policies: { [first]: quick, [second]: quick } });
  for (const args of [["--fail", `${first}=503`, "--fail", `${second}=reset`, "--callers", "2", "--for", "5s"], []]) {
    const { status, stdout } = await simulateHere(files, args);
    const long = stdout.split("\n").filter((line) => line.length > 80 && !line.startsWith("  sdkwright "));
    assert.equal([status, long], [0, []]);
  }
});

test("--provider asks nobody else; without failover nobody else is asked either, and both is said", async () => {
  const named = await simulateHere(two, ["--fail", "raven=503", "--fail", "pigeon=503", "--provider", "raven"]);
  assert.match(named.stdout, "pigeon is not tried: the call names raven.\n");
  assert.match(named.stdout, "with HttpError (http-503)");
  const alone = projectOf({ policies: { pigeon: quick, raven: "none" }, providerFailover: false });
  const unasked = await simulateHere(alone, ["--fail", "raven=503"]);
  assert.match(unasked.stdout, 'raven is not tried: "providerFailover" is false.\n');
  assert.match(unasked.stdout, "The caller has the answer of pigeon after 0.08 s (1 request).");
});

test("failoverAfter and failoverOn of client.json are simulated", async () => {
  const policies = { pigeon: quick, raven: "none" };
  const ends = async (shape: Partial<Shape>, how: string) => {
    const [call] = (await simulation(projectOf({ policies, ...shape }), { fail: [`pigeon=${how}`] })).calls;
    return [call?.end.provider, call?.end.outcome, call?.end.attempts];
  };
  assert.equal(await ends({ failoverAfter: "failure" }, "503"), ["raven", "success", 3]);
  assert.equal(await ends({ failoverAfter: "retries" }, "503"), ["raven", "success", 4]);
  assert.equal(await ends({ failoverOn: { pigeon: [404] } }, "404"), ["raven", "success", 2]);
  assert.equal(await ends({ failoverOn: { pigeon: [413] } }, "404"), ["pigeon", "failure", 1]);
});

test("--not-idempotent: what may have taken effect is not repeated, nor by the next provider", async () => {
  const options = { fail: ["pigeon=503"] };
  assert.is((await simulation(two, options)).calls[0]?.end.attempts, 3);
  const once = (await simulation(two, { ...options, "not-idempotent": true })).calls[0];
  assert.equal([once?.end.attempts, once?.end.error?.code], [1, "http-503"]);
  const refused = (await simulation(two, { fail: ["pigeon=refused"], "not-idempotent": true })).calls[0];
  assert.is(refused?.end.outcome, "success", "what was never sent is");
});

test("--method POST: what may have taken effect goes on at once, and only the last provider repeats it", async () => {
  const both = { fail: ["pigeon=503", "raven=503"] };
  const post = async (given: object, options: object = both) => {
    const [call] = (await simulation(twice, { ...options, ...given })).calls;
    const at = (name: string) => call?.spans.filter(({ kind, provider }) => kind === "attempt" && provider === name);
    return [at("pigeon")?.length, at("raven")?.length, call?.end.outcome];
  };
  const twice = projectOf({ policies: { pigeon: quick, raven: { ...quick, maxContiguousRetries: 1 } } });
  assert.equal(await post({ method: "POST" }, { fail: ["pigeon=503"] }), [1, 1, "success"]);
  assert.equal(await post({ method: "POST" }), [1, 2, "failure"]);
  assert.equal(await post({ method: "POST", "not-idempotent": true }), [1, 0, "failure"]);
  const { stdout } = await simulateHere(two, ["--method", "POST"]);
  assert.match(stdout, "Assumed: each map sends one POST without a key;");
  assert.match(stdout, "sdkwright simulate sms Send --fail pigeon=503 --method POST\n");
});

test("a provider that `priority` leaves out is named", async () => {
  const { "client/client.json": json, ...files } = two;
  const sms = { ...(json as ClientOfTest).profiles.sms, priority: ["raven"] };
  const { stdout } = await simulateHere({ ...files, "client/client.json": { ...(json as object), profiles: { sms } } });
  assert.match(stdout, 'Send of sms tries raven.\npigeon is not tried: "priority" does not name it.\n');
});

interface ClientOfTest {
  readonly profiles: { readonly sms: object };
}

test("between rounds a provider waits for its own time", async () => {
  const { stdout } = await simulateHere(two, ["--fail", "pigeon=503", "--fail", "raven=429:1"]);
  assert.match(stdout, / raven +the call goes on with pigeon\n/);
  assert.match(stdout, / pigeon +waits 0\.\d+ s\n/);
  assert.not.match(stdout, "for its circuit");
});

test("--deadline bounds the call, --answer-time is how long an answer takes", async () => {
  const cut = (await simulation(two, { fail: ["pigeon=timeout"], deadline: "1500ms" })).calls[0];
  assert.equal(
    cut?.failovers.map(({ at, code }) => [at, code]),
    [[750, "deadline"]],
  );
  const late = (await simulation(two, { fail: ["raven=503"], "answer-time": "2s" })).calls[0];
  assert.is(late?.spans[0]?.code, "timeout");
});

test("--seed draws the waits, the same for the same seed; without one they are those of client.json", async () => {
  const waits = async (seed?: string) => {
    const { calls } = await simulation(projectOf({ policies: { pigeon: quick } }), { fail: ["pigeon=503"], seed });
    return calls[0]?.spans.filter(({ kind }) => kind === "wait").map(({ begin, end }) => end - begin);
  };
  assert.equal(await waits(), [500, 1000]);
  assert.equal(await waits("4"), await waits("4"));
  assert.not.equal(await waits("4"), await waits("5"));
});

test("spans leave no time out and do not overlap: attempts, waits, and waits for a circuit", async () => {
  const breaker = { kind: "circuit-breaker", maxContiguousRetries: 20, requestTimeout: 400, openTime: 900 };
  const alone = projectOf({
    policies: { pigeon: { ...breaker, backoff: { kind: "exponential", start: 50, factor: 1 } } },
  });
  const kinds = new Set<string>();
  for (const files of [two, alone]) {
    for (const how of ["timeout", "503", "429:2", "refused"]) {
      const { calls } = await simulation(files, { fail: [`pigeon=${how}`], deadline: "20s", seed: "1" });
      const [{ spans, end }] = calls as [CallJson];
      for (const { kind } of spans) kinds.add(kind);
      assert.equal([0, ...spans.map(({ end }) => end)], [...spans.map(({ begin }) => begin), end.at], how);
    }
  }
  assert.equal([...kinds].sort(), ["attempt", "queue", "wait"]);
});

test("where client.json names no provider, all take part, and it is said that code decides", async () => {
  const client = {
    profiles: { sms: { version: "1.0.0", defaults: { Send: {} } } },
    providers: { raven: {}, pigeon: {} },
  };
  const { stdout } = await simulateHere({ ...two, "client/client.json": client });
  assert.match(
    stdout,
    "Send of sms tries raven.\nclient.json names no provider for sms: providers with a map in code take part.",
  );
});

test("credentials are made up: no variable is read, none has to be there, and an oauth2 token is there at once", async () => {
  const schemes = [
    { id: "oauth", type: "oauth2", flow: "clientCredentials", tokenUrl: "https://pigeon.example/token" },
    { id: "key", type: "apiKey", in: "path", name: "KEY" },
    { id: "login", type: "http", scheme: "digest" },
    { id: "signed", type: "signature", headers: ["x-signature"] },
  ];
  const security = [{ id: "oauth", clientId: "$PIGEON_ID", clientSecret: "$PIGEON_SECRET" }];
  for (const id of ["oauth", "key", "login", "signed"]) {
    const settings = { pigeon: id === "oauth" ? { security } : {} };
    const others = schemes.filter((scheme) => scheme.id === id);
    const files = projectOf({ policies: { pigeon: quick }, schemes: others, settings });
    const run = await simulate(files, ["--fail", "pigeon=503"], { PIGEON_ID: "canary", PIGEON_SECRET: "canary" });
    assert.equal([run.status, run.stdout.includes("canary")], [0, false]);
    assert.match(run.stdout, "1.66 s  pigeon  request 3: 503 in 0.08 s\n", id);
  }
});

test("names of services and schemes, which may be anything, are in no output", async () => {
  const name = "AKIAIOSFODNN7EXAMPLE";
  const definition = {
    name: "pigeon",
    services: [{ id: name, baseUrl: "https://pigeon.example" }],
    defaultService: name,
    securitySchemes: [{ id: name, type: "http", scheme: "digest" }],
    security: name,
  };
  for (const how of ["503", "401"]) {
    const run = await simulateHere({ ...two, "client/providers/pigeon.json": definition }, ["--fail", `pigeon=${how}`]);
    assert.equal([run.status, `${run.stdout}${run.stderr}`.includes(name)], [0, false], run.stderr);
  }
});

test("a 401 is a denial where the definition has schemes: maps are taken to log in", async () => {
  const schemes = [
    { id: "oauth", type: "oauth2", flow: "clientCredentials", tokenUrl: "https://pigeon.example/token" },
  ];
  const files = projectOf({ policies: { pigeon: quick }, schemes });
  const [call] = (await simulation(files, { fail: ["pigeon=401"] })).calls;
  assert.equal([call?.end.at, call?.end.error?.name], [80, "AuthenticationError"]);
});

test("the page shows what the example prints", async () => {
  const { stdout } = await sdkwright(join(root, "examples/failover"), ["simulate"]);
  const page = readFileSync(join(root, "docs/circuits.md"), "utf8");
  assert.match(page, `<!-- simulate -->\n\n\`\`\`\n${stdout}\`\`\`\n`);
});

test("names that objects have anyway are names like any other", async () => {
  const files = projectOf({ policies: { constructor: quick, code: "none", valueof: "none" }, useCase: "toString" });
  const run = await simulateHere(files, ["sms", "toString", "--fail", "constructor=503", "--fail", "code=503"]);
  assert.equal([run.status, /The caller has the answer of valueof/.test(run.stdout)], [0, true], run.stdout);
});

test.run();
