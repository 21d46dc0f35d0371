import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { build } from "esbuild";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { root } from "../tree.js";
import { inLanguage, writeProject } from "./project.js";

const test = suite("the page about testing");

test("its tests, and that of pages, pass under node:test, with the SDK of the project and nothing listening", async () => {
  const folder = join(root, ".build", "docs-testing");
  const maps = inLanguage("ts").filter(({ code }) => code.startsWith("// src/maps/"));
  const page = inLanguage("ts").filter(
    ({ file, code }) => ["docs/testing.md", "docs/pages.md"].includes(file) && code.includes("fakeProviders"),
  );
  const files = await writeProject(folder, [...maps, ...page]);
  const entryPoints = files.filter((file) => /docs-(?:testing|pages)-/.test(file));
  assert.ok(entryPoints.length >= 6, `${entryPoints.length} blocks`);
  const settings = { bundle: true, format: "esm", platform: "node", packages: "external", logLevel: "error" } as const;
  await build({ ...settings, entryPoints, outdir: join(folder, "built"), outExtension: { ".js": ".mjs" } });
  const built = entryPoints.map((file) => join(folder, "built", file.replace(/.*[/\\]/, "").replace(/\.ts$/, ".mjs")));
  const { status, stdout, stderr } = spawnSync(process.execPath, ["--test", ...built], {
    cwd: folder,
    encoding: "utf8",
  });
  assert.is(status, 0, stdout + stderr);
  assert.match(stdout, /a charge is made/);
  assert.match(stdout, /raven takes over when pigeon is down/);
});

test.run();
