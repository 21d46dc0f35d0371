import { hashText } from "../../io/lock.js";

/** Something that is to have a name in code, and what it may be called. */
export interface NameClaim<Key> {
  readonly key: Key;
  /** Its text in the document, which is like no other. */
  readonly text: string;
  /** Its name if it were alone. */
  readonly wanted: string;
  /** True if the document itself calls it so: then nothing else takes the name. */
  readonly isExact: boolean;
  /** Its names if another has that one, by what it is alone: the first that is free. */
  readonly others: readonly string[];
}

/**
 * A name for each, none twice, whatever their order: what is called so exactly has its name, what is alone has the one that
 * it wants, and others are called by what they are. So the next version of a document moves no name that it does not
 * clash with. `taken` has names that are not free, and gets those that are given.
 */
export function distinctNames<Key>(claims: readonly NameClaim<Key>[], taken: Set<string>): ReadonlyMap<Key, string> {
  const names = new Map<Key, string>();
  const give = (round: readonly NameClaim<Key>[], nameOf: (claim: NameClaim<Key>) => string): void => {
    const counts = new Map<string, number>();
    for (const claim of round) counts.set(nameOf(claim), (counts.get(nameOf(claim)) ?? 0) + 1);
    const given = round.filter((claim) => counts.get(nameOf(claim)) === 1 && !taken.has(nameOf(claim)));
    for (const claim of given) names.set(claim.key, nameOf(claim));
    for (const claim of given) taken.add(nameOf(claim));
  };
  const waiting = () => claims.filter(({ key }) => !names.has(key));
  const exact = claims.filter(({ isExact }) => isExact);
  give(exact, ({ wanted }) => wanted);
  give(waiting(), ({ wanted }) => wanted);
  const most = waiting().reduce((longest, { others }) => Math.max(longest, others.length), 0);
  for (let at = 0; at < most; at += 1) {
    const left = waiting().filter(({ others }) => at < others.length);
    give(left, ({ others }) => others[at] ?? "");
  }
  for (const length of [6, 16, 64]) {
    give(waiting(), ({ wanted, text }) => `${wanted}_${hashText(text).slice(0, length)}`);
  }
  return names;
}

/**
 * A text with its signs in words: `foo-bar` → `foo Dash bar`, so that it stays apart from `foo_bar`. `undefined` for one that
 * has none, or so many that nobody would read it.
 */
export function spelled(text: string): string | undefined {
  const count = text.match(SIGN)?.length ?? 0;
  if (count === 0 || count > MOST_SIGNS) return undefined;
  return text.replaceAll(SIGN, (sign) => ` ${SIGNS[sign] ?? `U${codeOf(sign)}`} `);
}

const SIGN = /[^\p{L}\p{M}\p{N}]/gu;
const MOST_SIGNS = 8;

function codeOf(sign: string): string {
  return (sign.codePointAt(0) ?? 0).toString(16);
}

const SIGNS: { readonly [sign: string]: string | undefined } = {
  " ": "Space",
  "-": "Dash",
  _: "Underscore",
  ".": "Dot",
  ",": "Comma",
  ":": "Colon",
  "/": "Slash",
  "+": "Plus",
  "*": "Star",
  "@": "At",
  $: "Dollar",
  "~": "Tilde",
  "(": "Open",
  ")": "Close",
  "{": "Brace",
  "}": "",
};
