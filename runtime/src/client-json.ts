/** Configures a client at run time: `createClient({ clientJson: clientJson(parsed) })`. */
export { clientJson } from "./client/client-json.js";
export type { ClientJson } from "./client/parts.js";
