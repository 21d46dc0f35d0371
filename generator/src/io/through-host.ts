import { domainToASCII } from "node:url";

const URL_PARTS = /^((?:https?|\{[^{}]*\}):\/\/)([^/?#\\]*)(.*)$/is;

/**
 * A URL in two: through its host, and the rest. Where something goes is never hidden, whatever it looks like; what stands
 * before the host is. Of a text that is no URL there is only a rest.
 */
export function throughHost(text: string): readonly [head: string, rest: string] {
  const [, scheme, authority = "", rest = ""] = URL_PARTS.exec(text) ?? [];
  if (scheme === undefined) return ["", text];
  const [user, host] = authority.includes("@") ? ["***@", authority.replace(/^.*@/s, "")] : ["", authority];
  return [`${scheme}${user}${asciiHost(host)}`, rest];
}

/** A URL whose host is as it is asked for. */
export function asciiUrl(text: string): string {
  return throughHost(text).join("");
}

/** As it is asked for: letters of other alphabets look like ours. Placeholders stay, and the port. */
function asciiHost(host: string): string {
  const [parts, turned] = /[{}]/.test(host) ? [/\{[^{}]*\}|[^.:{}]+/g, asciiLabel] : [/[^:]+/g, domainToASCII];
  return host.replaceAll(parts, (part) =>
    part.startsWith("{") || /^[!-$&-~]*$/.test(part) ? part : turned(part) || codePoints(part),
  );
}

/** One that is a number would be an IPv4 address by itself. */
function asciiLabel(label: string): string {
  return domainToASCII(`${label}.x`).replace(/\.x$/, "");
}

function codePoints(text: string): string {
  return text.replaceAll(/[^!-~]/gu, (sign) => `%${sign.codePointAt(0)?.toString(16) ?? ""}`);
}
