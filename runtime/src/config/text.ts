/** Base64 of text as UTF-8 (RFC 4648 §4). */
export function base64(text: string): string {
  return btoa(octetsOf(text));
}

/** UTF-8, a character per octet. */
export function octetsOf(text: string): string {
  return Array.from(new TextEncoder().encode(text), (octet) => String.fromCharCode(octet)).join("");
}

/** The text of octets that stand one in each character, read as UTF-8. */
export function textOf(octets: string): string {
  return new TextDecoder().decode(Uint8Array.from(octets, (octet) => octet.charCodeAt(0)));
}

/** Where more names look alike than this, nobody can tell which one was meant: the others are not compared. */
const MOST_COMPARED = 200;

/** No name of people is longer, and what comparing costs grows with the square. */
const LONGEST = 64;

/** The candidate that a name was probably meant to be; `undefined` where none is near. Case counts little. */
export function nearest(name: string, candidates: readonly string[]): string | undefined {
  let best: string | undefined;
  let least = Infinity;
  let compared = 0;
  for (const candidate of candidates) {
    const length = Math.max(name.length, candidate.length);
    const most = Math.min(least - 1, Math.max(1, Math.floor(length / 3)));
    // Each character that one has more than the other is a change.
    if (length > LONGEST || Math.abs(name.length - candidate.length) > most) continue;
    if ((compared += 1) > MOST_COMPARED) break;
    const changes = distance(name.toLowerCase(), candidate.toLowerCase());
    if (changes <= most) [best, least] = [candidate, changes];
  }
  return best;
}

/** Insertions, deletions, substitutions and swaps of neighbours that make one text the other. */
function distance(from: string, to: string): number {
  let [before, last]: number[][] = [[], Array.from({ length: to.length + 1 }, (_, at) => at)];
  for (let row = 1; row <= from.length; row += 1) {
    const next = [row];
    for (let column = 1; column <= to.length; column += 1) {
      const at = (cells: readonly number[] | undefined, place: number): number => cells?.[place] ?? Infinity;
      const isSame = from[row - 1] === to[column - 1];
      const isSwapped = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      const replaced = at(last, column - 1) + (isSame ? 0 : 1);
      const swapped = isSwapped ? at(before, column - 2) + 1 : Infinity;
      next[column] = Math.min(replaced, at(last, column) + 1, at(next, column - 1) + 1, swapped);
    }
    [before, last] = [last, next];
  }
  return last?.[to.length] ?? Infinity;
}

/** How the keys of well-known services begin. */
const ISSUED =
  /(?:^|[^A-Za-z0-9])(?:[srp]k[-_](?:live|test|proj|ant)|gh[pousr]_|github_pat_|glpat-|npm_|xox[a-z]-|AKIA|ASIA|AIza|SG\.|ya29\.|eyJ|-----BEGIN )/;

/** Tells whether a text has a stretch that nobody types: an issued key, or letters and digits without end. */
export function looksSecret(text: string): boolean {
  if (ISSUED.test(text)) return true;
  // `OAuth2PasswordBearer` is what FastAPI calls a scheme.
  return Array.from(text.matchAll(/[A-Za-z0-9+=]{20}[A-Za-z0-9+=]*/g)).some(
    ([run]) => /\d/.test(run.replace("OAuth2", "")) && /[A-Za-z]/.test(run),
  );
}
