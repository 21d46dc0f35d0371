import { register } from "node:module";

/** For `node --import`: late modules of the runtime, and the doors for tests and telemetry, are a second copy of it. */
const folder = new URL(".", import.meta.resolve("@sdkwright/runtime")).href;
register("./second-copy.js", import.meta.url, { data: { folder } });
