/** Strings, comments, words, signs and line ends of a module. */
const TOKEN = /"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`|\/\/[^\r\n]*|\/\*[^]*?\*\/|[\p{L}\p{N}_$]+|[^\s]|\n/gu;

/** A word, a string, or what closes an expression or a type. */
const ENDS = /^[")\]}`\p{L}\p{N}_$]/u;

/** Before these no line end ends a statement. */
const CONTINUES: ReadonlySet<string> = new Set("|&}>)],;:?.=");
const CLOSES: ReadonlySet<string> = new Set(")]}>");
const OPENS: ReadonlySet<string> = new Set("=(<:[");

/**
 * Whether two modules are the same but for their layout: one as a template prints it, one as it was laid out. Where it
 * says no they may still be: layout puts brackets and quotes, too.
 */
export function isSameCode(one: string, other: string): boolean {
  const [tokens, others] = [tokensOf(one), tokensOf(other)];
  return tokens.length === others.length && tokens.every((token, index) => token === others[index]);
}

/**
 * Without separators before a closing bracket, and without the sign before the first of several types. A line end that
 * could end a statement is a semicolon, so none can be put behind a word unseen, as behind `return`.
 */
function tokensOf(code: string): readonly string[] {
  const tokens: string[] = [];
  let isEnded = false;
  for (const token of code.match(TOKEN) ?? []) {
    const last = tokens.at(-1) ?? "";
    if (token === "\n") isEnded ||= ENDS.test(last);
    else {
      if (isEnded && !CONTINUES.has(token)) tokens.push(";");
      isEnded = false;
      if (CLOSES.has(token) && /^[,;]$/.test(tokens.at(-1) ?? "")) tokens.pop();
      if (token !== "|" || !OPENS.has(tokens.at(-1) ?? "")) tokens.push(token);
    }
  }
  return withoutBrackets(tokens);
}

/** `({ … })[]`, the list of an object type, is `{ … }[]`. */
function withoutBrackets(tokens: readonly string[]): readonly string[] {
  const open: number[] = [];
  const dropped = new Set<number>();
  let inner = -1;
  tokens.forEach((token, index) => {
    if (token === "(" || token === "{") open.push(index);
    if (token !== ")" && token !== "}") return;
    const from = open.pop() ?? -1;
    if (token === ")" && tokens[index - 1] === "}" && inner === from + 1 && tokens[index + 1] === "[")
      dropped.add(from).add(index);
    inner = from;
  });
  return dropped.size === 0 ? tokens : tokens.filter((_, index) => !dropped.has(index));
}
