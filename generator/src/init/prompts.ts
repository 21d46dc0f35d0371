import { cancel, select, text } from "@clack/prompts";
import type { Asker } from "./request.js";

/** Questions in a terminal. Loaded where something is asked. */
export const prompts: Asker = {
  text: async ({ message, initial, placeholder, problem }) => {
    const answer = await text({
      message,
      ...(initial !== undefined && { initialValue: initial }),
      ...(placeholder !== undefined && { placeholder }),
      validate: (value) => problem(value ?? ""),
    });
    return given(answer);
  },
  select: async ({ message, options }) => given(await select({ message, options: [...options] })),
};

function given(answer: string | symbol): string | undefined {
  if (typeof answer === "string") return answer;
  cancel("Nothing was written.");
  return undefined;
}
