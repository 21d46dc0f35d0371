import { findUpward, type InputPlaces } from "../files/find-project.js";
import { manifestIn } from "../files/manifest.js";
import { relativePath } from "../files/relative-path.js";
import { tsconfigOf } from "../project/load-tsconfig.js";

interface Places extends InputPlaces {
  /** Absent where there is none: the one that is written says `module`. */
  readonly packageFile?: unknown;
}

/** What `npm init` and `tsc --init` write together does not compile a module; emitted code is modules. */
export async function moduleHints({ root, out, isNextApp = false, packageFile }: Places): Promise<readonly string[]> {
  const { refusesModules } = await tsconfigOf(out, isNextApp ? root : undefined);
  if (refusesModules === undefined) return [];
  const says = 'the tsconfig has "verbatimModuleSyntax"';
  if (refusesModules === "all")
    return [`${says} and "module": "commonjs", with which tsc takes no module (TS1295): set "module": "nodenext"`];
  const manifest = packageFile === undefined ? undefined : findUpward("package.json", out);
  if (manifest === undefined || manifestIn(manifest).type === "module") return [];
  const file = relativePath(root, manifest);
  const way = file === "package.json" ? " (npm pkg set type=module)" : "";
  return [
    `${says}, with which tsc takes no module (TS1295) in a package without "type": "module": write that into ${file}${way}, or set "verbatimModuleSyntax": false`,
  ];
}
