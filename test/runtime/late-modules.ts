// What the runtime loads when it is first needed. A test that moves time by turns of the event loop has it before: a busy
// disk takes more turns than any test waits.
import { readdirSync } from "node:fs";

const lib = new URL(".", import.meta.resolve("@sdkwright/runtime"));
/** The files that are published, flat; a run of mutants has the single modules, in folders. */
const files = readdirSync(lib, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".js"));
await Promise.all(files.map(async (name) => import(new URL(name, lib).href)));
