import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { MAX_BYTES, readText } from "#generator/io/read-file.js";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { withFolder } from "../folder.js";

const test = suite("reading files");

test("a text is read whole, without its byte-order mark, up to the limit", async () => {
  await withFolder({}, (folder) => {
    const path = join(folder, "file.txt");
    for (const text of ["", "x", "é".repeat(10_000)]) {
      writeFileSync(path, `\uFEFF${text}`);
      assert.equal(readText(path), { text });
    }
    writeFileSync(path, Buffer.from([0xff]));
    assert.equal(readText(path), { reason: "not UTF-8" });
    truncateSync(path, MAX_BYTES + 1);
    assert.equal(readText(path), { reason: "too large" });
    assert.equal(readText(join(folder, "gone")), { reason: "missing" });
  });
});

test("nothing but a regular file is read: a pipe waits for a writer, and a device has no end", async () => {
  if (process.platform === "win32") return;
  await withFolder({}, (folder) => {
    const [pipe, device, below] = ["pipe", "device", "folder"].map((name) => join(folder, name)) as [string, string, string]; // prettier-ignore
    execFileSync("mkfifo", [pipe]);
    symlinkSync("/dev/zero", device);
    mkdirSync(below);
    assert.equal([pipe, device, below].map(readText), [
      { reason: "not a regular file" },
      { reason: "not a regular file" },
      { reason: "folder" },
    ]);
  });
  // Linux says of such a file that it is a regular one of no bytes.
  if (existsSync("/proc/self/pagemap")) assert.equal(readText("/proc/self/pagemap"), { text: "" });
});

test.run();
