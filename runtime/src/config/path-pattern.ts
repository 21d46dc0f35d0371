/** Whether a path is what a pattern means. */
export type PathPattern = (path: string) => boolean;

/** Whether an operation is what a pattern of paths means, with a method before it or for all: `GET /charges/*`. */
export type OperationPattern = (method: string, path: string) => boolean;

export function operationPattern(text: string, spend?: (steps: number) => void): OperationPattern {
  const [, of, path = text] = /^\s*([A-Za-z]+)\s+(.*)$/s.exec(text) ?? [];
  const matches = pathPattern(path.trim(), spend);
  return (method, at) => (of === undefined || of.toUpperCase() === method.toUpperCase()) && matches(at);
}

/**
 * `*` within a segment, `**` across segments, `/**` nothing or whatever is below, every other character as it is. The
 * pattern and the path are somebody's text: a regular expression of many stars would try every way to share a path among
 * them, so all ways are followed at once instead.
 */
export function pathPattern(text: string, spend: (steps: number) => void = () => {}): PathPattern {
  const tokens = text.split(/(?=\/)/).flatMap(tokensOf);
  return (path) => {
    let places = withSkips(new Set([0]), tokens);
    for (let index = 0; index < path.length && places.size > 0; index += 1) {
      spend(places.size);
      places = withSkips(placesAfter(path.charAt(index), places, tokens), tokens);
    }
    return places.has(tokens.length);
  };
}

/** A character, or what may be repeated or left out. */
type Token = string;

const WITHIN = "*";
const ACROSS = "**";
/** A slash that may be missing, with the token that follows it. */
const BELOW = "/**";

function tokensOf(segment: string): readonly Token[] {
  if (segment === BELOW) return [BELOW, ACROSS];
  const pieces = segment.split(/(\*+)/);
  return pieces.flatMap((piece, index) => (index % 2 === 0 ? piece.split("") : [piece.length === 1 ? WITHIN : ACROSS]));
}

/** Where a pattern stands after one more character of the path. */
function placesAfter(character: string, places: ReadonlySet<number>, tokens: readonly Token[]): Set<number> {
  const after = new Set<number>();
  for (const place of places) {
    const token = tokens[place];
    if (token === ACROSS || (token === WITHIN && character !== "/")) after.add(place);
    else if (token === character || (token === BELOW && character === "/")) after.add(place + 1);
  }
  return after;
}

/** With the places behind what may be left out; the set grows while it is walked. */
function withSkips(places: Set<number>, tokens: readonly Token[]): Set<number> {
  for (const place of places) {
    const token = tokens[place];
    if (token === WITHIN || token === ACROSS) places.add(place + 1);
    else if (token === BELOW) places.add(place + 2);
  }
  return places;
}
