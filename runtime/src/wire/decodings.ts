import { ESCAPE, meaningOf } from "./escapes.js";
import { COPIED, OF_ONE, type View, ViewMaker } from "./view.js";

/** How often one escape is written within another, as a URL in JSON in HTML. */
const DEPTH = 3;

/** A quote within quotes: as SQL, CSV and YAML write it, and shells. */
export const DOUBLED: RegExp = /'\\''|'"'"'|(["'`])\1/g;

/** The view itself, and what becomes of it when it is decoded, until nothing is left to decode. */
export function decodings(view: View): View[] {
  const views = [view];
  for (let last = view, depth = 0; depth < DEPTH; depth += 1) {
    const next = decode(last, ESCAPE);
    if (next.text === last.text) break;
    views.push((last = next));
  }
  return views;
}

/** With one quote for two. */
export function undoubled(view: View): View {
  return decode(view, DOUBLED, ([quote]) => quote.charAt(0));
}

/** With what each match means in its place. */
export function decode(view: View, pattern: RegExp, mean: typeof meaningOf = meaningOf): View {
  const { text } = view;
  const decoded = new ViewMaker(view);
  let at = 0;
  for (const match of text.matchAll(pattern)) {
    decoded.add(text.slice(at, match.index), at, COPIED, 1);
    decoded.add(mean(match), match.index, OF_ONE, match[0].length);
    at = match.index + match[0].length;
  }
  decoded.add(text.slice(at), at, COPIED, 1);
  return decoded.view();
}
