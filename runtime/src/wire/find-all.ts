/** Told of each place at which one of the texts stands. */
type Note = (at: number, length: number) => void;

interface Sought {
  readonly text: string;
  /** Places of one text do not overlap. */
  next: number;
}

/** How many units tell texts apart at first sight: none is shorter. */
export const FIRST = 3;

/** Stands for any unit in a text that is looked for, and for the end. */
export const ANY = "\ufffe";

/** How many units are compared for each one of a text, at most: ordinary texts need far less than one. */
const MOST_COMPARED = 64;
const AT_LEAST = 100_000;

/**
 * Looks for many texts at once, each of {@link FIRST} units or more, by a hash of their beginnings: `indexOf` for each would
 * take the product of all lengths where one side writes both, as a server that hands out a token. Says whether it came to
 * the end.
 */
export function finderOf(texts: readonly string[]): (text: string, note: Note) => boolean {
  const byHash = new Map<number, Sought[]>();
  const marked = new Uint8Array(1 << 14);
  for (const text of texts) {
    const hash = Array.from({ length: FIRST }, (_, at) => text.charCodeAt(at)).reduce(nextHash, 0);
    const alike = byHash.get(hash) ?? [];
    byHash.set(hash, alike);
    alike.push({ text, next: 0 });
    marked[markOf(hash)] = 1;
  }
  return (text, note) => {
    for (const sought of byHash.values()) for (const each of sought) each.next = 0;
    let left = Math.max(AT_LEAST, MOST_COMPARED * text.length);
    let hash = 0;
    for (let end = 0; end < text.length; end += 1) {
      hash = nextHash(hash, text.charCodeAt(end));
      if (marked[markOf(hash)] === 0) continue;
      for (const each of byHash.get(hash) ?? []) left -= compare(text, end + 1 - FIRST, each, note);
      if (left < 0) return false;
    }
    return true;
  };
}

/** Of the last three units alone: others are shifted out of its 32 bits. */
function nextHash(hash: number, unit: number): number {
  return (hash << 11) ^ unit;
}

function markOf(hash: number): number {
  return Math.imul(hash, 0x9e_37_79_b1) >>> 18;
}

/** How many units it took. */
function compare(text: string, at: number, sought: Sought, note: Note): number {
  const { text: wanted, next } = sought;
  if (at < next) return 1;
  let same = 0;
  while (same < wanted.length && (text[at + same] === wanted[same] || wanted[same] === ANY)) same += 1;
  if (same < wanted.length) return same + 1;
  sought.next = at + wanted.length;
  note(at, wanted.length);
  return same + 1;
}
