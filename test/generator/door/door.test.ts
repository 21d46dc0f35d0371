import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { check, diff, generate, type DiffOptions } from "sdkwright";
import { sdkwright as vitePlugin } from "sdkwright/vite";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { withFolder, type Files } from "../folder.js";
import { sdkwright } from "../sdkwright.js";

const test = suite("the programmatic door");

const provider = (host: string) => ({
  name: "acme",
  services: [{ id: "default", baseUrl: `https://${host}.example` }],
  defaultService: "default",
  securitySchemes: [{ id: "token", type: "http", scheme: "bearer" }],
});

const project: Files = {
  "package.json": { type: "module" },
  "client/client.json": { providers: { acme: { security: [{ id: "token", token: "$ACME_TOKEN" }] } } },
  "client/providers/acme.json": provider("acme"),
};

const SDK = "src/generated/providers/acme.ts";

test("15: generate writes, and says what a run of the command line says", async () => {
  await withFolder(project, async (cwd) => {
    const planned = await generate({ cwd, dryRun: true });
    assert.not.ok(existsSync(join(cwd, SDK)));
    assert.is(planned.exitCode, 0);
    const { exitCode, projects, text } = await generate({ cwd });
    assert.is(exitCode, 0);
    assert.equal(
      projects.map(({ config, out }) => [config, out]),
      [["client/client.json", "src/generated"]],
    );
    assert.ok(projects[0]?.files?.["written"]?.includes("providers/acme.ts"));
    assert.match(text, "src/generated");
    assert.ok(existsSync(join(cwd, SDK)));
    assert.is((await sdkwright(cwd, ["check"])).status, 0);
  });
});

test("15: a result says what it depends on, whether the lock had the answer or not", async () => {
  await withFolder(project, async (cwd) => {
    const inputs = ["package.json", "client/client.json", "client/providers/acme.json", "tsconfig.json"];
    for (const run of [generate, generate, check]) {
      const made = await run({ cwd: join(cwd, "client") });
      assert.is(made.root, cwd);
      for (const input of inputs) assert.ok(made.inputs.includes(join(cwd, input)), `${input}: ${made.text}`);
      assert.not.ok(made.inputs.some((input) => input.startsWith(join(cwd, "src/generated/providers"))));
    }
    writeFileSync(join(cwd, "client/providers/acme.json"), "{");
    assert.ok((await generate({ cwd })).inputs.includes(join(cwd, "client/providers/acme.json")));
  });
});

test("15: check finds what is not current, with a diff, and writes nothing; force puts it right", async () => {
  await withFolder(project, async (cwd) => {
    await generate({ cwd });
    assert.is((await check({ cwd })).exitCode, 0);
    const emitted = readFileSync(join(cwd, SDK), "utf8");
    writeFileSync(join(cwd, SDK), `${emitted}// mine\n`);
    const { exitCode, projects, text } = await check({ cwd });
    assert.is(exitCode, 1);
    assert.match(projects[0]?.patches?.["providers/acme.ts"] ?? "", "// mine");
    assert.equal(projects[0]?.files?.["edited"], ["providers/acme.ts"]);
    assert.match(text, "edited");
    assert.is((await generate({ cwd })).exitCode, 1);
    assert.is((await generate({ cwd, force: true })).exitCode, 0);
    assert.is(readFileSync(join(cwd, SDK), "utf8"), emitted);
  });
});

test("15: diff compares with a base, a path from cwd, and judges by failOn", async () => {
  await withFolder(project, async (cwd) => {
    await generate({ cwd });
    writeFileSync(join(cwd, "client/providers/acme.json"), JSON.stringify(provider("elsewhere")));
    const base = "./src/generated";
    const { exitCode, projects } = await diff({ cwd, base });
    assert.is(exitCode, 0);
    const [change] = projects[0]?.changes ?? [];
    assert.is(change?.class, "behavioural");
    assert.is(change?.credentialDestination, true);
    assert.is(change?.file, "client/providers/acme.json");
    assert.is(change?.start?.line, 1);
    assert.is((await diff({ cwd, base, failOn: "behavioural" })).exitCode, 1);
    assert.is((await diff({ cwd, base, failOn: "breaking" })).exitCode, 0);
    writeFileSync(join(cwd, "package.json"), JSON.stringify({ sdkwright: { "fail-on": "any" } }));
    assert.is((await diff({ cwd, base, failOn: "any" })).exitCode, 2);
    writeFileSync(join(cwd, "package.json"), "{}");
    const without = await diff({ cwd, base: "nowhere" });
    assert.is(without.exitCode, 3);
    assert.is(without.projects[0]?.diagnostics[0]?.code, "SW0501");
  });
});

test("15: a mistake is a diagnostic with a place, and nothing is written or printed", async () => {
  const broken = { ...project, "client/providers/acme.json": { ...provider("acme"), defaultService: "other" } };
  await withFolder(broken, async (cwd) => {
    const { exitCode, projects, text } = await generate({ cwd });
    assert.is(exitCode, 2);
    const [diagnostic] = projects[0]?.diagnostics ?? [];
    assert.is(diagnostic?.severity, "error");
    assert.is(diagnostic?.file, "client/providers/acme.json");
    assert.is(diagnostic?.pointer, "/defaultService");
    assert.ok((diagnostic?.start?.line ?? 0) > 1);
    assert.match(text, diagnostic?.code ?? "no code");
    assert.is(projects[0]?.files, undefined);
    assert.not.ok(existsSync(join(cwd, "src")));
  });
});

test("15: all projects of package.json run, and config picks one; what is undefined hides nothing", async () => {
  const several = [{ out: "a" }, { out: "b" }].map(({ out }) => ({ config: `${out}/client.json`, out: `${out}/sdk` }));
  const files = several.map(({ config }) => [config, project["client/client.json"]] as const);
  const definitions = ["a", "b"].map((name) => [`${name}/providers/acme.json`, provider(name)] as const);
  const both = { "package.json": { sdkwright: several }, ...Object.fromEntries([...files, ...definitions]) };
  await withFolder(both, async (cwd) => {
    const outs = (results: Awaited<ReturnType<typeof generate>>) => results.projects.map(({ out }) => out);
    assert.equal(outs(await generate({ cwd, out: undefined, force: undefined })), ["a/sdk", "b/sdk"]);
    assert.equal(outs(await check({ cwd, config: "b/client.json" })), ["b/sdk"]);
  });
});

test("15: an option that is unknown or of a wrong kind is refused by name", async () => {
  const refused = async (options: object): Promise<string> => {
    const message = async (run: Promise<unknown>) => run.then(() => "nothing was refused", String);
    return message("failOn" in options ? diff(options as DiffOptions) : generate(options));
  };
  assert.match(await refused({ dryrun: true }), /^TypeError: unknown option "dryrun": known options are .*\bdryRun\b/);
  assert.match(await refused({ toString: true }), 'unknown option "toString"');
  assert.match(await refused({ force: "yes" }), "the option force must be a boolean");
  assert.match(await refused({ definitions: "a.json" }), "the option definitions must be a list of strings");
  assert.match(await refused({ failOn: "all" }), "the option failOn must be one of breaking, behavioural, any, none");
});

test("12.1: options that would be read as empty are refused, and inherited ones are none", async () => {
  await withFolder(project, async (cwd) => {
    const inherited = Object.create({ dryRun: true, cwd }) as object;
    for (const options of [new Map([["dryRun", true]]), inherited, [], null, "dryRun", () => {}]) {
      for (const door of [generate, check, diff]) {
        const message = await door(options as object).then(() => "nothing was refused", String);
        assert.is(message, "TypeError: the options must be a plain object");
      }
      assert.throws(() => vitePlugin(options as object), /^the options must be a plain object$/);
    }
    await generate(Object.assign(Object.create(null) as object, { cwd }));
    assert.ok(existsSync(join(cwd, SDK)));
  });
});

test.run();
