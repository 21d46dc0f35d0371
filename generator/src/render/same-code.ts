/** Strings, comments, words, signs and line ends of a module; what nothing ends goes on to the end, of its line or of all. */
const TOKEN =
  /"(?:[^"\\\n]|\\.)*"?|'(?:[^'\\\n]|\\.)*'?|`(?:[^`\\]|\\.)*`?|\/\/[^\r\n]*|\/\*[^]*?(?:\*\/|$)|[\p{L}\p{N}_$]+|[^\s]|[\n\r\u2028\u2029]/gu;

/** The language ends lines with four characters. */
const LINE_END = /^[\n\r\u2028\u2029]$/;

/** A word, a string, or what closes an expression or a type. */
const ENDS = /^["')\]}`\p{L}\p{N}_$]/u;

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
 * Without separators before a closing bracket (`[,]` has none: that is a hole), and without the sign before the first of several types. A line end that
 * could end a statement is a semicolon, so none can be put behind a word unseen, as behind `return`.
 */
function tokensOf(code: string): readonly string[] {
  const tokens: string[] = [];
  let isEnded = false;
  for (const token of code.match(TOKEN) ?? []) {
    const last = tokens.at(-1) ?? "";
    if (LINE_END.test(token)) isEnded ||= ENDS.test(last);
    else {
      if (isEnded && !CONTINUES.has(token)) tokens.push(";");
      isEnded = false;
      if (CLOSES.has(token) && /^[,;]$/.test(tokens.at(-1) ?? "") && tokens.at(-2) !== "[") tokens.pop();
      if (token !== "|" || !OPENS.has(tokens.at(-1) ?? "")) tokens.push(token);
    }
  }
  return withoutBrackets(tokens);
}

/** Brackets around the whole type of a property or an alias: `a: (B | C);` is `a: B | C;`. Around what has a comma they count. */
function withoutBrackets(tokens: readonly string[]): readonly string[] {
  const open: { readonly at: number; hasComma: boolean }[] = [];
  const dropped = new Set<number>();
  tokens.forEach((token, index) => {
    const around = open.at(-1);
    if (token === "," && around !== undefined) around.hasComma = true;
    if (token === "(" || token === "{" || token === "[") open.push({ at: index, hasComma: false });
    if (token !== ")" && token !== "}" && token !== "]") return;
    const closed = open.pop();
    if (token !== ")" || closed === undefined || closed.hasComma) return;
    if (WHOLE.has(`${tokens[closed.at - 1] ?? ""} ${tokens[index + 1] ?? ""}`)) dropped.add(closed.at).add(index);
  });
  return dropped.size === 0 ? tokens : tokens.filter((_, index) => !dropped.has(index));
}

/** What stands before and behind such brackets. */
const WHOLE: ReadonlySet<string> = new Set([": ;", ": }", "= ;"]);
