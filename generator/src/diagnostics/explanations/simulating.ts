import type { Explanation } from "./explanation.js";

/** What `simulate` and `report` say of a use-case. */
export const simulationExplanations: { readonly [code: string]: Explanation } = {
  SW0820: {
    title: "a call that may take longer than a person waits",
    severity: "warning",
    what: "Where no provider answers, a call of the use-case ends after more than 30 s. The message says what adds up: attempts that each last for `requestTimeout`, the waits between them, and that for each provider in turn.",
    why: "Nobody looks at a page for that long, and platforms end a request sooner: the call is then cut off in its middle, without its error. The defaults come to 242 s with one provider; they are made for work that nobody waits for, so only `simulate` and `report` say it.",
    mend: "Where somebody waits, give calls a `deadline`. Or set `requestTimeout` to what the slowest good answer takes, and `maxContiguousRetries` to 1 or 2 in the `retryPolicy`. What that comes to, `sdkwright simulate` says.",
  },
  SW0821: {
    title: "nothing to simulate",
    severity: "error",
    what: "There is no client configuration, it has no use-case, or no provider performs the one that was asked for.",
    why: "`simulate` performs calls of use-cases, by the order of providers and the policies in client.json. The policy of a single request stands in code, which it does not read.",
    mend: "Add a profile with a use-case, and name its providers: [use-cases](use-cases.md).",
  },
  SW0822: {
    title: "a simulation without an end in sight",
    severity: "error",
    what: 'More happens in one simulated call than any policy that is meant comes to: a `retryPolicy` with `"circuit": false` has thousands of retries.',
    why: "`simulate` and `report` let every attempt happen. A job that runs them on a pull request would not end.",
    mend: 'Lower `maxContiguousRetries`, or leave out `"circuit": false`: a circuit ends a row of failures.',
  },
  SW0823: {
    title: "emitted code that is stale",
    severity: "warning",
    what: "`simulate` and `report` read client.json. The code in the output folder was generated before it, or something else that it names, changed.",
    why: "The program runs the emitted code, so it does not yet do what is shown.",
    mend: "Run `sdkwright generate`.",
  },
};
