import { cancel, select, text } from "@clack/prompts";
import type { Asker } from "./request.js";

/** Questions in a terminal. Loaded where something is asked. */
export const prompts: Asker = {
  text: async ({ message, initial, fallback, placeholder = fallback, problem }) =>
    answerOf((signal) =>
      text({
        message,
        signal,
        ...(initial !== undefined && { initialValue: initial }),
        ...(fallback !== undefined && { defaultValue: fallback }),
        ...(placeholder !== undefined && { placeholder }),
        validate: (value) => problem(value || (fallback ?? "")),
      }),
    ),
  select: async ({ message, options }) => answerOf((signal) => select({ message, signal, options: [...options] })),
};

/** The answer; `undefined` after Ctrl+C, and after Ctrl+D, which would otherwise end the process without an answer. */
async function answerOf(ask: (signal: AbortSignal) => Promise<string | symbol>): Promise<string | undefined> {
  const end = new AbortController();
  const onKey = (_text: string, key?: { readonly ctrl: boolean; readonly name?: string }): void => {
    if (key?.ctrl === true && key.name === "d") end.abort();
  };
  process.stdin.on("keypress", onKey);
  const answer = await ask(end.signal).finally(() => process.stdin.off("keypress", onKey));
  if (typeof answer === "string") return answer;
  cancel("Nothing was written.");
  return undefined;
}
