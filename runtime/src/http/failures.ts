/** What an attempt needs when it fails, in one file of a bundle. */
export { renewed } from "../auth/renewal.js";
export { bearerError } from "../auth/challenges.js";
export { failureOf } from "./connection-failure.js";
export { followed } from "./redirects.js";
export { maskerBy, readerOf } from "./server-answer.js";

// What the policy shares with all requests stands in the same file of a bundle as what this one does, if both have it.
export { readRetries } from "../config/retries.js";
export { recorderOf } from "./side-effects.js";
