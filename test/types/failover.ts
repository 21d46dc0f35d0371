import { failover } from "@sdkwright/runtime/failover";

// Failover of functions: what has to compile, and what must not.
interface Sms {
  readonly to: string;
}
interface Text extends Sms {
  readonly text: string;
}

interface Receipt {
  readonly id: string;
}

/** A vendor's SDK. */
declare const raven: {
  readonly messages: {
    create(text: Text, options: { signal: AbortSignal; maxRetries: number }): Promise<Receipt>;
  };
};
declare const pigeon: (sms: Sms, signal: AbortSignal) => Promise<number>;

const send = failover(
  "send-sms",
  {
    pigeon: (sms: Sms, { signal, attempt }) => pigeon(sms, signal).then((count) => count + attempt),
    raven: async (text: Text, { signal, next }) => {
      if (text.text.length > 160) throw next("too long");
      return raven.messages.create(text, { signal, maxRetries: 0 });
    },
  },
  {
    retryPolicy: "circuit-breaker",
    deadline: 10_000,
    providers: { raven: { weight: 2, idempotent: true } },
    order: ({ text }) => (text.length > 160 ? ["raven"] : ["pigeon", "raven"]),
  },
);

/** The input is what all take, the value what one of them gives. */
export const value: number | Receipt = await send({ to: "+49", text: "hello" });
const outcome = await send.safe({ to: "+49", text: "hello" }, { provider: "raven", deadline: 1000 });
if (outcome.ok) {
  const provider: "pigeon" | "raven" = outcome.provider;
  console.log(provider, outcome.value);
}

// @ts-expect-error -- a part of the input is missing
await send({ to: "+49" });
// @ts-expect-error -- nobody of that name
await send({ to: "+49", text: "" }, { provider: "dove" });
failover("x", { a: () => 1 }, { order: () => ["a"] });
// @ts-expect-error -- nobody of that name
failover("x", { a: () => 1 }, { providers: { b: {} } });
// @ts-expect-error -- nobody of that name
failover("x", { a: () => 1 }, { order: () => ["b"] });
// @ts-expect-error -- no such option
failover("x", { a: () => 1 }, { retry: 2 });
// @ts-expect-error -- no such policy
failover("x", { a: () => 1 }, { retryPolicy: "circuit" });

const nothing = failover("nothing", { a: () => "a", b: async () => 2 });
export const text: string | number = await nothing();
// @ts-expect-error -- the value is not `any`
export const wrong: boolean = await nothing();
