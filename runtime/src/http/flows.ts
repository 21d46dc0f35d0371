import { needed } from "../late.js";
import { type OpenFlow } from "./flow.js";

/** Loads what reads pages, or streams. */
export const openFlow: OpenFlow = async (call, kind, options, flow) => {
  const isStream = kind === "events" || kind === "lines";
  const load = async (): Promise<{ readonly openFlow: OpenFlow }> =>
    isStream ? import("./streams.js") : import("./pages.js");
  const reader = await needed(load, isStream ? "streams" : "pages", `what reads ${kind}`, undefined);
  return reader.openFlow(call, kind, options, flow);
};
