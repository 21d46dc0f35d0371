import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { sdkwright } from "../generator/sdkwright.js";
import { withFolder } from "../generator/folder.js";
import { root } from "../tree.js";
import { codeBlocksOf, pageOf } from "./markdown.js";

const test = suite("how long a caller waits, as the pages say");

/** What `simulate` says of a client.json of a page: the first that has the text. */
async function waits(file: string, text: string, args: readonly string[] = []): Promise<string> {
  const blocks = codeBlocksOf(pageOf(file)).filter(({ language }) => language === "json");
  const config = blocks.find(({ code }) => code.includes(text))?.code ?? "";
  return withFolder({ "package.json": {} }, async (folder) => {
    mkdirSync(join(folder, "client"));
    cpSync(join(root, "examples/failover/client"), join(folder, "client"), { recursive: true });
    writeFileSync(join(folder, "client/client.json"), config);
    return (await sdkwright(folder, ["simulate", ...args])).stdout;
  });
}

const POLICY = '"retryPolicy": "circuit-breaker"';

test("with the defaults less than half a second, or one time-out, in both configurations", async () => {
  for (const file of ["docs/profiles.md", "docs/circuits.md"]) {
    const told = await waits(file, POLICY);
    assert.match(told, /pigeon=refused +0\.44 s +3 [^]*pigeon=503 +0\.44 s +3 [^]*pigeon=timeout +30\.1 s/);
  }
});

test("with a deadline, and with the quick policy", async () => {
  const bounded = await waits("docs/profiles.md", POLICY, ["--deadline", "10s"]);
  assert.match(bounded, /pigeon=503 +0\.44 s[^]*pigeon=timeout +5\.1 s/);
  const quick = await waits("docs/profiles.md", '"maxContiguousRetries": 1');
  assert.match(quick, /pigeon=503 +0\.44 s[^]*pigeon=timeout +2\.1 s/);
});

test("the pages have these figures", () => {
  const said = (file: string, ...figures: readonly string[]) => {
    for (const figure of figures) assert.match(pageOf(file).text, figure, file);
  };
  said("docs/profiles.md", "after 0.44 s", "after 30.1 s", "after 5.1 s if", "after 2.1 s if");
  said("docs/circuits.md", "0.44 s and 3 requests");
});

test.run();
