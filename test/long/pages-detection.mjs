// Measures the detection of pages against what vendors' own SDKs page: GitHub's, OpenAI's, Mistral's and Cloudflare's. Packages
// are fetched from npm into a temporary folder, documents of the last three are read from a folder: openai.json or .yaml,
// mistral.yaml, cloudflare.json; those that are not there are left out. Fails where something is turned by another rule than
// the SDK's, or where less is found than is meant to.
// Usage: node test/long/pages-detection.mjs [folder of documents]
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { readApi, readDocument } from "#generator/openapi/api-of.js";
import { Chooser } from "#generator/openapi/choice.js";
import { pagesOf } from "#generator/openapi/pages.js";
import { parseJsonText } from "#generator/openapi/parse-json.js";
import { parseYamlText } from "#generator/openapi/parse-yaml.js";

const corpus = fileURLToPath(new URL("../../../shared/corpus/operations", import.meta.url));
const documents = process.argv[2] ?? corpus;
const packages = mkdtempSync(join(tmpdir(), "pages-"));

/** Unpacks a package, and gives its folder. */
function unpacked(name) {
  const run = (command, ...args) => {
    const { status, stdout, stderr } = spawnSync(command, args, {
      cwd: packages,
      encoding: "utf8",
      maxBuffer: 2 ** 26,
    });
    if (status !== 0) throw new Error(`${command} ${args.join(" ")}: ${stderr}`);
    return stdout;
  };
  const [{ filename }] = JSON.parse(run("npm", "pack", name, "--json"));
  run("tar", "xzf", filename, "--one-top-level");
  return join(packages, filename.replace(/\.tgz$/, ""), "package");
}

function textsIn(folder, ending) {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(ending) && !path.endsWith(".d.ts"))
    .map((path) => readFileSync(join(folder, path), "utf8"));
}

function pagesIn(file) {
  const text = readFileSync(file, "utf8");
  const { json } = file.endsWith(".json") ? parseJsonText(text) : parseYamlText(text);
  const source = { path: file, file, text, json };
  const { document } = readDocument({ root: json, source, placeOf: (pointer) => ({ source, pointer }) });
  const budget = { spend: () => undefined };
  const api = readApi(document, new Chooser({}, () => undefined), budget);
  return { ...pagesOf(api, []), operations: api.operations };
}

/** Names of parameters in paths differ between documents and SDKs. */
function plainPath(path) {
  return path
    .replace(/\?.*$/, "")
    .replaceAll(/\$?\{[^}]*\}|:\w+/g, "{}")
    .replace(/\/$/, "");
}

/** `getAPIList(path, Page)` of SDKs that Stainless makes. */
function stainlessLists(folder) {
  const calls = /getAPIList\(\s*(?:path)?[`'"]([^`'"]*)[`'"],\s*(\w+)(?:<[^]*?)?\{([^]*?)\}\s*,?\s*\)/g;
  return textsIn(join(folder, "src/resources"), ".ts").flatMap((text) =>
    Array.from(text.matchAll(calls), ([, path, page, rest]) => ({
      path,
      page,
      isPost: rest.includes("method: 'post'"),
    })),
  );
}

const AFTER = ["/last_id", "/data/-1/id"];
const isToken = ({ next }, query, ...from) => next.query === query && from.includes(next.from);

/** What an SDK pages, by path, and whether a rule turns it as the SDK does. */
const VENDORS = [
  {
    name: "GitHub",
    least: 280,
    document: () => join(unpacked("@octokit/openapi"), "generated/api.github.com.json"),
    lists: () => {
      const text = textsIn(join(unpacked("@octokit/plugin-paginate-rest"), "dist-bundle"), ".js").join("");
      return Array.from(text.matchAll(/"GET (\/[^"]*)"/g), ([, path]) => ({
        path,
        isSame: ({ next }) => next === "link" || (next.query === "page" && next.first === 1),
      }));
    },
  },
  {
    name: "OpenAI",
    least: 48,
    document: () => ["openai.json", "openai.yaml"].map((file) => join(documents, file)).find(existsSync),
    lists: () => {
      const by = {
        CursorPage: (rule) => isToken(rule, "after", ...AFTER),
        ConversationCursorPage: (rule) => isToken(rule, "after", "/last_id"),
        NextCursorPage: (rule) => isToken(rule, "after", "/next"),
      };
      return stainlessLists(unpacked("openai")).flatMap(({ path, page, isPost }) =>
        isPost || by[page] === undefined ? [] : [{ path, isSame: by[page] }],
      );
    },
  },
  {
    name: "Mistral",
    least: 9,
    document: () => ["mistral-public.yaml", "mistral.yaml"].map((file) => join(documents, file)).find(existsSync),
    lists: () =>
      textsIn(join(unpacked("@mistralai/mistralai"), "src/funcs"), ".ts")
        .filter((text) => text.includes("createPageIterator"))
        .map((text) => {
          const [, path] = /pathToFunc\("([^"]*)"\)/.exec(text);
          const [, from] = /nextCursor = dlv\(responseData, "([^"]*)"\)/.exec(text) ?? [];
          const [, items] = /results = dlv\(responseData, "([^"]*)"\)/.exec(text) ?? [];
          return {
            path,
            isSame: (rule) =>
              rule.items === `/${items.replaceAll(".", "/")}` &&
              (from === undefined ? rule.next.step === "items" : rule.next.from === `/${from.replaceAll(".", "/")}`),
          };
        }),
  },
  {
    name: "Cloudflare",
    least: 33,
    document: () => [join(documents, "cloudflare.json")].find(existsSync),
    lists: () => {
      const isNumber = ({ next }) => next.query === "page" && (next.first === 1 || next.echo !== undefined);
      const isCursor = (rule) => isToken(rule, "cursor", "/result_info/cursor", "/result_info/cursors/after");
      const by = { V4: isNumber, Cu: isCursor };
      return stainlessLists(unpacked("cloudflare")).flatMap(({ path, page, isPost }) => {
        const isSame = by[page.slice(0, 2)];
        return isPost || isSame === undefined ? [] : [{ path, isSame }];
      });
    },
  },
];

let failed = false;
try {
  for (const { name, least, document, lists } of VENDORS) {
    const file = document();
    if (file === undefined) {
      console.log(`${name}: no document in ${documents}`);
      continue;
    }
    const { found, missed, operations } = pagesIn(file);
    const keys = new Map(
      operations.filter(({ method }) => method === "get").map(({ path }) => [plainPath(path), `GET ${path}`]),
    );
    const truth = new Map(lists().map((list) => [plainPath(list.path), list]));
    const there = [...truth].flatMap(([path, list]) => (keys.has(path) ? [{ key: keys.get(path), ...list }] : []));
    const turned = there.filter(({ key }) => found.has(key));
    const wrong = turned.filter(({ key, isSame }) => !isSame(found.get(key).rule));
    const told = there.filter(({ key }) => missed.has(key));
    console.log(
      `${name}: ${truth.size} lists, ${there.length} in the document, ${turned.length} turned (at least ${least}), ${wrong.length} of them otherwise; ${told.length} with a note; ${found.size - turned.length} that the SDK does not turn`,
    );
    for (const { key } of wrong) console.log(`  otherwise: ${key} ${JSON.stringify(found.get(key).rule)}`);
    for (const { key } of told) console.log(`  note: ${key}: ${missed.get(key).why}`);
    failed ||= wrong.length > 0 || turned.length < Math.min(least, there.length);
  }
} finally {
  rmSync(packages, { recursive: true, force: true });
}
process.exitCode = failed ? 1 : 0;
