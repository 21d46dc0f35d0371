import { readFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { withFolder, writeFiles } from "../folder.js";
import { sdkwright } from "../sdkwright.js";

const test = suite("characters that nobody sees");

/** Turns the direction, separates lines, hides (a tag, beyond the basic plane): all of it legal in ids and paths. */
const HIDDEN = "\u202e\u2028\u{e0041}\u00ad\ufeff\u3164\u2800\u115f\uffa0\u034f\ufe0f\u17b4\u180b";
/** Commands of GitHub's runner in its older form, and of Azure's agent, which count anywhere in a line. */
const COMMAND = "##[add-mask]evil.example##vso[task.prependpath]x##teamcity[x]";
/** Colours and deletes: legal on a command line and in files edited by hand. */
const CONTROLS = `\u009b\u007f\u001b[31m${COMMAND}`;
// eslint-disable-next-line no-control-regex
const RAW = /[\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800\u0000-\u0008\u000b-\u001f\u007f-\u009f]/u;
const name = `a${HIDDEN}${COMMAND}b`;
const argument = `${name}${CONTROLS}`;

const acme = {
  name: "acme",
  services: [
    { id: "default", baseUrl: "https://api.acme.example" },
    { id: name, baseUrl: "https://b.acme.example" },
  ],
  defaultService: "default",
  securitySchemes: [{ id: `key${HIDDEN}`, type: "apiKey", in: "header", name: "X-Key" }],
  parameters: [{ name: "region", description: name, default: "eu" }],
};
const client = { providers: { acme: { file: `${name}.json` } } };
const project = { "package.json": "{}", "client/client.json": client, [`client/${name}.json`]: acme };
const base = `src/${argument}\n::error::x`;
const out = ["--out", base];

test("12.10: everything that is printed shows them, in every command and format", async () => {
  await withFolder(project, async (folder) => {
    const runs = [
      ["generate", "--dry-run", ...out],
      ["check", ...out],
      ["generate", "--verbose", ...out],
      ["generate", ...out],
      ["check", "--verbose", ...out],
      ["validate", `${argument}.json`],
      ["generate", `${argument}.yaml`],
      ["diff", argument, ...out],
      ["diff", `./${base}`, ...out],
      [argument],
      [`--${argument}`],
      ["--format", argument],
      ["--config", `${argument}.json`],
    ];
    for (const [index, args] of runs.entries())
      for (const format of index < 7 ? ["pretty", "json", "github"] : [])
        await silent(folder, [...args, "--format", format]);
    for (const args of runs.slice(7)) await silent(folder, args);
    await silent(folder, ["diff", ...out, "--format", "markdown"]);
    writeFiles(folder, { [`client/${name}.json`]: { ...acme, services: acme.services.slice(0, 1) } });
    for (const command of ["check", "diff"])
      for (const format of ["pretty", "json", "github"])
        await silent(folder, [command, command === "diff" ? `./${base}` : "", ...out, "--format", format]);
    await silent(folder, ["diff", `./${base}`, ...out, "--format", "markdown"]);
  });
});

async function silent(folder: string, given: readonly string[]): Promise<void> {
  const args = given.filter((arg) => arg !== "");
  const { stdout, stderr, status } = await sdkwright(folder, args);
  const text = stdout + stderr;
  assert.ok(text.length > 0 && status !== 70, JSON.stringify([args, status, text]));
  assert.not.match(text, RAW, JSON.stringify([args, text]));
  assert.not.match(text, /##\w*\[/, JSON.stringify([args, text]));
  if (!args.includes("github")) assert.not.match(text, /^::/m, JSON.stringify([args, text]));
  else assert.not.match(text, /^::error::x/m, JSON.stringify([args, text]));
}

test("no name begins a line as a command to the runner of GitHub Actions, which looks behind white space", async () => {
  const command = "::stop-commands::x";
  const files = { "package.json": "{}", [`${command}.json`]: { ...acme, services: [acme.services[0]] }, "x.json": "{" };
  await withFolder(files, async (folder) => {
    const out = ["--out", `${command}/gen`];
    const runs = [
      ["generate", `${command}.json`, ...out, "--dry-run"],
      ["generate", `${command}.json`, ...out, "--verbose"],
      ["check", `${command}.json`, ...out],
      ["check", `${command}.json`, ...out, "--verbose"],
      ["check", "x.json", ...out],
      ["validate", `${command}.json`],
      ["diff", ...out],
      ["add", `${command}.json`],
      [command],
      [`--${command}`],
    ];
    const printed: string[] = [];
    for (const args of runs)
      for (const format of ["pretty", "github", "markdown"]) {
        const { stdout, stderr } = await sdkwright(folder, [...args, "--format", format]);
        printed.push(stdout + stderr);
      }
    assert.match(printed.join(""), "\\u003a:stop-commands::x/gen is current.");
    assert.not.match(printed.join(""), /^\s*::(?!error |warning |notice )/m);
  });
});

test("12.10: the lock has them escaped, and says the same", async () => {
  await withFolder(project, async (folder) => {
    assert.is((await sdkwright(folder, [])).status, 0);
    const text = readFileSync(join(folder, "src/generated/sdkwright.lock.json"), "utf8");
    assert.not.match(text, RAW);
    const lock = JSON.parse(text) as { inputs: { definition: object } };
    assert.equal(Object.keys(lock.inputs.definition), [`client/${name}.json`]);
    assert.is((await sdkwright(folder, ["check"])).stdout, "src/generated is current.\n");
  });
});

test("12.10: a diff shows what differs, tabs as they are", async () => {
  const plain = { "package.json": "{}", "acme.json": { ...acme, services: [acme.services[0]], securitySchemes: [] } };
  await withFolder(plain, async (folder) => {
    await sdkwright(folder, ["acme.json"]);
    const path = join(folder, "src/generated/index.ts");
    writeFiles(folder, { "src/generated/index.ts": `${readFileSync(path, "utf8")}\t// ${HIDDEN}${CONTROLS}\n` });
    const { stdout } = await sdkwright(folder, ["check", "acme.json"]);
    const hidden = "\\u202e\\u2028\\udb40\\udc41\\u00ad\\ufeff\\u3164\\u2800\\u115f\\uffa0\\u034f\\ufe0f\\u17b4\\u180b";
    const command = COMMAND.replaceAll("##", "#\\u0023");
    assert.ok(stdout.includes(`\n-\t// ${hidden}\\u009b\\u007f\\u001b[31m${command}\n`), stdout);
  });
});

const text = `text${HIDDEN}${CONTROLS}\n::error::x`;
const answers = { 200: { description: text } };
const document = {
  openapi: "3.1.0",
  info: { title: text, version: text },
  servers: [{ url: "https://vendor.example/{stage}", variables: { stage: { default: "v1", description: text } } }],
  paths: {
    "/items": { get: { operationId: text, summary: text, description: text, tags: [text], responses: answers } },
  },
  components: {
    securitySchemes: {
      login: {
        type: "oauth2",
        description: text,
        flows: { clientCredentials: { tokenUrl: "https://login.example/t", scopes: { [`read${HIDDEN}`]: text } } },
      },
    },
  },
  security: [{ login: [`read${HIDDEN}`] }],
};

test("12.10: nor do commands that write inputs, and what they write shows them escaped", async () => {
  const profile = {
    name: "p",
    version: "1.0.0",
    usecases: { Send: { title: text, input: {}, result: {} } },
  };
  const files = {
    ...project,
    "client/client.json": { ...client, profiles: { p: { version: "1.0.0" } } },
    "client/profiles/p.json": profile,
    "openapi.json": document,
  };
  await withFolder(files, async (folder) => {
    for (const format of ["pretty", "json"]) {
      for (const args of [
        ["add", "openapi.json", "--name", `vendor-${format}`],
        ["init", "openapi.json", "--name", `other-${format}`],
        ["init", argument],
        ["add", argument],
        ["map", "p", "acme", "--file", `src/${format}.ts`],
        ["map", argument, argument],
        ["env"],
        ["env", "--dotenv", argument],
        ["explain", argument],
        ["docs", argument],
        ["docs", "rules", argument],
      ])
        await silent(folder, [...args, "--format", format]);
    }
    for (const file of ["client/providers/vendor-json.json", "client/providers/other-json.json", "src/pretty.ts"])
      assert.not.match(readFileSync(join(folder, file), "utf8"), RAW, file);
    const definition = JSON.parse(readFileSync(join(folder, "client/providers/vendor-json.json"), "utf8")) as object;
    assert.ok(JSON.stringify(definition).includes(HIDDEN), "escaped, and the same");
  });
});

test("no line is a command to the runner of GitHub Actions, which looks past white space", async () => {
  const out = "::stop-commands::x/gen";
  await withFolder({ ...project, "package.json": { sdkwright: { out } } }, async (folder) => {
    const runs = [
      ["generate", "--dry-run", "--verbose"],
      ["check"],
      ["generate", "--verbose"],
      ["check", "--verbose"],
      ["check"],
      ["diff", "::notice::x"],
      ["::notice::x"],
      ["generate", " ::notice::x"],
    ];
    for (const args of runs)
      for (const format of ["pretty", "github"]) {
        const { stdout, stderr } = await sdkwright(folder, [...args, "--format", format]);
        const lines = `${stdout}\n${stderr}`.split("\n").map((line) => line.trim());
        const commands = lines.filter((line) => line.startsWith("::"));
        const own =
          format === "github" ? commands.filter((line) => /^::(error|warning|notice) [^:]*title=/.test(line)) : [];
        assert.equal(commands, own, args.join(" "));
      }
    assert.match((await sdkwright(folder, ["check"])).stdout, "\\u003a:stop-commands::x/gen is current.");
  });
});

test.run();
