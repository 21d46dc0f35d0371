import { suite } from "uvu";
import * as assert from "uvu/assert";
import { withFolder } from "../folder.js";
import { sdkwright } from "../sdkwright.js";

const test = suite("the first call that init shows");

const KEY = ["init", "acme", "--base-url", "https://api.acme.example", "--auth", "header=X-Api-Key"];
const top = `
  import { createAcme } from "./generated/providers/acme.js";

  const acme = createAcme();
  // Replace "/" with a path of the API, below its base URL.
  console.log(await acme.get("/").text());
`;
const wrapped = `
  import { createAcme } from "./generated/providers/acme.js";

  async function main(): Promise<void> {
    const acme = createAcme();
    // Replace "/" with a path of the API, below its base URL.
    console.log(await acme.get("/").text());
  }

  void main();
`;

test("in a package of CommonJS, also of one that does not say so, await stands in a function", async () => {
  for (const [manifest, call] of [
    [{ type: "module" }, top],
    [{ type: "commonjs" }, wrapped],
    [{}, wrapped],
  ] as const) {
    await withFolder({ "package.json": manifest, "src/app.ts": "" }, async (folder) => {
      const { stdout, stderr } = await sdkwright(folder, KEY);
      assert.ok(stdout.endsWith(`A first call, to paste into src/main.ts:\n${call}`), stdout + stderr);
    });
  }
});

test.run();
