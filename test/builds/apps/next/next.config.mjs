import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The packages stand two folders above, and another lock file further up. */
const root = join(dirname(fileURLToPath(import.meta.url)), "../..");

export default { turbopack: { root }, outputFileTracingRoot: root };
