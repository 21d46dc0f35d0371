import { readdirSync } from "node:fs";
import { dirname, join, posix } from "node:path";

/** What bundlers and Node look for before, or in place of, a `.ts` file of the same name. */
const SHADOW = /^(.+?)(?:\.(?:native|ios|android|web))?\.(?:d\.[cm]?ts|[cm]?[jt]s|[jt]sx|json|wasm|node)$/;

/**
 * Files beside emitted modules that something which resolves an import of the module may take: `acme.js` beside
 * `acme.ts`. By path below the folder, with the path of the module.
 */
export function shadowsIn(folder: string, emitted: readonly string[]): ReadonlyMap<string, string> {
  const ours = new Set(emitted);
  const modules = new Set(emitted.filter((path) => path.endsWith(".ts")));
  const folders = [...new Set([...modules].map((path) => dirname(path)))];
  const paths = folders.flatMap((each) => namesIn(join(folder, each)).map((name) => posix.join(each, name)));
  return new Map(
    paths.flatMap((path) => {
      const module = `${SHADOW.exec(path.toLowerCase())?.[1] ?? ""}.ts`;
      return modules.has(module) && !ours.has(path) ? [[path, module] as const] : [];
    }),
  );
}

/** What is no folder: a link too is taken. */
function namesIn(folder: string): readonly string[] {
  try {
    const entries = readdirSync(folder, { withFileTypes: true });
    return entries.filter((entry) => !entry.isDirectory()).map(({ name }) => name);
  } catch {
    return [];
  }
}
