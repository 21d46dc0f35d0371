// Requests of vendors' operations, sent by our SDK with values made up of the document, judged by Prism.
import { existsSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";
import { load } from "js-yaml";
import { judgesOf } from "./prism.mjs";
import { NoSample, isRecord, resolved, sampleOf } from "./sample.mjs";
import { root, sdkOf, sentBy } from "./sdk.mjs";

const corpus = join(root, "..", "shared", "corpus", "operations");
const FILES = {
  resend: "resend.json",
  box: "box.json",
  openai: "openai.yaml",
  figma: "figma.yaml",
  clerk: "clerk.yaml",
};
const METHODS = ["get", "put", "post", "delete", "options", "head", "patch"];

/** Whether the documents of vendors stand beside the checkout. */
export const hasVendors = existsSync(corpus);

/** These documents, by name. */
export function vendorDocuments(words = []) {
  if (!hasVendors) return {};
  const wanted = Object.entries(FILES).filter(([name]) => words.length === 0 || words.includes(name));
  return Object.fromEntries(wanted.map(([name, file]) => [name, parsed(join(corpus, file))]));
}

function parsed(file) {
  const text = readFileSync(file, "utf8");
  return extname(file) === ".json" ? JSON.parse(text) : load(text);
}

/** For each operation that values can be made up for, what was sent and what Prism says of it. */
export async function judgeRequests(documents) {
  const creates = await sdkOf("oracles-requests", documents);
  const found = [];
  for (const [vendor, document] of Object.entries(documents)) {
    const judges = judgesOf(document);
    for (const { path, method, ...parts } of operationsOf(document)) {
      for (const all of [false, true]) {
        const row = { vendor, operation: `${method} ${path}`, all };
        found.push({ ...row, ...(await judged(row, { document, ...parts }, creates[vendor], judges)) });
      }
    }
  }
  return found;
}

function operationsOf(document) {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    METHODS.filter((method) => isRecord(item[method])).map((method) => ({
      method,
      path,
      item,
      operation: item[method],
    })),
  );
}

async function judged({ vendor, operation: key, all: isWhole }, parts, create, judges) {
  const [method, path] = key.split(" ");
  let options;
  try {
    options = withUndeclared(path, optionsOf(parts, isWhole));
  } catch (error) {
    if (error instanceof NoSample) return { skipped: error.message };
    throw error;
  }
  if (options === undefined) return { skipped: "a body that is not JSON" };
  const sent = await sentBy(create, (client) => client[method](path, options));
  if (sent.error !== undefined) return { options, violations: [`not sent: ${sent.message}`] };
  const judge = judges.get(key);
  const recorded = { ...sent, body: options.json === undefined ? undefined : JSON.parse(sent.body) };
  const all = judge(recorded);
  const violations = all.filter((each) => !isExcused({ vendor, operation: key }, each));
  const isExcusedCall = violations.length < all.length;
  return { options, sent: recorded, violations, isExcusedCall, uncontrolled: uncontrolled(judge, recorded, parts) };
}

/** Where Prism is no judge: it splits an item of a list that is JSON at its commas. */
const EXCUSED = { "box get /search": /^query\.mdfilters/ };

function isExcused({ vendor, operation }, violation) {
  return EXCUSED[`${vendor} ${operation}`]?.test(violation) === true;
}

/** What Prism lets pass although it is plainly wrong: of that it is no judge. */
function uncontrolled(judge, recorded, { document, item, operation }) {
  const isRequired = (place) =>
    parametersOf(document, item, operation).some((each) => each.in === place && each.required && !isOwn(each));
  const wrong = {
    ...(recorded.body !== undefined && {
      "a body of another type": { body: isRecord(recorded.body) ? ["no"] : { no: 1 } },
    }),
    ...(isRequired("query") && { "no query": { url: recorded.url.replace(/\?.*/, "") } }),
    ...(isRequired("header") && { "no headers": { headers: new Headers() } }),
  };
  return Object.keys(wrong).filter((key) => judge({ ...recorded, ...wrong[key] }).length === 0);
}

/** Options of a call as the emitted types ask for them; `undefined` where its body is no JSON. */
function optionsOf({ document, item, operation }, all) {
  const options = {};
  const parameters = parametersOf(document, item, operation);
  for (const parameter of parameters) {
    const place = { path: "params", query: "query", header: "headers" }[parameter.in];
    if (place === undefined || isOwn(parameter) || (!parameter.required && !all)) continue;
    const schema = parameter.schema ?? Object.values(parameter.content ?? {})[0]?.schema ?? {};
    (options[place] ??= {})[parameter.name] = sampleOf(document, schema, { all });
  }
  const body = operation.requestBody?.$ref ? resolved(document, operation.requestBody.$ref) : operation.requestBody;
  const contents = Object.entries(body?.content ?? {});
  if (contents.length === 0) return options;
  const json = contents.find(([type]) => /[/+]json\b/.test(type))?.[1];
  if (json === undefined) return body.required || all ? undefined : options;
  return { ...options, json: sampleOf(document, json.schema ?? {}, { all }) };
}

/** Names in a path that no parameter declares are texts. */
function withUndeclared(path, options) {
  const names = [...path.matchAll(/\{([^{}]+)\}/g)].map(([, name]) => name);
  if (options === undefined || names.length === 0) return options;
  return { ...options, params: { ...Object.fromEntries(names.map((name) => [name, "anything"])), ...options.params } };
}

/** Those of an operation win over those of its path. */
function parametersOf(document, item, operation) {
  const own = new Map();
  for (const each of [...(item.parameters ?? []), ...(operation.parameters ?? [])]) {
    const parameter = each.$ref ? resolved(document, each.$ref) : each;
    own.set(`${parameter.in} ${parameter.name}`, parameter);
  }
  return [...own.values()];
}

/** Headers that OpenAPI says are no parameters. */
function isOwn({ in: place, name }) {
  return place === "header" && /^(?:accept|content-type|authorization)$/i.test(name);
}
