/** What the schemes of an attempt resolved, the options of its request as the caller gave them, and what filled the path of its base URL. */
export type Kept = readonly [secrets: ReadonlySet<string>, given: object, segments?: readonly string[]];

/** On the signal itself: what applications test with may be another copy of the runtime than what sends. */
const key: unique symbol = Symbol.for("sdkwright.secrets");

/** Keeps what an attempt has with the signal that it gives to `fetch`: records of fakes are masked by it. */
export function keepSecrets(signal: AbortSignal, kept: Kept): void {
  Object.defineProperty(signal, key, { value: kept, configurable: true });
}

/** Nothing of a signal that no attempt gave to `fetch`: somebody put another in its place. */
export function secretsKept(signal: AbortSignal | undefined): Kept | undefined {
  return (signal as { readonly [key]?: Kept } | undefined)?.[key];
}
