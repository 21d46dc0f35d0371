/** Names under which callers send credentials of their own; what is short within other words tells as a word. */
export const SENSITIVE: RegExp =
  /assertion|auth(?!or(?!i))|bearer|cookie|creds|credential|device[_-]?code|hmac|jwt|key(?!word)|otp(?:_?code|(?![a-z]))|pass(?:w|phrase|code)|(?<!by|com)pass(?![a-z])|pwd|secret|session|si[dg]]?$|(?<![a-z])si[dg](?![a-z])|signature|token/i;

/** Whether what stands under a name may be a credential. */
export function isTelling(name: string): boolean {
  // A capital begins a word.
  return SENSITIVE.test(name) || SENSITIVE.test(name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, "_"));
}

/** What a text has in which a telling name stands. */
const HINT = new RegExp(SENSITIVE.source.replace("]?$", ""), "i");

/** Whether a telling name may stand in a text. */
export function mayTell(text: string): boolean {
  return HINT.test(text);
}

/** What names a value that stands beside it. */
const NAMING = /^(?:name|key|id|field|header|path|type)$/i;

/** `{ "name": "password", "value": "p" }`: the telling name that an object has for its `value`. */
export function nameBeside(record: object): string | undefined {
  const texts: readonly (readonly [string, unknown])[] = Object.entries(record);
  const beside = texts.find(([name, text]) => NAMING.test(name) && typeof text === "string" && isTelling(text));
  return beside?.[1] as string | undefined;
}
