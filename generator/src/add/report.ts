import { own } from "@sdkwright/runtime/config";
import { isDestination, markedFirst } from "../diff/change.js";
import { countsText } from "../diff/report.js";
import { relativePath } from "../io/paths.js";
import { escapeUnprintable, largest } from "../io/text.js";
import { asciiUrl } from "../io/through-host.js";
import type { Told } from "./add.js";
import type { Added, AddPlan } from "./plan.js";
import { citedUrl } from "./request.js";
import type { CredentialEntry } from "./schemes.js";

// How texts of documents stand in what `add` says.

function firstLine(text: string): string {
  const [line = ""] = text.split("\n");
  return line.length > 60 ? `${line.slice(0, 60)}…` : line;
}

function count(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? "" : "s"}`;
}

/** Texts of a document are data: nothing in them moves the cursor or begins a line. */
function shown(text: string): string {
  return escapeUnprintable(text);
}

function inQuotes(text: string): string {
  return `"${shown(text)}"`;
}

/** Every place that credentials go to from now on. */
function placesOf(
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
    ...(added === undefined
      ? []
      : [placesOf(added, plan), headersOf(added), variablesOf(added), othersOf(added, telling)]),
  ].filter((part) => part !== "");
}

function headOf(
  { name, title, operations, files, added }: AddPlan,
  { redirects, conversions, parts }: Told,
  { root, isDryRun }: Telling,
): string {
  const what = title === undefined ? "" : ` of ${inQuotes(title)}`;
  const verb = isDryRun ? "would be" : "is";
  const done = added === undefined ? `${verb} updated` : `${verb} added`;
  const lines = fileLines(files, root, conversions);
  return [
    ...redirects.map((url) => `Redirected to ${shown(url)}`),
    `Provider ${name}${what} ${done}${operations === undefined ? "" : `: ${count(operations, "operation")}`}.`,
    ...(lines.length === 0 ? ["Nothing to write: the document is the one that is there."] : lines),
    ...partLines(parts),
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

const SHOWN_PARTS = 20;

/** What is committed with the document was in files that nobody named on the command line. */
function partLines(parts: readonly string[]): readonly string[] {
  if (parts.length === 0) return [];
  const more = parts.length - SHOWN_PARTS;
  const files = parts.slice(0, SHOWN_PARTS).map((file) => `  ${shown(file)}`);
  return ["It refers to these files:", ...files, ...(more > 0 ? [`  and ${more} more`] : [])];
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
    "Next: `npx sdkwright diff --used` says what your calls meet of that, `npx sdkwright generate` writes the types.";
  const unnamed = `${shown(config)} does not name it: add "${name}": {} to its "providers".`;
  return [...(isNamed ? [] : [unnamed]), ...(files.length === 0 ? [] : [next])].join("\n");
}

function variablesOf({ variables, missing }: Added): string {
  const width = largest(variables.map(({ name }) => name.length));
  const lines = variables.map(({ name, holds, isSet = false }) => {
    const mark = isSet ? " (set in this shell already: is its value meant for this provider?)" : "";
    return `  ${name.padEnd(width)}  ${shown(holds)}${mark}`;
  });
  return [
    ...(lines.length === 0 ? [] : ["Set these variables where your program runs:", ...lines]),
    ...missing.map(
      (name) => `The base URL needs ${inQuotes(name)}: give it in code, or add it with --server-variable.`,
    ),
  ].join("\n");
}

/** Credentials of every scheme would count as configured, so a person picks. */
function othersOf({ others, services }: Added, { config }: Telling): string {
  if (others.length === 0 || services.services.length === 0) return "";
  return [
    `Other schemes. For one that you use, add its line to "security" of the provider in ${shown(config)}:`,
    ...others.map((entry) => `  ${lineOf(entry)}`),
  ].join("\n");
}

function lineOf(entry: CredentialEntry): string {
  const fields = Object.entries(entry).map(([key, value]) => `${JSON.stringify(key)}: ${JSON.stringify(value)}`);
  return shown(`{ ${fields.join(", ")} }`);
}

function callOf({ call }: Added, { caller }: Telling): string {
  const next = "Next: `npx sdkwright generate`.";
  return call === undefined ? next : `${next} Then a first call, in ${caller}:\n\n${call.replaceAll(/^(?=.)/gm, "  ")}`;
}

/** What is its owner's to edit. */
export function leftText(left: readonly string[] = []): string {
  return left.length === 0 ? "" : ["Left as it is:", ...left.map((each) => `  ${shown(each)}`)].join("\n");
}
