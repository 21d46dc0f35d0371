/**
 * json-schema-to-typescript asks records of properties for their `hasOwnProperty`, so a property of that name goes
 * through it with a mark; one that has marks by itself gets one more.
 */
export function libraryKey(name: string): string {
  return MARKABLE.test(name) ? `${MARK}${name}` : name;
}

/** Declarations with their properties' own names again. */
export function withoutMarks(code: string): string {
  return code.replaceAll(MARKED_KEY, (_, name: string) => (name === PLAIN ? name : `"${name}"`));
}

const MARK = "\u{E000}";
const PLAIN = "hasOwnProperty";
const MARKABLE = new RegExp(`^${MARK}*${PLAIN}$`, "u");
const MARKED_KEY = new RegExp(`"${MARK}(${MARK}*${PLAIN})"(?=\\??: )`, "gu");
