import { suite } from "uvu";
import * as assert from "uvu/assert";
import { withFolder, writeFiles, type Files } from "../folder.js";
import { sdkwright } from "../sdkwright.js";
import { projectOf } from "./project.js";
import { simulate, simulateHere } from "./run.js";

const test = suite("simulate: wrong usage");

const one = projectOf({ policies: { pigeon: "circuit-breaker", raven: "none" } });
const client = one["client/client.json"] as { readonly profiles: { readonly sms: object }; readonly providers: object };

/** Two profiles, one of them with two use-cases. */
const several: Files = {
  ...one,
  "client/client.json": {
    ...client,
    profiles: {
      ...client.profiles,
      mail: { version: "1.0.0", priority: ["raven"], defaults: { Send: {}, Receive: {} } },
    },
  },
};

async function refused(files: Files, args: readonly string[], status = 3): Promise<string> {
  const run = await simulateHere(files, args);
  assert.equal([run.status, run.stdout], [status, "Nothing was simulated.\n"], run.stderr);
  return run.stderr;
}

for (const [args, message, hint] of [
  [["--fail", "pidgeon=503"], 'no provider "pidgeon" performs Send of sms', 'did you mean "pigeon"?'],
  [["--fail", "acme=503"], 'no provider "acme" performs Send of sms', 'there are: "pigeon", "raven"'],
  [["--fail", "pigeon"], "--fail takes <provider>=<how>", "such as --fail pigeon=503"],
  [["--fail", "pigeon=timeuot"], "is not a known failure", "did you mean timeout?"],
  [["--fail", "pigeon=down"], "is not a known failure", "failures: refused, reset, timeout, a status such as 503"],
  [["--fail", "pigeon=204"], "is not a known failure", "a failing status is from 400 to 599"],
  [["--fail", "pigeon=500:3"], "is not a known failure", "Retry-After only has a meaning with 429 and 503"],
  [["--fail", "pigeon=503", "--fail", "pigeon=500"], "--fail has two failures for pigeon", "once is enough"],
  [["--provider", "ravem"], 'no provider "ravem" performs Send of sms', 'did you mean "raven"?'],
  [
    ["--callers", "200", "--for", "60s"],
    "that may be 152000 calls, but at most 100000 are simulated",
    "lower --callers",
  ],
  [["--callers", "0", "--fail", "pigeon=503"], "--callers takes a number above 0, up to 1000", ""],
  [["--callers", "many", "--fail", "pigeon=503"], "--callers takes a number above 0, up to 1000", ""],
  [["--callers", "1000", "--for", "1h", "--fail", "pigeon=503"], "--for takes a time such as 500ms, 30s or 2m", ""],
  [
    ["--callers", "1000", "--for", "10m", "--fail", "pigeon=503"],
    "that may be 730000 calls, but at most 100000 are simulated",
    "",
  ],
  [["--deadline", "5"], "--deadline takes a time such as 500ms, 30s or 2m, up to 3600 s", ""],
  [["--answer-time", "0s"], "--answer-time takes a time such as", ""],
  [["--seed", "-1"], "--seed takes a whole number", ""],
  [["--method", "PUT"], "--method takes GET or POST", ""],
  [["--method", "GET", "--not-idempotent"], "--not-idempotent is for a POST", ""],
  [["sns", "Send"], 'client.json has no profile "sns" with a use-case', 'did you mean "sms"?'],
  [["sms", "Sned"], 'sms has no use-case "Sned"', 'did you mean "Send"?'],
  [["sms/Sent"], 'client.json has no profile "sms/Sent" with a use-case', "did you mean sms/Send?"],
] as const) {
  test(`${args.join(" ")}: ${message}`, async () => {
    const said = await refused(one, args);
    assert.ok(said.includes(message) && said.includes(hint), said);
    assert.match(said, "error SW0302  ");
  });
}

test("which use-case has to be said where there are several, and less is enough where it is the only one", async () => {
  assert.match(await refused(several, []), "one of: sms Send, mail Send, mail Receive\n");
  assert.match(await refused(several, ["mail"]), "one of: mail Send, mail Receive\n");
  for (const words of [["sms"], ["sms/Send"], ["sms", "Send"]]) {
    assert.match((await simulateHere(several, words)).stdout, "Send of sms tries pigeon, then raven.\n");
  }
});

test("a project without use-cases says where they stand, and one with mistakes shows these", async () => {
  const none = { ...one, "client/client.json": { providers: client.providers } };
  assert.match(await refused(none, [], 2), "error SW0821  client/client.json has no use-case to simulate\n");
  const unperformed = {
    ...one,
    "client/client.json": { profiles: { sms: { version: "1.0.0", defaults: { Send: {} } } } },
  };
  assert.match(await refused(unperformed, [], 2), "error SW0821  no provider performs Send of sms\n");
  const wrong = { ...one, "client/client.json": { ...client, providrs: {} } };
  const run = await simulateHere(wrong);
  assert.equal([run.status, run.stdout], [2, "1 error; nothing was simulated.\n"]);
});

test("of several projects --config picks the one", async () => {
  const files = {
    ...one,
    "other.json": client,
    "package.json": { sdkwright: [{}, { config: "other.json", out: "o" }] },
  };
  const both = await simulateHere(files);
  assert.equal([both.status, both.stdout], [3, "Nothing was done.\n"]);
  assert.match(both.stderr, "package.json has 2 projects, but `simulate` applies to one");
  const run = await simulateHere(files, ["--config", "client/client.json", "--quiet"]);
  assert.equal([run.status, run.stderr], [0, ""]);
});

test("a provider that is listed and never asked is named, unless failover is refused", async () => {
  const listed = (defaults: object) => ({
    ...one,
    "client/client.json": {
      ...client,
      profiles: {
        sms: {
          version: "1.0.0",
          defaults,
          providers: { pigeon: { file: "a.ts", defaults: { Send: {} } }, raven: "file:b.ts" },
        },
      },
    },
  });
  const silent = await simulateHere(listed({}), ["sms", "Send"]);
  assert.match(silent.stderr, 'warning SW1306  "raven" is listed, but never used: no use-case sets "providerFailover"');
  assert.match(silent.stderr, "client/client.json:");
  const decided = await simulateHere(listed({ Send: { providerFailover: false } }), ["sms", "Send"]);
  assert.equal([decided.status, decided.stderr], [0, ""]);
});

test("emitted code that is stale is named; a map that changed emits nothing", async () => {
  const quick = projectOf({ policies: { pigeon: "none" } });
  const map = { "client/pigeon.ts": "export default { Send() {} };\n" };
  const config = JSON.parse(
    JSON.stringify(quick["client/client.json"]).replace('"pigeon":{', '"pigeon":{"file":"pigeon.ts",'),
  ) as object;
  await withFolder({ ...quick, ...map, "client/client.json": config }, async (folder) => {
    const run = () => sdkwright(folder, ["simulate"]);
    assert.is((await run()).stderr, "");
    assert.is((await sdkwright(folder, ["generate"])).status, 0);
    writeFiles(folder, { "client/pigeon.ts": "export default { Send: () => 1 };\n" });
    assert.is((await run()).stderr, "");
    writeFiles(folder, { "client/client.json": JSON.stringify(config).replace('"none"', '"circuit-breaker"') });
    const stale = await run();
    assert.is(stale.status, 0);
    assert.match(
      stale.stderr,
      "SW0823  src/generated, the code that your program runs, is stale: client/client.json changed\n  run `npx sdkwright generate`",
    );
  });
});

test("options of simulate are its own, and three words are too many", async () => {
  assert.is((await simulate(one, ["sms", "Send", "pigeon"])).status, 3);
  assert.is((await simulate(one, ["--watch"])).status, 3);
});

test.run();
