// Copies the JSON Schemas of the formats into dist/schemas, for editors: the dev dependency is enough to find them.
import { cpSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const generator = dirname(dirname(fileURLToPath(import.meta.url)));
const from = join(generator, "..", "runtime", "src", "formats");

for (const format of ["client", "provider", "profile"]) {
  cpSync(join(from, `${format}.schema.json`), join(generator, "dist", "schemas", `${format}.schema.json`));
}
