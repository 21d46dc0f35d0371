import type { WrittenText } from "./written-text.js";

/** Keys in small letters, as a tree of these: what begins alike is followed once. */
export interface Branch {
  readonly further: Map<string, Branch>;
  /** Whether a key ends here. */
  isEnd: boolean;
}

/** How far keys have been followed, and where in the text that was. */
type Reached = Map<Branch, Set<number>>;

export function treeOf(keys: readonly string[]): Branch {
  const root: Branch = { further: new Map(), isEnd: false };
  for (const key of keys) {
    let branch = root;
    for (const letter of key) {
      const next = branch.further.get(letter) ?? { further: new Map<string, Branch>(), isEnd: false };
      branch.further.set(letter, next);
      branch = next;
    }
    branch.isEnd = true;
  }
  return root;
}

/** Tells where each of the keys ends that is written from `place` on, in any case. */
export function endsOf(tree: Branch, written: WrittenText, place: number, note: (end: number) => void): void {
  let open: Reached = new Map([[tree, new Set([place])]]);
  while (open.size > 0 && !written.isTooMuch) {
    const next: Reached = new Map();
    for (const [branch, places] of open)
      for (const from of places)
        for (const { unit, end } of written.at(from))
          for (const reached of furtherBy(unit, branch, branch === tree)) reach(next, reached, end);
    for (const [{ isEnd }, ends] of next) if (isEnd) ends.forEach(note);
    open = next;
  }
}

function reach(reached: Reached, branch: Branch, end: number): void {
  const ends = reached.get(branch);
  if (ends === undefined) reached.set(branch, new Set([end]));
  else ends.add(end);
}

/** Where a unit leads. One reference is of two letters (`&fjlig;`), of which one may stand before the key, or behind it. */
function furtherBy(unit: string, { further }: Branch, isFirst: boolean): readonly Branch[] {
  const [first = "", second] = unit;
  const branch = further.get(first.toLowerCase());
  if (second === undefined) return branch === undefined ? [] : [branch];
  const behind = branch?.isEnd === true ? branch : undefined;
  const before = isFirst ? further.get(second) : undefined;
  return [behind, branch?.further.get(second), before].filter((each) => each !== undefined);
}
