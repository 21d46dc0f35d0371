import { suggestion } from "@sdkwright/runtime/config";
import type { Refusal } from "../add/request.js";
import type { GivenOptions } from "../quick/options.js";
import { wrongUsage } from "./choose-subject.js";
import { readFailure } from "./failure-text.js";
import { readCount, readSeed, readTime, type Quantity } from "./read-quantities.js";
import type { Subject } from "./subject.js";
import { AFTERWARDS, ANSWER_TIME, HEALTHY_TIME, type Failure, type Scenario } from "./timeline.js";

/** What the command line asks of `simulate`. */
export interface SimulationRequest {
  readonly subject: Subject;
  readonly scenario: Scenario;
  /** Absent for one caller alone. */
  readonly crowd?: { readonly callsPerSecond: number; readonly failureLasts: number } | undefined;
}

const HOUR = 3_600_000;
const DEFAULT_FAILURE = 60_000;
/** More would take minutes. */
const MOST_CALLS = 100_000;

export function readRequest(subject: Subject, options: GivenOptions): SimulationRequest | Refusal {
  const fails = readFailing(subject, options.fail ?? []);
  if ("code" in fails) return fails;
  const { provider } = options;
  if (provider !== undefined && !namesOf(subject).includes(provider)) return unknownProvider(subject, provider);
  const given = numbersOf(options);
  const mistake = Object.values(given).find((value) => typeof value === "object");
  if (mistake !== undefined) return wrongUsage(mistake.mistake, undefined);
  const numbers = given as Numbers<number>;
  const crowd = crowdOf(options, numbers);
  if (crowd !== undefined && "code" in crowd) return crowd;
  const { deadline, answerTime, seed } = numbers;
  const isUnrepeatable = options["not-idempotent"] === true;
  const { profile, useCase } = subject;
  const asked = { profile: profile.name, useCase: useCase.name, failing: fails.failing, provider };
  return { subject, scenario: { ...asked, isUnrepeatable, deadline, answerTime, seed }, crowd };
}

interface Numbers<Value> {
  readonly deadline: Value | undefined;
  readonly answerTime: Value;
  readonly seed: Value | undefined;
  readonly callers: Value | undefined;
  readonly failureLasts: Value;
}

function numbersOf(options: GivenOptions): Numbers<Quantity> {
  const { deadline, "answer-time": answerTime, seed, callers, for: failureLasts } = options;
  return {
    deadline: deadline === undefined ? undefined : readTime("deadline", deadline, HOUR),
    answerTime: answerTime === undefined ? ANSWER_TIME : readTime("answer-time", answerTime, HOUR),
    seed: seed === undefined ? undefined : readSeed(seed),
    callers: callers === undefined ? undefined : readCount("callers", callers, 1000),
    failureLasts: failureLasts === undefined ? DEFAULT_FAILURE : readTime("for", failureLasts, HOUR),
  };
}

function crowdOf(
  options: GivenOptions,
  { callers, failureLasts }: Numbers<number>,
): SimulationRequest["crowd"] | Refusal {
  if (callers === undefined)
    return options.for === undefined ? undefined : wrongUsage("--for is about a crowd", "give --callers <n> too");
  if (options.fail === undefined)
    return wrongUsage("--callers needs a provider that fails", "for instance --fail <provider>=503");
  const calls = Math.round((callers * (HEALTHY_TIME + failureLasts + AFTERWARDS)) / 1000);
  if (calls > MOST_CALLS)
    return wrongUsage(
      `that may be ${calls} calls, and at most ${MOST_CALLS} are simulated`,
      "fewer --callers, or less time",
    );
  return { callsPerSecond: callers, failureLasts };
}

function readFailing(subject: Subject, given: readonly string[]): { readonly failing: Scenario["failing"] } | Refusal {
  const read = new Map<string, Failure>();
  for (const text of given) {
    const [, provider = "", how = ""] = /^([^=]*)=(.*)$/s.exec(text) ?? [];
    if (how === "") return wrongUsage("--fail takes <provider>=<how>", "such as --fail pigeon=503");
    if (!namesOf(subject).includes(provider)) return unknownProvider(subject, provider);
    if (read.has(provider)) return wrongUsage(`--fail says twice how ${provider} fails`, "once is enough");
    const failure = readFailure(how);
    if (typeof failure === "string")
      return wrongUsage(`--fail ${provider}=${JSON.stringify(how)} is no way to fail`, failure);
    read.set(provider, failure);
  }
  return { failing: Object.fromEntries(read) };
}

function unknownProvider(subject: Subject, provider: string): Refusal {
  const message = `no provider ${JSON.stringify(provider)} performs ${subject.useCase.name} of ${subject.profile.name}`;
  return wrongUsage(message, suggestion(provider, namesOf(subject), "there are"));
}

function namesOf({ providers }: Subject): readonly string[] {
  return providers.map(({ definition }) => definition.name);
}
