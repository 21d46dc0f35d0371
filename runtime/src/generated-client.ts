/** Door of emitted client modules, format version 1. What stands here is only added to. */
export { bindClient, type ClientOptions, type ClientParts } from "./client.js";
