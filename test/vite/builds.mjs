// What `vite build` says and does.
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { definitionOf, DEFINITION, forge, makeProject, MODULE, read, vite, write } from "./project.mjs";

export const buildTests = [
  [
    "a build without a current SDK ends with what to do and which files, no stack, no diff, and writes nothing",
    (place) => {
      makeProject(place.folder);
      const { status, output } = vite(place, "build");
      assert.equal(status, 1, output);
      assert.match(output, /\[(?:plugin )?sdkwright\] the SDK is not current: run `npx sdkwright generate` and commit/);
      assert.match(output, /src\/generated: 5 files are missing/);
      assert.doesNotMatch(output, /^ {4}at |Getter|^\+/m);
      assert.equal(existsSync(join(place.folder, "src/generated")), false);
      assert.equal(existsSync(join(place.folder, "dist")), false);
    },
  ],
  [
    "a build with a mistake fails with its place; a current SDK builds",
    (place) => {
      makeProject(place.folder, { build: "generate" });
      const made = vite(place, "build");
      assert.equal(made.status, 0, made.output);
      makeProject(place.folder);
      const current = vite(place, "build");
      assert.equal(current.status, 0, current.output);
      assert.doesNotMatch(current.output, /sdkwright|is current/);
      write(place.folder, { [DEFINITION]: { ...definitionOf("one"), defaultService: "oen" } });
      const { status, output } = vite(place, "build");
      assert.equal(status, 1, output);
      assert.match(output, /error SW1203[^]*client\/providers\/acme\.json:9:\d+/);
    },
  ],
  [
    "a build names what is stale, and the script of package.json that mends it",
    (place) => {
      makeProject(place.folder, { build: "generate" });
      assert.equal(vite(place, "build").status, 0);
      const scripts = { generate: "sdkwright generate" };
      makeProject(place.folder, {}, { "package.json": { type: "module", scripts }, [DEFINITION]: definitionOf("two") });
      const { status, output } = vite(place, "build");
      assert.equal(status, 1, output);
      assert.match(output, /run `npm run generate`[^]*src\/generated\/providers\/acme\.definition\.ts: stale/);
      assert.ok(output.split("\n").length < 12, output);
    },
  ],
  [
    "build: generate writes the SDK before",
    (place) => {
      makeProject(place.folder, { build: "generate" });
      assert.equal(vite(place, "build").status, 0);
      write(place.folder, { [DEFINITION]: definitionOf("two") });
      assert.equal(vite(place, "build").status, 0);
      assert.match(read(place.folder, MODULE), /two\.example/);
    },
  ],
  [
    "a module that was edited together with its hash ends a build, that writes the SDK before too",
    (place) => {
      makeProject(place.folder, { build: "generate" });
      assert.equal(vite(place, "build").status, 0);
      forge(place.folder, "one.example", "evil.example");
      for (const build of ["generate", "check"]) {
        makeProject(place.folder, { build });
        const { status, output } = vite(place, "build");
        assert.equal(status, 1, output);
        assert.match(output, /src\/generated\/providers\/acme\.definition\.ts: edited/);
      }
    },
  ],
  [
    "a wrong option is told",
    (place) => {
      makeProject(place.folder, { configuration: "client/client.json" });
      const unknown = vite(place, "build");
      assert.equal(unknown.status, 1);
      assert.match(unknown.output, /unknown option "configuration"/);
      makeProject(place.folder, { build: "never" });
      assert.match(vite(place, "build").output, /build must be one of check, generate/);
    },
  ],
];
