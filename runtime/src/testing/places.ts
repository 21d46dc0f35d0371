/** `{name}` and `*` in a text. */
export const PLACE: RegExp = /\{([^{}]+)\}|\*/g;

/** What may stand in a place. */
export interface Place {
  /** Whether a character may. */
  readonly fits: RegExp;
  readonly least: 0 | 1;
  /** Whether it takes as much as it can, or as little. */
  readonly isGreedy: boolean;
}

/** A text that stands for itself, or a place. */
type Piece = string | Place;

/** The pieces of a text; `place` says what may stand in each place. */
export function piecesOf(text: string, place: (name: string, at: number) => Place): readonly Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  for (const match of text.matchAll(PLACE)) {
    pieces.push(text.slice(at, match.index), place(match[1] ?? "*", match.index));
    at = match.index + match[0].length;
  }
  return [...pieces, text.slice(at)].filter((piece) => piece !== "");
}

/**
 * What fills the places of a text, and where it ends; `undefined` where it is another text. In steps as many as pieces by
 * characters: an expression would try each way on its own, and a vendor's path may have many.
 */
export function filled(
  pieces: readonly Piece[],
  text: string,
  isEnd: (at: number) => boolean,
): { readonly texts: readonly string[]; readonly end: number } | undefined {
  const least = pieces.reduce((sum, piece) => sum + (typeof piece === "string" ? piece.length : piece.least), 0);
  if (least > text.length) return undefined;
  const [first] = pieces;
  if (typeof first === "string" && !text.startsWith(first)) return undefined;
  const open = openings(pieces, text, isEnd);
  if (open[0]?.[0] !== 1) return undefined;
  const texts: string[] = [];
  let at = 0;
  for (const [index, piece] of pieces.entries()) {
    const end = typeof piece === "string" ? at + piece.length : endOf(piece, at, text, open[index + 1]);
    if (typeof piece !== "string") texts.push(text.slice(at, end));
    at = end;
  }
  return { texts, end: at };
}

/** For each piece, and after the last, 1 where it and all that follow may begin. */
function openings(pieces: readonly Piece[], text: string, isEnd: (at: number) => boolean): readonly Uint8Array[] {
  let after = Uint8Array.from({ length: text.length + 1 }, (_, at) => Number(isEnd(at)));
  const open = [after];
  for (const piece of [...pieces].reverse()) {
    const here = new Uint8Array(text.length + 1);
    for (let at = text.length, goesOn = false; at >= 0; at -= 1) {
      if (typeof piece === "string") {
        here[at] = text.startsWith(piece, at) ? (after[at + piece.length] ?? 0) : 0;
        continue;
      }
      goesOn = at < text.length && piece.fits.test(text.charAt(at)) && (goesOn || after[at + 1] === 1);
      here[at] = Number(goesOn || (piece.least === 0 && after[at] === 1));
    }
    open.push((after = here));
  }
  return open.reverse();
}

function endOf({ fits, least, isGreedy }: Place, from: number, text: string, after: Uint8Array | undefined): number {
  let last = from;
  for (let end = from; end <= text.length; end += 1) {
    if (end - from >= least && after?.[end] === 1) {
      last = end;
      if (!isGreedy) break;
    }
    if (!fits.test(text.charAt(end))) break;
  }
  return last;
}
