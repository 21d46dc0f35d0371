// Which modules are published together, as far as it does not follow from the modules themselves; see publish.mjs.

/**
 * Parts by name, each with the modules that it begins with, relative to `dist`. Entry points and modules that are loaded
 * by `import()` begin parts of their own, which need no line here.
 */
export const PARTS = {
  /** What every SDK needs at the start. It comes first, and has all that its modules import. */
  core: ["generated.js"],
  /** So that `index.js` does not load the policy, which needs them too. */
  errors: ["errors/call-errors.js", "errors/webhook-error.js"],
  /** What checks webhooks and what signs them. */
  webhooks: ["config/webhooks.js", "webhooks/message.js"],
  /** Parts that few webhooks need. */
  "webhooks-late": ["other-messages", "refusal", "sign"].map((module) => `webhooks/${module}.js`),
  /** What digest and oauth2 need, and a late part too. */
  auth: ["auth/one-shot.js", "auth/liveness.js", "auth/shared-work.js"],
  /** Likewise of all schemes that are not plain, and of base URLs and paths. */
  credentials: ["auth/credentials.js"],
  pointers: ["config/pointers.js", "config/variables.js"],
  values: ["http/parameters.js", "config/scheme-places.js"],
  urls: ["config/base-url.js", "http/join-url.js"],
  tokens: ["auth/oauth2-tokens.js"],
  challenges: ["auth/challenges.js"],
  text: ["config/text.js"],
  /** What retries and errors of answers need. */
  waits: ["http/waits.js"],
  drain: ["http/drain.js"],
  random: ["http/random-key.js"],
  /** What is read in part. */
  events: ["http/event-parser.js"],
  held: ["abort-while-held.js"],
  /** Likewise of options, and of what is told of calls. */
  settings: ["config/path-pattern.js", "config/retry-option.js", "telemetry/events.js"],
  /** A client of several providers begins with it, and so does the policy. */
  circuits: ["policy/circuits.js", "policy/provider-run.js", "config/circuit-defaults.js", "failover/start-run.js"],
  /** A client of several providers begins with it; what follows from a failure is `perform-call`. */
  "use-cases": ["failover/use-case.js", "failover/run-map.js", "failover/candidates.js"],
  /** Of use-cases and of functions. */
  rounds: ["failover/rounds.js"],
  policy: [
    "dispatch",
    "retry",
    "retry-budget",
    "load-circuits",
    "attempt",
    "request-run",
    "hooks",
    "classify",
    "lasting",
  ].map((module) => `policy/${module}.js`),
  /** So that a client does not load what reads a client.json, nor that the client; and `index.js` has it too. */
  client: ["client/parts.js", "failover/call.js"],
};
