import { answering } from "../workload/calls.mjs";

/** What stands in the place of fetch, by itself: its answer is not read. */
export const prepare = () => answering();
