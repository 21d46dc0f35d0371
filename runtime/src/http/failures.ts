/** What an attempt needs when it fails, in one file of a bundle. */
export { failureOf } from "../wire/connection-failure.js";
export { BodyStreams } from "./body-streams.js";
export { attemptTexts } from "./attempt-texts.js";
