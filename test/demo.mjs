// Generates the SDK of each example from its JSON, compiles it with the example's main.ts, and runs it.
// Usage: npm run demo
import { spawn, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

/** The folders of examples/, in the order in which they teach, and what each shows. */
const EXAMPLES = {
  quickstart: "two providers from JSON: an API key, a login, a token",
  "vendor-document": "typed calls from an OpenAPI document, and what its next version breaks",
  failover: "two providers for one use-case: retries, failover, a circuit",
  "maps-in-code": "a map and a credential that are passed in by code",
  functions: "failover between functions: a vendor's SDK, a plain call, a stream",
};

/** Where to go on. */
const NEXT = {
  "examples/": "their code: JSON in client/, generated code in src/generated/",
  "docs/start.md": "your first typed call, step by step",
  "docs/failover.md": "one call, two providers",
  "npx sdkwright init": "begins a project of your own",
};

process.chdir(dirname(dirname(fileURLToPath(import.meta.url))));
const names = Object.keys(EXAMPLES);

must(["test/run.mjs", "--build"]);
for (const name of names.filter((name) => existsSync(join("examples", name, "client"))))
  must([join("..", "..", "generator/dist/bundle/bin.cjs"), "generate", "--quiet"], join("examples", name));
must(["node_modules/typescript/bin/tsc", "-b", "examples"]);

// Installed by the build. It has colors in CI too, where this has none without a terminal.
const { default: picocolors } = await import("picocolors");
const hasColors = process.stdout.isTTY === true && !process.env["NO_COLOR"];
const { bold, cyan, dim, green } = picocolors.createColors(hasColors);

print(`\n${bold("sdkwright")}: typed SDKs for other companies' HTTP APIs, with retries and failover`);
for (const name of names) {
  print(`\n${green(bold(name))}  ${EXAMPLES[name]}\n${dim(`examples/${name}/main.ts`)}\n`);
  await show([join(".build", "examples", name, "main.js")]);
}
print(`\n${green("✓")} ${String(names.length)} programs ran on this machine, without a network:`);
printList(EXAMPLES);
print(`\n${bold("Next:")}`);
printList(NEXT);

/** Names in bold, and a text about each in a second column. */
function printList(texts) {
  const width = Math.max(...Object.keys(texts).map((name) => name.length));
  for (const [name, text] of Object.entries(texts)) print(`  ${bold(name.padEnd(width))}  ${text}`);
}

function must(args, cwd = ".") {
  const { status } = spawnSync(process.execPath, args, { cwd, stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 1);
}

/** Runs a program and prints what it says, without blank lines before. */
async function show(args) {
  const env = hasColors ? { ...process.env, FORCE_COLOR: "1" } : process.env;
  const child = spawn(process.execPath, args, { env, stdio: ["ignore", "pipe", "inherit"] });
  const ended = new Promise((resolve) => child.on("close", resolve));
  let hasBegun = false;
  for await (const line of createInterface({ input: child.stdout })) {
    hasBegun ||= line !== "";
    if (hasBegun) print(painted(line));
  }
  const status = await ended;
  if (status !== 0) process.exit(status ?? 1);
}

/** Headings begin at the margin; requests and commands are marked. */
function painted(line) {
  if (/^\S/.test(line)) return bold(line);
  return /^ {2}[→$] /.test(line) ? cyan(line) : line;
}

function print(text) {
  console.log(text);
}
