import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { bench, putAway, root, tsconfig, work, write } from "./documents.mjs";

const shared = join(root, "..", "shared", "corpus", "operations");

/** Documents of real vendors, as JSON, by name; one that is not there is left out. */
export const documents = {
  openai: () => yaml(join(shared, "openai.yaml")),
  github: () => json(join(bench, "node_modules/@octokit/openapi/generated/api.github.com.json")),
};

function json(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : undefined;
}

/** Every generator gets the same JSON: reading YAML is not what is compared. */
function yaml(file) {
  const { load } = createRequire(join(bench, "package.json"))("js-yaml");
  return existsSync(file) ? load(readFileSync(file, "utf8")) : undefined;
}

/** A project with one provider that has the document, and the peers' configurations beside it; made anew. */
export function makeOperationsWorkload(name, document, definition = {}) {
  const folder = join(work, `operations-${name}`);
  putAway(folder);
  write(folder, "package.json", { type: "module", private: true });
  write(folder, "tsconfig.json", tsconfig);
  write(folder, "client/client.json", { providers: { [name]: {} } });
  write(folder, `client/providers/${name}.json`, {
    name,
    services: [{ id: "default", baseUrl: "https://api.vendor.example" }],
    defaultService: "default",
    openapi: `../openapi/${name}.json`,
    ...definition,
  });
  write(folder, `client/openapi/${name}.json`, document);
  write(folder, `documents/${name}.json`, document);
  const plugins = ["@hey-api/typescript", "@hey-api/sdk", "@hey-api/client-fetch"];
  const heyApi = { input: `./documents/${name}.json`, output: `./hey-api/${name}`, plugins };
  write(folder, "hey-api.mjs", `export default ${JSON.stringify([heyApi])};\n`);
  const theirs = { root: `./documents/${name}.json`, "x-openapi-ts": { output: `./openapi-typescript/${name}.ts` } };
  write(folder, "redocly.yaml", { apis: { [name]: theirs } });
  return { folder, names: [name] };
}

/** Method and path of every operation, and whether its answers have JSON. */
export function operationsOf(document) {
  const methods = ["get", "put", "post", "delete", "head", "options", "patch"];
  return Object.entries(document.paths).flatMap(([path, item]) =>
    methods
      .filter((method) => item[method] !== undefined)
      .map((method) => ({ method, path, hasJson: hasJson(item[method].responses) })),
  );
}

function hasJson(responses) {
  const answers = Object.entries(responses).filter(([status]) => status.startsWith("2"));
  return answers.every(([, { content = {} }]) => Object.keys(content).some((type) => type.includes("json")));
}
