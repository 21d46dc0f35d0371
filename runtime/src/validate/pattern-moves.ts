import type { Part } from "./pattern-tree.js";

/** What the platform may do for a part before it gives up: the ways through it that it tries, and the moves on all of them. */
interface Effort {
  readonly ways: number;
  readonly moves: number;
}

const ONE: Effort = { ways: 1, moves: 1 };
/** So many captured characters are compared in the time of one move. */
const AT_ONCE = 32;

/** The most moves that the platform makes for a text of this length, which it does where nothing fits at the end. */
export function movesOf(tree: Part | undefined, length: number): number {
  if (tree === undefined) return Infinity;
  return effortOf(tree, length).moves * (isAnchored(tree) ? 1 : length + 1);
}

function isAnchored(tree: Part): boolean {
  const first = tree.kind === "sequence" ? tree.parts[0] : undefined;
  return first?.kind === "edge" && first.source === "^";
}

function effortOf(part: Part, length: number): Effort {
  switch (part.kind) {
    case "choice":
      return part.parts.map((one) => effortOf(one, length)).reduce(either);
    case "sequence":
      return part.parts.map((one) => effortOf(one, length)).reduce(after, ONE);
    case "repeated":
      return repeated(effortOf(part.part, length), Math.min(part.most, part.least + length));
    case "look":
      return after(ONE, { ways: 1, moves: effortOf(part.part, length).moves });
    case "platform":
      return { ways: 1, moves: 1 + length / AT_ONCE };
    case "character":
    case "edge":
      return ONE;
  }
}

function either(one: Effort, other: Effort): Effort {
  return { ways: one.ways + other.ways, moves: one.moves + other.moves };
}

/** What follows is tried for each way to it. */
function after(one: Effort, next: Effort): Effort {
  return { ways: one.ways * next.ways, moves: one.moves + one.ways * next.moves };
}

/** Once more than it has to be, a part is repeated only where it takes a character: `times` at most. */
function repeated({ ways, moves }: Effort, times: number): Effort {
  // The sum of a geometric series is less than twice its last member.
  const all = ways === 1 ? times + 1 : 2 * ways ** times;
  return { ways: all, moves: moves * all };
}
