import { type ExponentialBackoff, own, QUICK_REPEAT, type RetryPolicy } from "@sdkwright/runtime/config";
import type { PublicProfile, PublicUseCase } from "../../emit/public-model.js";
import { largest } from "../../io/text.js";
import { ANSWER_TIME, type CallTimeline } from "../timeline.js";
import { type CallChart, callChart, type CrowdChart, crowdChart, percent } from "./charts.js";
import type { Simulations, WayDown } from "./simulations.js";
import {
  callEvents,
  callSentence,
  countText,
  crowdSentences,
  type CrowdTable,
  crowdTable,
  durationText,
  type EventView,
  failureText,
  meanwhileParts,
  meanwhileText,
} from "./words.js";

/** The policy for a provider that fails, in words; `goesOn` if another provider may follow after one failure. */
export function policyText(policy: RetryPolicy | undefined, goesOn = false): string {
  if (policy === undefined)
    return "no policy: a failed request is sent again as its client says, if that is harmless and no other provider takes over";
  const each = `of at most ${durationText(policy.requestTimeout)}`;
  if (policy.kind === "none") return `one attempt ${each}`;
  const { maxContiguousRetries: retries, backoff, circuit, openTime } = policy;
  const attempts = retries === 0 ? `one attempt ${each}` : `up to ${countText(retries + 1, "attempt")} ${each} each`;
  const rest = circuit ? `when its circuit opens, it rests ${durationText(openTime)} at first` : "it has no circuit";
  return `${attempts}${waitsText(retries, backoff, goesOn)}; ${rest}`;
}

/** More waits than these are told by how they grow. */
const MOST_WAITS = 6;

function waitsText(retries: number, { start, factor }: ExponentialBackoff, goesOn: boolean): string {
  if (retries === 0) return "";
  const waits = Array.from({ length: Math.min(retries, MOST_WAITS) }, (_, index) =>
    durationText(start * factor ** index),
  );
  const own = retries > MOST_WAITS ? `${waits.join(", ")} and so on` : listText(waits);
  if (goesOn) return `, with a wait of ${durationText(QUICK_REPEAT)} between if another provider follows, else ${own}`;
  return `, with ${retries === 1 ? "a wait" : "waits"} of ${own} between`;
}

/** `50 ms, 100 ms and 200 ms` */
function listText(texts: readonly string[]): string {
  return texts.join(", ").replace(/, (?=[^,]*$)/, " and ");
}

/** A use-case: who performs it, and what happens while the first is down. */
export interface UseCaseSection {
  readonly id: string;
  readonly profile: string;
  readonly name: string;
  readonly order: readonly OrderRow[];
  readonly orderText: string;
  /** Of the page: what the signs mean is said once. */
  readonly isFirst: boolean;
  readonly assumption: string;
  /** The view of many callers, then of one alone. */
  readonly overviews: readonly OverviewTable[];
  readonly scenarios: readonly ScenarioSection[];
  readonly warnings: readonly string[];
}

export interface OrderRow {
  readonly name: string;
  readonly policy: string;
}

export interface OverviewTable {
  readonly first: string;
  readonly caption: string;
  readonly waits: string;
  readonly rows: readonly OverviewRow[];
}

/** One way to be down, in a line: how long callers wait, and what they get. */
export interface OverviewRow {
  readonly href: string;
  readonly failure: string;
  readonly width: string;
  readonly wait: string;
  /** A line breaks between its parts only. */
  readonly outcome: readonly string[];
  readonly isAnswered: boolean;
  /** Whether there is more about it. */
  readonly hasMore: boolean;
}

export interface ScenarioSection {
  readonly id: string;
  readonly title: string;
  readonly brief: string;
  readonly isOpen: boolean;
  readonly sentence: string;
  readonly call: CallChart;
  readonly events: readonly EventView[];
  readonly crowdText: readonly string[];
  readonly crowd: CrowdChart;
  readonly table: CrowdTable;
}

/** What is shown of a use-case. */
export interface UseCaseSubject {
  readonly profile: string;
  readonly useCase: string;
  readonly settings: PublicProfile;
  /** Whom a call asks, first choice first. */
  readonly names: readonly string[];
  readonly isFirst: boolean;
}

/** What a simulation takes for given. */
const ASSUMPTION = `The simulation assumes that a call sends one request, and that an answer takes ${durationText(ANSWER_TIME)}. For one caller, waits are as configured. For many, they vary by 20 % to either side, as in production.`;

const METHOD =
  "The request is a GET. A POST is not repeated before the next provider takes over: `npx sdkwright simulate --method POST` shows that.";

const NOT_SIMULATED =
  "Not simulated here: other use-cases already have many different policies. `npx sdkwright simulate` shows this one.";

/** Nothing is simulated where nobody performs it. */
export function useCaseSection(
  { profile, useCase, settings, names, isFirst }: UseCaseSubject,
  simulations: Simulations | undefined,
): UseCaseSection {
  const id = `use-case-${`${profile}-${useCase}`.replaceAll(/[^a-z0-9_-]+/gi, "-")}`;
  const [first = ""] = names;
  return {
    id,
    profile,
    name: useCase,
    order: names.map((name) => ({ name, policy: policyOf(settings, useCase, name) })),
    orderText: orderText(names, own(settings.useCases, useCase)),
    isFirst,
    assumption: `${ASSUMPTION} ${METHOD}`,
    overviews: simulations === undefined ? [] : [manyOf(simulations, first, id), oneOf(simulations, first)],
    scenarios: (simulations?.ways ?? []).map((way, index) => scenarioSection(way, { id, index, first })),
    warnings: warningsOf(simulations, first),
  };
}

/** The same as the command says, in the page's words. */
function warningsOf(simulations: Simulations | undefined, first: string): readonly string[] {
  if (simulations === undefined) return first === "" ? [] : [NOT_SIMULATED];
  const { warning, worst } = simulations;
  if (warning === undefined) return [];
  const { hint = "" } = warning;
  const advice = `${hint.charAt(0).toUpperCase()}${hint.slice(1)}`;
  return [`If no provider answers, a call takes ${durationText(worst.end.at)}: longer than a person waits. ${advice}.`];
}

const known = new WeakMap<PublicProfile, readonly string[]>();

/** Who takes part in a call, first choice first (rules C9). */
export function participants(profile: PublicProfile, hasFailover: boolean): readonly string[] {
  const names = known.get(profile) ?? takingPart(profile);
  known.set(profile, names);
  return hasFailover ? names : names.slice(0, 1);
}

function takingPart({ priority, prioritySource, candidates, mapped }: PublicProfile): readonly string[] {
  const [able, withMap] = [new Set(candidates), new Set(mapped)];
  const needsMap = prioritySource === "all" && mapped.length > 0;
  return priority.filter((name) => able.has(name) && (!needsMap || withMap.has(name)));
}

/** How a provider's requests are repeated, and after which statuses another is asked besides. */
export function policyOf({ providers, useCases, priority }: PublicProfile, useCase: string, provider: string): string {
  const { retryPolicy, failoverOn = [] } = own(own(providers, provider)?.useCases, useCase) ?? {};
  const { providerFailover = false, failoverAfter } = own(useCases, useCase) ?? {};
  const policy = policyText(retryPolicy, providerFailover && failoverAfter !== "retries" && priority.length > 1);
  return failoverOn.length === 0 ? policy : `${policy}; after ${listText(failoverOn.map(String))}, the next is tried`;
}

function orderText(names: readonly string[], useCase: PublicUseCase | undefined): string {
  const [first, ...others] = names;
  if (first === undefined) return "No provider performs it yet: it needs a map.";
  if (others.length > 0)
    return `A call tries ${first} first. If ${useCase?.failoverAfter === "retries" ? "all its retries fail" : "it fails"}, ${others.join(" takes over, then ")}${others.length === 1 ? " takes over" : ""}.`;
  const why = useCase?.providerFailover === true ? "there is no other" : "it does not fail over";
  return `A call only tries ${first}: ${why}.`;
}

/** The view of those whose calls begin while the first provider is down. */
function manyOf({ ways }: Simulations, first: string, id: string): OverviewTable {
  const longest = largest(
    ways.map(({ crowd }) => crowd.meanwhile.p99),
    1,
  );
  const [{ crowd } = {}] = ways;
  const { callsPerSecond = 0, failureBegins = 0, failureEnds = 0 } = crowd ?? {};
  return {
    first,
    caption: `Many callers while ${first} is down: ${countText(callsPerSecond, "call")} a second, for ${durationText(failureEnds - failureBegins)}`,
    waits: "99 of 100 wait at most",
    rows: ways.map(({ failure, crowd: { meanwhile } }, index) => ({
      failure: failureText(failure),
      href: `#${id}-${String(index + 1)}`,
      hasMore: true,
      width: widthOf(meanwhile.p99, longest),
      wait: durationText(meanwhile.p99),
      outcome: meanwhileParts(meanwhile).map((part, place, { length }) => (place < length - 1 ? `${part},` : part)),
      isAnswered: meanwhile.lost === 0,
    })),
  };
}

/** The first row is what callers are used to, the last one the worst case. */
function oneOf(simulations: Simulations, first: string): OverviewTable {
  const caption = `One caller while ${first} is down`;
  return { first, caption, waits: "the caller waits", rows: overviewOf(simulations) };
}

function overviewOf({ well, ways, worst }: Simulations): readonly OverviewRow[] {
  const isLast = worst.candidates.length > 1;
  const calls = [...ways.map(({ call }) => call), ...(isLast ? [worst] : [])];
  const longest = largest(
    calls.map(({ end }) => end.at),
    1,
  );
  return [
    { failure: "is well", href: "", hasMore: false, ...endOf(well, longest) },
    ...ways.map(({ failure, call }) => ({
      failure: failureText(failure),
      href: "",
      hasMore: false,
      ...endOf(call, longest),
    })),
    ...(isLast
      ? [{ failure: "never answers, and neither do the others", href: "", hasMore: false, ...endOf(worst, longest) }]
      : []),
  ];
}

function endOf({ end }: CallTimeline, longest: number): Pick<OverviewRow, "width" | "wait" | "outcome" | "isAnswered"> {
  const isAnswered = end.outcome === "success";
  return {
    width: widthOf(end.at, longest),
    wait: durationText(end.at),
    outcome: [isAnswered ? (end.provider ?? "a provider") : "none"],
    isAnswered,
  };
}

/** What takes no time is seen all the same. */
const THINNEST = 0.008;

function widthOf(time: number, longest: number): string {
  return percent(Math.max(time, longest * THINNEST), longest);
}

function scenarioSection(
  { failure, call, crowd }: WayDown,
  { id, index, first }: { readonly id: string; readonly index: number; readonly first: string },
): ScenarioSection {
  const title = `${first} ${failureText(failure)}`;
  return {
    id: `${id}-${String(index + 1)}`,
    title,
    brief: `${durationText(crowd.meanwhile.p99)}, ${meanwhileText(crowd.meanwhile)}`,
    isOpen: index === 0,
    sentence: callSentence(call),
    call: callChart(call),
    events: callEvents(call),
    crowdText: crowdSentences(crowd, first, call.end.at),
    crowd: crowdChart(crowd, first),
    table: crowdTable(crowd, title),
  };
}
