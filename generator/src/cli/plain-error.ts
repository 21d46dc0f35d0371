/** Printed as its text, whichever way: where it was thrown says nothing to those who read it. */
export class PlainError extends Error {
  constructor(text: string) {
    super(text);
    this.stack = text;
    Object.defineProperty(this, Symbol.for("nodejs.util.inspect.custom"), { value: () => text });
  }
}
