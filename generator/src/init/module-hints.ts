import { findUpward, type InputPlaces } from "../files/find-project.js";
import { manifestIn } from "../files/manifest.js";
import { tsconfigOf } from "../project/load-tsconfig.js";

interface Places extends InputPlaces {
  /** Absent if there is none: the one that is written says `module`. */
  readonly packageFile?: unknown;
}

/** Says so if `npm init` and `tsc --init` were run: what they write together compiles no `import`. */
export async function moduleHints({ root, out, isNextApp = false, packageFile }: Places): Promise<readonly string[]> {
  const { refusesModules } = await tsconfigOf(out, isNextApp ? root : undefined);
  if (refusesModules === undefined) return [];
  const manifest = packageFile === undefined ? undefined : findUpward("package.json", out);
  const isModule = manifest === undefined || manifestIn(manifest).type === "module";
  return refusesModules === "commonjs" && isModule ? [] : [VERBATIM];
}

const VERBATIM =
  'the tsconfig has "verbatimModuleSyntax": true, with which tsc refuses `import` in a CommonJS package (TS1295): set it to false';
