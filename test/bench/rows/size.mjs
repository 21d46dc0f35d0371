import { join } from "node:path";
import { bench, makeWorkload } from "../workload/documents.mjs";
import { bundle, gzipped, sizeAtStart } from "../workload/bundle.mjs";
import { fromNothing } from "../workload/generators.mjs";
import { makeProject } from "../workload/project.mjs";

export const rows = ["size", "tree-shaking"];

const kB = 1000;

const peers = {
  openai: `import OpenAI from "openai"; console.log(await new OpenAI().models.list());`,
  "one-sdk": `import { SuperfaceClient } from "@superfaceai/one-sdk"; console.log(new SuperfaceClient());`,
};

const oneProvider = `import { createAcme } from "./generated/providers/acme.js";
console.log(await createAcme().get("/items", { security: "api-key" }).json());`;

const withFailover = `import { createClient } from "./generated/client.js";
console.log(await createClient().profiles["bench/items"].GetItem({ id: "1" }));`;

/** Bytes, minified and gzipped; nothing here varies from run to run. */
export async function measure({ wants, note }) {
  note("bundling");
  const lines = [...(wants("size") ? await sizes() : []), ...(wants("tree-shaking") ? [await treeShaking()] : [])];
  return lines;
}

async function sizes() {
  const project = await makeProject(80);
  const own = await sizeAtStart(oneProvider, project, { external: ["ky"] });
  const line = { row: "size", unit: "bytes" };
  const lines = [
    { ...line, workload: "one provider with an API key, without ky", ours: [own], reach: 5 * kB, aim: 3.5 * kB },
  ];
  for (const [name, source] of Object.entries(peers)) {
    const peer = gzipped(await bundle(source, bench, { platform: "node" }));
    lines.push({ ...line, workload: "the same", ours: [own], yardstick: name, peer: [peer] });
  }
  for (const { workload, source, ...options } of totals(project)) {
    lines.push({ ...line, workload, ours: [gzipped(await bundle(source, project, options))] });
  }
  return lines;
}

function totals() {
  const digest = oneProvider.replaceAll("acme", "staff").replaceAll("Acme", "Staff").replace("api-key", "digest");
  const ky = (folder) => ({ alias: { ky: join(bench, "node_modules", folder) } });
  return [
    { workload: "… in one file: with retry, circuit and deadline", source: oneProvider, external: ["ky"] },
    { workload: "… with digest, in one file, without ky", source: digest, external: ["ky"] },
    { workload: "client with failover, without ky", source: withFailover, external: ["ky"] },
    { workload: "one provider and ky 1.14", source: oneProvider, ...ky("ky") },
    { workload: "one provider and ky 2.1", source: oneProvider, ...ky("ky-2") },
    { workload: "client with failover and ky 1.14", source: withFailover, ...ky("ky") },
    { workload: "client with failover and ky 2.1", source: withFailover, ...ky("ky-2") },
  ];
}

/** One provider of twenty through the index: what of the other nineteen is in the bundle. */
async function treeShaking() {
  const { folder, names } = makeWorkload(20);
  await fromNothing.sdkwright({ folder, names });
  const source = `import { providerA } from "./index.js";
console.log(await providerA.createProviderA().get("/items", { security: "api-key" }).json());`;
  const text = await bundle(source, join(folder, "src/generated"), { external: ["ky"] });
  const others = names.slice(1).filter((name) => text.includes(`"${name}"`) || text.includes(`${name}.example`));
  return {
    row: "tree-shaking",
    workload: "one of 20 providers: names of others",
    unit: "",
    ours: [others.length],
    reach: 0,
    aim: 0,
  };
}
