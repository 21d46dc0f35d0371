import { needed } from "../late.js";
import type { Flow, OpenFlow } from "./flow.js";
import { badOption, invalidRequest } from "./invalid.js";

/** Loads what reads pages, or streams. */
export const openFlow: OpenFlow = async (call, kind, options, flow) => {
  const invalid = invalidRequest("prepared" in call ? call.prepared.label : call.label);
  if (!("prepared" in call))
    throw invalid("late-reader", `\`.${kind}()\` comes too late: call it before any \`await\``);
  const isStream = kind === "events" || kind === "lines";
  for (const name of ["handle", "throwHttpErrors", "stream"] as const)
    if (call.prepared.options[name] !== undefined && !(isStream && name === "stream"))
      throw badOption(invalid)(`\`${name}\``, `does not go with \`.${kind}()\``);
  const { headers } = call.prepared;
  if (!isStream && !headers.has("accept")) headers.set("accept", "application/json");
  const load = async (): Promise<{ readonly openFlow: OpenFlow }> =>
    isStream ? import("./streams.js") : import("./pages.js");
  const reader = await needed(load, isStream ? "streams" : "pages", `the reader of ${kind}`, undefined);
  const source = await reader.openFlow(call, kind, options, flow);
  let isIterated = false;
  const iterate = (): typeof flow => {
    if (isIterated) throw invalid("iterated", `\`.${kind}()\` can only be iterated once`);
    isIterated = true;
    return flow;
  };
  Object.defineProperty(flow, Symbol.asyncIterator, { value: iterate, configurable: true });
  return {
    next() {
      isIterated = true;
      return source.next();
    },
    return: () => source.return(),
    response: async () => source.response?.() as Promise<Response>,
    /** Read for those who wait for the response, too. */
    get status(): never {
      throw invalid("late-reader", `only \`.${kind}()\` can read the answer`);
    },
  };
};

/** Asks for the first item of a flow, and keeps it for whoever iterates: then what is asked for it has succeeded. */
export async function begin(flow: Flow<unknown>): Promise<void> {
  const next = flow[Symbol.asyncIterator]().next.bind(flow);
  let first: ReturnType<typeof next> | undefined = next();
  await first;
  flow.next = () => {
    const item = first ?? next();
    first = undefined;
    return item;
  };
  Object.defineProperty(flow, Symbol.asyncIterator, { value: () => flow, configurable: true });
}
