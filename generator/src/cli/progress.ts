import type { Progress } from "../files/progress.js";
import type { GivenOptions } from "../quick/options.js";
import { isWatched } from "./colors.js";

/** The line that says what a command is doing, where a person looks at stderr; loaded then only. */
export async function progressLine(): Promise<Progress | undefined> {
  if (!isWatched(process.env, process.stderr.isTTY)) return undefined;
  const { ProgressLine } = await import("./progress-line.js");
  return new ProgressLine(process.stderr, { now: () => performance.now(), after });
}

/** Whether an invocation tells people anything beside its result. */
export function tellsProgress({ format = "pretty", quiet = false }: GivenOptions): boolean {
  return format === "pretty" && !quiet;
}

function after(ms: number, act: () => void): { readonly cancel: () => void } {
  const timer = setTimeout(act, ms).unref();
  return {
    cancel: () => {
      clearTimeout(timer);
    },
  };
}
