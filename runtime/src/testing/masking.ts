import { isPlainObject } from "../config/options.js";
import { isSensitive, MASK, type Masker, maskerOf } from "../http/server-answer.js";

/**
 * Masks what is known to be secret, by exact match, and what stands under a sensitive name. Counts what it masked.
 */
export class Masking {
  /** How many values are masked so far. */
  count = 0;
  readonly #own: ReadonlySet<string>;
  readonly #mask: Masker;

  /** `own`: of the request that is masked; short ones are masked where they are the whole of a text. */
  constructor(own: ReadonlySet<string>, mask: Masker = maskerOf(own)) {
    this.#own = own;
    this.#mask = mask;
  }

  /** `isCut`: the end of the text is missing. */
  text(text: string, isCut = false): string {
    return this.#counted(text, this.#own.has(text) ? MASK : this.#mask(text, isCut));
  }

  /** By its segments, and what is secret across several, as `{+token}` sends it. */
  path(path: string): string {
    const segments = this.#mask(path).split("/");
    const masked = segments.map((segment) => (this.#own.has(decoded(segment)) ? MASK : segment));
    return this.#counted(path, masked.join("/"));
  }

  /** A form, or a text with the query of a URL in it: what stands behind sensitive names. */
  query(text: string): string {
    return text.replaceAll(/([^\s?&#=;]+)=([^\s?&#;"'<>]+)/g, (pair, name: string, value: string) =>
      isSecretName(decoded(name), value) ? this.#counted(pair, `${name}=${MASK}`) : pair,
    );
  }

  /** Texts, numbers, names and bytes within a value; everything below a sensitive name. */
  value(value: unknown): unknown {
    return this.#value(value, false);
  }

  /** Of texts by name there come texts. */
  fields<Fields extends object>(fields: Fields): Fields {
    return this.#fields(fields, false) as Fields;
  }

  #value(value: unknown, isBelow: boolean): unknown {
    if (Array.isArray(value)) return value.map((item) => this.#value(item, isBelow));
    if (isPlainObject(value)) return this.#fields(value, isBelow);
    if (value === undefined || value === null || typeof value === "boolean") return value;
    if (isBelow) return this.#counted(value, MASK);
    if (typeof value === "string") return this.text(value);
    const text = value instanceof Uint8Array ? new TextDecoder().decode(value) : JSON.stringify(value);
    return this.text(text) === text ? value : MASK;
  }

  #fields(fields: object, isBelow: boolean): object {
    const masked = Object.entries(fields).map(([name, value]: [string, unknown]) => [
      this.text(name),
      this.#value(value, isBelow || isSecretName(name, value)),
    ]);
    return Object.fromEntries(masked) as object;
  }

  #counted<T>(value: unknown, masked: T): T {
    if (masked !== value) this.count += 1;
    return masked;
  }
}

/** `"api_keys": 17` is a count. */
export function isSecretName(name: string, value: unknown): boolean {
  return isSensitive(name) && !(typeof value === "number" && name.endsWith("s"));
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return text;
  }
}
