import type { Part } from "./pattern-tree.js";

const LOWER = "abcdefghijklmnopqrstuvwxyz";

/** Letters first, because people read them. */
const ANY: readonly string[] = `${LOWER}${LOWER.toUpperCase()}0123456789 -_.,:;/+=@#!?`.split("");

/** What is repeated without end is there so often. */
const SOME = 3;

/** The most that is looked at for one text, and so the most characters that it gets. */
const MOST_STEPS = 10_000;

/** Up to here a character is looked for that nobody reads. */
const LAST_CHARACTER = 0x30_ff;

/** A text of an expression. Whether it fits has to be looked at: what is too much is left out. */
export function sampleOfPattern(tree: Part, random: () => number): string {
  let left = MOST_STEPS;
  const known = new Map<Part, readonly string[]>();
  const one = (part: Extract<Part, { kind: "character" }>): string => {
    const characters = known.get(part) ?? charactersOf(part);
    known.set(part, characters);
    return characters[Math.floor(random() * characters.length)] ?? "";
  };
  const write = (part: Part): string => {
    if ((left -= 1) < 0 || part.kind === "edge") return "";
    if (part.kind === "character") return one(part);
    if (part.kind === "sequence") return part.parts.map(write).join("");
    if (part.kind === "choice") return write(part.parts[Math.floor(random() * part.parts.length)] ?? part);
    let text = "";
    const count = Math.min(part.most, Math.max(part.least, SOME));
    for (let at = 0; at < count && left > 0; at += 1) text += write(part.part);
    return text;
  };
  return write(tree);
}

function charactersOf({ source, fits }: Extract<Part, { kind: "character" }>): readonly string[] {
  if (source === ".") return LOWER.split("");
  if (fits(source)) return [source];
  const readable = ANY.filter(fits);
  if (readable.length > 0) return readable;
  for (let code = 0; code <= LAST_CHARACTER; code += 1)
    if (fits(String.fromCharCode(code))) return [String.fromCharCode(code)];
  return [];
}
