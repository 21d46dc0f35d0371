/** Names that Windows keeps for devices, with whatever ending: a checkout with such a file fails there. */
const DEVICES = /^(?:con|prn|aux|nul|com[0-9]|lpt[0-9])$/;

/** How the names of emitted files end. */
const ENDINGS = [".ts", ".definition.ts", ".schemas.ts", ".model.json"] as const;
const EMITTED = new RegExp(
  `^(?:[a-z0-9_-]+/)*[a-z0-9_-]+(?:${ENDINGS.map((ending) => ending.replaceAll(".", "\\.")).join("|")})$`,
);

/** Whether a path, relative to the output folder, is of a form that we emit, and leads nowhere else. */
export function isEmittedPath(path: string): boolean {
  return EMITTED.test(path);
}

/** A module's path below a folder: `unverified/con` → `unverified/_con.ts`. No name of the formats begins with `_`. */
export function moduleFile(folder: string, name: string, ending: (typeof ENDINGS)[number] = ".ts"): string {
  const segments = name.split("/").map((segment) => (DEVICES.test(segment) ? `_${segment}` : segment));
  return `${folder}/${segments.join("/")}${ending}`;
}
