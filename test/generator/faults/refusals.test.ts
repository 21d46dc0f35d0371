import { STAGING_FOLDER } from "#generator/io/lock.js";
import { spawnSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { acme, moved, project } from "../check/project.js";
import { withFolder, writeFiles, type Files } from "../folder.js";
import { bin, type Finished } from "../sdkwright.js";
import { contentOf } from "../output/output.js";

const test = suite("refusals");

const isRoot = process.getuid?.() === 0;
const nobody = isRoot ? { uid: 65_534, gid: 65_534 } : {};

/** Runs the command as somebody whom the file system can refuse something. */
function asNobody(folder: string, args: readonly string[], options: { stdout?: number } = {}): Finished {
  const { status, stdout, stderr } = spawnSync(process.execPath, [bin, ...args], {
    cwd: folder,
    encoding: "utf8",
    timeout: 60_000,
    env: { PATH: process.env["PATH"], NO_COLOR: "1" },
    stdio: ["ignore", options.stdout ?? "pipe", "pipe"],
    ...nobody,
  });
  return { status, stdout, stderr };
}

/** Gives a folder with everything in it to whom the command runs as. */
function handOver(folder: string): void {
  if (!isRoot) return;
  for (const path of ["", ...(readdirSync(folder, { recursive: true }) as string[])])
    chownSync(join(folder, path), 65_534, 65_534);
}

/** Runs `use` with a project on a file system of its own; skipped where none can be mounted. */
async function onDisk(options: string, files: Files, use: (folder: string) => void): Promise<void> {
  await withFolder({ "disk/x": "" }, (parent) => {
    const disk = join(parent, "disk");
    chmodSync(parent, 0o711);
    if (spawnSync("mount", ["-t", "tmpfs", "-o", options, "tmpfs", disk]).status !== 0) {
      console.log("skipped: no small file system can be mounted here, so a full disk was not tried");
      return;
    }
    try {
      chmodSync(disk, 0o777);
      writeFiles(disk, files);
      handOver(disk);
      use(disk);
    } finally {
      spawnSync("umount", [disk]);
    }
  });
}

/** Takes what room there is. */
function fill(disk: string): void {
  const file = join(disk, "filler");
  for (let size = 1_000_000; size >= 1; size = Math.floor(size / 2)) {
    while (
      spawnSync("dd", ["if=/dev/zero", `of=${file}`, "oflag=append", "conv=notrunc", `bs=${String(size)}`, "count=1"])
        .status === 0
    );
  }
}

function assertRefused({ status, stderr }: Finished, hint: RegExp): void {
  assert.is(status, 2, stderr);
  assert.match(stderr, /error SW0403/);
  assert.match(stderr, hint);
  assert.not.match(stderr, /\n\s+at |internal error/);
}

test("12.14: no space left: exit 2 with what to do, nothing changed, nothing left over, and the next run writes", async () => {
  await onDisk("size=256k", project, (disk) => {
    assert.is(asNobody(disk, []).status, 0);
    writeFiles(disk, { "client/providers/acme.json": moved });
    fill(disk);
    const before = contentOf(join(disk, "src"));
    assertRefused(asNobody(disk, []), /ENOSPC[^]*free some space, then run again/);
    assert.equal(contentOf(join(disk, "src")), before);
    assert.not(existsSync(join(disk, "src/generated", STAGING_FOLDER)));
    rmSync(join(disk, "filler"));
    assert.is(asNobody(disk, []).status, 0);
    assert.is(asNobody(disk, ["check"]).status, 0);
  });
});

test("12.14: no space in a first run: not even a folder is left over", async () => {
  await onDisk("size=256k", project, (disk) => {
    fill(disk);
    assertRefused(asNobody(disk, []), /free some space/);
    assert.not(existsSync(join(disk, "src")));
  });
  await onDisk("size=256k,nr_inodes=8", { "package.json": "{}", "client/acme.json": acme }, (disk) => {
    for (let file = 0; readdirSync(disk).length < 5; file += 1) writeFileSync(join(disk, String(file)), "");
    assertRefused(asNobody(disk, ["client/acme.json"]), /free some space/);
    assert.not(existsSync(join(disk, "src")));
  });
});

test("12.14: no right to write: exit 2 with what to do, in each folder of the output", async () => {
  await withFolder(project, (folder) => {
    handOver(folder);
    chmodSync(folder, 0o555);
    assertRefused(asNobody(folder, []), /EACCES[^]*permission for the path/);
    chmodSync(folder, 0o755);
    assert.is(asNobody(folder, []).status, 0);
    writeFiles(folder, { "client/providers/acme.json": moved });
    const before = contentOf(join(folder, "src"));
    for (const closed of ["src/generated", "src/generated/providers"]) {
      chmodSync(join(folder, closed), 0o555);
      assertRefused(asNobody(folder, []), /permission for the path/);
      chmodSync(join(folder, closed), 0o755);
      assert.equal(contentOf(join(folder, "src")), before);
    }
    chmodSync(join(folder, "src/generated/providers/acme.ts"), 0o000);
    for (const args of [[], ["check"]]) assertRefused(asNobody(folder, args), /permission for the path/);
  });
});

test("12.14: no right to read what a command compares with: exit 2 with what to do", async () => {
  await withFolder({ ...project, "old.lock.json": "{}" }, (folder) => {
    handOver(folder);
    chmodSync(join(folder, "old.lock.json"), 0o000);
    assertRefused(asNobody(folder, ["diff", "./old.lock.json"]), /EACCES[^]*permission for the path/);
  });
});

test("12.14: something else in place of the folder that files wait in: exit 2 with what to do, and it stays", async () => {
  await withFolder({ ...project, "elsewhere/1-0": "precious", "elsewhere/owner-1": "precious" }, (folder) => {
    handOver(folder);
    const staging = join(folder, "src/generated", STAGING_FOLDER);
    mkdirSync(join(folder, "src/generated"), { recursive: true });
    for (const [what, put] of [
      ["file", () => writeFileSync(staging, "")],
      ["link", () => symlinkSync(join(folder, "elsewhere"), staging)],
    ] as const) {
      put();
      assertRefused(asNobody(folder, []), new RegExp(`is a ${what}; remove it`));
      rmSync(staging);
    }
    assert.equal(readdirSync(join(folder, "elsewhere")), ["1-0", "owner-1"]);
  });
});

test("12.14: a file system that is read-only: exit 2 with what to do", async () => {
  await onDisk("size=256k", project, (disk) => {
    assert.is(spawnSync("mount", ["-o", "remount,ro", disk]).status, 0);
    assertRefused(asNobody(disk, []), /EROFS[^]*is read-only/);
  });
});

test("12.14: a package.json that cannot be read may hold options: nothing is written", async () => {
  await withFolder({ ...project, "package.json": { sdkwright: { out: "lib" } } }, (folder) => {
    handOver(folder);
    chmodSync(join(folder, "package.json"), 0o000);
    const { status, stderr } = asNobody(folder, []);
    assert.is(status, 2);
    assert.match(stderr, /SW0301.*package\.json.*cannot be read/);
    assert.not(existsSync(join(folder, "src")));
  });
});

test("12.14: a working directory that was removed: exit 2 with what to do, in every format", async () => {
  await withFolder({ "gone/x": "" }, (parent) => {
    for (const args of ["", "check", "--watch", "validate x.json --verbose", "--format json"]) {
      mkdirSync(join(parent, "gone"), { recursive: true });
      const command = `rm -r "$PWD"; exec "${process.execPath}" "${bin}" ${args}`;
      const { status, stdout, stderr } = spawnSync("sh", ["-c", command], {
        cwd: join(parent, "gone"),
        encoding: "utf8",
      });
      assert.is(status, 2, stderr);
      if (args.includes("format")) assert.is((JSON.parse(stdout) as { exitCode: number }).exitCode, 2);
      else assert.match(stderr, /error SW0405 .*working directory[^]*change to an existing folder/);
    }
  });
});

test("12.14: output that goes to a full disk: exit 2 without a stack", async () => {
  if (!existsSync("/dev/full")) return console.log("skipped: there is no /dev/full here");
  await withFolder(project, (folder) => {
    handOver(folder);
    for (const args of [[], [], ["check", "--format", "json"]]) {
      const { status, stderr } = asNobody(folder, args, { stdout: openSync("/dev/full", "w") });
      assert.equal([status, stderr], [2, "error SW0403: the output could not be written (ENOSPC)\n"]);
    }
  });
});

test.run();
