import { own } from "@sdkwright/runtime/config";
import { isDestination, markedFirst } from "../diff/change.js";
import { countsText } from "../diff/report.js";
import { relativePath } from "../io/paths.js";
import { escapeUnprintable, largest } from "../io/text.js";
import { asciiUrl } from "../io/through-host.js";
import { secretLine } from "../openapi/read-webhooks.js";
import type { Told } from "./add.js";
import type { Added, AddPlan } from "./plan.js";
import { citedUrl } from "./request.js";

/** Texts of a document are data: nothing in them moves the cursor or begins a line. */
const shown = escapeUnprintable;

function inQuotes(text: string): string {
  return `"${shown(text)}"`;
}

function firstLine(text: string): string {
  const [line = ""] = text.split("\n");
  return line.length > 60 ? `${line.slice(0, 60)}…` : line;
}

/** Every place that credentials go to from now on. */
function placesOf(
  { services: { services, origins, fromDocument }, security, others, tokenUrls, tokenEndpoints, filled }: Added,
  { operations }: AddPlan,
): string {
  const hasSchemes = security.length + others.length > 0;
  const width = largest(services.map(({ id }) => shown(id).length));
  // A template does not say where credentials go.
  const fillingOf = (url: string): string => {
    const place = own(filled, url);
    return place === undefined ? "" : `, filled in: ${shown(asciiUrl(citedUrl(place)))}`;
  };
  const lines = services.map(({ id, baseUrl }, index) => {
    const server = origins.get(id);
    const said = [
      ...(index === 0 && fromDocument === true ? ["the document came from there, and names no other"] : []),
      ...(index === 0 && server !== undefined && services.length > 1
        ? [`the first of ${services.length} servers`]
        : []),
      ...(server?.description === undefined ? [] : [inQuotes(firstLine(server.description))]),
    ].join(": ");
    const place = `${shown(asciiUrl(baseUrl))}${fillingOf(baseUrl)}`;
    return `  ${shown(id).padEnd(width)}  ${place}${said === "" ? "" : `  (${said})`}`;
  });
  const endpoints = Object.entries(tokenEndpoints).map(([id, url]) => {
    const place = `${shown(asciiUrl(url.replace(/\?.*/s, "?***")))}${fillingOf(url)}`;
    return `  ${shown(id)}: tokens come from ${place}; the client's id and secret go there`;
  });
  const tokens = Object.entries(tokenUrls).map(([id, urls]) => {
    const places = urls.map((url) => shown(citedUrl(url))).join(" and ");
    return `  ${shown(id)}: tokens come from ${places}; nothing of yours is sent there`;
  });
  return [
    hasSchemes ? "New credential destinations, the services:" : "Services:",
    ...lines,
    ...endpoints,
    ...tokens,
    hasSchemes
      ? defaultText(security)
      : operations === undefined
        ? "Requests go without credentials."
        : "The document declares no scheme that can be carried over: requests go without credentials.",
  ].join("\n");
}

function defaultText(security: readonly string[]): string {
  if (security.length === 0) return "No scheme applies by default: each request names one with `security`.";
  return `Requests use ${security.map(inQuotes).join(" and ")}, unless they name another scheme, or none: \`security: []\`.`;
}

/** What the document puts into every request. */
function headersOf({ headers }: Added): string {
  const lines = Object.entries(headers).map(([name, value]) => `  ${shown(name)}: ${shown(firstLine(value))}`);
  return lines.length === 0 ? "" : ["Every request has these headers:", ...lines].join("\n");
}

/** How a plan is told. */
export interface Telling {
  readonly root: string;
  readonly isDryRun: boolean;
  /** As it is named in the project. */
  readonly config: string;
  /** Where the code that calls could stand. */
  readonly caller: string;
  /** What stays as it is, as sentences. */
  readonly left?: readonly string[] | undefined;
}

/** What `add` says, for people: what was written, where credentials go, what to set, and a call to paste. */
export function reportOf(plan: AddPlan, told: Told, telling: Telling): string {
  const { added } = plan;
  return [
    ...providerReport(plan, told, telling),
    leftText(telling.left),
    added === undefined ? updatedText(plan, telling) : callOf(added, telling),
  ]
    .filter((part) => part !== "")
    .join("\n\n");
}

/** The same without what comes next, paragraph by paragraph. */
export function providerReport(plan: AddPlan, told: Told, telling: Telling): readonly string[] {
  const { added } = plan;
  return [
    headOf(plan, told, telling),
    changesOf(told),
    pagesText(told),
    streamsText(told),
    ...(added === undefined
      ? []
      : [
          placesOf(added, plan),
          headersOf(added),
          variablesOf(added),
          othersOf(added, telling),
          webhooksOf(plan, telling),
        ]),
  ].filter((part) => part !== "");
}

function headOf(
  { name, title, operations, files, added }: AddPlan,
  { redirects, foundAt, sent, conversions, parts }: Told,
  { root, isDryRun }: Telling,
): string {
  const what = title === undefined ? "" : ` of ${inQuotes(title)}`;
  const verb = isDryRun ? "would be" : "is";
  const done = added === undefined ? `${verb} updated` : `${verb} added`;
  const lines = fileLines(files, root, conversions);
  return [
    ...redirects.map((url) => `Redirected to ${shown(url)}`),
    ...(foundAt === undefined ? [] : [`The URL is a page; the document is ${shown(foundAt)}`]),
    ...(sent === undefined ? [] : [`Sent only to read the document: ${shown(sent)}`]),
    `Provider ${name}${what} ${done}${operations === undefined ? "" : `: ${operations} operation${operations === 1 ? "" : "s"}`}.`,
    ...(lines.length === 0 ? ["Nothing to write: the document has not changed."] : lines),
    // What is committed with the document was in files that nobody named on the command line.
    ...(parts.length === 0 ? [] : ["It refers to these files:", ...parts.map((file) => `  ${shown(file)}`)]),
  ].join("\n");
}

/** Files with what they are, in a column. */
export function fileLines(
  files: AddPlan["files"],
  root: string,
  conversions: readonly string[] = [],
): readonly string[] {
  const width = largest(files.map(({ path }) => relativePath(root, path).length));
  return files.map((file) => {
    const mark = file.before === undefined ? "" : ", changed";
    const note = file.what === "the document" ? conversions.map((each) => `, ${each}`).join("") : "";
    return `  ${shown(relativePath(root, file.path)).padEnd(width)}  ${file.what}${mark}${note}`;
  });
}

/** More rules and reasons than these say nothing more. */
const SHOWN_PAGES = 5;

/** How lists go on, and which do not. */
function pagesText({ pages }: Told): string {
  if (pages === undefined) return "";
  const rows = (list: readonly (readonly [operations: number, text: string])[]) => [
    ...list.slice(0, SHOWN_PAGES).map(([operations, text]) => `  ${String(operations).padStart(5)}  ${shown(text)}`),
    ...(list.length > SHOWN_PAGES ? [`  and ${list.length - SHOWN_PAGES} more`] : []),
  ];
  const turned = rows(pages.turned.map(({ operations, by }) => [operations, by]));
  const notTurned = rows(
    pages.notTurned.map(({ operations, why, first }) => [
      operations,
      `${why}${operations > 1 ? ", such as" : ":"} ${first}`,
    ]),
  );
  return [
    ...(turned.length === 0 ? [] : ["Lists with pages, by rule:", ...turned]),
    ...(notTurned.length === 0
      ? []
      : ['Lists without a known rule, which "pages" of the definition can add:', ...notTurned]),
  ].join("\n");
}

function streamsText({ streams: { events, lines } = { events: 0, lines: 0 } }: Told): string {
  const line = (what: string, count: number) =>
    count === 0 ? [] : [`${what}: ${count} operation${count === 1 ? "" : "s"}`];
  return [...line("Streams of events", events), ...line("Streams of lines", lines)].join("\n");
}

/** All that changed would fill a screen: credential destinations, every one, and the most severe of the rest. */
const SHOWN_CHANGES = 20;

function changesOf({ changes }: Told): string {
  if (changes === undefined) return "";
  if (changes.length === 0) return "The new document changes nothing for callers.";
  const most = Math.max(SHOWN_CHANGES, changes.filter(isDestination).length);
  const shownChanges = markedFirst(changes).slice(0, most);
  const lines = shownChanges.map((change) => {
    const mark = isDestination(change) ? "credential destination: " : "";
    return `  ${change.class.padEnd("behavioural".length)}  ${mark}${shown(change.sentence)}`;
  });
  const more = changes.length - lines.length;
  const rest = more > 0 ? [`  and ${more} more; \`npx sdkwright diff\` shows all`] : [];
  return [`What the new document changes: ${countsText(changes)}.`, ...lines, ...rest].join("\n");
}

function updatedText({ name, files, isNamed }: AddPlan, { config }: Telling): string {
  const next =
    "Next: `npx sdkwright diff --used` shows what affects your calls, `npx sdkwright generate` writes the types.";
  const unnamed = `${shown(config)} does not name it: add "${name}": {} to its "providers".`;
  return [...(isNamed ? [] : [unnamed]), ...(files.length === 0 ? [] : [next])].join("\n");
}

function variablesOf({ variables, missing }: Added): string {
  const width = largest(variables.map(({ name }) => name.length));
  const lines = variables.map(({ name, holds, isSet = false }) => {
    const mark = isSet ? " (already set in this shell: is the value meant for this provider?)" : "";
    return `  ${name.padEnd(width)}  ${shown(holds)}${mark}`;
  });
  return [
    ...(lines.length === 0 ? [] : ["Set these variables for your program:", ...lines]),
    ...missing.map((name) => `The base URL needs ${inQuotes(name)}: set it in code, or with --server-variable.`),
  ].join("\n");
}

/** Credentials of every scheme would count as configured, so a person picks. */
function othersOf({ others, services }: Added, { config }: Telling): string {
  if (others.length === 0 || services.services.length === 0) return "";
  return [
    `Other schemes. To use one, add its line to "security" of the provider in ${shown(config)}:`,
    ...others.map((entry) => {
      const fields = Object.entries(entry).map(([key, value]) => `${JSON.stringify(key)}: ${JSON.stringify(value)}`);
      return `  ${shown(`{ ${fields.join(", ")} }`)}`;
    }),
  ].join("\n");
}

/** Documents do not say how they are signed. */
function webhooksOf({ name, webhooksLine }: AddPlan, { config }: Telling): string {
  if (webhooksLine === undefined) return "";
  return [
    "The document has webhooks. To receive them, add their signature to the definition, this one or the vendor's own:",
    `  ${webhooksLine}`,
    `and in the provider's entry of ${shown(config)} the secret, unless code passes it:`,
    `  ${secretLine(name)}`,
  ].join("\n");
}

function callOf({ call }: Added, { caller }: Telling): string {
  const next = "Next: `npx sdkwright generate`.";
  return call === undefined ? next : `${next} Then a first call, in ${caller}:\n\n${indented(call)}`;
}

/** Code, among other text. */
export function indented(code: string): string {
  return code.replaceAll(/^(?=.)/gm, "  ");
}

/** What is its owner's to edit. */
export function leftText(left: readonly string[] = []): string {
  return left.length === 0 ? "" : ["Not changed:", ...left.map((each) => `  ${shown(each)}`)].join("\n");
}
