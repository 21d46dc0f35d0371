import type { Issue } from "@sdkwright/runtime/config";

/**
 * What has been told of one document. By pointer first: of texts beyond 16 kB V8 hashes nothing but the length, so that
 * keys which all begin with one long pointer would be compared with each other one by one.
 */
export class Told {
  readonly #messages = new Map<string, Set<string>>();

  /** Whether it is told for the first time. */
  add({ code, pointer, message }: Issue): boolean {
    const messages = this.#messages.get(pointer) ?? new Set();
    const count = messages.size;
    this.#messages.set(pointer, messages.add(`${code} ${message}`));
    return messages.size > count;
  }
}
