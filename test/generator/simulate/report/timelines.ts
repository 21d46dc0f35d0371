import type { CallTimeline, CrowdSlice, CrowdTimeline } from "#generator/simulate/timeline.js";

const opened = { provider: "pigeon", from: "closed", to: "open", openFor: 400 };

/** A call that fails in three ways, and is answered by the second provider. */
export const call: CallTimeline = {
  candidates: ["pigeon", "raven"],
  spans: [
    { kind: "attempt", provider: "pigeon", begin: 0, end: 1000, attempt: 1, status: 503, code: "http" },
    { kind: "wait", provider: "pigeon", begin: 1000, end: 1200 },
    { kind: "attempt", provider: "pigeon", begin: 1200, end: 3200, attempt: 2, code: "timeout" },
    { kind: "queue", provider: "pigeon", begin: 3200, end: 3500 },
    { kind: "attempt", provider: "pigeon", begin: 3500, end: 3500, attempt: 3, code: "network-unreached" },
    { kind: "attempt", provider: "raven", begin: 3500, end: 4000, attempt: 1 },
  ],
  circuits: [{ at: 3500, ...opened }],
  failovers: [{ at: 3500, from: "pigeon", to: "raven", code: "network-unreached" }],
  end: { at: 4000, outcome: "success", provider: "raven", attempts: 4 },
};

const slice = (begin: number, requests: CrowdSlice["requests"], slowest: number): CrowdSlice => ({
  begin,
  end: begin + 1000,
  begun: 10,
  succeeded: 10,
  failed: 0,
  median: 80,
  slowest,
  requests,
  states: { pigeon: slowest > 80 ? "open" : "closed", raven: "closed" },
});

/** Three seconds, in the second of which the first provider is down. */
export const crowd: CrowdTimeline = {
  candidates: ["pigeon", "raven"],
  seed: 1,
  callsPerSecond: 10,
  failureBegins: 1000,
  failureEnds: 2000,
  ends: 3000,
  slices: [slice(0, { pigeon: 10 }, 80), slice(1000, { pigeon: 1, raven: 5 }, 2000), slice(2000, { pigeon: 10 }, 80)],
  circuits: [{ at: 1000, ...opened }],
  meanwhile: { calls: 10, lost: 0, p99: 2000, answeredBy: { pigeon: 1, raven: 9 } },
  calls: 30,
  succeeded: 30,
  median: 80,
  slowest: 2000,
};
