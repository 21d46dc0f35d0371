import { findUpward } from "./find-project.js";
import { manifestIn } from "./manifest.js";
import { isNextApp } from "./next-app.js";

/**
 * The package.json of a folder, where it depends on Next.js and says `"type": "commonjs"`. A quick run looks for it too:
 * the lock knows nothing of package.json.
 */
export function commonJsForNext(folder: string): string | undefined {
  const file = findUpward("package.json", folder);
  return file !== undefined && isNextApp(file) && manifestIn(file).type === "commonjs" ? file : undefined;
}
