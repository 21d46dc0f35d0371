import { readText } from "#generator/files/read-text.js";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { withFolder } from "../folder.js";

const test = suite("reading texts");

test("what is read is bounded, and not what the file system says of it", () => {
  // Linux says of such a file that it is a regular one of no bytes.
  const pseudo = "/proc/self/maps";
  if (!existsSync(pseudo)) return;
  assert.equal(readText(pseudo, 1024), { reason: "too large" });
  assert.ok("text" in readText(pseudo));
});

test("a text is read whole, up to the bound", async () => {
  await withFolder({}, (folder) => {
    const path = join(folder, "file.txt");
    for (const length of [0, 1, 4095, 4096, 4097, 10_000]) {
      const text = "é".repeat(length);
      writeFileSync(path, text);
      assert.equal(readText(path), { text });
      assert.equal(readText(path, 2 * length), { text });
      if (length > 0) assert.equal(readText(path, 2 * length - 1), { reason: "too large" });
    }
  });
});

test.run();
