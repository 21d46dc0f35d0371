import { main } from "#generator/cli/main.js";
import { execute } from "#generator/cli/execute.js";
import { answerFromLock } from "#generator/cli/answer-from-lock.js";
import type { Invocation } from "#generator/project/options.js";
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

let last: Promise<unknown> = Promise.resolve();

/** Runs the command line in this process, as bin.ts does, with a working directory and an environment of its own. */
export async function sdkwright(
  folder: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
): Promise<Finished> {
  const run = last.then(async () => inProcess(folder, args, { PATH: process.env["PATH"], ...env }));
  last = run.catch(() => undefined);
  return run;
}

/** There is one working directory and one output in a process, so one run at a time. */
async function inProcess(folder: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<Finished> {
  const { stdout, stderr } = process;
  const { env: envBefore, exitCode } = process;
  const cwd = process.cwd();
  const writes = [stdout, stderr].map((stream) => Reflect.get(stream, "write") as unknown);
  const printed = { out: "", err: "" };
  const into = (key: "out" | "err") => (text: string) => {
    printed[key] += text;
    return true;
  };
  process.chdir(folder);
  process.env = env;
  process.exitCode = undefined;
  Object.assign(stdout, { write: into("out") });
  Object.assign(stderr, { write: into("err") });
  try {
    const answer = quickAnswer(args);
    if (answer.kind === "current") printed.out += answer.text;
    else await main(args, answer.kind);
    return { status: process.exitCode ?? 0, stdout: printed.out, stderr: printed.err };
  } finally {
    process.chdir(cwd);
    process.env = envBefore;
    process.exitCode = exitCode;
    for (const [index, stream] of [stdout, stderr].entries()) {
      Object.assign(stream, { write: writes[index] });
      stream.removeAllListeners("error");
    }
  }
}

function quickAnswer(args: readonly string[]): ReturnType<typeof answerFromLock> {
  try {
    return answerFromLock(args, process.cwd());
  } catch {
    return { kind: "unknown" };
  }
}

/** Runs the packed command in a process of its own, as a user does. */
export function spawnSdkwright(
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
