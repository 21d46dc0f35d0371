import { pointerSegments, toPointer } from "../config/env.js";
import { looksSecret } from "../config/text.js";

/** Letters, digits and what joins them: what somebody would call a thing, and what no address or binary key is. */
const NAME = /^(?=.*[\p{L}_$])[\p{L}\p{M}\p{N}_$ ./~-]{1,64}$/u;
export const PROFILE_NAME: RegExp = /^([a-z][a-z0-9_-]*\/)?[a-z][a-z0-9_-]*$/;
const USE_CASE_NAME = /^(?!then$)[A-Za-z][A-Za-z0-9_]*$/;
export const PROVIDER_NAME: RegExp = /^(unverified\/)?[a-z][_\-a-z]*$/;

/** What keys have to be, by the key of the record that they stand in. */
const KEYS: { readonly [record: string]: RegExp } = {
  profiles: PROFILE_NAME,
  providers: PROVIDER_NAME,
  defaults: USE_CASE_NAME,
  usecases: USE_CASE_NAME,
};

/** Whether a name may be shown: one that is no legal name may be anything, a secret in the wrong place too (rules F2). */
export function isShownName(name: string): boolean {
  return name === "" || (NAME.test(name) && !looksSecret(name));
}

/** Whether a value that is no name may be shown: no user info, no query, nothing that was issued. */
export function isShownText(text: string): boolean {
  return !/[@?#]|[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u.test(text) && !looksSecret(text);
}

/** Whether a key may be shown, where it stands: some records have rules for their keys. */
export function isShownKey(path: readonly string[], key: string): boolean {
  const record = path.at(-1) ?? "";
  const rule = Object.hasOwn(KEYS, record) ? KEYS[record] : undefined;
  return isShownName(key) && (rule === undefined || rule.test(key));
}

/** A name in quotes, for messages. */
export function quoted(name: string): string {
  return isShownName(name) ? `"${name}"` : '"***"';
}

/** A JSON pointer without the keys that may not be shown. */
export function shownPointer(pointer: string): string {
  const keys = pointerSegments(pointer);
  return toPointer(
    ...keys.map((key, index) => (/^\d{1,4}$/.test(key) || isShownKey(keys.slice(0, index), key) ? key : "***")),
  );
}
