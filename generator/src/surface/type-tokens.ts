/** Thrown for what emitted types never say. */
export class UnknownSyntax extends Error {
  override readonly name = "UnknownSyntax";
}

const TOKEN =
  /\s+|\/\*[^]*?\*\/|\/\/[^\n]*|("(?:[^"\\\n]|\\[^])*"|-?\d[\w.+-]*|[\p{ID_Start}_$][\p{ID_Continue}$]*|\.\.\.|[{}[\]()|&;:,?=<>])/uy;

/** Words, texts and signs; white space and comments are left out. */
export function tokensOf(code: string): readonly string[] | undefined {
  const tokens: string[] = [];
  const pattern = new RegExp(TOKEN);
  while (pattern.lastIndex < code.length) {
    const match = pattern.exec(code);
    if (match === null) return undefined;
    if (match[1] !== undefined) tokens.push(match[1]);
  }
  return tokens;
}

/** What a string literal says. Characters that cannot be seen are written as `\u{…}`, which JSON does not know. */
export function textOf(literal: string): string {
  const json = literal.replaceAll(/\\u\{([0-9a-f]{1,5}|10[0-9a-f]{4})\}|\\./gi, (escape: string, code?: string) =>
    code === undefined ? escape : JSON.stringify(String.fromCodePoint(Number.parseInt(code, 16))).slice(1, -1),
  );
  const text: unknown = parsed(json);
  if (typeof text !== "string") throw new UnknownSyntax(literal);
  return text;
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
