import type { EmittedEnding } from "../files/emitted-path.js";

/** Names that Windows keeps for devices, with whatever ending: a checkout with such a file fails there. */
const DEVICES = /^(?:con|prn|aux|nul|com[0-9]|lpt[0-9])$/;

/** A module's path below a folder: `unverified/con` → `unverified/_con.ts`. No name of the formats begins with `_`. */
export function moduleFile(folder: string, name: string, ending: EmittedEnding = ".ts"): string {
  const segments = name.split("/").map((segment) => (DEVICES.test(segment) ? `_${segment}` : segment));
  return `${folder}/${segments.join("/")}${ending}`;
}
