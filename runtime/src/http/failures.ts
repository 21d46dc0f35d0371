/** What an attempt needs when it fails, in one file of a bundle. */
export { renewed } from "../auth/renewal.js";
export { bearerError } from "../auth/challenges.js";
export { failureOf } from "../wire/connection-failure.js";
export { nextStep } from "./redirect-step.js";
export { maskerBy, readerOf } from "./server-answer.js";
