import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The packages stand one folder above and in test/platforms, and other lock files further up. */
const root = join(dirname(fileURLToPath(import.meta.url)), "../../..");

export default { turbopack: { root }, outputFileTracingRoot: root };
