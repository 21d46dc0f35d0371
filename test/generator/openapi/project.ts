import { join } from "node:path";
import { BudgetError } from "#generator/diagnostics/budget.js";
import { locate } from "#generator/diagnostics/locate.js";
import type { Api } from "#generator/openapi/api.js";
import { loadProject, type LoadedRun } from "#generator/project/load-project.js";
import { Reader } from "#generator/project/reader.js";
import { withFolder, type Files } from "../folder.js";

export const DEFINITION = {
  name: "acme",
  services: [{ id: "default", baseUrl: "https://api.acme.example" }],
  defaultService: "default",
};

/** What a project is found to be whose provider `acme` has a document. */
export interface ReadDocument {
  readonly api: Api | undefined;
  /** `SW1602 client/openapi.json:3:5 /pointer: message` */
  readonly issues: readonly string[];
}

export interface ProjectOptions {
  readonly openapi?: unknown;
  /** Of the definition. */
  readonly idempotent?: object;
  /** Further files, by path from the document's folder. */
  readonly files?: Files;
  /** Name of the document's file. */
  readonly name?: string;
}

/** Files of a project with a document. */
export function projectWith(
  document: unknown,
  { openapi, idempotent, files = {}, name = "openapi.json" }: ProjectOptions,
): Files {
  const beside = Object.entries(files).map(([path, content]) => [`client/${path}`, content] as const);
  return {
    "package.json": "{}",
    "client/client.json": { providers: { acme: { file: "providers/acme.json" } } },
    "client/providers/acme.json": {
      ...DEFINITION,
      openapi: openapi ?? `../${name}`,
      ...(idempotent && { idempotent }),
    },
    [`client/${name}`]: document,
    ...Object.fromEntries(beside),
  };
}

/** Reads a document as the generator does: as a file of a project. */
export function readDocument(document: unknown, options: ProjectOptions = {}): Promise<ReadDocument> {
  return withFolder(projectWith(document, options), readFolder);
}

export async function readFolder(folder: string): Promise<ReadDocument> {
  try {
    const { project, issues } = await loadFolder(folder);
    return { api: project?.providers[0]?.api, issues: brief(issues) };
  } catch (error) {
    if (error instanceof BudgetError) return { api: undefined, issues: brief([error.issue]) };
    throw error;
  }
}

export function loadFolder(folder: string): Promise<LoadedRun> {
  const config = join(folder, "client/client.json");
  const places = { root: folder, config, isConfigGiven: false, definitions: [], out: join(folder, "src/generated") };
  return loadProject(places, new Reader(folder));
}

function brief(issues: LoadedRun["issues"]): readonly string[] {
  return locate(issues).map(({ code, file, start, pointer, message }) => {
    const place = start === undefined ? "" : `:${start.line}:${start.column}`;
    return `${code} ${file ?? ""}${place} ${pointer ?? ""}: ${message}`;
  });
}

/** A document of version 3.1 with paths, and whatever else. */
export function documentOf(paths: object, others: object = {}): object {
  return { openapi: "3.1.0", info: { title: "Acme", version: "1" }, paths, ...others };
}

/** A document whose one operation has these fields. */
export function operationOf(fields: object, others: object = {}): object {
  return documentOf({ "/things": { post: { responses: {}, ...fields } } }, others);
}
