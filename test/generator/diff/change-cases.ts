import { documentsOf } from "#generator/cli/comparison.js";
import { diffSince, type Diff } from "#generator/diff/diff.js";
import { locateChanges } from "#generator/diff/locate.js";
import { markdownDiff } from "#generator/diff/report.js";
import { printLock } from "#generator/io/lock.js";
import type { Output } from "#generator/output/plan.js";

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../tree.js";
import { withFolder } from "../folder.js";
import { modelIn, outputFor, projectOf } from "../io/run.js";

export const changes: string = join(root, "generated-snapshots", "changes");

/** Names of the cases: folders with the inputs before and after a change, as folders or in a file each. */
export function changeCases(): readonly string[] {
  const isCase = (name: string) => ["before", "before.json"].some((each) => existsSync(join(changes, name, each)));
  return readdirSync(changes).filter(isCase);
}

/** What `sdkwright diff` says about a case, as data and with `--format markdown`. */
export async function diffOf(name: string): Promise<Diff & { readonly markdown: string }> {
  const before = await inCase(name, "before", outputOf);
  return inCase(name, "after", async (folder) => {
    const after = await outputOf(folder);
    const beside = (path: string) => before.files.find((file) => file.path === path)?.text;
    const files = new Map(after.files.map(({ path, text }) => [path, text]));
    const base = { kind: "lock", text: printLock(before.lock), name: "before", beside } as const;
    const diff = await diffSince(base, modelIn(after), files);
    if ("message" in diff) throw new Error(diff.message);
    const project = await projectOf(folder);
    const apis = project === undefined ? new Map<never, never>() : documentsOf(project);
    const located = locateChanges(diff.changes, { root: folder, client: "client/client.json", apis });
    return { ...diff, markdown: markdownDiff({ ...diff, changes: located }) };
  });
}

async function outputOf(folder: string): Promise<Output> {
  const output = await outputFor(folder);
  if (output === undefined) throw new Error(`${folder} is not valid`);
  return output;
}

/** A client.json, definitions by name and other files, in one file; or an OpenAPI document of a provider that all of these cases share. */
interface Inputs {
  readonly client?: object;
  readonly providers?: { readonly [name: string]: object };
  /** By path. */
  readonly files?: { readonly [path: string]: unknown };
}

function inCase<T>(name: string, side: "before" | "after", use: (folder: string) => Promise<T>): Promise<T> {
  const document = join(changes, name, `${side}.json`);
  if (!existsSync(document)) return use(join(changes, name, side));
  const { client, providers = {}, files: others = {} } = JSON.parse(readFileSync(document, "utf8")) as Inputs;
  if (client !== undefined) {
    const definitions = Object.entries(providers).map(([provider, json]) => {
      return [`client/providers/${provider}.json`, { name: provider, ...json }] as const;
    });
    const files = { "client/client.json": client, ...Object.fromEntries(definitions), ...others };
    return withFolder({ "package.json": "{}", ...files }, use);
  }
  const files = {
    "package.json": "{}",
    "client/openapi/acme.json": readFileSync(document, "utf8"),
    "client/providers/acme.json": {
      name: "acme",
      defaultService: "default",
      services: [
        { id: "default", baseUrl: "https://api.acme.example" },
        { id: "files", baseUrl: "https://files.acme.example" },
      ],
      securitySchemes: [
        { id: "token", type: "apiKey", in: "header", name: "X-Api-Key" },
        { id: "staff", type: "http", scheme: "basic" },
      ],
      security: "token",
      openapi: "../openapi/acme.json",
    },
    "client/client.json": { providers: { acme: {} } },
  };
  return withFolder(files, use);
}
