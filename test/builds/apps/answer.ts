import { createClient } from "./generated/client.ENDING";
import { createAcme } from "./generated/providers/acme.ENDING";

/** Asks a server that is none: through a provider and through a use-case, over all modules of the SDK. */
export async function answer(): Promise<string> {
  const fetch = async () => Response.json({ answer: 21 });
  const direct = await createAcme({ fetch }).get("/answer").json<{ answer: number }>();
  const through = (await createClient({ fetch }).profiles["demo/ask"].Ask({})) as { answer: number };
  return `the answer is ${String(direct.answer + through.answer)}`;
}
