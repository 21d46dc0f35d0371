import { candidatesFor, type Performer } from "./candidates.js";
import { checksOf } from "./checks.js";
import { type CallResult, performInRounds } from "./rounds.js";
import { startMap } from "./run-map.js";
import type { BegunCall, Call } from "./use-case.js";

/** Performs a use-case with the first provider that can. Rejects only with the reason of the caller's abort. */
export async function performCall(call: Call, begun?: BegunCall): Promise<CallResult> {
  const { useCase, options } = call;
  const { profile, useCase: name, context, retriesFirst } = useCase;
  return performInRounds<Performer>({
    ...call,
    profile,
    useCase: name,
    title: `${name} of ${profile}`,
    context,
    retriesFirst,
    candidates: () => begun?.candidates ?? candidatesFor(useCase, options),
    start: (candidate, place) => {
      const start = { ...call, ...place, candidate };
      return startMap({ ...start, checks: checksOf(start) });
    },
    begun: begun?.map,
  });
}
