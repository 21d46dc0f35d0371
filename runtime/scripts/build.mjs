// After tsc.
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { removeOrphans } from "./orphans.mjs";

removeOrphans(dirname(dirname(fileURLToPath(import.meta.url))));
