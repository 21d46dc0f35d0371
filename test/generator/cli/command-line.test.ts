import { readFullForm } from "#generator/cli/full-form.js";
import { type CommandName, COMMANDS, OPTIONS } from "#generator/project/options.js";
import { readPlainForm } from "#generator/cli/answer-from-lock.js";
import { suite } from "uvu";
import * as assert from "uvu/assert";

const test = suite("command-line");

test("command line: plain forms are read without yargs, and just as yargs reads them", async () => {
  const plain = [
    [],
    ["generate"],
    ["check"],
    ["acme.json", "b.json"],
    ["check", "acme.json", "--out", "sdk"],
    ["generate", "--config=c.json", "--quiet", "acme.json"],
  ];
  for (const args of plain) {
    const invocation = readPlainForm(args);
    assert.ok(invocation !== undefined, args.join(" "));
    assert.equal(await readFullForm(args), { kind: "invocation", invocation }, args.join(" "));
  }
});

test("command line: everything else is left to yargs", () => {
  for (const word of [
    "--help",
    "--verbose",
    "--format=json",
    "--no-color",
    "validate",
    "chekc",
    "--cofnig",
    "--config",
    "-q",
  ]) {
    assert.is(readPlainForm([word]), undefined, word);
  }
});

test("command line: options may stand before the command, files after --", async () => {
  assert.equal(await readFullForm(["--verbose", "check", "a.json", "--format", "json", "--", "-b.json"]), {
    kind: "invocation",
    invocation: { command: "check", files: ["a.json", "-b.json"], options: { verbose: true, format: "json" } },
  });
});

test("command line: options of add can be given several times, each takes one value", async () => {
  assert.equal(
    await readFullForm([
      "add",
      "--include",
      "/a",
      "acme.json",
      "--include=/b",
      "--service",
      "x=y",
      "--link",
      "--name",
      "acme",
    ]),
    {
      kind: "invocation",
      invocation: {
        command: "add",
        files: ["acme.json"],
        options: { name: "acme", service: ["x=y"], include: ["/a", "/b"], link: true },
      },
    },
  );
});

const mistakes: readonly (readonly [args: readonly string[], message: RegExp, hint: RegExp])[] = [
  [["--cofnig", "x"], /cofnig/, /--config/],
  [["--zzzzzz"], /zzzzzz/, /--help/],
  [["init", "--baseurl", "x"], /baseurl/, /did you mean --base-url\?/],
  [["report", "--basse", "x"], /basse/, /did you mean --base\?/],
  [["--ouput", "x"], /ouput/, /did you mean --out\?/],
  [["check", "--dry"], /dry/, /did you mean --dry-run\?/],
  [["init", "--url", "x"], /url/, /did you mean --base-url\?/],
  [["init", "--apikey", "x"], /apikey/, /did you mean --auth header=<name>\?/],
  [["-o", "x"], /generate has no option --output/, /did you mean --out\?/],
  [["types", "a.yaml", "-o", "x", "--output", "y"], /--output is given twice/, /give it once/],
  [["-f"], /Unknown argument: f/, /did you mean --force or --format\?/],
  [["-z"], /Unknown argument: z/, /--help/],
  [["chekc"], /"chekc"/, /sdkwright check/],
  [["dif"], /"dif"/, /sdkwright diff/],
  [["--config", "a.json", "--config", "b.json"], /--config is given twice/, /give it once/],
  [["diff", "a", "b"], /one base/, /--help/],
  [["add"], /add takes one OpenAPI document/, /--help/],
  [["add", "a", "b"], /add takes one OpenAPI document/, /--help/],
  [["add", "a", "--name", "b", "--name", "c"], /--name is given twice/, /give it once/],
  [["add", "a", "--include"], /include/, /--help/],
  [["generate", "--link"], /generate has no option --link/, /--link belongs to add, init/],
  [["check", "--force"], /check has no option --force/, /belongs to generate, report, types/],
  [["--fail-on", "any"], /generate has no option --fail-on/, /belongs to diff/],
  [
    ["add", "raven", "--base-url", "https://raven.example"],
    /add has no option --base-url/,
    /a provider without a document, run `sdkwright init/,
  ],
  [["--format", "markdown"], /generate has no markdown/, /--help/],
  [["--watch", "--format", "json"], /--watch/, /--help/],
  [["--config"], /config/, /--help/],
  [["--format", "xml"], /xml.*pretty.*json.*github/, /--help/],
  [["--constructor"], /command line/, /--help/],
];

for (const [args, message, hint] of mistakes) {
  test(`command line: ${args.join(" ")} is a mistake`, async () => {
    const form = await readFullForm(args);
    assert.is(form.kind, "mistake");
    if (form.kind !== "mistake") return;
    assert.match(form.message, message);
    assert.match(form.hint, hint);
  });
}

async function textOf(args: readonly string[]): Promise<string> {
  const form = await readFullForm(args);
  assert.is(form.kind, "text", args.join(" "));
  return form.kind === "text" ? form.text : "";
}

const commands = Object.keys(COMMANDS) as readonly CommandName[];

test("command line: --help lists the commands, and no option of theirs", async () => {
  const text = await textOf(["--help"]);
  for (const command of commands) assert.match(text, new RegExp(`^  sdkwright ${command} .*\\w`, "m"));
  assert.equal(new Set(text.match(/(?<= )--[\w-]+/g)), new Set(["--help", "--version", "--fail-on"]));
  assert.match(text, "70 internal error");
  assert.ok(text.split("\n").length < 22);
});

test("command line: the help of a command has its options and the general ones, and no other", async () => {
  for (const command of commands) {
    const text = await textOf([command, "--help"]);
    const listed = Array.from(text.matchAll(/^ {2}(?:-\w, )?--([\w-]+)/gm), ([, name = ""]) => name);
    const known = Object.entries(OPTIONS).filter(([, { commands: of }]) => of?.includes(command) !== false);
    assert.equal(listed.sort(), [...known.map(([name]) => name), "help"].sort(), command);
    assert.ok(text.startsWith(`sdkwright ${command}`), text);
  }
  assert.match(await textOf(["map", "--help"]), /--file <path> +path of the map/);
  assert.match(await textOf(["report", "--help"]), /--file <path> +path of the page/);
});

test("command line: each example of the help can be typed", async () => {
  for (const command of commands) {
    const examples = Array.from((await textOf(["help", command])).matchAll(/^ {2}npx sdkwright (.+)$/gm));
    assert.ok(examples.length > 0, command);
    for (const [, example = ""] of examples) {
      const words = example.replace(/ > .*/, "").match(/"[^"]*"|\S+/g) ?? [];
      const form = await readFullForm(words.map((word) => word.replaceAll('"', "")));
      assert.ok(form.kind === "invocation" && form.invocation.command === command, example);
    }
  }
});

test("command line: what is wrong with a command leads to its own help", async () => {
  for (const args of [["add"], ["add", "a.json", "--zzzzzz"], ["--format", "markdown", "add", "a.json"]]) {
    const form = await readFullForm(args);
    assert.is(form.kind === "mistake" && form.hint, "`sdkwright add --help` lists its options", args.join(" "));
  }
});

test("command line: -h, -v and the word help ask for what --help and --version do", async () => {
  const [help, version] = [await readFullForm(["--help"]), await readFullForm(["--version"])];
  assert.equal([help.kind, version.kind], ["text", "text"]);
  for (const args of [["-h"], ["help"], ["help", "inti"], ["acme.json", "-h"]])
    assert.equal(await readFullForm(args), help, args.join(" "));
  assert.is(await textOf(["help", "init"]), await textOf(["init", "-h"]));
  assert.equal(await readFullForm(["-v"]), version);
  for (const args of [
    ["check", "-v"],
    ["-v", "generate"],
    ["-v", "acme.json"],
  ]) {
    const form = await readFullForm(args);
    assert.ok(form.kind === "mistake" && form.hint === "did you mean --verbose?", args.join(" "));
  }
});

test.run();
