import { own, type ProviderJson } from "@sdkwright/runtime/config";
import { filledUrl } from "../emit/public-model.js";

/** What base URLs and token URLs come to where parameters decide the host or more of them, by what is written. */
export function filledUrls(
  { services, securitySchemes = [], parameters = [] }: ProviderJson,
  given: { readonly [parameter: string]: string },
): { readonly [url: string]: string } {
  const defaults = new Map(parameters.map((parameter) => [parameter.name, parameter.default] as const));
  const urls = [
    ...services.map(({ baseUrl }) => baseUrl),
    ...securitySchemes.flatMap((scheme) => (scheme.type === "oauth2" ? [scheme.tokenUrl] : [])),
  ];
  return Object.fromEntries(
    urls.flatMap((url) => {
      const filled = filledUrl(url, (name) => own(given, name) ?? defaults.get(name));
      return filled === undefined ? [] : [[url, filled.url] as const];
    }),
  );
}
