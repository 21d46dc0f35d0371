/** What an attempt needs when it fails, in one file of a bundle. */
export { renewed } from "../auth/renewal.js";
export { bearerError } from "../auth/challenges.js";
export { failureOf } from "../wire/connection-failure.js";
export { maskerOf } from "./mask.js";
export { secretsOf } from "./secrets.js";
export { nextStep } from "./redirect-step.js";
export { readServerAnswer } from "./server-answer.js";
