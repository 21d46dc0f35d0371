import { execute } from "#generator/cli/execute.js";
import type { Invocation } from "#generator/quick/options.js";
import { locate } from "#generator/diagnostics/locate.js";
import type { Diagnostic } from "#generator/diagnostics/diagnostic.js";
import { spawn } from "node:child_process";
import { join } from "node:path";
import { root } from "../tree.js";
import { withFolder, type Files } from "./folder.js";

export interface Finished {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** The command, as it is shipped. */
export const bin: string = join(root, "generator/dist/bundle/bin.cjs");

/** Runs the command line in a process of its own, as a user would. */
export function sdkwright(
  folder: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
  command: string = bin,
): Promise<Finished> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [command, ...args], {
      cwd: folder,
      env: { PATH: process.env["PATH"], ...env },
      timeout: 60_000,
    });
    let stdout = "";
    let stderr = "";
    child.stdout.setEncoding("utf8").on("data", (chunk: string) => (stdout += chunk));
    child.stderr.setEncoding("utf8").on("data", (chunk: string) => (stderr += chunk));
    child.on("error", reject);
    child.on("close", (status) => {
      resolve({ status, stdout, stderr });
    });
  });
}

/** What a command finds in a project with `files`, without a process of its own. */
export async function diagnosticsOf(
  files: Files,
  invocation: Partial<Invocation> = {},
): Promise<readonly Diagnostic[]> {
  return withFolder({ "package.json": "{}", ...files }, async (folder) => {
    const { result } = await execute({ command: "validate", files: [], options: {}, ...invocation }, folder);
    return locate(result.issues);
  });
}

/** A diagnostic in one line: `SW1203 file:3:5 /pointer`. */
export function brief({ code, file, start, pointer }: Diagnostic): string {
  const place = start === undefined ? "" : `:${start.line}:${start.column}`;
  return [code, ...(file === undefined ? [] : [`${file}${place}`]), ...(pointer ? [pointer] : [])].join(" ");
}
