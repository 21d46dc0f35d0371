import { escapeUnprintable } from "../../io/text.js";

const ENTITIES: { readonly [character: string]: string } = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Everything that a template of the page can say: each value goes through `text`, which quotes it for HTML. */
export const pageHelpers = {
  /** In an element, or in an attribute in double quotes; nothing in it turns the direction of what follows. */
  text: (value: unknown): string =>
    escapeUnprintable(textOf(value)).replace(/[&<>"']/g, (found) => ENTITIES[found] ?? ""),
  /** The style sheet of the page: ours, and nobody else's. */
  style: (value: unknown): string => textOf(value),
  /** What `if` and `unless` ask; a misspelt name is `undefined`, which would be taken for false. */
  isTrue: (value: unknown): boolean => {
    if (value === undefined) throw new TypeError("a template of the page gave if something else: undefined");
    return Array.isArray(value) ? value.length > 0 : Boolean(value);
  },
  each: (values: readonly unknown[], print: (value: unknown) => string): string => values.map(print).join(""),
  indented: (indent: string, printed: string): string => printed.replaceAll(/^(?=[^])/gm, indent),
};

function textOf(value: unknown): string {
  if (typeof value === "string") return value;
  if (typeof value === "number") return String(value);
  throw new TypeError(`a template of the page gave text something else: ${typeof value}`);
}
