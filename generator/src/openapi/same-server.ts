import type { Server } from "./api.js";

const ORIGIN = /^[^/]*\/\/[^/]*/;

/** The origin of a base URL, variables and all; `undefined` where a variable stands for all of it. */
export function originIn(url: string): string | undefined {
  return ORIGIN.exec(url)?.[0];
}

/** URL scheme and host are alike in any case, and a slash at the end says nothing; names of variables keep theirs. */
export function plainUrl(url: string): string {
  return url.replace(ORIGIN, lower).replace(/\/$/, "");
}

function lower(origin: string): string {
  return origin.replaceAll(/\{[^{}]*\}|[^{}]+/g, (part) => (part.startsWith("{") ? part : part.toLowerCase()));
}

/** Equal for servers that requests cannot tell apart: variables of one name and default are one. */
export function serverKey({ url, variables }: Pick<Server, "url" | "variables">): string {
  const defaults = Object.entries(variables)
    .filter(([name]) => url.includes(`{${name}}`))
    .map(([name, variable]) => [name, variable.default]);
  return JSON.stringify([plainUrl(url), defaults.sort(([a = ""], [b = ""]) => (a < b ? -1 : 1))]);
}

/** The same server by https; itself where it has no http. */
export function secureTwin<S extends Pick<Server, "url">>(server: S): S {
  return { ...server, url: server.url.replace(/^http:/i, "https:") };
}
