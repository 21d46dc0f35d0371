import type { TableOf } from "../config/options.js";
import type { BindOptions, CallDefaults } from "./bound-provider.js";
import type { RequestOptions } from "./provider-client.js";

/** What a request takes. */
export const REQUEST_OPTIONS: TableOf<RequestOptions> = {
  service: "a string",
  security: "a string, an object or an Array",
  params: "an object",
  query: "",
  headers: "",
  json: "",
  form: "",
  multipart: "",
  body: "",
  handle: "an Array",
  throwHttpErrors: "a boolean or a function",
  requestTimeout: "a number",
  deadline: "a number",
  retries: "a number or an Object",
  retryPolicy: "a string or an object",
  idempotent: "a boolean",
  idempotencyKey: "a string or a boolean",
  redirect: '"follow"',
  signal: "an AbortSignal",
  stream: "a boolean",
};

/** What every client takes. */
export const COMMON_OPTIONS: TableOf<Omit<BindOptions, "security" | keyof CallDefaults>> = {
  credentials: "",
  parameters: "",
  services: "",
  headers: "",
  maxResponseBytes: "a number",
  maxErrorBytes: "a number",
  idleTimeout: "a number or a boolean",
  redact: "a function",
  errorBodies: "a boolean",
  env: "an Object or a Module",
  fetch: "a function",
  crossOriginRedirects: '"follow-anonymous"',
  redirect: '"follow"',
  parseJson: "a function",
  stringifyJson: "a function",
  tokens: "an object",
  maxRetryAfter: "a number",
  on: "a function",
  around: "",
  clock: "an object",
  random: "a function",
};

/** What `create<Provider>` takes. */
export const PROVIDER_OPTIONS: TableOf<BindOptions> = {
  ...COMMON_OPTIONS,
  security: "a string or an Array",
  requestTimeout: "a number",
  deadline: "a number",
  retries: "a number or an Object",
  retryPolicy: "a string or an object",
  idempotencyKey: "a boolean",
  idempotent: "a boolean",
};
