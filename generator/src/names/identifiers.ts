/**
 * `communication/send-sms` → `CommunicationSendSms`. Letters after digits are upper case as well, so that the result is
 * what json-schema-to-typescript makes of itself.
 */
export function pascalCase(name: string): string {
  const words = name.match(/[A-Za-z0-9]+/g) ?? [];
  return words
    .map(upperFirst)
    .join("")
    .replace(/\d[a-z]/g, (pair) => pair.toUpperCase());
}

/** `communication/send-sms` → `communicationSendSms`; a word that cannot name a constant gets a trailing `_`. */
export function camelCase(name: string): string {
  const pascal = pascalCase(name);
  const camel = pascal.charAt(0).toLowerCase() + pascal.slice(1);
  return RESERVED.has(camel) ? `${camel}_` : camel;
}

/** Whether a name can stand in code without quotes, as an identifier or as a property key. */
export function isPlainIdentifier(name: string): boolean {
  return /^[A-Za-z_$][\w$]*$/.test(name);
}

function upperFirst(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** What strict module code cannot declare, and `options`, the parameter of emitted functions. */
const RESERVED: ReadonlySet<string> = new Set(
  (
    "arguments await break case catch class const continue debugger default delete do else enum eval export extends " +
    "false finally for function globalThis if implements import in instanceof interface let new null options package " +
    "private protected public return static super switch this throw true try typeof undefined var void while with yield"
  ).split(" "),
);
