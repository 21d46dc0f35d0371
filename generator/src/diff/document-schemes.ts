import { own, type SecurityScheme } from "@sdkwright/runtime/config";
import type { DocumentFacts } from "../emit/operations/operations-model.js";
import type { PublicProvider } from "../emit/public-model.js";
import { behavioural, type Change, change, cited, compareRecords, compatible, isEqual, quoted } from "./change.js";
import { inDocument } from "./operation-parts.js";

// What the document says of schemes, servers and security, beside what the definition says, which decides.

type Scheme = DocumentFacts["schemes"][string];

/** Nothing moves by it: the definition has to follow, or not. */
export function documentChanges(
  provider: string,
  base: DocumentFacts,
  next: DocumentFacts,
  definition: PublicProvider,
): Change[] {
  const at = (...path: string[]) => inDocument(provider, path);
  const schemes = compareRecords(base.schemes, next.schemes, {
    removed: () => [],
    added: (id, scheme) => {
      if (own(definition.securitySchemes, id) !== undefined) return [];
      const sentence = `the document now has security scheme ${quoted(id)} (${textOf(scheme)}), and the definition has none of this id`;
      return [compatible(sentence, at("components", "securitySchemes", id))];
    },
    kept: (id, from, to) => {
      if (isEqual(from, to)) return [];
      const ours = own(definition.securitySchemes, id);
      const [now, place] = [textOf(to), at("components", "securitySchemes", id)];
      if (ours === undefined) {
        const sentence = `security scheme ${quoted(id)} of the document is now ${now}, before ${textOf(from)}; the definition does not follow it`;
        return [change("behavioural", sentence, place)];
      }
      if (isFollowed(to, ours)) return [];
      const sentence = `the document sends ${quoted(id)} ${now}; the definition ${textOfOurs(ours, to)}: edit "securitySchemes" of ${quoted(definition.file)}`;
      return [behavioural(sentence, place, true)];
    },
  });
  const urls = Object.values(definition.services);
  const servers = next.servers.filter((url) => !base.servers.includes(url) && !urls.some((each) => isSame(each, url)));
  const gone = base.servers.filter((url) => !next.servers.includes(url));
  const moved =
    servers.length === 0
      ? []
      : [
          change(
            gone.length > 0 ? "behavioural" : "compatible",
            `the document now has server ${servers.map(cited).join(" and ")}${gone.length === 0 ? "" : `, before ${gone.map(cited).join(" and ")}`}; the definition does not follow it: edit "services" of ${quoted(definition.file)}`,
            at("servers"),
          ),
        ];
  const security = next.security.map((ids) => [...ids].sort());
  const follows = security.some((ids) => isEqual(ids, [...(definition.security ?? [])].sort()));
  const defaults =
    isEqual(base.security, next.security) || follows || next.security.length === 0
      ? []
      : [
          behavioural(
            `the default security of the document is now ${alternatives(next.security)}, before ${alternatives(base.security)}; the definition has ${alternatives([definition.security ?? []])}`,
            at("security"),
          ),
        ];
  return [...schemes, ...moved, ...defaults];
}

function alternatives(all: readonly (readonly string[])[]): string {
  return all.map((ids) => ids.map(quoted).join(" and ") || "none").join(" or ") || "none";
}

function textOf({ type = "", in: place = "", name = "", scheme = "", tokenUrl }: Scheme): string {
  if (type === "apiKey") return `in the ${place} ${quoted(name)}`;
  if (type === "http") return `as HTTP ${scheme}`;
  if (type === "oauth2")
    return tokenUrl === undefined ? "as OAuth 2" : `as a token from ${tokenUrl.split(" ").map(cited).join(" or ")}`;
  return type === "" ? "by a scheme of no type" : `as ${type}`;
}

function textOfOurs(scheme: SecurityScheme, theirs: Scheme): string {
  switch (scheme.type) {
    case "apiKey":
      return `in ${theirs["in"] === scheme.in ? "" : `the ${scheme.in} `}${quoted(scheme.name)}`;
    case "http":
      return `as HTTP ${scheme.scheme}`;
    case "oauth2":
      return `as a token from ${cited(scheme.tokenUrl)}`;
    case "signature":
      return "as a signature";
  }
}

/** Whether the definition says what the document says now. */
function isFollowed(theirs: Scheme, ours: SecurityScheme): boolean {
  if (theirs["type"] !== ours.type) return false;
  switch (ours.type) {
    case "apiKey":
      return (
        theirs["in"] === ours.in &&
        (ours.in === "header"
          ? theirs["name"]?.toLowerCase() === ours.name.toLowerCase()
          : theirs["name"] === ours.name)
      );
    case "http":
      return theirs["scheme"]?.toLowerCase() === ours.scheme;
    case "oauth2":
      return theirs["tokenUrl"] === undefined || theirs["tokenUrl"].split(" ").includes(ours.tokenUrl);
    case "signature":
      return true;
  }
}

function isSame(one: string, other: string): boolean {
  return one.replace(/\/$/, "") === other.replace(/\/$/, "");
}
