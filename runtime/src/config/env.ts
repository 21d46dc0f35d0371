/** Where `$NAME` is looked up. */
export interface Environment {
  readonly [name: string]: string | undefined;
}

/** A string of client.json as the `$NAME` syntax reads it (rules C16). */
export type EnvText =
  | { readonly kind: "reference"; readonly name: string }
  /** With one leading `$` taken off, where it was escaped as `$$`. */
  | { readonly kind: "literal"; readonly text: string }
  /** Starts with `$` and is neither: an error in credentials and parameters, literal text in inputs. */
  | { readonly kind: "malformed" };

const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** Tells a reference (`$NAME`, the whole string) from literal text; never looks anything up. */
export function readEnvText(text: string): EnvText {
  if (!text.startsWith("$")) return { kind: "literal", text };
  if (text.startsWith("$$")) return { kind: "literal", text: text.slice(1) };
  const name = text.slice(1);
  return NAME.test(name) ? { kind: "reference", name } : { kind: "malformed" };
}
