import { failover, type Failover } from "@sdkwright/runtime/failover";
import { oracle } from "./vendors.js";

/** A text from one of two models, as a stream: the second is asked if the first one breaks before its first words. */
export const write: Failover<string, AsyncIterable<string>, "delphi" | "dodona"> = failover(
  "write",
  {
    delphi: (prompt: string) => oracle(prompt, 0),
    dodona: (prompt: string) => oracle(prompt, Infinity),
  },
  { retryPolicy: "circuit-breaker", stream: true, firstItemTimeout: 5000 },
);
