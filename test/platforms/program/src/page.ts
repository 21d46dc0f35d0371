import { program } from "./program.ENDING";

const env = JSON.parse(decodeURIComponent(location.hash.slice(1))) as Record<string, string>;
Object.assign(globalThis, { report: program(env) });
