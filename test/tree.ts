import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The folder that the compiled tests stand under: the repository, or the folder that the matrix made. */
export const root: string = findRoot(dirname(fileURLToPath(import.meta.url)));

/** The documents beside the checkout, for `test/contract` alone: a clone elsewhere does not have them. */
export const shared: string = join(root, "..", "shared");

function findRoot(folder: string): string {
  return existsSync(join(folder, "package.json")) ? folder : findRoot(dirname(folder));
}
