/** What a text in quotes ends with, and what stands in it that is no end. One by one: long repetitions need a long stack. */
const QUOTE = /"|\\[^]?/g;

/** As a number is written. */
const NUMBER = /-?\d[\d.e+-]*/gi;

/** What begins numbers that may be rounded, or be written otherwise: most JSON has none. */
const ODD = /[[:,]\s*-?(?:\d{16}|\d+[.e])/i;

/** What makes a name of a text in quotes, and the number after it. */
const COLON = /\s*:\s*(-?[\d.]+(?:e[+-]?\d+)?)?/iy;

/** JSON with a list of both, the number and its text, for each number that would be read as another text. */
export function withNumbers(json: string): string {
  return ODD.test(json) ? replaceNumbers(json, withText) : json;
}

/** JSON with something else in the place of each number that stands outside of its texts. */
export function replaceNumbers(json: string, replace: (number: string) => string): string {
  let [all, at] = ["", 0];
  for (let begin = json.indexOf('"'); begin >= 0; begin = json.indexOf('"', at)) {
    const end = closingQuote(json, begin + 1) + 1;
    all += json.slice(at, begin).replaceAll(NUMBER, replace) + json.slice(begin, end);
    at = end;
  }
  return all + json.slice(at).replaceAll(NUMBER, replace);
}

function withText(number: string): string {
  return String(Number(number)) === number ? number : `[${number},"${number}"]`;
}

/** Where a text in quotes ends; the last at the end, where nothing ends it. */
function closingQuote(text: string, from: number): number {
  QUOTE.lastIndex = from;
  for (let found = QUOTE.exec(text); found !== null; found = QUOTE.exec(text)) if (found[0] === '"') return found.index;
  return text.length;
}

/** Texts in quotes as JSON has them, the last to the end where nothing ends it. */
export function readQuoted(text: string, note: (name: string, text: string) => void): void {
  let named: { readonly name: string; readonly end: number } | undefined;
  for (let begin = text.indexOf('"'), end = 0; begin >= 0; begin = text.indexOf('"', end)) {
    const inner = text.slice(begin + 1, closingQuote(text, begin + 1));
    end = begin + inner.length + 2;
    const meant = inJson(inner);
    if (named?.end === begin) for (const value of new Set([inner, meant])) note(named.name, value);
    COLON.lastIndex = end;
    const colon = COLON.exec(text);
    if (colon !== null) end = COLON.lastIndex;
    if (colon?.[1] !== undefined) note(meant, colon[1]);
    named = colon === null ? undefined : { name: meant, end };
  }
}

/** What stands between quotes of JSON, without its escapes. */
function inJson(inner: string): string {
  try {
    return inner.includes("\\") ? (JSON.parse(`"${inner}"`) as string) : inner;
  } catch {
    return inner;
  }
}
