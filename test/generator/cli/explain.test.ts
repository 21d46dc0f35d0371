import { EXPLANATIONS } from "#generator/diagnostics/explanations.js";
import { explainCommand } from "#generator/cli/explain-command.js";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { withFolder } from "../folder.js";
import { sdkwright } from "../sdkwright.js";

const test = suite("explain");

test("prints what the page of diagnostics says, in any folder", async () => {
  await withFolder({}, async (folder) => {
    const run = await sdkwright(folder, ["explain", "SW1203"]);
    assert.equal([run.status, run.stderr], [0, ""]);
    const { title, severity, text = "", fix = "" } = EXPLANATIONS["SW1203"] ?? {};
    assert.match(run.stdout, `${severity} SW1203  ${title}`);
    const printed = run.stdout.replaceAll(/\s+/g, " ");
    for (const part of [text, `Fix: ${fix}`]) assert.ok(printed.includes(part), part);
    assert.match(run.stdout, "`sdkwright docs rules P4` prints the rule behind it.");
  });
});

test("takes the code in small letters, and without its letters", async () => {
  for (const given of ["sw1203", "1203", " SW1203 "]) {
    const { exitCode, details } = explainCommand(given);
    const told = details?.json() as { readonly explanation: { readonly code: string } } | undefined;
    assert.equal([exitCode, told?.explanation.code], [0, "SW1203"]);
  }
});

test("every explanation fits into a terminal", () => {
  const paint = new Proxy({}, { get: () => (text: string) => text }) as never;
  for (const code of Object.keys(EXPLANATIONS)) {
    const page = explainCommand(code).details?.pretty(paint, String) ?? "";
    assert.match(page, code);
    const long = page.split("\n").filter((line) => line.length > 104);
    assert.equal(long, []);
  }
});

test("an unknown code is wrong usage, with the nearest", async () => {
  await withFolder({}, async (folder) => {
    const run = await sdkwright(folder, ["explain", "SW12003"]);
    assert.equal([run.status, run.stdout], [3, "Nothing was explained.\n"]);
    assert.match(
      run.stderr,
      /^error SW0302 {2}there is no diagnostic SW12003\n {2}did you mean SW1200|did you mean SW1203/,
    );
    const ofCall = await sdkwright(folder, ["explain", "missing-credential"]);
    assert.match(ofCall.stderr, "`sdkwright docs rules 3.9` lists these codes");
    assert.match((await sdkwright(folder, ["explain", "constructor"])).stderr, /such as SW1203/);
    assert.is((await sdkwright(folder, ["explain"])).status, 3);
    assert.is((await sdkwright(folder, ["explain", "SW1203", "SW1204"])).status, 3);
  });
});

test("as JSON: the parts of the page", async () => {
  await withFolder({}, async (folder) => {
    const run = await sdkwright(folder, ["explain", "SW1203", "--format", "json"]);
    const { command, exitCode, explanation } = JSON.parse(run.stdout) as { [key: string]: unknown };
    assert.equal([command, exitCode, explanation], ["explain", 0, { code: "SW1203", ...EXPLANATIONS["SW1203"] }]);
  });
});

test.run();
