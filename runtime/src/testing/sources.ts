import { isArray, isPlainObject } from "../config/options.js";
import { withPlaces } from "./patterns.js";
import { wrongUse } from "./wrong-use.js";

/** A provider's definition, as its JSON file has it. Base URLs and token URLs are read of it. */
export interface DefinitionFile {
  readonly name: string;
  readonly services?: unknown;
  readonly securitySchemes?: unknown;
}

/** Where a provider is: its definition, a base URL, or some of both. */
export type ProviderSource = string | DefinitionFile | readonly (string | DefinitionFile)[];

/** Where a provider is: finds the path below its base URL. */
export interface BasePattern {
  readonly text: string;
  readonly pathBelow: (url: URL) => string | undefined;
}

export interface Places {
  readonly bases: readonly BasePattern[];
  readonly tokenUrls: readonly string[];
}

/** Base URLs and token URLs of one provider. */
export function placesOf(name: string, source: ProviderSource): Places {
  const all: readonly unknown[] = Array.isArray(source) ? source : [source];
  const bases = all.flatMap((one) => (typeof one === "string" ? one : textsOf(one, "services", "baseUrl")));
  if (bases.length === 0)
    throw wrongUse(`fakeProviders: "${name}" has no base URL: give one, or the provider's definition`);
  return {
    bases: bases.map((text) => readBase(name, text)),
    tokenUrls: all.flatMap((one) => textsOf(one, "securitySchemes", "tokenUrl")),
  };
}

function readBase(name: string, text: string): BasePattern {
  try {
    return basePattern(text);
  } catch {
    throw wrongUse(`fakeProviders: the base URL of "${name}" is no URL: give an absolute one, as in the definition`);
  }
}

/** `{NAME}` in a base URL stands for whatever a client fills in: the whole origin at its beginning, else within a segment. */
function basePattern(text: string): BasePattern {
  const normal = (text.includes("{") ? text : new URL(text).href).replace(/\/$/, "");
  const source = withPlaces(normal, (place, at) => (at === 0 && place !== "*" ? ".+?" : "[^/?#]+"));
  const expression = new RegExp(`^${source}(?=/|$)`);
  return {
    text,
    pathBelow: ({ origin, pathname }) => {
      const url = origin + pathname;
      const found = expression.exec(url);
      return found === null ? undefined : url.slice(found[0].length) || "/";
    },
  };
}

/** A field of all parts that a list has, or a record by id. */
function textsOf(definition: unknown, list: string, field: string): readonly string[] {
  if (!isPlainObject(definition)) return [];
  const parts = definition[list];
  const all: readonly unknown[] = isArray(parts) ? parts : isPlainObject(parts) ? Object.values(parts) : [];
  return all.flatMap((part) => {
    const text = isPlainObject(part) ? part[field] : undefined;
    return typeof text === "string" ? text : [];
  });
}
