import { execute } from "#generator/cli/execute.js";
import type { CommandResult } from "#generator/cli/result.js";
import type { GivenOptions } from "#generator/project/options.js";
import { locate } from "#generator/diagnostics/locate.js";
import type { Diagnostic } from "#generator/diagnostics/diagnostic.js";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { withFolder, type Files } from "../folder.js";

/** What `add` came to, and the project after it. */
export interface Adding {
  readonly folder: string;
  readonly result: CommandResult;
  readonly diagnostics: readonly Diagnostic[];
  readonly text: (file: string) => string;
  readonly json: (file: string) => unknown;
  /** Files of the project, below `client`. */
  readonly written: readonly string[];
}

/** Runs `add` in a project with `files`. */
export async function adding<T>(
  files: Files,
  target: string,
  options: GivenOptions,
  use: (adding: Adding) => T | Promise<T>,
): Promise<T> {
  return withFolder({ "package.json": "{}", ...files }, async (folder) => use(await addIn(folder, target, options)));
}

export async function addIn(folder: string, target: string, options: GivenOptions = {}): Promise<Adding> {
  const { result } = await execute({ command: "add", files: [target], options }, folder);
  const text = (file: string): string => readFileSync(join(folder, file), "utf8");
  return {
    folder,
    result,
    diagnostics: locate(result.issues),
    text,
    json: (file) => JSON.parse(text(file)) as unknown,
    written: existsSync(join(folder, "client")) ? filesIn(join(folder, "client")) : [],
  };
}

function filesIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();
}

/** A small document of OpenAPI 3.1, with what a test says of it. */
export function documentOf(more: object = {}, operation: object = {}): object {
  return {
    openapi: "3.1.0",
    info: { title: "Acme Pay API", version: "2" },
    servers: [{ url: "https://api.acme-pay.example/v2" }],
    paths: { "/charges": { get: { responses: { "200": JSON_ANSWER }, ...operation } } },
    ...more,
  };
}

export const JSON_ANSWER = { description: "ok", content: { "application/json": { schema: { type: "array" } } } };
