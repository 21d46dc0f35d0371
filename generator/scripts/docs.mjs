// Writes the pages of docs/ that are made from code: `npm run docs`, which builds before.
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { format, resolveConfig } from "prettier";
import { formatsPage } from "../../runtime/scripts/formats-page.mjs";
import { EXPLANATIONS } from "../dist/diagnostics/explanations.js";
import { generalHelp, overview, ownHelp } from "../dist/cli/full-form.js";
import { anchorOf } from "../dist/cli/docs-command.js";
import { COMMANDS } from "../dist/project/options.js";

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const docs = join(root, "docs");

/** The pages, by path. */
export async function madePages() {
  return {
    [join(docs, "diagnostics.md")]: await laidOut(diagnosticsPage()),
    [join(docs, "formats.md")]: await laidOut(withLinks(formatsPage())),
    [join(docs, "command-line.md")]: await laidOut(commandLinePage()),
  };
}

const GROUPS = {
  SW01: "Files that are not JSON or YAML",
  SW020: "Files of a project",
  SW021: "Files of profiles",
  SW022: "Files of maps",
  SW023: "Map modules",
  SW024: "Around the output folder",
  SW03: "Options and the command line",
  SW04: "The output folder",
  SW05: "The base of a diff",
  SW06: "Internal errors",
  SW07: "Adding OpenAPI documents",
  SW080: "`init` and `map`",
  SW082: "Simulations and reports",
  SW11: "The form of a document",
  SW12: "Provider definitions",
  SW13: "Client configuration",
  SW14: "Names in emitted code",
  SW15: "Schemas in profile documents",
  SW16: "OpenAPI documents",
};

function diagnosticsPage() {
  const stray = codes().find(([code]) => groupOf(code) === undefined);
  if (stray !== undefined) throw new Error(`${stray[0]} belongs to no group of the page`);
  return [
    "<!-- Made by `npm run docs` from generator/src/diagnostics/explanations.ts. Do not edit. -->",
    "# Diagnostics",
    "What each code means, and how to fix it. `npx sdkwright explain SW1203` prints the same. A code never changes its meaning.",
    "All mistakes of a run are reported at once, each with its place:",
    SAMPLE,
    "With an error nothing is written, except for errors in map modules: a map needs the emitted types first. What a message may show: [rules F2](rules.md#f2-what-may-be-shown).",
    ...Object.keys(GROUPS).map(groupText),
    ruleLinks(),
    "",
  ].join("\n\n");
}

const SAMPLE = `\`\`\`
error SW1203  defaultService "biling" is not a service of provider "acme"
  client/providers/acme.json:14:21
  14 |   "defaultService": "biling"
     |                     ^^^^^^^^ did you mean "billing"?
\`\`\``;

function codes() {
  return Object.entries(EXPLANATIONS).sort(([a], [b]) => (a < b ? -1 : 1));
}

function groupOf(code) {
  return Object.keys(GROUPS).find((beginning) => code.startsWith(beginning));
}

function groupText(group) {
  const sections = codes()
    .filter(([code]) => groupOf(code) === group)
    .map(([code, explanation]) => section(code, explanation));
  return [`## ${GROUPS[group]}`, ...sections].join("\n\n");
}

function section(code, { severity, title, text, fix, rule }) {
  const more = rule === undefined ? [] : [`[${rule}]`];
  return `### ${code}\n\n${[`**${capital(severity)}: ${title}.**`, text, `Fix: ${fix}`, ...more].join(" ")}`;
}

/** Where the numbers of rules lead, once for the page. */
function ruleLinks() {
  const rules = new Set(codes().flatMap(([, { rule }]) => rule ?? []));
  return [...rules]
    .sort()
    .map((rule) => `[${rule}]: rules.md#${ruleAnchor(rule)}`)
    .join("\n");
}

function capital(word) {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** Links the rules that descriptions cite; their addresses are at the end of the page, so that tables stay narrow. */
function withLinks(text) {
  const cited = /(?<!\[)\brules ([FPC]\d+)\b/gi;
  const rules = [...new Set(Array.from(text.matchAll(cited), ([, rule]) => rule))].sort((a, b) => (a < b ? -1 : 1));
  const addresses = rules.map((rule) => `[rules ${rule}]: rules.md#${ruleAnchor(rule)}`);
  return [text.replaceAll(cited, "[$&]").trimEnd(), addresses.join("\n"), ""].join("\n\n");
}

function ruleAnchor(rule) {
  const rules = readFileSync(join(docs, "rules.md"), "utf8");
  const heading = new RegExp(`^#+ (${rule.replace("§", "")} .*)$`, "m").exec(rules)?.[1];
  if (heading === undefined) throw new Error(`docs/rules.md has no rule ${rule}`);
  return anchorOf(heading);
}

/** The page as it is, with what `--help` prints now, of every command; what all of them print stands once. */
function commandLinePage() {
  const page = readFileSync(join(docs, "command-line.md"), "utf8");
  const texts = [overview(), ...Object.keys(COMMANDS).map(ownHelp), generalHelp()];
  const blocks = texts.map((text) => `\n\`\`\`\n${text.trim()}\n\`\`\`\n`).join("");
  return page.replace(/(?<=<!-- help[^>]*-->\n)[^]*(?=<!-- \/help -->)/, () => `${blocks}\n`);
}

async function laidOut(text) {
  return format(text, { ...(await resolveConfig(join(docs, "README.md"))), parser: "markdown" });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const [file, text] of Object.entries(await madePages())) writeFileSync(file, text);
}
