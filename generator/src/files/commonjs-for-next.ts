import { findUpward } from "./find-project.js";
import { isNextApp } from "./next-app.js";
import { readText } from "./read-text.js";

/**
 * The package.json of a folder, where it depends on Next.js and says `"type": "commonjs"`. A quick run looks for it too:
 * the lock knows nothing of package.json.
 */
export function commonJsForNext(folder: string): string | undefined {
  const file = findUpward("package.json", folder);
  return isNextApp(file) && typeOf(file ?? "") === "commonjs" ? file : undefined;
}

function typeOf(file: string): unknown {
  const read = readText(file);
  if (!("text" in read)) return undefined;
  try {
    return (JSON.parse(read.text) as { readonly type?: unknown }).type;
  } catch {
    return undefined;
  }
}
