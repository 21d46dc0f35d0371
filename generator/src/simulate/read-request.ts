import { suggestion } from "@sdkwright/runtime/config";
import type { Refusal } from "../add/request.js";
import type { GivenOptions } from "../project/options.js";
import { readFailure } from "./failure-text.js";
import { type Crowd, WAYS_TO_FAIL } from "./overview.js";
import { type Subject, wrongUsage } from "./subject.js";
import { AFTERWARDS, ANSWER_TIME, type Failure, HEALTHY_TIME, type MapRequest, type Scenario } from "./timeline.js";

const UNITS: { readonly [unit: string]: number } = { ms: 1, s: 1000, m: 60_000 };

/** A quantity of the command line, or what is wrong with it. */
type Quantity = number | { readonly mistake: string };

/** `80ms`, `5s`, `2m` as ms, from 1 ms to `most`. */
function readTime(option: string, text: string, most: number): Quantity {
  const [, number = "", unit = ""] = /^(\d+(?:\.\d+)?)(ms|s|m)$/.exec(text) ?? [];
  const time = Number(number) * (UNITS[unit] ?? 0);
  if (time >= 1 && time <= most) return time;
  return { mistake: `--${option} takes a time such as 500ms, 30s or 2m, up to ${most / 1000} s` };
}

/** A number above 0. */
function readCount(option: string, text: string, most: number): Quantity {
  const count = /^\d+(?:\.\d+)?$/.test(text) ? Number(text) : 0;
  if (count > 0 && count <= most) return count;
  return { mistake: `--${option} takes a number above 0, up to ${most}` };
}

/** A whole number of 32 bits. */
function readSeed(text: string): Quantity {
  const seed = /^\d{1,10}$/.test(text) ? Number(text) : Infinity;
  return seed < 2 ** 32 ? seed : { mistake: "--seed takes a whole number, from 0 to 4294967295" };
}

/** What the command line asks of `simulate`. */
export interface SimulationRequest {
  readonly subject: Subject;
  readonly scenario: Scenario;
  readonly crowd: Crowd;
}

const HOUR = 3_600_000;
const DEFAULT_FAILURE = 60_000;
const DEFAULT_CALLERS = 10;
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
  if ("code" in crowd) return crowd;
  const { deadline, answerTime, seed } = numbers;
  const request = readMethod(options);
  if (typeof request === "object") return wrongUsage(request.mistake, undefined);
  const { profile, useCase } = subject;
  const asked = { profile: profile.name, useCase: useCase.name, failing: fails.failing, provider };
  return { subject, scenario: { ...asked, request, deadline, answerTime, seed }, crowd };
}

/** The request that maps send; one that must not be repeated is a POST. */
function readMethod(options: GivenOptions): MapRequest | { readonly mistake: string } {
  const once = options["not-idempotent"] === true;
  const { method = once ? "POST" : "GET" } = options;
  if (method !== "POST" && (method !== "GET" || once))
    return { mistake: once ? "--not-idempotent is for a POST" : "--method takes GET or POST" };
  return once ? "POST once" : method;
}

interface Numbers<Value> {
  readonly deadline: Value | undefined;
  readonly answerTime: Value;
  readonly seed: Value | undefined;
  readonly callers: Value;
  readonly failureLasts: Value;
}

function numbersOf(options: GivenOptions): Numbers<Quantity> {
  const { deadline, "answer-time": answerTime, seed, callers, for: failureLasts } = options;
  return {
    deadline: deadline === undefined ? undefined : readTime("deadline", deadline, HOUR),
    answerTime: answerTime === undefined ? ANSWER_TIME : readTime("answer-time", answerTime, HOUR),
    seed: seed === undefined ? undefined : readSeed(seed),
    callers: callers === undefined ? DEFAULT_CALLERS : readCount("callers", callers, 1000),
    failureLasts: failureLasts === undefined ? DEFAULT_FAILURE : readTime("for", failureLasts, HOUR),
  };
}

function crowdOf(options: GivenOptions, { callers, failureLasts }: Numbers<number>): Crowd | Refusal {
  const crowds = options.fail === undefined ? WAYS_TO_FAIL.length : 1;
  const calls = Math.round((crowds * callers * (HEALTHY_TIME + failureLasts + AFTERWARDS)) / 1000);
  if (calls > MOST_CALLS)
    return wrongUsage(
      `that may be ${calls} calls, but at most ${MOST_CALLS} are simulated`,
      "lower --callers, or a time",
    );
  // Over time it is shown to those who ask for one.
  return {
    callsPerSecond: callers,
    failureLasts,
    isBrief: options.fail === undefined || options.callers === undefined,
  };
}

function readFailing(subject: Subject, given: readonly string[]): { readonly failing: Scenario["failing"] } | Refusal {
  const read = new Map<string, Failure>();
  for (const text of given) {
    const [, provider = "", how = ""] = /^([^=]*)=(.*)$/s.exec(text) ?? [];
    if (how === "") return wrongUsage("--fail takes <provider>=<how>", "such as --fail pigeon=503");
    if (!namesOf(subject).includes(provider)) return unknownProvider(subject, provider);
    if (read.has(provider)) return wrongUsage(`--fail has two failures for ${provider}`, "once is enough");
    const failure = readFailure(how);
    if (typeof failure === "string")
      return wrongUsage(`--fail ${provider}=${JSON.stringify(how)} is not a known failure`, failure);
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
