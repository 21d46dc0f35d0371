// Makes the page of the formats from the descriptions in their JSON Schemas: `npm run docs`.
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const folder = join(dirname(dirname(fileURLToPath(import.meta.url))), "src", "formats");

const FORMATS = [
  { name: "provider", title: "Provider definition", place: "client/providers/<name>.json" },
  { name: "client", title: "Client configuration", place: "client/client.json" },
  { name: "profile", title: "Profile document", place: "client/profiles/<name>@<version>.json" },
];

/** The page, not yet laid out. */
export function formatsPage() {
  return [
    "<!-- Made by `npm run docs` from the JSON Schemas of the formats. Do not edit. -->",
    "# Formats",
    "This page lists every object of the three JSON formats, by its place in the file. The [rules](rules.md) describe edge cases.",
    "Your editor checks and completes a file that names its JSON Schema. The schemas are in `node_modules/sdkwright/dist/schemas`. The path is relative to the file:",
    '```json\n{ "$schema": "../node_modules/sdkwright/dist/schemas/client.schema.json", "providers": {} }\n```',
    ...FORMATS.map(formatText),
    "",
  ].join("\n\n");
}

function formatText({ name, title, place }) {
  const schema = JSON.parse(readFileSync(join(folder, `${name}.schema.json`), "utf8"));
  const sections = [];
  describeObject({ schema, title, sections }, { node: schema, place: "" });
  const [first, ...rest] = sections;
  return [first.heading, `\`${place}\``, first.body, ...rest.flatMap(({ heading, body }) => [heading, body])].join(
    "\n\n",
  );
}

/** Adds the section of an object, and then those of the objects in it. */
function describeObject(page, { node, place, outer }) {
  const fields = Object.entries(node.properties);
  const rows = fields.map(([key, field]) => rowOf(page, key, field, node));
  const table = ["| field | value | default | |", "| --- | --- | --- | --- |", ...rows].join("\n");
  // If a text is possible too, its description comes first.
  const short = Array.isArray(outer?.type) ? outer.description : undefined;
  const body = [...new Set([short, node.description]), table].filter(Boolean).join("\n\n");
  page.sections.push({ heading: headingOf(page, node, place), body });
  for (const [key, field] of fields) describeBelow(page, field, place === "" ? key : `${place}.${key}`);
}

function headingOf(page, { title }, place) {
  if (place === "") return `## ${page.title}`;
  const variant = VARIANTS[title];
  return `### \`${place}\`${variant === undefined ? "" : `, ${variant}`}`;
}

/** Names of the variants of an object at one place, by their titles. */
const VARIANTS = {
  ApiKeySchemeJson: "API key",
  BasicSchemeJson: "basic",
  BearerSchemeJson: "bearer",
  DigestSchemeJson: "digest",
  OAuth2SchemeJson: "OAuth 2",
  SignatureSchemeJson: "signature",
  ApiKeyValues: "API key",
  BasicValues: "basic and digest",
  BearerValues: "bearer",
  OAuth2Values: "OAuth 2",
};

/** Whatever objects a field may hold, by itself, as an item or by name. */
function describeBelow(page, field, place) {
  const node = resolved(page, field);
  if (node.items !== undefined) return describeBelow(page, node.items, `${place}[]`);
  const byName = node.additionalProperties;
  if (typeof byName === "object") return describeBelow(page, byName, `${place}.${keyName(place)}`);
  for (const object of objectsIn(page, node)) describeObject(page, { node: object, place, outer: node });
}

function keyName(place) {
  if (place.endsWith("usecases") || place.endsWith("defaults")) return "<UseCase>";
  if (place.endsWith("parameters")) return "<NAME>";
  if (/(?:pages|streams|idempotency)$/.test(place)) return "<pattern>";
  return place.endsWith("profiles") ? "<profile>" : "<provider>";
}

/** The objects with fields of their own that a node comes to. */
function objectsIn(page, schema) {
  const node = resolved(page, schema);
  if (node.if === undefined && node.allOf === undefined) return node.properties === undefined ? [] : [node];
  const branches = [node.then, node.else, ...(node.allOf ?? []).flatMap(({ then, ...rest }) => then ?? rest)];
  const inner = branches.filter(isDescribed).flatMap((branch) => objectsIn(page, branch));
  return inner.length > 0 ? inner : node.properties === undefined ? [] : [node];
}

/** A branch that only excludes keys describes nothing; a schema of schemas is draft-07's own. */
function isDescribed(branch) {
  return branch !== undefined && !branch.$ref?.startsWith("http");
}

function rowOf(page, key, field, { required = [] }) {
  const node = resolved(page, field);
  const fallback = required.includes(key) ? "required" : defaultText(node);
  return `| \`${key}\` | ${valueText(page, field)} | ${fallback} | ${cell(descriptionOf(node))} |`;
}

function defaultText({ default: fallback }) {
  return fallback === undefined ? "" : `\`${JSON.stringify(fallback)}\``;
}

/** A default has a column of its own. */
function descriptionOf({ description = "", default: fallback }) {
  return fallback === undefined ? description : description.replace(/ Default \S+\.(?=$| )/, "");
}

/** What a value looks like, in words. */
function valueText(page, field) {
  const node = resolved(page, field);
  if (node.enum !== undefined) return node.enum.map((value) => `\`${JSON.stringify(value)}\``).join(", ");
  if (node.items !== undefined) return `list of ${plural(valueText(page, node.items))}`;
  if (typeof node.additionalProperties === "object") return `by name: ${valueText(page, node.additionalProperties)}`;
  const fixed = /^"(\w+)"$/.exec(node.tsType ?? "")?.[1];
  if (fixed !== undefined) return `\`"${fixed}"\``;
  return [node.type]
    .flat()
    .flatMap((type) => typeText(page, node, type))
    .join(" or ");
}

function typeText(page, node, type) {
  if (type === "string") return stringText(page, node);
  if (type === "boolean") return [booleanText(node)];
  return { integer: ["number"], number: ["number"], object: ["object"], array: ["list of texts"] }[type] ?? ["text"];
}

/** A boolean that can only be one of the two, beside an object or a number. */
function booleanText(node) {
  if (node.not?.const === true) return "`false`";
  const only = [node.then, node.else?.then].find((branch) => branch?.enum?.length === 1)?.enum[0];
  return typeof only === "boolean" ? `\`${only}\`` : "`true`, `false`";
}

/** A short form beside an object is one of a few words, or a text. */
function stringText(page, node) {
  const words = node.then === undefined ? undefined : resolved(page, node.then).enum;
  return words === undefined ? ["text"] : words.map((word) => `\`"${word}"\``);
}

function plural(text) {
  return text.replaceAll(/\b(object|text|number)\b/g, "$1s");
}

function cell(text) {
  return text.replaceAll("|", "\\|");
}

/** The node that a `$ref` leads to; keys beside the `$ref` win. */
function resolved(page, node) {
  const { $ref, ...own } = node;
  if ($ref === undefined || $ref.startsWith("http")) return node;
  const target = page.schema.definitions[$ref.slice("#/definitions/".length)];
  if (Object.keys(own).length === 0) return resolved(page, target);
  return { ...resolved(page, target), ...own };
}
