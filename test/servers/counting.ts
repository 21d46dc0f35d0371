/** A fetch that counts what goes over the wire. */
export interface CountingFetch {
  readonly fetch: typeof fetch;
  /** Requests so far. */
  readonly count: () => number;
}

export function countingFetch(): CountingFetch {
  let count = 0;
  return {
    fetch: (...args) => {
      count += 1;
      return fetch(...args);
    },
    count: () => count,
  };
}
