import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("../../../", import.meta.url));
export const bench = fileURLToPath(new URL("../", import.meta.url));
export const work = join(root, ".build", "bench");

/** Names of provider definitions have letters only: provider-a, provider-b … provider-ba. */
export function providerName(index) {
  let [letters, left] = ["", index];
  do {
    letters = String.fromCharCode(97 + (left % 26)) + letters;
    left = Math.floor(left / 26);
  } while (left > 0);
  return `provider-${letters}`;
}

/** A provider definition with one service and one scheme. */
export function providerDefinition(name, baseUrl = `https://${name}.example/v1`) {
  return {
    name,
    services: [{ id: "default", baseUrl }],
    defaultService: "default",
    securitySchemes: [{ id: "api-key", type: "apiKey", in: "header", name: "X-Api-Key" }],
  };
}

/** The equal OpenAPI document: the same server, the same scheme, one GET. */
export function openApiDocument(name) {
  const item = { type: "object", properties: { id: { type: "string" }, label: { type: "string" } } };
  const answer = { description: "An item", content: { "application/json": { schema: item } } };
  return {
    openapi: "3.1.0",
    info: { title: name, version: "1.0.0" },
    servers: [{ url: `https://${name}.example/v1` }],
    security: [{ "api-key": [] }],
    paths: { "/items": { get: { operationId: "getItem", responses: { 200: answer } } } },
    components: { securitySchemes: { "api-key": { type: "apiKey", in: "header", name: "X-Api-Key" } } },
  };
}

const away = join(work, "put-away");
let putAwayCount = 0;

/**
 * Takes a folder out of the way; what was put away is removed when the process ends. Removed at once, it would be
 * measured: for minutes ext4 passes over the inodes of files that were removed, one by one, for each file that is made.
 */
export function putAway(folder) {
  if (!existsSync(folder)) return;
  if (putAwayCount === 0) process.on("exit", () => rmSync(away, { recursive: true, force: true }));
  putAwayCount += 1;
  mkdirSync(away, { recursive: true });
  renameSync(folder, join(away, `${process.pid}-${putAwayCount}`));
}

/** Where the SDK and the peers' code of `count` providers are written from; made anew. */
export function makeWorkload(count) {
  const folder = join(work, `providers-${count}`);
  putAway(folder);
  const names = Array.from({ length: count }, (_, index) => providerName(index));
  write(folder, "package.json", { type: "module", private: true });
  write(folder, "tsconfig.json", tsconfig);
  write(folder, "client/client.json", { providers: Object.fromEntries(names.map((name) => [name, settings(name)])) });
  for (const name of names) {
    write(folder, `client/providers/${name}.json`, providerDefinition(name));
    write(folder, `documents/${name}.json`, openApiDocument(name));
  }
  const apis = Object.fromEntries(names.map((name) => [name, redoclyApi(name)]));
  write(folder, "redocly.yaml", { apis });
  writeFileSync(join(folder, "hey-api.mjs"), `export default ${JSON.stringify(names.map(heyApiConfig))};\n`);
  return { folder, names };
}

export const tsconfig = {
  compilerOptions: {
    target: "ES2022",
    module: "NodeNext",
    lib: ["ES2022", "DOM", "DOM.Iterable", "DOM.AsyncIterable"],
    types: [],
    strict: true,
    skipLibCheck: true,
    noEmit: true,
  },
  files: [],
};

function settings(name) {
  return { security: [{ id: "api-key", apikey: `$${environmentName(name)}` }] };
}

export function environmentName(name) {
  return `${name.replaceAll("-", "_").toUpperCase()}_KEY`;
}

function heyApiConfig(name) {
  const plugins = ["@hey-api/typescript", "@hey-api/sdk", "@hey-api/client-fetch"];
  return { input: `./documents/${name}.json`, output: `./hey-api/${name}`, plugins };
}

function redoclyApi(name) {
  return { root: `./documents/${name}.json`, "x-openapi-ts": { output: `./openapi-typescript/${name}.ts` } };
}

export function write(folder, path, value) {
  const file = join(folder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, typeof value === "string" ? value : `${JSON.stringify(value, null, 2)}\n`);
}
