import { spawnSync } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { bundle, gzipped } from "../workload/bundle.mjs";
import { work } from "../workload/documents.mjs";
import { fromNothing } from "../workload/generators.mjs";
import { documents, makeOperationsWorkload } from "../workload/operations.mjs";
import { makeProject } from "../workload/project.mjs";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));

/**
 * Bytes of an SDK, minified and gzipped, by what a process loads of it: `start` until the first calls have their JSON,
 * `failure` beyond that until a 422 is thrown with its message; `file` is all of it in one file. What is loaded behind
 * the caller's back counts too. ky is left out, unless `options` say otherwise.
 */
async function weigh(kind, source, folder, options) {
  const outdir = join(work, "weights", `${kind}-${process.pid}`);
  try {
    const split = { splitting: true, write: true, outdir, outExtension: { ".js": ".mjs" } };
    await bundle(source, folder, { ...options, ...split });
    const start = loaded(outdir, kind);
    const late = loaded(outdir, kind, "fail").filter((file) => !start.includes(file));
    const sum = (files) => files.reduce((bytes, file) => bytes + gzipped(readFileSync(file)), 0);
    return { start: sum(start), failure: sum(late), file: gzipped(await bundle(source, folder, options)) };
  } finally {
    rmSync(outdir, { recursive: true, force: true });
  }
}

/** The files of a bundle that a process has loaded when it ends. */
function loaded(outdir, ...args) {
  const command = ["--require", here("../../budgets/loaded-modules.cjs"), here("first-calls.mjs")];
  const { status, output } = spawnSync(process.execPath, [...command, join(outdir, "stdin.mjs"), ...args], {
    stdio: ["ignore", "ignore", "pipe", "pipe"],
    maxBuffer: 2 ** 26,
  });
  if (status !== 0) throw new Error(`${args.join(" ")} ended with ${status}\n${String(output[2])}`);
  const urls = JSON.parse(String(output[3])).filter((url) => url.startsWith(`${pathToFileURL(outdir).href}/`));
  return urls.map((url) => fileURLToPath(url));
}

/** One provider with an API key, and a client of two with failover; bundled through the names of the package. */
export async function weights(options) {
  const folder = await makeProject("https://acme.example/v1", "weights");
  const provider = 'export { createAcme as create } from "./generated/providers/acme.js";';
  const client = 'export { createClient as create } from "./generated/client.js";';
  return {
    provider: await weigh("provider", provider, folder, options),
    client: await weigh("client", client, folder, options),
  };
}

/** A provider with the operations of a document, and OpenAI's if none is given; it has a GET of /models. */
export async function weightWithOperations(document = documents.openai()) {
  if (document === undefined) return undefined;
  const workload = makeOperationsWorkload("vendor", document, {
    securitySchemes: [
      { id: "ApiKeyAuth", type: "http", scheme: "bearer" },
      { id: "AdminApiKeyAuth", type: "http", scheme: "bearer" },
    ],
    security: "ApiKeyAuth",
  });
  await fromNothing.sdkwright(workload);
  const source = 'export { createVendor as create } from "./providers/vendor.js";';
  return weigh("operation", source, join(workload.folder, "src/generated"));
}
