import { fromCall } from "./client.js";
import type { FlowSource, OpenFlow } from "./flow.js";

/** Turns the pages of a list (flows §1). */
export const openFlow: OpenFlow = (call, _kind, _options) => {
  if (!("prepared" in call)) throw fromCall(new Error("late-reader"));
  let isOver = false;
  return {
    async next() {
      if (isOver) return { done: true, value: undefined };
      isOver = true;
      return { done: false, value: await call.send(call.prepared) };
    },
    async return() {
      isOver = true;
      return { done: true, value: undefined };
    },
  } satisfies FlowSource;
};
