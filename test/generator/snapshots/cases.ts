import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { locate } from "#generator/diagnostics/locate.js";
import { prettyDiagnostic } from "#generator/diagnostics/diagnostic.js";
import { generate, type Generated } from "#generator/generate.js";
import { Reader } from "#generator/project/reader.js";
import type { GeneratedFile } from "#generator/emit/render.js";
import { root } from "../../tree.js";

export const snapshots: string = join(root, "generated-snapshots");
export const invalidSnapshots: string = join(snapshots, "invalid");

/** Names of the cases in a folder. */
export function casesIn(folder: string): readonly string[] {
  return readdirSync(folder).filter((name) => existsSync(join(folder, name, "client")));
}

/** What a case's inputs come to; one without client.json is its definitions alone. */
export function generateCase(folder: string): Promise<Generated> {
  const client = join(folder, "client");
  const config = join(client, "client.json");
  const definitions = existsSync(config) ? [] : filesUnder(client).map((file) => join(client, file));
  const places = { root: folder, config, isConfigGiven: false, definitions, out: join(folder, "generated") };
  return generate(places, new Reader(folder));
}

/** The emitted files of a case, without the lock. */
export async function emittedFiles(folder: string): Promise<readonly GeneratedFile[]> {
  const { output, issues } = await generateCase(folder);
  if (output === undefined) throw new Error(`${folder} is not valid:\n${diagnosticsText(issues)}`);
  return output.files;
}

/** Diagnostics as they are printed, without colors. */
export function diagnosticsText(issues: Generated["issues"]): string {
  const plain = (text: string) => text;
  const paint = { red: plain, green: plain, yellow: plain, cyan: plain, bold: plain, dim: plain };
  return locate(issues)
    .map((diagnostic) => `${prettyDiagnostic(diagnostic, paint, plain)}\n`)
    .join("\n");
}

/** Paths of all files below a folder, with `/`. */
export function filesUnder(folder: string): readonly string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll(sep, "/"))
    .sort();
}

/** A file's text; empty where there is none. */
export function textOf(file: string): string {
  return existsSync(file) ? readFileSync(file, "utf8") : "";
}
