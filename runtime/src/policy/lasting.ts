import type { SdkError } from "../errors/errors.js";

/** How a stream ended that was given out. */
export type LastingEnd = { readonly type: "ended" | "dropped" } | { readonly type: "failed"; readonly error: SdkError };
