import { execute } from "#generator/cli/execute.js";
import type { Invocation } from "#generator/project/options.js";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { documentOf } from "../add/adding.js";
import { withFolder } from "../folder.js";
import { hasTerminal, inTerminal } from "../terminal.js";

const test = suite("what long work says");

const definition = {
  name: "acme-pay",
  services: [{ id: "default", baseUrl: "https://api.acme-pay.example" }],
  defaultService: "default",
};
const client = { providers: { "acme-pay": { file: "acme-pay.json" } } };
const project = {
  "package.json": "{}",
  "client/acme-pay.json": { ...definition, openapi: "./pay.json" },
  "client/client.json": client,
  "client/pay.json": documentOf(),
};

/** Everything that is told, whether or not there is time to show it. */
async function stepsOf(folder: string, invocation: Partial<Invocation>): Promise<readonly string[]> {
  const steps: string[] = [];
  const progress = { step: (text: string) => void steps.push(text), clear: () => {} };
  await execute({ command: "generate", files: [], options: {}, ...invocation }, folder, { progress });
  return steps;
}

test("generate: each document with its size, its operations, its types, each file, the write", async () => {
  await withFolder(project, async (folder) => {
    const steps = await stepsOf(folder, {});
    assert.equal(
      steps.filter((step) => !step.startsWith("rendering")),
      [
        "reading client/pay.json (0.0 MB)",
        "checking 3 documents",
        "reading the operations of client/pay.json",
        "making types of acme-pay (1 of 1)",
        "printing types of acme-pay",
        "comparing 7 files",
        "writing 7 files",
      ],
    );
    const rendering = steps.filter((step) => step.startsWith("rendering"));
    assert.equal(rendering, ["rendering 1 of 4", "rendering 2 of 4", "rendering 3 of 4", "rendering 4 of 4"]);
  });
});

test("nothing is told where the lock has the answer, with --quiet, and to programs", async () => {
  await withFolder(project, async (folder) => {
    assert.equal(await stepsOf(folder, { options: { quiet: true } }), []);
    assert.equal(await stepsOf(folder, { options: { format: "json", force: true } }), []);
    assert.equal(await stepsOf(folder, {}), []);
  });
});

test("add of a URL: whom it asks, how much has come of how much, and nothing of the path", async () => {
  const text = JSON.stringify(documentOf({ "x-padding": "x".repeat(300_000) }));
  const server = createServer((_, response) => response.end(text)).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  try {
    await withFolder({ "package.json": "{}" }, async (folder) => {
      const target = `http://127.0.0.1:${String(port)}/secret.json?key=secret`;
      const steps = await stepsOf(folder, { command: "add", files: [target] });
      assert.is(steps[0], `asking 127.0.0.1:${String(port)}`);
      assert.ok(steps.includes("downloading: 0.3 MB of 0.3 MB"), steps.join("\n"));
      assert.equal(steps.slice(-3), [
        "reading the document (0.3 MB)",
        "putting the document together",
        "reading its operations",
      ]);
      assert.not.match(steps.join("\n"), "secret");
    });
  } finally {
    server.close();
  }
});

const inTerminalOnly = (name: string, run: () => Promise<void>): void => {
  if (hasTerminal) test(name, run);
};

/** So long that the step that reads it says at once that it will last. */
const LONG = `openapi: 3.1.0\ninfo: { title: Acme, version: "2" }\n${`# ${"x".repeat(98)}\n`.repeat(22_000)}paths: {}\n`;
const long = {
  ...project,
  "client/acme-pay.json": { ...definition, openapi: "./pay.yaml" },
  "client/pay.yaml": LONG,
};

inTerminalOnly("on a terminal the line is there while it reads, and gone before the result", async () => {
  await withFolder(long, async (folder) => {
    const { status, screen } = await inTerminal(folder, ["generate"]);
    assert.is(status, 0, screen);
    assert.ok(screen.startsWith("\r\u001B[2Kreading client/pay.yaml (2.2 MB)…"), screen);
    const afterLine = screen.split("\r\u001B[2K").at(-1) ?? "";
    assert.ok(stripVTControlCharacters(afterLine).startsWith("warning SW1609"), screen);
    assert.match(screen, "4 files written");
  });
});

inTerminalOnly("in CI there is no line, nor with --quiet", async () => {
  await withFolder(long, async (folder) => {
    const inCi = await inTerminal(folder, ["generate"], [], { CI: "true" });
    assert.not.match(inCi.screen, "reading");
    const quiet = await inTerminal(folder, ["generate", "--quiet", "--force"]);
    assert.is(quiet.screen, "");
  });
});

test("report: a use-case that goes as another one does is not simulated again", async () => {
  const [quick, slow] = [50, 60].map((requestTimeout) => ({ retryPolicy: { kind: "none", requestTimeout } }));
  const useCases = { One: quick, Two: quick, Other: slow, Same: slow };
  const pay = { profiles: { pay: { version: "1.0.0", providers: { "acme-pay": { defaults: useCases } } } } };
  const usecases = Object.fromEntries(
    Object.keys(useCases).map((name) => [name, { input: true, result: { type: "string" } }]),
  );
  const files = {
    ...project,
    "client/acme-pay.json": definition,
    "client/client.json": { ...client, ...pay },
    "client/profiles/pay@1.0.0.json": { name: "pay", version: "1.0.0", usecases },
  };
  await withFolder(files, async (folder) => {
    const steps = await stepsOf(folder, { command: "report" });
    assert.equal(
      steps.filter((step) => /^simulating \w+$/.test(step)),
      ["simulating One", "simulating Other"],
    );
    const page = readFileSync(join(folder, "sdkwright-report.html"), "utf8");
    for (const name of Object.keys(useCases)) assert.match(page, `id="use-case-pay-${name}"`);
  });
});

test.run();
