import { COMMANDS } from "#generator/project/options.js";
import { cpSync, existsSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { root } from "../../tree.js";
import { withFolder } from "../folder.js";
import { spawnSdkwright } from "../sdkwright.js";

const test = suite("the packed command");

const document = {
  openapi: "3.1.0",
  info: { title: "Wren", version: "1" },
  servers: [{ url: "https://api.wren.example" }],
  paths: { "/songs": { get: { responses: { 204: { description: "None." } } } } },
};

/** In this order, in a copy of an example with failover: arguments, what is printed, a file that is there afterwards. */
const RUNS: readonly (readonly [args: readonly string[], says: RegExp, leaves?: string])[] = [
  [["generate"], /written in src\/generated/, "src/generated/index.ts"],
  [["check"], /current/],
  [["validate"], /no mistakes/],
  [["diff", "./src/generated"], /^No changes/m],
  [["add", "wren.json"], /Provider wren of "Wren" is added/, "client/providers/wren.json"],
  [["types", "wren.json", "-o", "src/wren.ts"], /Written: src\/wren\.ts/, "src/wren.ts"],
  [["map", "communication/send-sms", "wren"], /Next: /, "src/maps/send-sms.wren.ts"],
  [["env"], /PIGEON_TOKEN/],
  [["simulate"], /SendMessage/],
  [["report"], /html/, "sdkwright-report.html"],
  [["explain", "SW0101"], /SW0101/],
  [["docs", "start"], /^# Start/],
];

test("each command runs once as it is shipped, with arguments as a user types them", async () => {
  await withFolder({ "wren.json": document }, async (folder) => {
    cpSync(join(root, "examples/failover"), folder, { recursive: true });
    for (const [args, says, file] of RUNS) {
      const { status, stdout, stderr } = await spawnSdkwright(folder, args);
      assert.is(status, 0, `${args.join(" ")}: ${stdout}${stderr}`);
      assert.match(stdout + stderr, says, args.join(" "));
      if (file !== undefined) assert.ok(existsSync(join(folder, file)), `${args.join(" ")} writes ${file}`);
    }
  });
});

test("`init` begins in an empty folder, as it is shipped", async () => {
  await withFolder({}, async (folder) => {
    const { status, stdout, stderr } = await spawnSdkwright(folder, [
      "init",
      "acme",
      "--base-url",
      "https://api.acme.example",
      "--auth",
      "bearer",
    ]);
    assert.is(status, 0, stdout + stderr);
    assert.ok(existsSync(join(folder, "client/client.json")));
  });
});

test("no command is forgotten here", () => {
  const commands = new Set(["init", ...RUNS.map(([[command]]) => command)]);
  assert.equal(
    Object.keys(COMMANDS).filter((name) => !commands.has(name)),
    [],
  );
});

test.run();
