// What clients load late would take real time, in which virtual time goes on: so it is loaded with the fakes.
import "./client/standalone-policy.js";
import "./http/failures.js";

/** For tests of applications: providers that live in memory, behind the `fetch` option. */
export {
  fakeProviders,
  type FakeClock,
  type FakeOptions,
  type FakeProviders,
  type FakeRecord,
  type FakeSettings,
} from "./testing/fake-providers.js";
export type { Answerer, FailureOptions, FakeAnswer, FakeBody, FakeRequest, HeaderRecord } from "./testing/answers.js";
export type { DigestLogin } from "./testing/digest.js";
export type { ConnectionFailure } from "./testing/failures.js";
export type { FakeProvider } from "./testing/provider.js";
export type { BodyMaker, FakeRoute } from "./testing/route.js";
export type { DefinitionFile, ProviderSource } from "./testing/sources.js";
export type { RecordingFiles } from "./testing/recording/files.js";
export { recording, type Recording, type RecordingEnd, type RecordingSettings } from "./testing/recording/recording.js";
