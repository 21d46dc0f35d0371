import { secretSegments } from "../../config/base-path.js";
import { own } from "../../config/records.js";
import type { Environment } from "../../config/env.js";
import { isTelling } from "../../http/telling.js";
import type { Secrets } from "../../wire/scrub.js";

/** What is shorter is not looked for within a text. */
export const SHORTEST = 6;

/** What is secret before anything is sent: what the caller names, and values of telling variables. */
export function knownSecrets(named: readonly string[], env: Environment): Secrets {
  const ofVariables = Object.getOwnPropertyNames(env).flatMap((name) => {
    const value = own(env, name);
    return typeof value === "string" && isTelling(name) && value.length >= SHORTEST && !isPublic(name, value)
      ? value
      : [];
  });
  return new Set([...named, ...ofVariables]);
}

/** Names that say of what they hold that it is one. */
const SAYS_SO = /pass|pwd|secret/i;

/** `wayland`, `604800`, `auth.acme.example`. */
const PLAIN = /^(?:[a-z]{1,15}|\d{1,7}|[a-z-]+(?:\.[a-z-]+)+)$/i;

/** A place, by its beginning: of a file, or in the web without user info, query and fragment. */
const PLACE = /^(?:https?:\/\/[^/@?#]+(?=\/|$)|~?\/|\.{1,2}\/|[a-z]:[\\/])([^@?#]*)$/i;

/** A variable may have a telling name and no secret in it: `XDG_SESSION_TYPE=wayland`, `SSH_AUTH_SOCK=/run/agent`. */
function isPublic(name: string, value: string): boolean {
  if (SAYS_SO.test(name)) return false;
  const [, path] = PLACE.exec(value) ?? [];
  return path === undefined ? PLAIN.test(value) : secretSegments(path.replaceAll("\\", "/")).length === 0;
}
