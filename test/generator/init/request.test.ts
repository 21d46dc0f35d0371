import { readFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { withFolder } from "../folder.js";
import { sdkwright } from "../sdkwright.js";

const test = suite("the request that a new map shows");

const pigeon = {
  name: "pigeon",
  services: [{ id: "default", baseUrl: "https://pigeon.example" }],
  defaultService: "default",
  securitySchemes: [{ id: "token", type: "http", scheme: "bearer" }],
};

test("it names a scheme where the definition has no default: without one no credential is sent", async () => {
  for (const [more, options] of [
    [{}, '{ security: "token", json: input }'],
    [{ security: "token" }, "{ json: input }"],
    [{ securitySchemes: [] }, "{ json: input }"],
  ] as const) {
    const files = {
      "package.json": { type: "module" },
      "client/client.json": { profiles: { send: "1.0.0" }, providers: { pigeon: {} } },
      "client/providers/pigeon.json": { ...pigeon, ...more },
      "client/profiles/send.json": {
        name: "send",
        version: "1.0.0",
        usecases: { Send: { input: true, result: true } },
      },
    };
    await withFolder(files, async (folder) => {
      const { status, stderr } = await sdkwright(folder, ["map", "send", "pigeon"]);
      assert.is(status, 0, stderr);
      const text = readFileSync(join(folder, "src/maps/send.pigeon.ts"), "utf8");
      assert.match(text, `await http.post("/path", ${options}).json()`);
    });
  }
});

test.run();
