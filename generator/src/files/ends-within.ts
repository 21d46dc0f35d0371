import { createContext, Script } from "node:vm";

const room = createContext({ work: undefined });
const LATE = "ERR_SCRIPT_EXECUTION_TIMEOUT";
const script = new Script("work()");

/**
 * Runs work that is not asynchronous, and ends it where it takes longer than so many ms: `undefined` then. TypeScript tries
 * code that is nested in more than one way, and has no end with what is made for that; nothing in it counts. What was at
 * work is not to be used again.
 */
export function endsWithin<T>(ms: number, work: () => T): { readonly value: T } | undefined {
  let done: { readonly value: T } | undefined;
  room["work"] = () => {
    done = { value: work() };
  };
  try {
    script.runInContext(room, { timeout: ms });
    return done;
  } catch (error) {
    // It is an error of the room's own realm.
    const isLate = typeof error === "object" && error !== null && "code" in error && error.code === LATE;
    if (isLate) return undefined;
    throw error;
  } finally {
    room["work"] = undefined;
  }
}
