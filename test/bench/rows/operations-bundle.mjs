import { join } from "node:path";
import { bundle } from "../workload/bundle.mjs";
import { openApiDocument } from "../workload/documents.mjs";
import { makeOperationsWorkload } from "../workload/operations.mjs";
import { fromNothing } from "../workload/generators.mjs";

export const rows = ["operations-bundle"];

const source = `import { createPlain } from "./providers/plain.js";
console.log(await createPlain().get("/items").json());`;

/** What a document adds to a bundle that has nothing which differs on the wire: types alone. Nothing varies here. */
export async function measure({ note }) {
  note("bundling a provider with 162 operations, and without any");
  const document = openApiDocument("plain");
  const { get } = document.paths["/items"];
  const paths = Object.fromEntries(Array.from({ length: 162 }, (_, at) => [`/items${at === 0 ? "" : at}`, { get }]));
  const typed = await sizeOf({ ...document, paths });
  const untyped = await sizeOf({ ...document, paths: {} });
  return [
    {
      row: "operations-bundle",
      workload: "162 operations without exceptions, bytes in a bundle",
      unit: "bytes",
      ours: [typed - untyped],
      reach: 0,
      aim: 0,
    },
  ];
}

async function sizeOf(document) {
  const workload = makeOperationsWorkload("plain", { ...document, security: [] });
  await fromNothing.sdkwright(workload);
  return Buffer.byteLength(await bundle(source, join(workload.folder, "src/generated"), { external: ["ky"] }));
}
