import { spawnSync } from "node:child_process";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { project } from "../check/project.js";
import { withFolder } from "../folder.js";
import { bin } from "../sdkwright.js";

const test = suite("permissions");

test("a permission that Deno was not given is no internal error: Deno's sentence, and what is needed", async () => {
  const denied = `import fs from "node:fs";
    import { syncBuiltinESMExports } from "node:module";
    fs.mkdirSync = () => {
      throw Object.assign(new Error('Requires write access to "src", run again with the --allow-write flag'), { name: "NotCapable" });
    };
    syncBuiltinESMExports();`;
  await withFolder(project, (folder) => {
    const { status, stderr } = spawnSync(
      process.execPath,
      ["--import", `data:text/javascript,${encodeURIComponent(denied)}`, bin, "generate"],
      { cwd: folder, encoding: "utf8", env: { PATH: process.env["PATH"], NO_COLOR: "1" } },
    );
    assert.is(status, 2);
    assert.match(stderr, /^error SW0406 {2}Requires write access to "src", run again with the --allow-write flag$/m);
    assert.match(stderr, "--allow-read --allow-env --allow-sys");
  });
});

test.run();
