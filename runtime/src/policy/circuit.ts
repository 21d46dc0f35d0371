import { onAbort } from "../abort.js";
import { isSilent, keepAlive, type Living } from "../auth/liveness.js";
import { type Clock, startTimer } from "../clock.js";
import type { ProviderLimits } from "../config/definition.js";
import { isPlainObject, own } from "../config/options.js";
import { CircuitOpenError } from "../errors/call-errors.js";
import { HttpError, type SdkError } from "../errors/errors.js";
import type { EventRequest } from "../telemetry/events.js";
import {
  type Admission,
  admission,
  type CircuitInput,
  type CircuitState,
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

/** An attempt that a deadline cuts tells something when it had so many times the usual time. */
const TELLING = 3;
/** No more wait for one circuit. */
const MAX_WAITING = 10_000;

const IDLE: CircuitInput = { type: "idle" };
const HELD: CircuitInput = { type: "held" };
const SILENT: CircuitInput = { type: "silence" };
const BEGIN: CircuitInput = { type: "begin", probe: false };
const PROBE: CircuitInput = { type: "begin", probe: true };

/** Told about every change of state, and the call that caused it. */
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
  /** What it goes on from. */
  readonly record?: CircuitRecord | undefined;
}

/** A circuit's state, its attempts in flight, and the queue of those who wait for it. */
export class Circuit implements PermitOwner {
  readonly endpoint: EventRequest | undefined;
  /** The error of the last attempt that counted against it. What is no evidence may quote anything. */
  lastError: SdkError | undefined;
  readonly #clock: Clock;
  readonly #limits: Limits | undefined;
  readonly #observer: CircuitObserver | undefined;
  #rules: CircuitRules;
  #state: CircuitState;
  readonly #unansweredTimes = new Unanswered();
  /** If the provider has limits, those of all its circuits. */
  readonly #flights: Flights;
  #answeredAt = -Infinity;
  readonly #queue: Queue;
  /** Calls that wait between attempts and have another candidate; each is woken once: who has gone takes nothing back. */
  readonly #sleepers = new Set<() => void>();

  constructor({ clock, rules, endpoint, limits, observer, record }: CircuitOptions) {
    this.endpoint = endpoint;
    this.#clock = clock;
    this.#limits = limits;
    this.#flights = limits?.flights ?? new Flights();
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

  /** A permit, now or when it is the request's turn; `undefined` if it is not admitted in its time. */
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

  ended(permit: Permit, report: Report | undefined, now: number): void {
    this.#flights.delete(permit);
    this.held(permit);
    const { generation, ask } = permit;
    if (report === undefined) this.#apply({ type: "neither", generation }, now, ask.call);
    else this.#reported(permit, report, now);
    this.#limits?.release();
  }

  #reported({ generation, startedAt, ask }: Permit, report: Report, now: number): void {
    const { error, timedOut, cutTo, retryAfter } = report;
    const { usual } = this.#state;
    if (!timedOut) this.#answeredAt = now;
    const isTelling = cutTo === undefined || usual === undefined || cutTo >= TELLING * usual;
    const type = timedOut && !isTelling ? "neither" : report.type;
    if (report.type === "success") this.#unansweredTimes.forget(startedAt);
    if (error !== undefined && type !== "neither" && type !== "success") this.lastError = detachedError(error);
    const taken = { startedAt, duration: now - startedAt, unanswered: this.#unanswered };
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
    return this.#flights.lapse(now);
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
        ? ["limited", "the limits of its use leave no place"]
        : ["circuit-open", `its circuit is ${kind}, because of ${cause}`];
    const lastError = this.lastError && detachedError(this.lastError);
    const retryAfter = this.retryAfter(this.#clock.now());
    return new CircuitOpenError(`${provider} is not asked now: ${why}`, { code, provider, retryAfter, lastError });
  }

  /** What it knows, as plain data. */
  summary(): StateSummary & Pick<CircuitSnapshot, "run" | "waiting"> {
    const state = this.#state;
    const { length: run } = state.evidence.run;
    const isClosed = isIdle(state, this.#clock.now());
    return { ...(isClosed ? { state: "closed" } : summaryOf(state)), run, waiting: this.waiting };
  }

  /** Forgets everything; who waits, goes. */
  reset(now: number): void {
    this.#apply(IDLE, now, undefined);
  }

  /** Takes over what another process knew. */
  restore(state: CircuitState): void {
    this.#state = state;
  }

  /** Sends those away who wait, and wakes those who sleep. */
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
    this.#flights.add(permit);
    return permit;
  }

  /** Somebody goes on waiting, or elsewhere. */
  heldBack(call: number, now: number): void {
    this.#apply(HELD, now, call);
  }

  readonly #unanswered = ({ first, youngest }: Run): number => this.#unansweredTimes.between(first, youngest);

  #goOnFrom(record: CircuitRecord): void {
    const { generation, openTime, since, usual, youngestSuccess, window } = record;
    const evidence = { ...this.#state.evidence, youngestSuccess, window };
    this.#rules = record.rules;
    this.#state = { ...newCircuit(record.rules, since), generation, openTime, usual, evidence };
    this.#answeredAt = record.answeredAt;
    this.#unansweredTimes.forget(record.forgotten);
    for (const permit of record.permits) {
      permit.owner = this;
      this.#flights.add(permit);
      if (!permit.isHeld) this.resumed(permit);
    }
  }

  #admission({ hasNext, isLater }: Ask, now: number): Admission {
    const { kind } = this.#state;
    if (isLater && (kind === "closed" || kind === "limited")) return "go";
    const admitted = admission(this.#state, { hasNext, isShared: this.isShared }, now);
    // Who waits goes before everybody who comes; who need not wait has left the queue.
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
    this.#observer?.(this, before, after, call);
    if (after.kind !== "closed") this.dismiss(({ hasNext }) => hasNext);
    else this.#queue.move();
  }
}

/** What a state is said to be: name, cause, rate, until when. */
export function summaryOf(state: CircuitState): StateSummary {
  const { kind, cause } = state;
  if (kind === "limited") return { state: kind, cause, rate: state.rate };
  return kind === "open" ? { state: kind, cause, until: state.until } : { state: kind, cause };
}

/** One that waits; `isWaiting` is undefined before it has joined. */
interface Waiter extends Living {
  readonly ask: Ask;
  isWaiting: boolean | undefined;
  readonly settle: (permit: Permit | undefined) => void;
}

/**
 * Last candidates that wait for a circuit, or for a place within the limits of their provider, with one timer. First is
 * whose time ends first, and among equals who came first.
 */
class Queue {
  readonly #circuit: Circuit;
  readonly #clock: Clock;
  readonly #limits: Limits | undefined;
  /** Sorted. */
  readonly #waiters: Waiter[] = [];
  #stopTimer: (() => void) | undefined;
  /** When the timer is to fire. It is one of the request that set it, and may have gone with it. */
  #dueAt = Infinity;
  #isMoving = false;

  constructor(circuit: Circuit, clock: Clock, limits: Limits | undefined) {
    this.#circuit = circuit;
    this.#clock = clock;
    this.#limits = limits;
  }

  get size(): number {
    return this.#waiters.length;
  }

  /** There is room, and its turn may come in time. */
  hasTimeFor({ until }: Ask, now: number): boolean {
    if (this.size >= MAX_WAITING) return false;
    const ahead = this.#placeFor(until);
    const { state } = this.#circuit;
    const limit = this.#limits?.earliest(ahead, now) ?? now;
    const paced = state.kind === "limited" ? now + (ahead * 1000) / Math.max(state.rate, state.ceiling) : now;
    return Math.max(limit, paced, state.kind === "open" ? state.until : now) <= until;
  }

  /** Resolves with a permit when it is its turn, or with `undefined` when its time is over. */
  async join(ask: Ask): Promise<Permit | undefined> {
    const permit = await this.#wait(ask);
    // Nothing of who has gone with its request comes here: it has the permit for a moment only.
    if (permit !== undefined && !permit.hasEnded) permit.until += ask.atMost;
    return permit;
  }

  #wait(ask: Ask): Promise<Permit | undefined> {
    return new Promise((resolve, reject) => {
      const listening: (() => void)[] = [];
      const settle = (permit: Permit | undefined): void => {
        for (const stop of listening) stop();
        resolve(permit);
      };
      const waiter: Waiter = { ask, aliveAt: this.#clock.now(), isWaiting: undefined, settle };
      const abort = (reason: unknown): void => {
        for (const stop of listening) stop();
        this.#remove(waiter);
        reject(reason);
        this.move();
      };
      listening.push(keepAlive(waiter, this.#clock, (now) => this.#heardOf(waiter, now)));
      this.#add(waiter);
      for (const signal of ask.signals) listening.push(onAbort(signal, abort));
      this.move();
    });
  }

  /** Moves if that is overdue, or if the first has gone: before somebody else asks. */
  visit(now: number): void {
    const [first] = this.#waiters;
    if (first !== undefined && (now >= this.#dueAt || isSilent(first, now))) this.move();
  }

  /** One that was taken for dead while nothing ran waits again. */
  #heardOf(waiter: Waiter, now: number): number {
    if (waiter.isWaiting !== false) this.visit(now);
    else {
      this.#add(waiter);
      this.move();
    }
    return Infinity;
  }

  /** Sends them away. */
  dismiss(whom: (ask: Ask) => boolean): void {
    for (const waiter of [...this.#waiters]) {
      if (!whom(waiter.ask)) continue;
      this.#remove(waiter);
      waiter.settle(undefined);
    }
    this.move();
  }

  /** Lets those go whose turn it is, sends those away whose time is over, and comes back when that changes. */
  readonly move = (): void => {
    if (this.#isMoving) return;
    this.#isMoving = true;
    this.#stopTimer?.();
    this.#stopTimer = undefined;
    this.#dueAt = Infinity;
    for (let [first] = this.#waiters; first !== undefined; [first] = this.#waiters) {
      if (!this.#serve(first, this.#clock.now())) break;
    }
    if (this.size === 0) this.#limits?.leave(this.move);
    this.#isMoving = false;
  };

  /** Whether the first has left, with a permit or without. */
  #serve(first: Waiter, now: number): boolean {
    const lapsesAt = this.#circuit.lapse(now);
    if (isSilent(first, now)) {
      this.#remove(first);
      return true;
    }
    const { state, isShared } = this.#circuit;
    const { until, call } = first.ask;
    const admitted = admission(state, { hasNext: false, isShared }, now);
    const isTaken = admitted !== "no" && this.#limits?.take(now, this.move) !== false;
    if (!isTaken && now < until) {
      const chance = (admitted === "no" ? nextChance(state) : this.#limits?.nextAt()) ?? Infinity;
      this.#dueAt = Math.min(chance, until, lapsesAt);
      this.#stopTimer = startTimer(this.#clock, this.#dueAt - now, this.move, false);
      return false;
    }
    this.#remove(first);
    const permit = isTaken ? this.#circuit.begin(first.ask, admitted, now, 0) : undefined;
    if (this.size > 0) this.#circuit.heldBack(call, now);
    first.settle(permit);
    return true;
  }

  #add(waiter: Waiter): void {
    waiter.isWaiting = true;
    this.#waiters.splice(this.#placeFor(waiter.ask.until), 0, waiter);
  }

  #remove(waiter: Waiter): void {
    if (waiter.isWaiting !== true) return;
    waiter.isWaiting = false;
    this.#waiters.splice(this.#waiters.indexOf(waiter), 1);
  }

  /** How many go before one whose time ends then. */
  #placeFor(until: number): number {
    return bisect(this.#waiters, ({ ask }) => ask.until <= until);
  }
}

/** Attempts in flight, of a circuit, or of all circuits of a provider that has limits. */
class Flights {
  readonly #permits = new Set<Permit>();
  /** No permit's time is over before that. */
  #lapsesAt = Infinity;

  add(permit: Permit): void {
    this.#permits.add(permit);
    this.#lapsesAt = Math.min(this.#lapsesAt, permit.until);
  }

  delete(permit: Permit): void {
    this.#permits.delete(permit);
  }

  /** Drops those whose time is over; when that may be the next one's. */
  lapse(now: number): number {
    if (now < this.#lapsesAt) return this.#lapsesAt;
    this.#lapsesAt = Infinity;
    const over = [...this.#permits].filter(({ until }) => {
      if (now < until) this.#lapsesAt = Math.min(this.#lapsesAt, until);
      return now >= until;
    });
    for (const permit of over) permit.drop(now);
    return this.#lapsesAt;
  }
}

const SECOND = 1000;

/** Counts the attempts of all requests of a client to one provider. */
export class Limits {
  readonly #concurrency: number;
  readonly #perSecond: number;
  #inFlight = 0;
  /** The attempts that have the places. */
  readonly flights: Flights = new Flights();
  /** When the last ones began, as many as a second allows; at `#oldest` the next one takes its place. */
  readonly #begun: number[] = [];
  #oldest = 0;
  /** Queues that wait for a place. */
  readonly #queues = new Set<() => void>();

  constructor({ concurrency = Infinity, perSecond = Infinity }: ProviderLimits) {
    this.#concurrency = concurrency;
    this.#perSecond = perSecond;
  }

  /** Takes a place, or `false`. Who has not waited goes behind the queues; a `queue` without a place is told of the next. */
  take(now: number, queue?: () => void): boolean {
    if (this.nextAt() > now || (queue === undefined && this.#queues.size > 0)) {
      if (queue !== undefined) this.#queues.add(queue);
      return false;
    }
    if (queue !== undefined) this.#queues.delete(queue);
    this.#inFlight += 1;
    if (this.#perSecond === Infinity) return true;
    this.#begun[this.#oldest] = now;
    this.#oldest = (this.#oldest + 1) % this.#perSecond;
    return true;
  }

  /** An attempt has ended. */
  release(): void {
    this.#inFlight -= 1;
    this.#wake();
  }

  /** Lets queues go that wait although there is a place: who was to come back to them may have gone. */
  visit(now: number): void {
    if (this.#queues.size > 0 && this.nextAt() <= now) this.#wake();
  }

  #wake(): void {
    if (this.#queues.size === 0) return;
    const queues = [...this.#queues];
    this.#queues.clear();
    for (const move of queues) move();
  }

  /** A queue has nobody left who waits for a place. */
  leave(queue: () => void): void {
    this.#queues.delete(queue);
  }

  /** When time brings a place, or has brought it; `Infinity` if an attempt has to end first. */
  nextAt(): number {
    if (this.#inFlight >= this.#concurrency) return Infinity;
    return (this.#begun[this.#oldest] ?? -Infinity) + SECOND;
  }

  /** When one with so many before it can begin, at the earliest. */
  earliest(ahead: number, now: number): number {
    return now + (ahead / this.#perSecond) * SECOND;
  }
}

/**
 * When the attempts of a circuit's generation started and which of them are answered. Every question is a bisection, so
 * that many attempts that end at once cost no more each than few.
 */
export class Unanswered {
  readonly #begun = new Times();
  readonly #answered = new Times();
  #forgotten = -Infinity;

  begin(startedAt: number): void {
    if (startedAt > this.#forgotten) this.#begun.add(startedAt);
  }

  answer(startedAt: number): void {
    if (startedAt <= this.#forgotten) return;
    // Most are answered in the order in which they began.
    if (this.#begun.oldest === startedAt && this.#answered.isEmpty) return this.#begun.shift();
    this.#answered.add(startedAt);
    // If the oldest is answered, it counts on both sides.
    while (this.#answered.oldest === this.#begun.oldest) {
      this.#answered.shift();
      this.#begun.shift();
    }
  }

  /** Forgets what started no later than `time`. */
  forget(time: number): void {
    this.#forgotten = Math.max(this.#forgotten, time);
    this.#begun.forget(time);
    this.#answered.forget(time);
  }

  clear(): void {
    this.forget(Infinity);
    this.#forgotten = -Infinity;
  }

  /** How many that started from `first` to `last`, both included, are unanswered. */
  between(first: number, last: number): number {
    return this.#begun.between(first, last) - this.#answered.between(first, last);
  }
}

/** A sorted list that mostly grows at its end and shrinks at its beginning. */
class Times {
  readonly #times: number[] = [];

  get isEmpty(): boolean {
    return this.#times.length === 0;
  }

  /** `NaN`, which equals nothing, if there is none. */
  get oldest(): number {
    return this.#times[0] ?? NaN;
  }

  add(time: number): void {
    if ((this.#times.at(-1) ?? time) <= time) this.#times.push(time);
    else this.#times.splice(this.#after(time), 0, time);
  }

  shift(): void {
    this.#times.shift();
  }

  forget(time: number): void {
    while (this.oldest <= time) this.#times.shift();
  }

  between(first: number, last: number): number {
    return Math.max(0, this.#after(last) - bisect(this.#times, (other) => other < first));
  }

  #after(time: number): number {
    return bisect(this.#times, (other) => other <= time);
  }
}

/** The first place whose item is not `before`. */
function bisect<Item>(items: readonly Item[], before: (item: Item) => boolean): number {
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (before(items[middle] as Item)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * A copy of an error for other calls than its own, made before its call has it and again for who is told: it may be another
 * user's. The server's words were for its call, masked by its secrets alone, and what its caller notes on it is its caller's.
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
