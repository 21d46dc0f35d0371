import { own } from "@sdkwright/runtime/config";
import { asciiUrl } from "../files/through-host.js";
import { largest } from "../files/largest.js";
import type { Added, AddPlan } from "./plan.js";
import { citedUrl } from "./remark.js";
import { firstLine, inQuotes, shown } from "./shown.js";

/** Every place that credentials go to from now on. */
export function placesOf(
  { services: { services, origins }, security, others, tokenUrls, tokenEndpoints, filled }: Added,
  { operations }: AddPlan,
): string {
  const hasSchemes = security.length + others.length > 0;
  const width = largest(services.map(({ id }) => shown(id).length));
  const lines = services.map(({ id, baseUrl }, index) => {
    const description = origins.get(id)?.description;
    const which =
      index === 0 && origins.has(id) && services.length > 1 ? `the first of ${services.length} servers` : "";
    const said = [which, ...(description === undefined ? [] : [inQuotes(firstLine(description))])].filter(
      (text) => text !== "",
    );
    return `  ${shown(id).padEnd(width)}  ${shown(asciiUrl(baseUrl))}${fillingOf(baseUrl, filled)}${said.length === 0 ? "" : `  (${said.join(": ")})`}`;
  });
  const tokens = Object.entries(tokenUrls).map(
    ([id, urls]) =>
      `  ${shown(id)}: tokens come from ${urls.map(citedUrl).map(shown).join(" and ")}; nothing of yours is sent there`,
  );
  const endpoints = Object.entries(tokenEndpoints).map(
    ([id, url]) =>
      `  ${shown(id)}: tokens are got at ${shown(asciiUrl(url.replace(/\?.*/s, "?***")))}${fillingOf(url, filled)}; the client's id and secret go there`,
  );
  return [
    hasSchemes ? "New credential destinations, the services:" : "Services:",
    ...lines,
    ...endpoints,
    ...tokens,
    hasSchemes
      ? defaultText(security)
      : operations === undefined
        ? "Requests go without credentials."
        : "The document declares no security scheme that is carried over: requests go without credentials.",
  ].join("\n");
}

/** A template does not say where credentials go. */
function fillingOf(url: string, filled: Added["filled"]): string {
  const place = own(filled, url);
  return place === undefined ? "" : `, filled in: ${shown(asciiUrl(citedUrl(place)))}`;
}

function defaultText(security: readonly string[]): string {
  if (security.length === 0)
    return "No scheme applies by default: a request names the one that it uses, with `security`.";
  return `Requests use ${security.map(inQuotes).join(" and ")}, unless they name another scheme, or none: \`security: []\`.`;
}

/** What the document puts into every request. */
export function headersOf({ headers }: Added): string {
  const lines = Object.entries(headers).map(([name, value]) => `  ${shown(name)}: ${shown(firstLine(value))}`);
  return lines.length === 0 ? "" : ["Every request has these headers:", ...lines].join("\n");
}
