import { ChangedMeanwhileError, writeFiles } from "#generator/add/write-files.js";
import { spawnSync } from "node:child_process";
import {
  chmodSync,
  lstatSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { withFolder } from "../folder.js";

const test = suite("add: write");

/** Every file of a folder, with its text. */
function contentOf(folder: string): readonly (readonly [path: string, text: string])[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
    .map((path) => [path.slice(folder.length), lstatSync(path).isDirectory() ? "folder" : readFileSync(path, "utf8")]);
}

const files = { "client.json": "old", "providers/beta.json": "beta" };

function plannedIn(folder: string): Parameters<typeof writeFiles>[0] {
  return [
    { path: join(folder, "openapi/deep/acme.json"), after: "document", what: "" },
    { path: join(folder, "providers/acme.json"), after: "definition", what: "" },
    { path: join(folder, "client.json"), before: "old", after: "new", what: "" },
  ];
}

test("all files are written, with the folders that they need", async () => {
  await withFolder(files, (folder) => {
    writeFiles(plannedIn(folder));
    assert.equal(contentOf(folder), [
      ["/client.json", "new"],
      ["/openapi", "folder"],
      ["/openapi/deep", "folder"],
      ["/openapi/deep/acme.json", "document"],
      ["/providers", "folder"],
      ["/providers/acme.json", "definition"],
      ["/providers/beta.json", "beta"],
    ]);
  });
});

for (const failing of [0, 1, 2]) {
  test(`where step ${failing} fails, everything is as it was`, async () => {
    await withFolder(files, (folder) => {
      const before = contentOf(folder);
      let step = 0;
      const rename: typeof renameSync = (from, to) => {
        if (step === failing) throw Object.assign(new Error("no space"), { code: "ENOSPC" });
        step += 1;
        renameSync(from, to);
      };
      assert.throws(() => writeFiles(plannedIn(folder), rename), /no space/);
      assert.is(step, failing);
      assert.equal(contentOf(folder), before);
    });
  });
}

test("a file that has changed since it was read stops it before anything is written", async () => {
  for (const change of ["client.json", "providers/acme.json"]) {
    await withFolder(files, (folder) => {
      writeFileSync(join(folder, change), "somebody else's");
      const before = contentOf(folder);
      assert.throws(
        () => writeFiles(plannedIn(folder)),
        (error: unknown) => error instanceof ChangedMeanwhileError,
      );
      assert.equal(contentOf(folder), before);
    });
  }
});

test("12.12: what another run writes in the meantime is not lost: it stops this one", async () => {
  await withFolder(files, (folder) => {
    const rename: typeof renameSync = (from, to) => {
      for (const { path, before } of plannedIn(folder).slice(1))
        if (before !== undefined) writeFileSync(path, "somebody else's");
      renameSync(from, to);
    };
    assert.throws(
      () => writeFiles(plannedIn(folder), rename),
      (error: unknown) => error instanceof ChangedMeanwhileError,
    );
    const others = plannedIn(folder)
      .slice(1)
      .filter(({ before }) => before !== undefined);
    assert.ok(others.length > 0);
    for (const { path } of others) assert.is(readFileSync(path, "utf8"), "somebody else's");
  });
});

test("a link stays one, a file keeps its mode and its byte-order mark", async () => {
  await withFolder({ "real/client.json": "\uFEFFold" }, (folder) => {
    const real = join(folder, "real/client.json");
    chmodSync(real, 0o600);
    symlinkSync(real, join(folder, "client.json"));
    writeFiles([{ path: join(folder, "client.json"), before: "old", after: "new", what: "" }]);
    assert.ok(lstatSync(join(folder, "client.json")).isSymbolicLink());
    assert.equal([readFileSync(real, "utf8"), statSync(real).mode & 0o777], ["\uFEFFnew", 0o600]);
  });
});

test("what others may not read is at no moment readable for them", async () => {
  await withFolder({ "client.json": "old" }, (folder) => {
    const path = join(folder, "client.json");
    chmodSync(path, 0o600);
    const module = new URL(import.meta.resolve("#generator/add/write-files.js")).href;
    const program = `
      import fs from "node:fs";
      import { syncBuiltinESMExports } from "node:module";
      const { writeFileSync } = fs;
      fs.writeFileSync = (file, ...rest) => {
        writeFileSync(file, ...rest);
        process.stdout.write((fs.statSync(file).mode & 0o777).toString(8));
      };
      syncBuiltinESMExports();
      process.umask(0);
      const { writeFiles } = await import(${JSON.stringify(module)});
      writeFiles([{ path: ${JSON.stringify(path)}, before: "old", after: "new", what: "" }]);`;
    const { stdout, stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", program], {
      encoding: "utf8",
    });
    assert.equal([stdout, readFileSync(path, "utf8")], ["600", "new"], stderr);
  });
});

for (const signal of ["SIGINT", "SIGTERM"] as const) {
  test(`${signal} between two files waits for the last: all are there, and nothing staged`, async () => {
    await withFolder(files, async (folder) => {
      const module = new URL(import.meta.resolve("#generator/add/write-files.js")).href;
      const program = `
        import { renameSync } from "node:fs";
        import { writeFiles } from ${JSON.stringify(module)};
        writeFiles(${JSON.stringify(plannedIn(folder))}, (from, to) => {
          process.kill(process.pid, "${signal}");
          renameSync(from, to);
        });
        setTimeout(() => {}, 60_000);`;
      const ended = spawnSync(process.execPath, ["--input-type=module", "-e", program], { encoding: "utf8" });
      assert.is(ended.signal, signal, ended.stderr);
      const texts = contentOf(folder).flatMap(([, text]) => (text === "folder" ? [] : [text]));
      assert.equal(texts, ["new", "document", "definition", "beta"]);
    });
  });
}

test("what comes into the place of a new file stays, a link too", async () => {
  for (const isThere of [true, false]) {
    await withFolder({ ...files, "hooks/kept": "" }, (folder) => {
      const planned = plannedIn(folder);
      const rename: typeof renameSync = (from, to) => {
        renameSync(from, to);
        if (!isThere && String(to).endsWith("openapi/deep/acme.json"))
          symlinkSync(join(folder, "hooks/made"), planned[1]?.path ?? "");
      };
      if (isThere) symlinkSync(join(folder, "hooks/made"), planned[1]?.path ?? "");
      assert.throws(() => writeFiles(planned, rename), "has changed since it was read");
      assert.ok(lstatSync(planned[1]?.path ?? "").isSymbolicLink());
      assert.equal(readdirSync(join(folder, "hooks")), ["kept"]);
      assert.is(readFileSync(join(folder, "client.json"), "utf8"), "old");
    });
  }
});

test.run();
