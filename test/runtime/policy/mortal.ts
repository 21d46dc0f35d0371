import { AsyncLocalStorage } from "node:async_hooks";
import type { Clock } from "@sdkwright/runtime";
import { VirtualClock } from "./virtual-clock.js";

/** A request that the platform has begun, and may end. */
export interface Mortal<Value> {
  readonly result: Promise<Value>;
  /** Ends it as Workers do: its timers never fire, what it has sent is never answered, and none of its promises settles. */
  readonly end: () => void;
}

interface Request {
  hasEnded: boolean;
}

const never = new Promise<never>(() => {});

/** A platform that ends with a request whatever that has begun; the client outlives it. */
export class Platform {
  readonly time: VirtualClock;
  /** Of a client that all requests share. */
  readonly clock: Clock;
  readonly #request = new AsyncLocalStorage<Request>();

  constructor(time: VirtualClock = new VirtualClock(1)) {
    this.time = time;
    const sleep: Clock["sleep"] = async (ms, signal) => this.bound(async () => time.sleep(ms, signal));
    this.clock = { now: time.now, sleep };
  }

  begin<Value>(work: () => Promise<Value>): Mortal<Value> {
    const request = { hasEnded: false };
    const result = this.#request.run(request, work);
    result.catch(() => {});
    return { result, end: () => (request.hasEnded = true) };
  }

  /** Settles like the work, unless the request whose work it is has ended. */
  async bound<Value>(work: () => Promise<Value>): Promise<Value> {
    const request = this.#request.getStore();
    if (request?.hasEnded) return never;
    const [settled] = await Promise.allSettled([work()]);
    if (request?.hasEnded) return never;
    if (settled.status === "rejected") throw settled.reason;
    return settled.value;
  }
}
