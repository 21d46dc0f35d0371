// Time of this process, moved ahead: of the provider, which reads Date, and of the clients, by their option `clock`.
import { setTimeout as wait } from "node:timers/promises";

const now = Date.now;
let ahead = 0;
Date.now = () => now.call(Date) + ahead;

/** Moves both ahead. */
export function pass(seconds) {
  ahead += seconds * 1000;
}

export const clock = {
  now: () => performance.now() + ahead,
  sleep: (ms, signal) =>
    wait(ms, undefined, { signal }).catch(() => {
      throw signal.reason;
    }),
};
