import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { isPlainObject, own } from "@sdkwright/runtime/config";
import { pathPattern, type PathPattern } from "../files/path-pattern.js";
import { readJson } from "../files/read-json.js";
import { readText } from "../files/read-file.js";
import { relativePath } from "../files/relative-path.js";

/**
 * Where a package manager will install what a package asks for: npm, yarn and bun in the workspace that lists it as a
 * member; pnpm, and where there is no workspace, in the package itself.
 */
export function installationFolder(root: string): string {
  for (let folder = root; dirname(folder) !== folder; folder = dirname(folder)) {
    if (existsSync(join(folder, "pnpm-workspace.yaml"))) return root;
    if (hasMember(folder, relativePath(folder, root))) return folder;
  }
  return root;
}

function hasMember(folder: string, member: string): boolean {
  const members = patternsIn(folder);
  const matches = (pattern: string) => memberPattern(pattern)(member);
  const isLeftOut = members.some((pattern) => pattern.startsWith("!") && matches(pattern.slice(1)));
  return !isLeftOut && members.some((pattern) => !pattern.startsWith("!") && matches(pattern));
}

/** `"workspaces": ["packages/*"]`, or as yarn has it too: `{ "packages": ["packages/*"] }`. */
function patternsIn(folder: string): readonly string[] {
  const read = readText(join(folder, "package.json"));
  const parsed = "text" in read ? readJson(read.text) : undefined;
  if (parsed === undefined || "flaw" in parsed || !isPlainObject(parsed.json)) return [];
  const workspaces = own(parsed.json, "workspaces");
  const list = isPlainObject(workspaces) ? own(workspaces, "packages") : workspaces;
  return Array.isArray(list) ? list.filter((each) => typeof each === "string") : [];
}

/** `*` stands for one name, `**` for any folders. */
function memberPattern(pattern: string): PathPattern {
  return pathPattern(pattern.replace(/^\.\//, "").replace(/(?<!\/)\/+$/, ""));
}
