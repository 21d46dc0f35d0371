import { existsSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { withFolder, writeFiles, type Files } from "../folder.js";
import { bin, sdkwright } from "../sdkwright.js";

const test = suite("several projects");

const provider = (name: string) => ({
  name,
  services: [{ id: "default", baseUrl: `https://${name}.example` }],
  defaultService: "default",
  securitySchemes: [{ id: "token", type: "http", scheme: "bearer" }],
});

const client = (name: string) => ({
  providers: { [name]: { security: [{ id: "token", token: `$${name.toUpperCase()}_TOKEN` }] } },
});

const PROJECTS = [
  { config: "pay/client.json", out: "pay/sdk" },
  { config: "ship/client.json", out: "ship/sdk", importEndings: ".ts" },
];

const project: Files = {
  "package.json": { sdkwright: PROJECTS },
  "pay/client.json": client("acme"),
  "pay/providers/acme.json": provider("acme"),
  "ship/client.json": client("post"),
  "ship/providers/post.json": provider("post"),
};

const PAY = "# pay/client.json → pay/sdk\n";
const SHIP = "# ship/client.json → ship/sdk\n";

test("generate and check run for all, each under its name; the quick answer is per project", async () => {
  await withFolder(project, async (folder) => {
    const first = await sdkwright(folder, []);
    assert.equal([first.status, first.stderr], [0, ""]);
    assert.match(first.stdout, `${PAY}4 files written in pay/sdk.`);
    assert.match(first.stdout, `${SHIP}4 files written in ship/sdk.`);
    assert.match(readFileSync(join(folder, "pay/sdk/index.ts"), "utf8"), '"./client.js"');
    assert.match(readFileSync(join(folder, "ship/sdk/index.ts"), "utf8"), '"./client.ts"');
    const second = await sdkwright(folder, []);
    assert.is(second.stdout, `${PAY}Nothing to write in pay/sdk.\n${SHIP}Nothing to write in ship/sdk.\n`);
    const checked = await sdkwright(folder, ["check"]);
    assert.equal([checked.status, checked.stdout], [0, `${PAY}pay/sdk is current.\n${SHIP}ship/sdk is current.\n`]);
    rmSync(join(folder, "ship/sdk/index.ts"));
    const stale = await sdkwright(folder, ["check"]);
    assert.is(stale.status, 1);
    assert.match(stale.stdout, `${PAY}pay/sdk is current.\n${SHIP}`);
    const again = await sdkwright(folder, []);
    assert.match(again.stdout, `${PAY}Nothing to write in pay/sdk.\n${SHIP}1 file written, 3 unchanged in ship/sdk.`);
  });
});

test("the exit code is the worst; what is wrong is named; the other projects are done all the same", async () => {
  const files = { ...project, "pay/client.json": { providers: { nobody: {} } } };
  await withFolder(files, async (folder) => {
    const run = await sdkwright(folder, ["generate"]);
    assert.is(run.status, 2);
    assert.match(run.stderr, new RegExp(`^${PAY}error SW`));
    assert.not.match(run.stderr, "ship");
    assert.match(run.stdout, `${PAY}1 error; nothing was written.\n${SHIP}4 files written`);
    const validated = await sdkwright(folder, ["validate"]);
    assert.equal(
      [validated.status, validated.stdout],
      [2, `${PAY}1 file checked: 1 error.\n${SHIP}2 files checked: no mistakes.\n`],
    );
  });
});

test("JSON is one document with every project", async () => {
  await withFolder(project, async (folder) => {
    const { stdout } = await sdkwright(folder, ["generate", "--format", "json"]);
    const told = JSON.parse(stdout) as { command: string; exitCode: number; projects: (object & { out: string })[] };
    assert.equal([told.command, told.exitCode], ["generate", 0]);
    assert.equal(
      told.projects.map(({ out }) => out),
      ["pay/sdk", "ship/sdk"],
    );
    assert.equal(Object.keys(told.projects[0] ?? {}), ["config", "out", "exitCode", "diagnostics", "files"]);
    writeFiles(folder, { "ship/client.json": "{" });
    const broken = await sdkwright(folder, ["check", "--format", "json"]);
    const wrong = JSON.parse(broken.stdout) as {
      exitCode: number;
      diagnostics: object[];
      projects: { exitCode: number }[];
    };
    assert.equal([broken.status, wrong.exitCode], [2, 2]);
    assert.equal([wrong.diagnostics.length, wrong.projects.map(({ exitCode }) => exitCode)], [1, [0, 2]]);
  });
});

test("diff and env run for all; a base that is a folder applies to one", async () => {
  await withFolder(project, async (folder) => {
    await sdkwright(folder, []);
    const env = await sdkwright(folder, ["env", "--check"], { ACME_TOKEN: "x" });
    assert.is(env.status, 1);
    assert.match(env.stdout, `${PAY}acme\n  ACME_TOKEN  set`);
    assert.match(env.stdout, `${SHIP}post\n  POST_TOKEN  not set`);
    const example = await sdkwright(folder, ["env", "--example"]);
    assert.equal(example.stdout.match(/^[^#\n].*$/gm), ["ACME_TOKEN=", "POST_TOKEN="]);
    assert.match((await sdkwright(folder, ["diff", "./pay/sdk"])).stderr, "but the base ./pay/sdk applies to one");
    const diff = await sdkwright(folder, ["diff", "./pay/sdk", "--config", "pay/client.json"]);
    assert.equal([diff.status, diff.stdout.startsWith("#")], [0, false]);
    const all = await sdkwright(folder, ["diff"]);
    assert.is(all.status, 3);
    assert.match(all.stderr, PAY);
    assert.match(all.stderr, SHIP);
  });
});

test("--config picks a project: then everything is as with one", async () => {
  await withFolder(project, async (folder) => {
    const run = await sdkwright(folder, ["generate", "--config", "ship/client.json", "--out", "ship/other"]);
    assert.equal([run.status, run.stdout.startsWith("4 files written in ship/other")], [0, true]);
    assert.not.ok(existsSync(join(folder, "pay/sdk")));
    const added = await sdkwright(folder, [
      "init",
      "beta",
      "--base-url",
      "https://b.example",
      "--auth",
      "none",
      "--config",
      "pay/client.json",
    ]);
    assert.is(added.status, 0, added.stderr);
    assert.ok(existsSync(join(folder, "pay/providers/beta.json")));
    assert.match(readFileSync(join(folder, "package.json"), "utf8"), '"generate": "sdkwright generate"');
  });
});

test("what applies to one project is refused, with the projects to pick from; nothing is done", async () => {
  const wrong: readonly (readonly [readonly string[], string])[] = [
    [["generate", "--out", "elsewhere"], "but --out applies to one"],
    [["pay/providers/acme.json"], "a definition as argument applies to one"],
    [["add", "openapi.json"], "`add` applies to one"],
    [["map", "a", "b"], "`map` applies to one"],
    [["check", "--config", "client.json"], "--config is not one of the projects"],
  ];
  await withFolder(project, async (folder) => {
    for (const [args, expected] of wrong) {
      const run = await sdkwright(folder, args);
      assert.equal([args, run.status, run.stdout], [args, 3, "Nothing was done.\n"]);
      assert.match(run.stderr, expected);
      assert.match(run.stderr, "pay/client.json → pay/sdk, ship/client.json → ship/sdk");
    }
    assert.is(
      (await sdkwright(folder, ["validate", "pay/providers/acme.json"])).stdout,
      "1 file checked: no mistakes.\n",
    );
    assert.is((await sdkwright(folder, ["explain", "SW1203"])).status, 0);
  });
});

test("mistakes in the list are errors at their place", async () => {
  const wrong: readonly (readonly [unknown, string])[] = [
    [[], '"sdkwright" has no project'],
    [["pay"], "a project must be an object"],
    [[{ config: "a.json" }, { config: "b.json" }], "project 2 writes to the folder of project 1"],
    [[{ out: "a/b" }, { out: "./a/x/../b" }], "project 2 writes to the folder of project 1"],
    [[{ out: "a" }, { out: "b" }, { out: "a/providers" }], "project 3 writes to the folder of project 1"],
    [[{ out: "a/providers" }, { out: "a" }], "project 2 writes to the folder of project 1"],
    [[{ out: "a/Sdk" }, { out: "A/sdk" }], "project 2 writes to the folder of project 1"],
    [[{ out: "a", format: "json" }, { out: "b" }], '"format" applies to a run'],
    [[{ out: "a" }, { out: "b", outt: "c" }], '"outt" is not an option'],
    [[{ out: "a" }, { out: "../b" }], "leaves the project"],
  ];
  for (const [sdkwrightOptions, expected] of wrong) {
    await withFolder({ ...project, "package.json": { sdkwright: sdkwrightOptions } }, async (folder) => {
      const run = await sdkwright(folder, []);
      assert.is(run.status, 2);
      assert.match(run.stderr, expected);
      assert.match(run.stderr, /^error SW0301/);
    });
  }
  await withFolder({ ...project, "package.json": { sdkwright: [PROJECTS[0]] } }, async (folder) => {
    assert.match((await sdkwright(folder, [])).stdout, /^4 files written in pay\/sdk\./);
  });
});

test("projects whose output folders are one by a link, or one within the other, are refused; nothing is written", async () => {
  const links: readonly (readonly [readonly [string, string], string, string])[] = [
    [["pay/sdk", "linked/sdk"], "pay", "linked"],
    [["pay/sdk", "linked"], "pay/sdk", "linked"],
    [["linked", "pay/sdk"], "pay", "linked"],
    [["pay/not-there/sdk", "linked/sdk"], "pay/not-there", "linked"],
    [["pay", "linked/sdk"], "pay/not-there", "linked"],
  ];
  for (const [[first, second], target, link] of links) {
    const [pay, ship] = PROJECTS;
    const sdkwrightOptions = [
      { ...pay, out: first },
      { ...ship, out: second },
    ];
    await withFolder({ ...project, "package.json": { sdkwright: sdkwrightOptions } }, async (folder) => {
      symlinkSync(join(folder, target), join(folder, link), "junction");
      for (const args of [[], ["check"], ["check", "--full"]]) {
        const run = await sdkwright(folder, args);
        assert.equal([first, second, run.status], [first, second, 2]);
        assert.match(run.stderr, /^error SW0301.*project 2 writes to the folder of project 1/);
      }
      assert.not.ok(existsSync(join(folder, target, "sdkwright.lock.json")));
      assert.not.ok(existsSync(join(folder, target, "sdk")));
    });
  }
});

test("--watch generates the project whose input changed", async () => {
  await withFolder(project, async (folder) => {
    await sdkwright(folder, []);
    const child = spawn(process.execPath, [bin, "generate", "--watch"], { cwd: folder });
    let output = "";
    const seen = async (text: string): Promise<void> => {
      while (!output.includes(text)) output += String((await once(child.stdout, "data"))[0]);
    };
    try {
      await seen("Watching the inputs");
      output = "";
      const changed = { ...provider("post"), services: [{ id: "default", baseUrl: "https://post-2.example" }] };
      writeFileSync(join(folder, "ship/providers/post.json"), JSON.stringify(changed));
      await seen("ship/sdk.\n");
      assert.match(output, `${SHIP}1 file written`);
      assert.not.match(output, PAY);
    } finally {
      child.kill("SIGINT");
      await once(child, "close");
    }
  });
});

test.run();
