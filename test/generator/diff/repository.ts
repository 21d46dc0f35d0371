import { spawnSync } from "node:child_process";
import * as assert from "uvu/assert";
import { project } from "../check/project.js";
import { withFolder } from "../folder.js";
import { sdkwright } from "../sdkwright.js";

/** What `diff` says where nothing changed, with the commit that it looked at. */
export const NO_CHANGES: RegExp = /^No changes since HEAD \([0-9a-f]{12}\)\.\n$/;

export function hashOf(folder: string, object: string): string {
  return spawnSync("git", ["rev-parse", object], { cwd: folder, encoding: "utf8" }).stdout.trim();
}

export function git(folder: string, ...args: string[]): void {
  const settings = [
    "user.name=test",
    "user.email=test@example.com",
    "commit.gpgsign=false",
    "protocol.file.allow=always",
  ];
  const options = settings.flatMap((setting) => ["-c", setting]);
  const { status, stderr } = spawnSync("git", [...options, ...args], { cwd: folder, encoding: "utf8" });
  assert.is(status, 0, stderr);
}

export function commitAll(folder: string, message: string): void {
  git(folder, "add", "-A");
  git(folder, "commit", "-qm", message);
}

/** A repository whose one commit has the project and its SDK. */
export async function withRepository(use: (folder: string) => Promise<void>): Promise<void> {
  await withFolder(project, async (folder) => {
    await sdkwright(folder, []);
    git(folder, "init", "-q");
    commitAll(folder, "one");
    await use(folder);
  });
}
