// Runs after tsc of this package.
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { removeOrphans } from "../../runtime/scripts/orphans.mjs";

const generator = dirname(dirname(fileURLToPath(import.meta.url)));
removeOrphans(generator, [
  "bundle",
  "libraries",
  "schemas",
  join("render", "compiled-templates.js"),
  join("report", "compiled-page.js"),
  join("lock", "fingerprint.js"),
  join("add", "swagger-converter.js"),
]);
await import("./templates.mjs");
await import("./swagger-converter.mjs");
await import("./fingerprint.mjs");
await import("./bundle.mjs");
await import("./schemas.mjs");
