// After tsc: the JSON Schemas of the formats go where editors and the generator find them.
import { copyFileSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { removeOrphans } from "./orphans.mjs";

const runtime = dirname(dirname(fileURLToPath(import.meta.url)));
const [from, to] = ["src", "dist"].map((folder) => join(runtime, folder, "formats"));

removeOrphans(runtime);
for (const file of readdirSync(from).filter((name) => name.endsWith(".schema.json"))) {
  copyFileSync(join(from, file), join(to, file));
}
