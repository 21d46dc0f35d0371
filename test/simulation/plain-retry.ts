import type { Strategy } from "./load.js";

/** As often and after such times as the defaults say, and after `Retry-After` where there is one; failover, no circuit. */
export const plainRetry: Strategy = ({ time, send, load }) => {
  const { maxContiguousRetries = 5, requestTimeout = 30_000, backoff = { start: 2000, factor: 2 } } = load.policy ?? {};
  const { map = [{ path: "/x" }], b } = load;

  const attempt = async (
    provider: number,
    path: string,
    endsAt: number,
  ): Promise<"ok" | "failed" | "final" | number> => {
    const controller = new AbortController();
    const cancel = time.at(Math.min(time.now() + requestTimeout, endsAt), () => controller.abort());
    const answer = await send(provider, path, controller.signal).catch(() => undefined);
    cancel();
    if (answer === undefined) return "failed";
    if (answer.status < 300) return answer.isError ? "final" : "ok";
    if ([401, 402, 403].includes(answer.status)) return "final";
    return answer.retryAfter === undefined ? "failed" : Number(answer.retryAfter) * 1000;
  };

  const request = async (provider: number, path: string, endsAt: number): Promise<boolean> => {
    for (let retry = 0; ; retry += 1) {
      const result = await attempt(provider, path, endsAt);
      if (result === "ok") return true;
      if (result === "final" || retry >= maxContiguousRetries) return false;
      const wait = typeof result === "number" ? result : backoff.start * backoff.factor ** retry;
      if (time.now() + wait >= endsAt) return false;
      await time.sleep(wait);
    }
  };

  const perform = async (provider: number, call: number, endsAt: number): Promise<"ok" | "failed" | "acted"> => {
    let acted = false;
    for (const { path, isOptional, isAct } of typeof map === "function" ? map(call) : map) {
      const ok = await request(provider, path, endsAt);
      if (!ok && isOptional !== true) return acted ? "acted" : "failed";
      acted ||= isAct === true;
    }
    return "ok";
  };

  const call = async (number: number, deadline = Infinity): Promise<{ ok: boolean; by?: number }> => {
    const deadlineAt = time.now() + deadline;
    const count = b !== undefined && load.isNamed?.(number) !== true ? 2 : 1;
    for (let provider = 0; provider < count && time.now() < deadlineAt; provider += 1) {
      const endsAt = time.now() + (deadlineAt - time.now()) / (count - provider);
      const result = await perform(provider, number, endsAt);
      if (result === "ok") return { ok: true, by: provider };
      if (result === "acted") return { ok: false };
    }
    return { ok: false };
  };
  return { call, trips: () => 0, left: () => 0 };
};
