// After tsc.
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { removeOrphans } from "./orphans.mjs";
import { publish } from "./publish.mjs";

removeOrphans(dirname(dirname(fileURLToPath(import.meta.url))));
await publish();
