import { needed } from "../late.js";
import type { Flow, OpenFlow } from "./flow.js";

/** Loads what reads pages, or streams. */
export const openFlow: OpenFlow = async (call, kind, options, flow) => {
  const isStream = kind === "events" || kind === "lines";
  const load = async (): Promise<{ readonly openFlow: OpenFlow }> =>
    isStream ? import("./streams.js") : import("./pages.js");
  const reader = await needed(load, isStream ? "streams" : "pages", `what reads ${kind}`, undefined);
  return reader.openFlow(call, kind, options, flow);
};

/** Asks for the first item of a flow, and keeps it for whoever iterates: then what is asked for it has succeeded. */
export async function begin(flow: Flow<unknown>): Promise<void> {
  const { next } = flow[Symbol.asyncIterator]();
  let first: ReturnType<typeof next> | undefined = next();
  await first;
  flow.next = () => {
    const item = first ?? next();
    first = undefined;
    return item;
  };
  Object.defineProperty(flow, Symbol.asyncIterator, { value: () => flow, configurable: true });
}
