// One program on every platform: an SDK from the packed packages, against one server. What it gives back and what the server
// counted are held against the same expectation everywhere. The tools stand in package-lock.json beside this file and are
// installed by this command only.
// Usage: npm run test:platforms [-- words of names ..]; a case is run whose name contains one of the words
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { installOnce } from "../install.mjs";

installOnce(dirname(fileURLToPath(import.meta.url)));
// What is imported there is installed now.
await import("./harness/main.mjs");
