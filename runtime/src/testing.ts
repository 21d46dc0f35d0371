/** For tests of applications: providers that live in memory, behind the `fetch` option. */
export {
  fakeProviders,
  type FakeClock,
  type FakeOptions,
  type FakeProviders,
  type FakeRecord,
  type FakeSettings,
} from "./testing/fake-providers.js";
export type { Answerer, FailureOptions, FakeAnswer, FakeBody, FakeRequest, HeaderRecord } from "./testing/route.js";
export type { DigestLogin } from "./testing/route.js";
export type { ConnectionFailure } from "./testing/route.js";
export type { FakeProvider } from "./testing/fake-providers.js";
export type { BodyMaker, FakeRoute } from "./testing/route.js";
export type { DefinitionFile, ProviderSource } from "./testing/fake-providers.js";
export type { RecordingFiles } from "./testing/recording/recording.js";
export { recording, type Recording, type RecordingEnd, type RecordingSettings } from "./testing/recording/recording.js";
