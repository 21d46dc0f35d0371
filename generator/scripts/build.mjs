// Runs after tsc of this package.
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { removeOrphans } from "../../runtime/scripts/orphans.mjs";

const generator = dirname(dirname(fileURLToPath(import.meta.url)));
removeOrphans(generator, [
  "bundle",
  "libraries",
  "schemas",
  join("emit", "compiled-templates.js"),
  join("simulate", "report", "compiled-page.js"),
  join("io", "fingerprint.js"),
  join("add", "swagger-converter.js"),
]);
await import("./templates.mjs");
await import("./swagger-converter.mjs");
await import("./fingerprint.mjs");
await import("./bundle.mjs");
await import("./schemas.mjs");
