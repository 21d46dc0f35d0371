import { type OperationWire, own, type SecurityScheme } from "@sdkwright/runtime/config";
import type { DocumentFacts, OperationsModel } from "../emit/operations/operations-model.js";
import type { PublicProvider } from "../emit/public-model.js";
import { type Change, change, cited, isEqual, quoted, withDetails } from "./change.js";
import { canonicalBase, citedService, destinationOf, inOneOrder, originOf, schemeDetails } from "./destinations.js";
import { inDocument, OPERATION } from "./operation.js";
import { compareTrees, type Table } from "./table.js";

// Where calls of operations go and which credentials they carry; and what the document says of it, where the definition decides.

/** The provider on both sides: where its services are, and what it uses by default. */
export interface ProviderSides {
  readonly base: PublicProvider;
  readonly next: PublicProvider;
}

/** An operation, and where it is in the document. */
interface Place {
  readonly provider: string;
  readonly at: readonly string[];
}

/** Where a call goes, and with which credentials. */
export function securityChanges(
  { provider, at }: Place,
  from: OperationWire,
  to: OperationWire,
  sides: ProviderSides,
): Change[] {
  const { base, next } = sides;
  const changes: Change[] = [];
  const [was, is] = [from.service ?? base.defaultService, to.service ?? next.defaultService];
  if (from.service !== to.service && was !== is) {
    const isMarked = destinationOf(base, was) !== destinationOf(next, is);
    const text = (service: string, side: PublicProvider) =>
      `${quoted(service)}${isMarked ? ` at ${citedService(side, service)}` : ""}`;
    const sentence = `the service of ${OPERATION} is now ${text(is, next)}, before ${text(was, base)}`;
    changes.push(change("behavioural", sentence, inDocument(provider, [...at, "servers"]), { isMarked }));
  }
  const isLeft = from.security === undefined || to.security === undefined;
  const [before, now] = [from.security ?? base.security ?? [], to.security ?? next.security ?? []];
  if (isEqual(from.security, to.security) || (!isLeft && isEqual(inOneOrder(before, next), inOneOrder(now, next))))
    return changes;
  const added = now.filter((id) => !before.includes(id));
  const names = (ids: readonly string[], { security }: OperationWire) =>
    `${ids.map(quoted).join(" and ") || "none"}${security === undefined ? " or that of `create…`" : ""}`;
  const sentence = `the default security of ${OPERATION} is now ${names(now, to)}, before ${names(before, from)}`;
  // What `create<Provider>` names goes over the default, and over no operation's own.
  const isMarked = added.length > 0 || (isLeft && (to.security === undefined || now.length > 0));
  const text = withDetails(sentence, schemeDetails(next, added));
  return [...changes, change("behavioural", text, inDocument(provider, [...at, "security"]), { isMarked })];
}

/** The credentials that a call sends without a word of code, and what `create<Provider>` may give, each with the origin. */
function destinationsOf(wire: OperationWire, provider: PublicProvider): ReadonlyMap<string, string> {
  const service = wire.service ?? provider.defaultService;
  const isOpen = wire.security === undefined && Object.keys(provider.securitySchemes).length > 0;
  const schemes = wire.security ?? provider.security ?? [];
  const whose =
    isOpen && schemes.length === 0 ? ["`security` that code passes"] : schemes.map((id) => `scheme ${quoted(id)}`);
  const place = `service ${quoted(service)} at ${citedService(provider, service)}`;
  return new Map(
    whose.map((text) => [`${text} ${originOf(provider, service)}`, `credentials of ${text} go to ${place}`] as const),
  );
}

/** What an operation that is added sends somewhere for the first time. */
export function newDestinations(
  wire: OperationWire,
  operations: OperationsModel["operations"],
  { base, next }: ProviderSides,
): readonly string[] {
  // Where a service went that was there is told by itself.
  const { securitySchemes, security = [], defaultService } = base;
  const moved = { ...next, securitySchemes, security, defaultService };
  const calls = [{}, ...Object.values(operations).map((entry) => entry.wire ?? {})];
  const known = new Set(
    [base, moved].flatMap((side) => calls.flatMap((call) => [...destinationsOf(call, side).keys()])),
  );
  for (const id of destinationsOf({}, next).keys()) known.add(id);
  return [...destinationsOf(wire, next)].flatMap(([id, text]) => (known.has(id) ? [] : [text]));
}

// The document beside the definition

type Scheme = DocumentFacts["schemes"][string];

/** Nothing moves by it: the definition has to follow, or not. */
export function documentChanges(
  provider: string,
  base: DocumentFacts,
  next: DocumentFacts,
  definition: PublicProvider,
): Change[] {
  const edit = (what: string) => `: edit ${quoted(what)} of ${quoted(definition.file)}`;
  const ours = new Set(Object.values(definition.services).map(canonicalBase));
  const isOurs = (url: string) => ours.has(canonicalBase(url));
  const security = [...(definition.security ?? [])];
  const table: Table = {
    "components.securitySchemes.*": {
      noun: "the document",
      added: ({ names: [id = ""], to }) => {
        if (own(definition.securitySchemes, id) !== undefined) return "-";
        const text = textOf(to as Scheme);
        return {
          as: "C",
          how: `now has security scheme ${quoted(id)} (${text}), but the definition has none with this id`,
        };
      },
      changed: ({ names: [id = ""], from, to }) => {
        const [before, now, ours] = [textOf(from as Scheme), textOf(to as Scheme), own(definition.securitySchemes, id)];
        if (ours === undefined)
          return {
            as: "V",
            how: `now sends ${quoted(id)} ${now}, before ${before}; the definition does not follow it`,
          };
        const how = `sends ${quoted(id)} ${now}; the definition ${textOf(schemeOf(ours))}`;
        return isFollowed(to as Scheme, ours) ? "-" : { as: "V!", how, end: edit("securitySchemes") };
      },
    },
    servers: {
      noun: "the document",
      changed: ({ from, to }) => {
        const [before, now] = [from as readonly string[], to as readonly string[]];
        const come = now.filter((url) => !before.includes(url) && !isOurs(url));
        const gone = before.filter((url) => !now.includes(url));
        if (come.length === 0) return "-";
        const list = (urls: readonly string[]) => urls.map(cited).join(" and ");
        const former = gone.length === 0 ? "" : `, before ${list(gone)}`;
        const how = `now has server ${list(come)}${former}; the definition does not follow it`;
        return { as: gone.length > 0 ? "V" : "C", how, end: edit("services") };
      },
    },
    security: {
      noun: "the default security of the document",
      changed: ({ to }) => {
        const now = to as DocumentFacts["security"];
        const follows = now.some((ids) => isEqual([...ids].sort(), [...security].sort()));
        return follows || now.length === 0 ? "-" : { as: "V", end: `; the definition has ${alternatives([security])}` };
      },
      show: (all) => alternatives(all as DocumentFacts["security"]),
    },
  };
  const viewOf = ({ schemes, ...facts }: DocumentFacts) => ({ ...facts, components: { securitySchemes: schemes } });
  return compareTrees(viewOf(base), viewOf(next), table, { of: "", placeOf: (path) => inDocument(provider, path) });
}

function alternatives(all: readonly (readonly string[])[]): string {
  return all.map((ids) => ids.map(quoted).join(" and ") || "none").join(" or ") || "none";
}

function textOf({ type = "", in: place = "", name = "", scheme = "", tokenUrl }: Scheme): string {
  if (type === "apiKey") return `in the ${place} ${quoted(name)}`;
  if (type === "http") return `as HTTP ${scheme}`;
  if (type !== "oauth2") return type === "" ? "by a scheme of no type" : `as ${type}`;
  return tokenUrl === undefined ? "as OAuth 2" : `as a token from ${tokenUrl.split(" ").map(cited).join(" or ")}`;
}

/** A scheme of the definition, as a document says it. */
function schemeOf(ours: SecurityScheme): Scheme {
  return ours as unknown as Scheme;
}

/** Whether the definition says what the document says now. */
function isFollowed(theirs: Scheme, ours: SecurityScheme): boolean {
  if (ours.type === "oauth2" && theirs["type"] === "oauth2")
    return theirs["tokenUrl"]?.split(" ").includes(ours.tokenUrl) !== false;
  const fold = (text: string) => (theirs["in"] === "header" || ours.type === "http" ? text.toLowerCase() : text);
  return fold(textOf(theirs)) === fold(textOf(schemeOf(ours)));
}
