/** For tests of applications: providers that live in memory, behind the `fetch` option. */
export {
  type DefinitionFile,
  fakeProviders,
  type FakeClock,
  type FakeOptions,
  type FakeProvider,
  type FakeProviders,
  type FakeRecord,
  type FakeSettings,
  type ProviderSource,
} from "./testing/fake-providers.js";
export type {
  Answerer,
  BodyMaker,
  ConnectionFailure,
  DigestLogin,
  FailureOptions,
  FakeAnswer,
  FakeBody,
  FakeRequest,
  FakeRoute,
  HeaderRecord,
} from "./testing/route.js";
export type { FakeEvent, StreamSettings } from "./testing/stream-answer.js";
export {
  recording,
  type Recording,
  type RecordingEnd,
  type RecordingFiles,
  type RecordingSettings,
} from "./testing/recording/recording.js";
export { signedWebhook, type SignedDefinition, type SignedWebhook } from "./testing/signed-webhook.js";
export type { WebhookToSign, WebhookToSignOf } from "./webhooks/sign.js";
