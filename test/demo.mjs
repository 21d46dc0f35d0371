// Generates the SDK of each example from its JSON, compiles it with the example's main.ts, and runs it.
// Usage: npm run demo
import { spawn, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

/** The folders of examples/, in the order in which they teach. */
const EXAMPLES = {
  quickstart: "two providers from JSON; an API key, a login, a token",
  "vendor-document": "typed calls from a vendor's OpenAPI document, and what its next version breaks",
  failover: "one use-case, two providers: retries, failover, a circuit",
  "maps-in-code": "maps and credentials in code",
  functions: "failover without documents: a vendor's own SDK beside plain calls, and a stream",
};

process.chdir(dirname(dirname(fileURLToPath(import.meta.url))));
const names = Object.keys(EXAMPLES);

must(["test/run.mjs", "--build"]);
for (const name of names.filter((name) => existsSync(join("examples", name, "client"))))
  must([join("..", "..", "generator/dist/bundle/bin.cjs"), "generate", "--quiet"], join("examples", name));
must(["node_modules/typescript/bin/tsc", "-b", "examples"]);

// Installed by the build. It has colors in CI too, where this has none without a terminal.
const { default: picocolors } = await import("picocolors");
const { bold, cyan, dim, green } = picocolors.createColors(process.stdout.isTTY === true && !process.env["NO_COLOR"]);

print(`\n${bold("sdkwright")}: typed SDKs for other companies' HTTP APIs, with retries and failover`);
for (const name of names) {
  print(`\n${green(bold(name))}  ${EXAMPLES[name]}\n${dim(`examples/${name}/main.ts`)}\n`);
  await show([join(".build", "examples", name, "main.js")]);
}
print(`
${green("✓")} ${String(names.length)} programs ran against servers in their own process; nothing left this machine.
Next: see their JSON in ${bold("examples/*/client")} and the emitted code in ${bold("examples/*/src/generated")}. To start your own project, read ${bold("docs/start.md")}.`);

function must(args, cwd = ".") {
  const { status } = spawnSync(process.execPath, args, { cwd, stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 1);
}

/** Runs a program and prints what it says, without blank lines before. */
async function show(args) {
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
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
