import { internalErrorText } from "#generator/cli/main.js";
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { withFolder, writeFiles, type Files } from "../folder.js";
import { bin, sdkwright } from "../sdkwright.js";

const test = suite("cli");

const acme = {
  name: "acme",
  services: [{ id: "default", baseUrl: "https://api.acme.example" }],
  defaultService: "default",
  securitySchemes: [{ id: "key", type: "apiKey", in: "header", name: "X-Key" }],
};
const beta = { ...acme, name: "beta" };
const client = { providers: { acme: { security: [{ id: "key", apikey: "$ACME_KEY" }] } } };
const project: Files = { "package.json": "{}", "client/client.json": client, "client/providers/acme.json": acme };

/** Files of a project that stands in a folder of its own. */
const inFolder = (name: string, files: Files): Files =>
  Object.fromEntries(Object.entries(files).map(([path, content]) => [`${name}/${path}`, content]));

test("generate: writes the SDK, says what to import, and does nothing the second time", async () => {
  await withFolder(project, async (folder) => {
    const first = await sdkwright(folder, []);
    assert.equal([first.status, first.stderr], [0, ""]);
    assert.match(first.stdout, /^4 files written in src\/generated\./);
    assert.match(first.stdout, "Import\n  createAcme from src/generated/providers/acme.ts\n");
    const before = readFileSync(join(folder, "src/generated/providers/acme.ts"), "utf8");
    const second = await sdkwright(folder, ["generate"]);
    assert.equal([second.status, second.stdout], [0, "Nothing to write in src/generated.\n"]);
    assert.is(readFileSync(join(folder, "src/generated/providers/acme.ts"), "utf8"), before);
  });
});

test("generate: with a profile, createClient is what to import", async () => {
  const profiles = { sms: { version: "1.0.0", defaults: { Send: {} } } };
  await withFolder({ ...project, "client/client.json": { ...client, profiles } }, async (folder) => {
    const { stdout } = await sdkwright(folder, []);
    assert.match(stdout, "Import\n  createClient from src/generated/client.ts\n  createAcme from ");
  });
});

test("generate: definitions alone need no client.json", async () => {
  await withFolder({ "package.json": "{}", "defs/acme.json": acme, "defs/beta.json": beta }, async (folder) => {
    const run = await sdkwright(folder, ["defs/acme.json", "defs/beta.json"]);
    assert.equal([run.status, run.stderr], [0, ""]);
    assert.ok(existsSync(join(folder, "src/generated/providers/beta.ts")));
    assert.not.ok(existsSync(join(folder, "src/generated/client.ts")));
  });
});

test("generate: definitions are added to those of client.json", async () => {
  await withFolder({ ...project, "beta.json": beta }, async (folder) => {
    assert.is((await sdkwright(folder, ["beta.json", "client/providers/acme.json"])).status, 0);
    assert.ok(existsSync(join(folder, "src/generated/providers/acme.ts")));
    assert.ok(existsSync(join(folder, "src/generated/providers/beta.ts")));
  });
});

test("generate: with nothing to generate from, both ways on are named", async () => {
  await withFolder({ "package.json": "{}" }, async (folder) => {
    const run = await sdkwright(folder, []);
    assert.is(run.status, 2);
    assert.match(run.stderr, /client\/client\.json/);
    assert.match(run.stderr, /sdkwright generate acme\.json/);
    assert.match(run.stderr, /--config/);
  });
});

test("generate: a mistake stops everything, what was written before stays", async () => {
  await withFolder(project, async (folder) => {
    await sdkwright(folder, []);
    const before = readFileSync(join(folder, "src/generated/index.ts"), "utf8");
    writeFiles(folder, { "client/providers/acme.json": { ...acme, defaultService: "defualt" } });
    const run = await sdkwright(folder, []);
    assert.equal([run.status, run.stdout], [2, "1 error; nothing was written.\n"]);
    assert.match(run.stderr, /client\/providers\/acme\.json:9:21\n.*\n.*\^{9} did you mean "default"\?/);
    assert.is(readFileSync(join(folder, "src/generated/index.ts"), "utf8"), before);
  });
});

test("check: names what is not current and writes nothing", async () => {
  await withFolder(project, async (folder) => {
    assert.is((await sdkwright(folder, ["check"])).status, 1);
    assert.not.ok(existsSync(join(folder, "src")));
    await sdkwright(folder, []);
    assert.equal(await sdkwright(folder, ["check"]), { status: 0, stdout: "src/generated is current.\n", stderr: "" });
    writeFiles(folder, {
      "client/providers/acme.json": { ...acme, services: [{ id: "default", baseUrl: "https://x.example" }] },
    });
    const stale = await sdkwright(folder, ["check", "--format", "json"]);
    const report = JSON.parse(stale.stdout) as { exitCode: number; files: { stale: string[] } };
    assert.equal([stale.status, report.exitCode], [1, 1]);
    assert.ok(report.files.stale.includes("providers/acme.definition.ts"));
  });
});

test("validate: the project, or the files that are named, of whatever kind", async () => {
  const profile = { name: "send", version: "1.0.0", usecases: { Send: { input: { $ref: "x" }, result: {} } } };
  await withFolder({ ...project, "profile.json": profile, "bad.json": { ...acme, nmae: 1 } }, async (folder) => {
    assert.equal((await sdkwright(folder, ["validate"])).stdout, "2 files checked: no mistakes.\n");
    const named = await sdkwright(folder, ["validate", "profile.json", "bad.json", "client/client.json"]);
    assert.is(named.status, 2);
    assert.equal(named.stderr.match(/error SW\d+/g), ["error SW1101", "error SW1501"]);
    assert.not.ok(existsSync(join(folder, "src")));
  });
});

test("places: defaults are relative to the project root, arguments to the working directory", async () => {
  await withFolder(
    { ...project, "src/deep/other.json": client, "src/deep/providers/acme.json": acme },
    async (folder) => {
      const deep = join(folder, "src/deep");
      assert.is((await sdkwright(deep, [])).status, 0);
      assert.ok(existsSync(join(folder, "src/generated/client.ts")));
      assert.is((await sdkwright(deep, ["--config", "other.json", "--out", "sdk"])).status, 0);
      assert.match(readFileSync(join(deep, "sdk/client.ts"), "utf8"), /from src\/deep\/other\.json/);
      writeFileSync(join(deep, "other.json"), "[");
      assert.match((await sdkwright(deep, ["--config=other.json"])).stderr, /^ {2}other\.json:1:2$/m);
    },
  );
});

test("places: without a package.json the working directory is the root", async () => {
  await withFolder({ "acme.json": acme }, async (folder) => {
    assert.is((await sdkwright(folder, ["acme.json"])).status, 0);
    assert.ok(existsSync(join(folder, "src/generated/providers/acme.ts")));
  });
});

test("places: --config has to be there", async () => {
  await withFolder(project, async (folder) => {
    const run = await sdkwright(folder, ["--config", "gone.json"]);
    assert.is(run.status, 2);
    assert.match(run.stderr, /"gone\.json" does not exist/);
  });
});

test("places: options may stand in package.json, and arguments win", async () => {
  const configured = { sdkwright: { config: "conf/acme.json", out: "lib/sdk", verbose: false } };
  const files = { "package.json": configured, "conf/acme.json": client, "conf/providers/acme.json": acme };
  await withFolder(files, async (folder) => {
    mkdirSync(join(folder, "deep"));
    assert.is((await sdkwright(join(folder, "deep"), [])).status, 0);
    assert.ok(existsSync(join(folder, "lib/sdk/client.ts")));
    assert.is((await sdkwright(join(folder, "deep"), ["--out", "sdk"])).status, 0);
    assert.ok(existsSync(join(folder, "deep/sdk/client.ts")));
  });
});

test("places: a mistake in the options of package.json has its place", async () => {
  const options = { outt: "lib", format: "xml", verbose: "yes", watch: true };
  await withFolder({ ...project, "package.json": { name: "s3cret", sdkwright: options } }, async (folder) => {
    const run = await sdkwright(folder, []);
    assert.is(run.status, 2);
    assert.match(run.stderr, /package\.json:4:5\n.*\n.*did you mean "out"\?/);
    assert.match(run.stderr, /"format" must be one of pretty, json, github/);
    assert.match(run.stderr, /"verbose" must be a boolean/);
    assert.match(run.stderr, /"watch" does not work in package\.json/);
    assert.not.match(run.stderr, /s3cret/);
  });
});

test("places: what would keep a run from telling, writing or judging cannot stand in package.json", async () => {
  const options = { quiet: true, "dry-run": true, force: true, used: true, "fail-on": "any" };
  for (const [option, value] of Object.entries(options))
    await withFolder({ ...project, "package.json": { sdkwright: { [option]: value } } }, async (folder) => {
      for (const command of ["generate", "check"]) {
        const { status, stderr } = await sdkwright(folder, [command]);
        assert.is(status, 2);
        assert.match(stderr, `"${option}" does not work in package.json`);
      }
    });
});

for (const out of [
  "../elsewhere",
  "a/../../elsewhere",
  "..\\elsewhere",
  "/tmp/elsewhere",
  "C:\\elsewhere",
  "\\elsewhere",
  "~/../../x",
  ".git/hooks",
  "a/.GIT",
  "a\\node_modules\\sdk",
]) {
  test(`12.13: package.json cannot send the output to ${out}`, async () => {
    await withFolder(inFolder("p", { ...project, "package.json": { sdkwright: { out } } }), async (folder) => {
      for (const args of [[], ["check"], ["validate"]]) {
        const run = await sdkwright(join(folder, "p"), args);
        assert.is(run.status, 2);
        assert.match(
          run.stderr,
          /SW0301.*output folder in package\.json (?:is absolute|leaves the project|leads into (?:\.git|node_modules))[^]*"out"/,
        );
      }
      assert.equal(readdirSync(folder), ["p"]);
      assert.equal(readdirSync(join(folder, "p")).sort(), ["client", "package.json"]);
    });
  });
}

test("12.13: on the command line an output folder outside of the project is a note, in every run", async () => {
  await withFolder(inFolder("p", project), async (folder) => {
    for (const args of [[], [], ["check"]]) {
      const run = await sdkwright(join(folder, "p"), [...args, "--out", "../sdk"]);
      assert.is(run.status, 0, run.stderr);
      assert.match(run.stderr, /note SW0404/);
    }
    assert.ok(existsSync(join(folder, "sdk/index.ts")));
    assert.is((await sdkwright(join(folder, "p"), ["--out", join(folder, "p/src/sdk")])).stderr, "");
  });
});

test("12.13: the SDK of a provider and a profile named like a device compiles as any other, and is found again", async () => {
  const files = {
    "package.json": "{}",
    "client/client.json": {
      profiles: { "aux/nul": { version: "1.0.0", defaults: { Get: {} } } },
      providers: { con: {} },
    },
    "client/providers/con.json": { ...acme, name: "con" },
  };
  await withFolder(files, async (folder) => {
    assert.is((await sdkwright(folder, [])).status, 0);
    const written = readdirSync(join(folder, "src/generated"), { recursive: true }).map(String);
    assert.ok(written.includes("providers/_con.ts") && written.includes("profiles/_aux/_nul.ts"), written.join(" "));
    assert.match(readFileSync(join(folder, "src/generated/client.ts"), "utf8"), /from "\.\/providers\/_con\.js"/);
    assert.is((await sdkwright(folder, ["check"])).status, 0);
  });
});

for (const out of [".", "..", "link"]) {
  test(`places: the output folder ${out} is refused`, async () => {
    await withFolder(project, async (folder) => {
      symlinkSync("/", join(folder, "link"));
      const run = await sdkwright(folder, ["--out", out]);
      assert.is(run.status, 3);
      assert.match(run.stderr, /SW0401.*output folder/);
    });
  });
}

test("a lock of a later sdkwright: nothing is touched, exit 3, for check too", async () => {
  await withFolder(project, async (folder) => {
    await sdkwright(folder, []);
    const path = join(folder, "src/generated/sdkwright.lock.json");
    const lock = JSON.parse(readFileSync(path, "utf8")) as { formatVersion: number };
    const later = JSON.stringify({ ...lock, formatVersion: lock.formatVersion + 1 });
    writeFileSync(path, later);
    writeFiles(folder, {
      "client/providers/acme.json": { ...acme, securitySchemes: [] },
      "client/client.json": { providers: { acme: {} } },
    });
    for (const command of ["generate", "check"]) {
      const run = await sdkwright(folder, [command]);
      assert.is(run.status, 3);
      assert.match(run.stderr, /SW0402.*newer version of sdkwright/);
    }
    assert.is(readFileSync(path, "utf8"), later);
  });
});

test("a lock of an earlier sdkwright: check asks for it anew, generate writes it, diff cannot compare with it", async () => {
  await withFolder(project, async (folder) => {
    await sdkwright(folder, []);
    const path = join(folder, "src/generated/sdkwright.lock.json");
    const current = readFileSync(path, "utf8");
    const lock = JSON.parse(current) as { formatVersion: number };
    const older = JSON.stringify({
      ...lock,
      formatVersion: lock.formatVersion - 1,
      model: { providers: {}, profiles: {} },
    });
    writeFiles(folder, { "src/generated/sdkwright.lock.json": older, "older.json": older });
    assert.is((await sdkwright(folder, ["check"])).status, 1);
    const diff = await sdkwright(folder, ["diff", "./older.json"]);
    assert.is(diff.status, 2);
    assert.match(diff.stderr, /SW0502.*written by an older version of sdkwright[^]*run `npx sdkwright generate`/);
    assert.is((await sdkwright(folder, [])).status, 0);
    assert.is(readFileSync(path, "utf8"), current);
    assert.is((await sdkwright(folder, ["diff", "./src/generated"])).stdout, "No changes since ./src/generated.\n");
  });
});

test("usage: mistakes in the command line exit with 3 and say what to do", async () => {
  await withFolder(project, async (folder) => {
    const run = await sdkwright(folder, ["--cofnig", "x"]);
    assert.equal(run, { status: 3, stdout: "", stderr: "Unknown argument: cofnig\ndid you mean --config?\n" });
  });
});

test("usage: help and version go to stdout", async () => {
  await withFolder({}, async (folder) => {
    const help = await sdkwright(folder, ["--help"]);
    assert.equal([help.status, help.stderr], [0, ""]);
    assert.match(help.stdout, /sdkwright generate \[definitions\.\.\]/);
    assert.match((await sdkwright(folder, ["diff", "--help"])).stdout, /^sdkwright diff \[base\]/);
    assert.match((await sdkwright(folder, ["--version"])).stdout, /^\d+\.\d+\.\d+\n$/);
  });
});

test("quiet: nothing but errors", async () => {
  await withFolder({ "package.json": "{}", "client/client.json": "{}" }, async (folder) => {
    assert.match((await sdkwright(folder, [])).stderr, /^warning SW1301/);
    assert.equal(await sdkwright(folder, ["--quiet"]), { status: 0, stdout: "", stderr: "" });
    const failed = await sdkwright(folder, ["--quiet", "gone.json"]);
    assert.equal([failed.status, failed.stdout], [2, ""]);
    assert.match(failed.stderr, /"gone\.json" does not exist/);
  });
});

test("quiet: a check that failed says so, also where package.json asks for Markdown, which only diff has", async () => {
  await withFolder({ ...project, "package.json": { sdkwright: { format: "markdown" } } }, async (folder) => {
    const quiet = await sdkwright(folder, ["check", "--quiet"]);
    assert.equal([quiet.status, quiet.stdout], [1, ""]);
    assert.match(quiet.stderr, "does not exist");
    assert.match((await sdkwright(folder, ["check"])).stdout, "does not exist");
  });
});

test("verbose: every file with what became of it", async () => {
  await withFolder(project, async (folder) => {
    const { stdout } = await sdkwright(folder, ["--verbose"]);
    assert.match(
      stdout,
      /^written client\.ts\nwritten index\.ts\nwritten providers\/acme\.definition\.ts\nwritten providers\/acme\.ts\n4 files written/,
    );
  });
});

test("json: one document on stdout, nothing else", async () => {
  await withFolder(
    { ...project, "client/client.json": '{"providers":{"acme":{},"a\u202ecme":{}}}' },
    async (folder) => {
      const run = await sdkwright(folder, ["--format", "json"]);
      assert.is(run.stderr, "");
      assert.not.match(run.stdout, /\u202e/);
      const document = JSON.parse(run.stdout) as { command: string; exitCode: number; diagnostics: object[] };
      assert.equal([document.command, document.exitCode, run.status], ["generate", 2, 2]);
      assert.equal(document.diagnostics.length, 1);
      assert.match(
        JSON.stringify(document.diagnostics[0]),
        /"file":"client\/client.json","pointer":"[^"]*","start":\{"line":1/,
      );
    },
  );
});

test("github: annotations, named from the root of the repository", async () => {
  const files = Object.fromEntries(Object.entries(project).map(([path, content]) => [`packages/app/${path}`, content]));
  const wrong = { ...files, "packages/app/client/providers/acme.json": { ...acme, name: "amce" } };
  await withFolder(wrong, async (folder) => {
    const app = join(folder, "packages/app");
    const run = await sdkwright(app, ["--format", "github"], { GITHUB_WORKSPACE: folder });
    assert.is(run.stderr, "");
    assert.match(run.stdout, /^::error file=packages\/app\/client\/client\.json,line=3,col=5,/);
    assert.match((await sdkwright(app, ["--format", "github"])).stdout, /^::error file=client\/client\.json,/);
  });
});

test("output that nobody reads to its end, as with `head`: no error, and the exit code stays", async () => {
  await withFolder(project, async (folder) => {
    assert.equal(await unread(folder, ["check"]), [1, ""]);
    assert.is((await sdkwright(folder, [])).status, 0);
    assert.equal(await unread(folder, ["check"]), [0, ""]);
    assert.equal(await unread(folder, ["check", "--verbose"]), [0, ""]);
  });
});

/** Status and stderr of a run whose stdout is closed before it prints. */
function unread(folder: string, args: readonly string[]): Promise<[number | null, string]> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [bin, ...args], { cwd: folder, timeout: 60_000 });
    child.stdout.destroy();
    let stderr = "";
    child.stderr.setEncoding("utf8").on("data", (chunk: string) => (stderr += chunk));
    child.on("error", reject).on("close", (status) => resolve([status, stderr]));
  });
}

test("internal error: exit 70, without a stack", async () => {
  const broken = `
    const fs = require("node:fs");
    const { existsSync } = fs;
    fs.existsSync = (path) => {
      if (String(path).endsWith("package.json")) throw new TypeError("it broke");
      return existsSync(path);
    };`;
  await withFolder({ ...project, "broken.cjs": broken }, (folder) => {
    const args = ["--require", join(folder, "broken.cjs"), bin];
    const { status, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: "utf8" });
    assert.is(status, 70);
    assert.match(stderr, /^internal error: TypeError: it broke\nRun again with --verbose/);
  });
});

test("internal error: what stands in quotes is not shown, nor is more than the calls of the stack", () => {
  const error = new TypeError("cannot read \"s3cret\" of 's3'cret' `s3cret`\ns3cret");
  error.stack = `TypeError: s3cret\ns3cret\n    at call (file.js:1:1)`;
  const text = "internal error: TypeError: cannot read \"***\" of '***' `***`\n    at call (file.js:1:1)\n";
  assert.is(internalErrorText(error, true), text);
  assert.match(internalErrorText("s3cret", false), /something other than an error was thrown/);
});

test.run();
