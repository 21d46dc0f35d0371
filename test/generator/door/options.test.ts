import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { inspect } from "node:util";
import { check, diff, generate } from "sdkwright";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { withFolder } from "../folder.js";

const test = suite("options of the programmatic door");

const PROJECT = { "package.json": {}, "file.txt": "x", "client/client.json": { providers: {} } };

/** Given to a string option, a list, and each item of one. */
const VALUES = [
  "\0",
  "a\0b",
  "",
  " ",
  "nowhere/x",
  "/nowhere/x",
  "file.txt",
  "file.txt/x",
  ".",
  "-x",
  "\ud800",
  "a\nb",
];
const LONG = ["x".repeat(5000), "x/".repeat(50_000)];
const WRONG = [null, 3, true, {}, [3], [null], [undefined], [[]], Array.from({ length: 1 }).concat("x"), () => {}];
const HOLES: unknown[] = Array(2);

const DOORS = { generate, check, diff };
const OPTIONS = {
  generate: ["cwd", "config", "out", "definitions", "force", "dryRun"],
  check: ["cwd", "config", "out", "definitions"],
  diff: ["cwd", "config", "out", "base", "failOn", "used"],
} as const;

/** What of an error is not ours: its name has a code of Node, or the message that of the system. */
function isOfNode(error: unknown): boolean {
  return error instanceof RangeError || (error instanceof Error && ("code" in error || "syscall" in error));
}

for (const [name, options] of Object.entries(OPTIONS)) {
  for (const option of options) {
    test(`${name}: whatever ${option} is, no error of Node comes out`, async () => {
      await withFolder(PROJECT, async (cwd) => {
        spawnSync("git", ["init", "-q"], { cwd });
        spawnSync("git", ["-c", "user.name=a", "-c", "user.email=a@b.example", "commit", "-qm", "x", "--allow-empty"], {
          cwd,
        });
        const texts = [...VALUES, ...LONG];
        for (const value of [...texts, ...texts.map((text) => [text]), ...WRONG, HOLES]) {
          const text = option === "cwd" && typeof value === "string" && value !== "" ? join(cwd, value) : value;
          const given = { cwd, ...(name === "generate" && { dryRun: true }), [option]: text };
          const door = DOORS[name as keyof typeof DOORS] as (options: object) => Promise<unknown>;
          const error: unknown = await door(given).then(
            () => undefined,
            (thrown: unknown) => thrown,
          );
          assert.not.ok(isOfNode(error), `${inspect(value).slice(0, 80)}: ${String(error).slice(0, 200)}`);
        }
      });
    });
  }
}

const refusal = (run: Promise<unknown>) => run.then(() => "nothing was refused", String);

test("what is wrong is said by the option's name", async () => {
  await withFolder(PROJECT, async (cwd) => {
    const NUL = "must not contain the character U\\+0000";
    const FOLDER = "TypeError: the option cwd must be an existing folder that can be read";
    assert.match(await refusal(diff({ cwd, base: "\0" })), new RegExp(`^TypeError: the option base ${NUL}$`));
    assert.match(
      await refusal(check({ cwd, definitions: ["\0"] })),
      new RegExp(`^TypeError: the option definitions ${NUL}$`),
    );
    assert.match(await refusal(check({ cwd: `${cwd}\0` })), new RegExp(`^TypeError: the option cwd ${NUL}$`));
    for (const folder of [join(cwd, "nowhere"), join(cwd, "file.txt"), ""])
      assert.is(await refusal(generate({ cwd: folder })), FOLDER);
    assert.is(
      await refusal(check({ cwd, definitions: HOLES as string[] })),
      "TypeError: the option definitions must be a list of strings",
    );
  });
});

const script = (body: string) => `
  import fs from "node:fs";
  import { syncBuiltinESMExports } from "node:module";
  const { check } = await import(${JSON.stringify(import.meta.resolve("sdkwright"))});
  ${body}
  console.log(await check().then(({ exitCode, text }) => [exitCode, text].join(" "), String));`;

function told(cwd: string, body: string): string {
  return spawnSync(process.execPath, ["--input-type=module", "-e", script(body)], { cwd, encoding: "utf8" }).stdout;
}

test("a working directory that is gone is named", async () => {
  await withFolder(PROJECT, (cwd) => {
    const gone = `const gone = fs.mkdtempSync(process.cwd() + "/x"); process.chdir(gone); fs.rmdirSync(gone);`;
    if (process.platform === "win32") return;
    assert.is(told(cwd, gone), "TypeError: the working directory no longer exists: pass the option cwd\n");
  });
});

test("what the file system refuses is an error of ours, as the command says it", async () => {
  await withFolder(PROJECT, (cwd) => {
    const refused = `fs.realpathSync = () => { throw Object.assign(new Error("EMFILE: too many open files"), { code: "EMFILE" }); };
      syncBuiltinESMExports();`;
    assert.match(
      told(cwd, refused),
      /^Error: error SW0403 {2}EMFILE: too many open files\n {2}close programs with many open files/,
    );
  });
});

test.run();
