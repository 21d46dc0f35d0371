import type { Clock } from "../clock.js";
import { isPlainObject, own } from "../config/options.js";
import { CircuitOpenError } from "../errors/call-errors.js";
import { HttpError, type SdkError } from "../errors/errors.js";
import type { EventRequest } from "../telemetry/events.js";
import {
  type Admission,
  admission,
  type CircuitInput,
  type CircuitState,
  type Evidence,
  isIdle,
  isResting,
  newCircuit,
  nextChance,
  reduceCircuit,
  RULE,
  type Run,
} from "./circuit-reducer.js";
import type { CircuitSnapshot, StateSummary } from "./circuits.js";
import {
  type Ask,
  type CircuitRecord,
  type CircuitRules,
  Permit,
  type PermitOwner,
  type Report,
  SILENCE,
} from "./permit.js";
import { bisect, PermitsInUse, type Limits, Queue, type QueueOwner } from "./queue.js";

/** An attempt that a deadline cuts is evidence if it had so many times the usual time. */
const EVIDENT = 3;

const IDLE: CircuitInput = { type: "idle" };
const HELD: CircuitInput = { type: "held" };
const SILENT: CircuitInput = { type: "silence" };
const BEGIN: CircuitInput = { type: "begin", probe: false };
const PROBE: CircuitInput = { type: "begin", probe: true };

/** Called at every change of state, with the call that caused it. */
export type CircuitObserver = (
  circuit: Circuit,
  from: CircuitState,
  to: CircuitState,
  call: number | undefined,
) => void;

export interface CircuitOptions {
  readonly clock: Clock;
  readonly rules: CircuitRules;
  /** `undefined` for the one that further endpoints share. */
  readonly endpoint?: EventRequest | undefined;
  readonly limits?: Limits | undefined;
  readonly observer?: CircuitObserver | undefined;
  /** The record that it goes on from. */
  readonly record?: CircuitRecord | undefined;
}

/** A circuit's state, its attempts in flight, and the queue of those who wait for it. */
export class Circuit implements PermitOwner, QueueOwner {
  readonly endpoint: EventRequest | undefined;
  /** The error of the last attempt that counted against it. An error that is no evidence may quote anything. */
  lastError: SdkError | undefined;
  readonly #clock: Clock;
  readonly #limits: Limits | undefined;
  readonly #observer: CircuitObserver | undefined;
  #rules: CircuitRules;
  #state: CircuitState;
  readonly #unansweredTimes = new Unanswered();
  /** Likewise, of those whose answers have begun and last: they are no silence, but undecided. */
  readonly #lastingTimes = new Unanswered();
  /** If the provider has limits, those of all its circuits. */
  readonly #inUse: PermitsInUse;
  #answeredAt = -Infinity;
  readonly #queue: Queue;
  /** The last attempt that succeeded, and what was known before. */
  #succeeded: { readonly permit: Permit; readonly evidence: Evidence } | undefined;
  /** Calls that wait between attempts and have another candidate; each is woken once: one that has gone takes nothing back. */
  readonly #sleepers = new Set<() => void>();

  constructor({ clock, rules, endpoint, limits, observer, record }: CircuitOptions) {
    this.endpoint = endpoint;
    this.#clock = clock;
    this.#limits = limits;
    this.#inUse = limits?.inUse ?? new PermitsInUse();
    this.#observer = observer;
    this.#rules = rules;
    this.#state = newCircuit(rules, clock.now());
    this.#queue = new Queue(this, clock, limits);
    if (record !== undefined) this.#goOnFrom(record);
  }

  get state(): CircuitState {
    return this.#state;
  }

  get isShared(): boolean {
    return this.endpoint === undefined;
  }

  get waiting(): number {
    return this.#queue.size;
  }

  /** A permit, now or after a wait in the queue; `undefined` if the request is not admitted in its time. */
  admit(ask: Ask, now: number): Permit | undefined | Promise<Permit | undefined> {
    this.#rules = ask.rules;
    this.lapse(now);
    this.#limits?.visit(now);
    this.#queue.visit(now);
    if (ask.hasNext && this.#isSilent(now)) this.#apply(SILENT, now, ask.call);
    const admitted = this.#admission(ask, now);
    if (admitted !== "no" && this.#limits?.take(now) !== false) return this.begin(ask, admitted, now, ask.atMost);
    this.heldBack(ask.call, now);
    const isLimitedOnly = admitted !== "no" && ask.isLater;
    if ((ask.hasNext && !isLimitedOnly) || !this.#queue.hasTimeFor(ask, now)) return undefined;
    return this.#queue.join(ask);
  }

  begun(permit: Permit, now: number): void {
    const { generation, startedAt, ask } = permit;
    this.held(permit);
    if (generation === this.#state.generation) this.#lastingTimes.begin(startedAt);
    this.#answeredAt = now;
    this.#apply({ type: "begun", generation, duration: now - startedAt }, now, ask.call);
    this.#limits?.release();
  }

  /** Its answer has turned out to be a failure: a map says so. */
  blame(permit: Permit, error: SdkError, now: number): void {
    const { generation } = this.#state;
    const known = this.#succeeded;
    if (known?.permit === permit && permit.generation === generation && this.#state.kind === "closed")
      this.#state = { ...this.#state, evidence: { ...this.#state.evidence, ...successesOf(known.evidence) } };
    this.#reported(permit, { type: "failure", error, timedOut: false }, now);
  }

  ended(permit: Permit, report: Report | undefined, now: number): void {
    this.lapsed(permit);
    const { generation, ask, hasBegun } = permit;
    if (report === undefined) this.#apply({ type: "neither", generation }, now, ask.call);
    else this.#reported(permit, report, now);
    if (!hasBegun) this.#limits?.release();
  }

  /** Nobody counts on it any more. */
  lapsed(permit: Permit): void {
    const { generation, startedAt, hasBegun } = permit;
    const wasInUse = this.#inUse.delete(permit);
    if (!hasBegun) this.held(permit);
    else if (wasInUse && generation === this.#state.generation) this.#lastingTimes.answer(startedAt);
  }

  #reported(permit: Permit, report: Report, now: number): void {
    const { generation, startedAt, ask, hasBegun } = permit;
    const { error, timedOut, cutTo, retryAfter } = report;
    const { usual } = this.#state;
    if (!timedOut) this.#answeredAt = now;
    const isEvidence = cutTo === undefined || usual === undefined || cutTo >= EVIDENT * usual;
    const isMissing = report.isMissing === true && this.#state.kind === "half-open";
    const type = isMissing ? "missing" : timedOut && !isEvidence ? "neither" : report.type;
    if (report.type === "success") {
      this.#unansweredTimes.forget(startedAt);
      this.#succeeded = { permit, evidence: this.#state.evidence };
    }
    if (error !== undefined && type !== "neither" && type !== "success" && type !== "missing")
      this.lastError = detachedError(error);
    const duration = hasBegun ? undefined : now - startedAt;
    const taken = { startedAt, duration, unanswered: this.#unanswered };
    this.#apply({ type, generation, ...taken, timedOut, retryAfter }, now, ask.call);
  }

  held({ isHeld, generation, startedAt }: Permit): void {
    if (!isHeld && generation === this.#state.generation) this.#unansweredTimes.answer(startedAt);
  }

  resumed({ generation, startedAt }: Permit): void {
    if (generation === this.#state.generation) this.#unansweredTimes.begin(startedAt);
  }

  /** Drops the attempts whose time is over; when that is the next one's, if it does not end before. */
  lapse(now: number): number {
    return this.#inUse.lapse(now);
  }

  /** It rests, or its probe is out. */
  isResting(now: number): boolean {
    this.lapse(now);
    return isResting(this.#state, now);
  }

  /** Calls `wake` when the circuit leaves `closed`; the returned function takes that back. */
  onLeave(wake: () => void): () => void {
    this.#sleepers.add(wake);
    return () => this.#sleepers.delete(wake);
  }

  /** When a further request would be admitted, from now, in ms: at the earliest, as far as is known. */
  retryAfter(now: number): number {
    const chance = nextChance(this.#state) ?? this.#limits?.nextAt() ?? Infinity;
    const behind = this.#state.kind === "limited" ? (this.#queue.size * 1000) / this.#state.rate : 0;
    return chance === Infinity ? RULE.minRest : Math.ceil(Math.max(0, chance - now + behind));
  }

  /** The error of a request that is not admitted in its time. */
  refusal(provider: string): CircuitOpenError {
    const { kind, cause } = this.#state;
    const [code, why] =
      kind === "closed"
        ? ["limited", "its limits leave no room"]
        : ["circuit-open", `its circuit is ${kind}, because of ${cause}`];
    const lastError = this.lastError && detachedError(this.lastError);
    const retryAfter = this.retryAfter(this.#clock.now());
    return new CircuitOpenError(`${provider} is not called now: ${why}`, { code, provider, retryAfter, lastError });
  }

  /** Its knowledge, as plain data. */
  summary(): StateSummary & Pick<CircuitSnapshot, "run" | "waiting"> {
    const state = this.#state;
    const { length: run } = state.evidence.run;
    const isClosed = isIdle(state, this.#clock.now());
    return { ...(isClosed ? { state: "closed" } : summaryOf(state)), run, waiting: this.waiting };
  }

  /** Forgets everything; the queue goes. */
  reset(now: number): void {
    this.#apply(IDLE, now, undefined);
  }

  /** Takes over what another process knew. */
  restore(state: CircuitState): void {
    this.#state = state;
  }

  /** Sends the queue away, and wakes those who sleep. */
  dismiss(whom: (ask: Ask) => boolean = () => true): void {
    const sleepers = [...this.#sleepers];
    this.#sleepers.clear();
    for (const wake of sleepers) wake();
    this.#queue.dismiss(whom);
  }

  begin(ask: Ask, admitted: Admission, now: number, atMost: number): Permit {
    if (admitted === "close") this.#apply(IDLE, now, ask.call);
    this.#apply(admitted === "probe" ? PROBE : BEGIN, now, ask.call);
    this.#unansweredTimes.begin(now);
    const permit = new Permit(this, ask, this.#state.generation, now, atMost);
    this.#inUse.add(permit);
    return permit;
  }

  /** Somebody goes on waiting, or elsewhere. */
  heldBack(call: number, now: number): void {
    this.#apply(HELD, now, call);
  }

  readonly #unanswered = ({ first, youngest }: Run): number =>
    this.#unansweredTimes.between(first, youngest) + this.#lastingTimes.between(first, youngest);

  #goOnFrom(record: CircuitRecord): void {
    const { generation, openTime, since, usual, youngestSuccess, window } = record;
    const evidence = { ...this.#state.evidence, youngestSuccess, window };
    this.#rules = record.rules;
    this.#state = { ...newCircuit(record.rules, since), generation, openTime, usual, evidence };
    this.#answeredAt = record.answeredAt;
    this.#unansweredTimes.forget(youngestSuccess);
    for (const permit of record.permits) {
      this.#inUse.add(permit);
      if (!permit.isHeld) this.resumed(permit);
    }
    for (const permit of record.lasting) {
      this.#inUse.add(permit);
      if (permit.generation === generation) this.#lastingTimes.begin(permit.startedAt);
    }
    record.successor = this;
  }

  #admission({ hasNext, isLater }: Ask, now: number): Admission {
    const { kind } = this.#state;
    if (isLater && (kind === "closed" || kind === "limited")) return "go";
    const admitted = admission(this.#state, { hasNext, isShared: this.isShared }, now);
    // The queue goes before every newcomer; a request that need not wait has left it.
    return this.#queue.size === 0 || admitted === "close" ? admitted : "no";
  }

  /** Many attempts that started since the last answer are unanswered, one of them for long. */
  #isSilent(now: number): boolean {
    const { kind, since, usual } = this.#state;
    if (kind === "open" || kind === "half-open") return false;
    const from = Math.max(this.#answeredAt, since);
    const wait = usual === undefined ? SILENCE.unknown : Math.max(SILENCE.least, SILENCE.usual * usual);
    const times = this.#unansweredTimes;
    return times.between(from, now) >= SILENCE.attempts && times.between(from, now - wait) > 0;
  }

  #apply(input: CircuitInput, now: number, call: number | undefined): void {
    const before = this.#state;
    const after = reduceCircuit(before, input, this.#rules, now);
    this.#state = after;
    if (after.generation !== before.generation) this.#changed(before, after, call);
    else if (nextChance(after) !== nextChance(before)) this.#queue.move();
  }

  #changed(before: CircuitState, after: CircuitState, call: number | undefined): void {
    this.#unansweredTimes.clear();
    this.#lastingTimes.clear();
    this.#observer?.(this, before, after, call);
    if (after.kind !== "closed") this.dismiss(({ hasNext }) => hasNext);
    else this.#queue.move();
  }
}

/** The part of evidence that a success changes. */
function successesOf({ run, refusals, retryAfter, denials, youngestSuccess }: Evidence): Partial<Evidence> {
  return { run, refusals, retryAfter, denials, youngestSuccess };
}

/** A state in events and snapshots: name, cause, rate, until when. */
export function summaryOf(state: CircuitState): StateSummary {
  const { kind, cause } = state;
  if (kind === "limited") return { state: kind, cause, rate: state.rate };
  return kind === "open" ? { state: kind, cause, until: state.until } : { state: kind, cause };
}

/** When the unanswered attempts of a circuit's generation started; sorted, because many may end at once. */
export class Unanswered {
  readonly #times: number[] = [];
  #forgotten = -Infinity;

  begin(startedAt: number): void {
    if (startedAt > this.#forgotten) this.#times.splice(this.#after(startedAt), 0, startedAt);
  }

  answer(startedAt: number): void {
    const place = this.#before(startedAt);
    if (this.#times[place] === startedAt) this.#times.splice(place, 1);
  }

  /** Forgets what started no later than `time`. */
  forget(time: number): void {
    this.#forgotten = Math.max(this.#forgotten, time);
    this.#times.splice(0, this.#after(time));
  }

  clear(): void {
    this.#times.length = 0;
    this.#forgotten = -Infinity;
  }

  /** How many started from `first` to `last`, both included. */
  between(first: number, last: number): number {
    return Math.max(0, this.#after(last) - this.#before(first));
  }

  #before(time: number): number {
    return bisect(this.#times, (other) => other < time);
  }

  #after(time: number): number {
    const last = this.#times.at(-1);
    // Most begin in order.
    return last === undefined || last <= time ? this.#times.length : bisect(this.#times, (other) => other <= time);
  }
}

/**
 * A detached error: a copy for other calls than its own, which may be another user's. It is made before its own call has the
 * error, and again for each reader. The server's words were for that call, masked by its secrets alone; notes of its caller
 * belong to the caller.
 */
function detachedError(error: SdkError): SdkError | undefined {
  try {
    const { constructor, cause } = error;
    const { requestId: _, ...told } = error as SdkError & { readonly requestId?: string };
    const [message, request] = error instanceof HttpError ? withoutTexts(error) : [error.message, {}];
    const details = { ...told, ...request, cause: isPlainObject(cause) ? { ...cause } : undefined };
    const tokenEndpoint = own(error, "tokenEndpoint") as string | undefined;
    const make = constructor as new (message: string, details: object) => SdkError;
    return Object.assign(new make(message, details), tokenEndpoint && { tokenEndpoint });
  } catch {
    // A class of the application's own, which its `fetch` throws, may be made and read otherwise.
    return undefined;
  }
}

/** The server's words stand behind the status. */
function withoutTexts({ message, status, method, path }: HttpError): readonly [message: string, request: object] {
  const [beginning] = message.split(` answered ${status}`);
  return [`${beginning} answered ${status}`, { method, path }];
}
