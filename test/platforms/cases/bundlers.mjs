// Bundlers and compilers, each with the tsconfig that is usual there.
import { cpSync } from "node:fs";
import { join } from "node:path";
import { expect } from "../harness/expectation.mjs";
import { run } from "../harness/processes.mjs";
import { prepare, sdkwright, tool, tsc } from "../harness/project.mjs";
import { visitPage } from "./browser.mjs";

export const cases = [
  {
    name: "12.22: Vite, in Chromium",
    browser: "chromium",
    async test(server) {
      const folder = await prepare("vite", { ending: ".ts" });
      await run([tsc(), "-b"], { cwd: folder });
      await run([tool("vite"), "build"], { cwd: folder });
      await visitPage(server, { "/": join(folder, "dist") });
      await sdkwright(folder, "check");
    },
  },
  {
    name: "webpack with ts-loader, in Chromium",
    browser: "chromium",
    async test(server) {
      const folder = await prepare("webpack");
      await run([tool("webpack")], { cwd: folder });
      cpSync(join(folder, "index.html"), join(folder, "dist/index.html"));
      await visitPage(server, { "/": join(folder, "dist") });
      await sdkwright(folder, "check");
    },
  },
  inNode("Rollup, in Node", "rollup", [tool("rollup"), "-c"]),
  inNode("12.22: tsc that emits under bundler resolution, in Node", "bundler", [tsc()]),
];

/** What a tool writes to dist/process.js, run by the Node that runs this. */
function inNode(name, app, build) {
  return {
    name,
    async test(server) {
      const folder = await prepare(app);
      await run(build, { cwd: folder });
      const visit = server.begin();
      expect(await run([process.execPath, "dist/process.js"], { cwd: folder, env: visit.env }), visit);
      await sdkwright(folder, "check");
    },
  };
}
