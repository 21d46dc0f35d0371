// What `plugins` of Vite takes, is what the plugin is.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { write } from "./project.mjs";

/** The compiler, and the types as they ship. */
export const typeTests = [
  [
    "the plugin is one for its compiler, and options are checked",
    ({ folder, major, here }) => {
      write(folder, {
        "package.json": { type: "module" },
        "vite.config.ts": `import { defineConfig } from "vite-${major}";
import { sdkwright } from "sdkwright/vite";
// @ts-expect-error
sdkwright({ build: "never" });
// @ts-expect-error
sdkwright({ force: true });
export default defineConfig({ plugins: [sdkwright(), sdkwright({ config: "client/other.json", build: "generate" })] });
`,
      });
      const tsc = join(here, "node_modules/typescript/bin/tsc");
      const options = [
        "--noEmit",
        "--strict",
        "--skipLibCheck",
        "--module",
        "nodenext",
        "--exactOptionalPropertyTypes",
      ];
      const { status, stdout } = spawnSync(process.execPath, [tsc, ...options, "vite.config.ts"], {
        cwd: folder,
        encoding: "utf8",
      });
      assert.equal(status, 0, stdout);
    },
  ],
];
