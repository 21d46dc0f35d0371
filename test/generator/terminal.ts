import { spawn, spawnSync } from "node:child_process";
import { bin } from "./sdkwright.js";

/** Pseudo terminals come from util-linux. */
export const hasTerminal: boolean = spawnSync("script", ["--version"]).status === 0;
if (!hasTerminal) console.log("skipped: `script` of util-linux is not there");

export interface Session {
  readonly status: number | null;
  /** All that the terminal showed. */
  readonly screen: string;
}

/** Runs the command in a pseudo terminal: each answer is typed when its question has appeared. */
export function inTerminal(
  folder: string,
  args: readonly string[],
  answers: readonly (readonly [question: string, keys: string])[] = [],
  more: NodeJS.ProcessEnv = {},
): Promise<Session> {
  return new Promise((resolve, reject) => {
    const command = `stty cols 120 rows 40; ${[process.execPath, bin, ...args].join(" ")}`;
    const { CI: _, ...env } = process.env;
    const child = spawn("script", ["-qec", command, "/dev/null"], {
      cwd: folder,
      env: { TERM: "xterm", ...env, ...more },
      timeout: 20_000,
    });
    const rest = [...answers];
    let screen = "";
    let seen = 0;
    child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
      screen += chunk;
      const [next] = rest;
      const at = next === undefined ? -1 : screen.indexOf(next[0], seen);
      if (next === undefined || at === -1) return;
      rest.shift();
      seen = at + next[0].length;
      child.stdin.write(next[1]);
    });
    child.on("error", reject);
    child.on("close", (status) => {
      resolve({ status, screen });
    });
  });
}
