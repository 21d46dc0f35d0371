import type { BadValue } from "./value.js";

/** Writes a text so that it stands for itself where it is put. */
type Encode = (text: string, bad: BadValue) => string;

/** How names and values are encoded in one place. */
export interface Encoding {
  readonly name: Encode;
  readonly value: Encode;
}

/** Everything but letters, digits and `-._~` (RFC 3986 §2.3). */
const all: Encode = (text, bad) =>
  wellFormed(text, bad).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

const asItIs: Encode = (text, bad) => {
  wellFormed(text, bad);
  return text;
};

export const ENCODED: Encoding = { name: all, value: all };

/** For headers and parts of a body, where nothing has to be encoded. */
export const AS_IT_IS: Encoding = { name: asItIs, value: asItIs };

/** Reserved characters stay; not `# & + %`, which mean something in a query, nor `'`, which fetch encodes. */
export const RESERVED_IN_QUERY: Encoding = {
  name: all,
  value: (text, bad) => kept(text, /%(?:2F|3[ABDF]|40|24|2C|5B|5D)/g, bad),
};

/** Likewise in a path: not `? # % [ ]`. */
export const RESERVED_IN_PATH: Encoding = {
  name: all,
  value: (text, bad) => kept(text, /%(?:2F|3[ABD]|40|24|26|2B|2C)/g, bad),
};

function kept(text: string, reserved: RegExp, bad: BadValue): string {
  return wellFormed(text, bad).replace(reserved, decodeURIComponent).replaceAll("'", "%27");
}

function wellFormed(text: string, bad: BadValue): string {
  try {
    return encodeURIComponent(text);
  } catch {
    throw bad("is not well-formed Unicode");
  }
}
