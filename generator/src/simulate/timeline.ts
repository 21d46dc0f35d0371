/** How a provider fails in a simulation: a status, or a connection that is refused, reset or never answered. */
export type Failure =
  | { readonly kind: "refused" | "reset" | "timeout" }
  | {
      readonly kind: "status";
      readonly status: number;
      /** In seconds, as `Retry-After` has it. */
      readonly retryAfter?: number | undefined;
    };

/** The request of each map: a GET, a POST without a key, or a POST with `idempotent: false`. */
export type MapRequest = "GET" | "POST" | "POST once";

/** What is simulated of a use-case. All times in ms. */
export interface Scenario {
  readonly profile: string;
  readonly useCase: string;
  /** By provider; those that are not named answer. */
  readonly failing: { readonly [provider: string]: Failure };
  /** The call names this provider, so that no other is asked. */
  readonly provider?: string | undefined;
  /** The map's request; default: `GET`. */
  readonly request?: MapRequest | undefined;
  /** Of the call. */
  readonly deadline?: number | undefined;
  /** How long everything but a time-out takes: answers, errors, connections that fail. Default {@link ANSWER_TIME}. */
  readonly answerTime?: number | undefined;
  /** Decides the waits, which vary by ±20 %. Default: none for one caller, whose waits are the middle; 1 for a crowd. */
  readonly seed?: number | undefined;
}

export const ANSWER_TIME = 80;

/** Many callers, at an even rate, through one client. */
export interface CrowdScenario extends Scenario {
  readonly callsPerSecond: number;
  /** How long the failure lasts; before it all is well for {@link HEALTHY_TIME}. */
  readonly failureLasts: number;
  /** It is watched until the failure ends, and not until all is well again. */
  readonly isBrief?: boolean | undefined;
}

export const HEALTHY_TIME = 10_000;
/** The longest that is watched after the failure: an endpoint that hung may rest for a minute. */
export const AFTERWARDS = 120_000;

/** One call as the shipped policy makes it, on a virtual clock. Times in ms since the call began. */
export interface CallTimeline {
  /** Providers that may be asked, first choice first. */
  readonly candidates: readonly string[];
  /** In the order in which they begin; they do not overlap. */
  readonly spans: readonly Span[];
  /** Changes of circuits while the call ran. */
  readonly circuits: readonly CircuitChange[];
  /** When the call went on with another provider. */
  readonly failovers: readonly Failover[];
  readonly end: CallEnd;
}

/** Something that takes time: an attempt on the wire, a wait before the next one, or a wait for the circuit's permission. */
export interface Span {
  readonly kind: "attempt" | "wait" | "queue";
  readonly provider: string;
  readonly begin: number;
  readonly end: number;
  /** Of an attempt: from 1, per request. */
  readonly attempt?: number | undefined;
  readonly status?: number | undefined;
  /** Code of the runtime's error, for instance `network-unreached`; absent where the attempt succeeded. */
  readonly code?: string | undefined;
}

export interface CircuitChange {
  readonly at: number;
  readonly provider: string;
  readonly from: string;
  readonly to: string;
  readonly cause?: string | undefined;
  /** With `to: "open"`: until the next probe, in ms. */
  readonly openFor?: number | undefined;
  /** With `to: "limited"`: attempts per second. */
  readonly rate?: number | undefined;
}

export interface Failover {
  readonly at: number;
  readonly from: string;
  readonly to: string;
  /** Code of the error because of which. */
  readonly code: string;
}

export interface CallEnd {
  readonly at: number;
  readonly outcome: "success" | "failure";
  /** Who answered, or failed last. */
  readonly provider?: string | undefined;
  readonly attempts: number;
  /** Of a failure: name, code and message of what the caller gets. */
  readonly error?: { readonly name: string; readonly code?: string | undefined; readonly message: string } | undefined;
}

/** Many callers, one after the other at an even rate, through one client. Times in ms since the first began. */
export interface CrowdTimeline {
  /** Providers that may be asked, first choice first. */
  readonly candidates: readonly string[];
  readonly callsPerSecond: number;
  /** Decided the waits. */
  readonly seed: number;
  /** When the providers begin to fail, and when they answer again. */
  readonly failureBegins: number;
  readonly failureEnds: number;
  /** When the last slice ends: no call begins after it. */
  readonly ends: number;
  /** One entry for each slice of time, all slices of one length. */
  readonly slices: readonly CrowdSlice[];
  readonly circuits: readonly CircuitChange[];
  /** The view of those whose calls begin during the failure. */
  readonly meanwhile: Meanwhile;
  readonly calls: number;
  readonly succeeded: number;
  /** Durations of all calls, in ms. */
  readonly median: number;
  readonly slowest: number;
}

export interface Meanwhile {
  readonly calls: number;
  readonly lost: number;
  /** 99 of 100 take no longer, in ms. */
  readonly p99: number;
  /** How many calls each provider has answered. */
  readonly answeredBy: { readonly [provider: string]: number };
}

/** Calls are counted where they begin, whenever they end; requests where they begin too. */
export interface CrowdSlice {
  readonly begin: number;
  readonly end: number;
  readonly begun: number;
  readonly succeeded: number;
  readonly failed: number;
  /** Durations of the calls that began here; 0 without any. */
  readonly median: number;
  readonly slowest: number;
  /** Requests that reached a provider or tried to, by provider. */
  readonly requests: { readonly [provider: string]: number };
  /** The state of each provider's circuit at the end of the slice. */
  readonly states: { readonly [provider: string]: string };
}
