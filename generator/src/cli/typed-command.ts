import { join } from "node:path";
import { readText } from "../files/read-file.js";
import { managerOf } from "../init/package-manager.js";

/** Whole scripts only: what follows `&&` has another purpose. */
const SCRIPT = /^sdkwright(?: generate(?: [^&|;]*)?)?$/;
const ANOTHER_PURPOSE = / --(?:watch|dry-run|force)\b/;
const SHOWN_NAME = /^[\w:.-]+$/;

/** `generate` as it is typed in a project: the script of its package.json, else by npx. A shell knows no `sdkwright`. */
export function typedGenerate(root: string, { force = false }: { readonly force?: boolean } = {}): string {
  const { run } = managerOf(root, process.env["npm_config_user_agent"]);
  const name = scriptIn(join(root, "package.json"));
  if (name === undefined) return `npx sdkwright generate${force ? " --force" : ""}`;
  return `${run} ${name}${force ? `${run.startsWith("npm ") ? " --" : ""} --force` : ""}`;
}

function scriptIn(path: string): string | undefined {
  const found = Object.entries(scriptsOf(path)).find(
    ([name, script]) => SHOWN_NAME.test(name) && isGenerate(script) && !ANOTHER_PURPOSE.test(script),
  );
  return found?.[0];
}

function isGenerate(script: unknown): script is string {
  return typeof script === "string" && SCRIPT.test(script);
}

/** Whatever is wrong with the file is told where its options are read. */
function scriptsOf(path: string): object {
  const read = readText(path);
  try {
    const manifest = JSON.parse("text" in read ? read.text : "{}") as { readonly scripts?: unknown } | null;
    return Object(manifest?.scripts) as object;
  } catch {
    return {};
  }
}
