/** By what was written as JSON: to ask it again may give another text. */
const texts = new WeakMap<object, string>();

export function noteWritten(value: unknown, text: string): void {
  if ((typeof value === "object" && value !== null) || typeof value === "function") texts.set(value, text);
}

/** The JSON text that an object was sent as, where it was. */
export function writtenAs(value: object): string | undefined {
  return texts.get(value);
}
