/** What a text in quotes ends with, and what stands in it that is no end. One by one: long repetitions need a long stack. */
const QUOTE = /"|\\[^]?/g;

/** As a number is written. */
const NUMBER = /-?\d[\d.e+-]*/gi;

/** What begins numbers that may be rounded, or be written otherwise: most JSON has none. */
const ODD = /[[:,]\s*-?(?:\d{16}|\d+[.e])/i;

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
export function closingQuote(text: string, from: number): number {
  QUOTE.lastIndex = from;
  for (let found = QUOTE.exec(text); found !== null; found = QUOTE.exec(text)) if (found[0] === '"') return found.index;
  return text.length;
}
