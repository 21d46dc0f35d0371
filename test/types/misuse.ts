// Misuse of emitted code: none of it compiles. A line that does compile makes its `@ts-expect-error` an error.
import { defineMap, UseCaseError, type Defaulted } from "@sdkwright/runtime";
import { clientJson } from "@sdkwright/runtime/client-json";
import { createClient, type Client } from "../../generated-snapshots/several-providers/generated/client.js";
import type * as sdk from "../../generated-snapshots/several-providers/generated/index.js";
import type { SendSmsMap } from "../../generated-snapshots/several-providers/generated/profiles/communication/send-sms.js";
import { schemas } from "../../generated-snapshots/several-providers/generated/profiles/communication/send-sms.schemas.js";
import {
  createAcmePay,
  type AcmePayClient,
} from "../../generated-snapshots/several-providers/generated/providers/acme-pay.js";
import { createTwilio } from "../../generated-snapshots/several-providers/generated/providers/twilio.js";
import type { PlaceOrderCall } from "../../generated-snapshots/defaulted-input/generated/profiles/shop/order.js";

declare const tyntec: SendSmsMap<"tyntec">;
declare const twilio: SendSmsMap<"twilio">;
declare const json: object;
declare const pair: { username: string; password: string };
declare const maybe: { staff: typeof pair } | undefined;
const none = createAcmePay();
const maps = { "communication/send-sms": { tyntec } };
const parameters = { twilio: { accountSid: "" } };
const credentials = { tyntec: { apikey: { apikey: "k" } } };
const client = createClient({ maps, parameters, credentials });
const profile = client.profiles["communication/send-sms"];

// @ts-expect-error B1: no credentials of this scheme were given
void none.get("/x", { security: "staff" });
// @ts-expect-error B2: client.json has only the username, the password was literal
void none.get("/x", { security: "admin" });
// @ts-expect-error B3: a misspelt service
void none.get("/x", { service: "report" });
// @ts-expect-error B4: a misspelt scheme
createAcmePay({ credentials: { staf: { username: "u", password: "p" } } });
// @ts-expect-error B5: a misspelt scheme beside a right one
createAcmePay({ credentials: { staff: { username: "u", password: "p" }, admn: { password: "p" } } });
// @ts-expect-error B6: a misspelt field
createAcmePay({ credentials: { staff: { username: "u", pasword: "p" } } });
// @ts-expect-error B7: a missing field
createAcmePay({ credentials: { staff: { username: "u" } } });
// @ts-expect-error B8: a field too many
createAcmePay({ credentials: { "api-key": { apikey: "u", x: 1 } } });
// @ts-expect-error B9: a misspelt option
createAcmePay({ credential: {} });
// @ts-expect-error B10: a base URL needs a parameter
createTwilio();
// @ts-expect-error B11: a misspelt parameter
createTwilio({ parameters: { accountSdi: "x" } });
// @ts-expect-error B70: a base URL of a misspelt service
createAcmePay({ services: { report: "https://sandbox.example" } });
// @ts-expect-error B71: a base URL is text
createAcmePay({ services: { default: new URL("https://sandbox.example") } });
// @ts-expect-error B72: base URLs are given by provider
createClient({ maps, parameters, credentials, services: { default: "https://sandbox.example" } });
// @ts-expect-error B73: a base URL of a misspelt service
createClient({ maps, parameters, credentials, services: { twilio: { defualt: "https://sandbox.example" } } });
// @ts-expect-error B74: the same with a configuration at run time
createClient({ clientJson: clientJson(json), maps, services: { twilio: { defualt: "https://sandbox.example" } } });
// @ts-expect-error B12: maps, parameters and credentials are missing
createClient();
// @ts-expect-error B13: a map is missing
createClient({ maps: {}, parameters, credentials });
// @ts-expect-error B14: another provider's map
createClient({ maps: { "communication/send-sms": { tyntec: twilio } }, parameters, credentials });
// B15: a scheme whose credentials were given
void client.providers.tyntec.get("/", { security: "apikey" });
// @ts-expect-error B16: a misspelt provider
void client.providers.twlio.get("/");
// @ts-expect-error B17: a misspelt profile
void client.profiles["communication/send-sm"].SendMessage({});
// @ts-expect-error B18: a misspelt use-case
void profile.SendMesage({});
// @ts-expect-error B19: a key without default is missing
void profile.SendMessage({ to: "1" });
// @ts-expect-error B20: a key that the input does not have
void profile.SendMessage({ to: "1", text: "", txt: "" });
// @ts-expect-error B21: a provider that the profile does not have
void profile.SendMessage({ to: "1", text: "" }, { provider: "twillio" });
// @ts-expect-error B22: a map without its use-case
defineMap<SendSmsMap<"twilio">>({});
// @ts-expect-error B23: a map with a use-case too many
defineMap<SendSmsMap<"twilio">>({ SendMessage: async () => ({ messageId: "" }), Other() {} });
// @ts-expect-error B24: a misspelt scheme in a map
defineMap<SendSmsMap<"twilio">>({ SendMessage: async ({ http }) => http.get("/", { security: "bsic" }).json() });
// @ts-expect-error B25: an error that the use-case does not have
defineMap<SendSmsMap<"twilio">>({ SendMessage: async ({ fail }) => fail({ titel: "" }) });
// @ts-expect-error B26: a result that the use-case does not have
defineMap<SendSmsMap<"twilio">>({ SendMessage: async ({ input }) => ({ msgId: input.to }) });
// @ts-expect-error B27: a map for a provider that the profile does not have
defineMap<SendSmsMap<"twillio">>({});
defineMap<SendSmsMap<"twilio">>({
  async SendMessage({ input, fail }) {
    const match = /x/.exec(input.to);
    if (!match) fail({ title: "" });
    // @ts-expect-error B28: without `return`, the compiler does not know that fail() ends the map
    return { messageId: match[0] };
  },
});
// @ts-expect-error B29: a client without the credentials of every scheme
takesAll(createAcmePay());
// @ts-expect-error B30: a misspelt scheme of a client's provider
createClient({ maps, parameters, credentials: { tyntec: { apikye: { apikey: "" } } } });
// @ts-expect-error B31: credentials of a provider that there is not
createClient({ maps, parameters, credentials: { tyntec: { apikey: { apikey: "k" } }, tyntecc: { apikey: "" } } });
// @ts-expect-error B32: a default scheme without credentials
createAcmePay({ security: "staff" });
// @ts-expect-error B33: a default scheme that there is not
createAcmePay({ security: ["api-key", "staf"] });
// @ts-expect-error B34: a parameter is missing
createClient({ maps, parameters: {}, credentials });
// @ts-expect-error B35: credentials are missing
createClient({ maps, parameters });
// @ts-expect-error B36: a demanded credential cannot be undefined
createAcmePay({ credentials: { staff: { username: "u", password: undefined } } });
// @ts-expect-error B37: maps are the generated ones, also with clientJson
createClient({ clientJson: clientJson(json) });
// @ts-expect-error B37b: the parsed object by itself
createClient({ clientJson: json, maps });
// @ts-expect-error B38: a misspelt option, also with clientJson
createClient({ clientJson: clientJson(json), maps, credentails: {} });
// @ts-expect-error B39: `lat` has a default at one provider only
export const order: PlaceOrderCall = { item: "a", currency: "EUR", address: { street: "s", geo: {} } };
// @ts-expect-error B40: `street` has no default
export const noStreet: PlaceOrderCall = { item: "a", currency: "EUR", address: { geo: { lat: 1 } } };
// @ts-expect-error B41: the currency has a default at one provider only
export const noCurrency: PlaceOrderCall = { item: "a", address: { street: "s", geo: { lat: 1 } } };

// @ts-expect-error B42: a definition is not for callers
export type Definition = (typeof sdk.acmePay)["acmePay"];
// @ts-expect-error B43: what client.json supplies is not either
export type Configured = (typeof sdk.acmePay)["acmePayConfigured"];
// @ts-expect-error B44: nor is a profile's configuration
export type Configuration = (typeof sdk.communicationSendSms)["sendSms"];
// @ts-expect-error B45: providers stand under their names
export type Create = (typeof sdk)["createAcmePay"];

// @ts-expect-error B46, 12.1: a text in place of credentials, where client.json supplies every field
createAcmePay({ credentials: { "api-key": "k" } });
// @ts-expect-error B47, 12.1: a function that returns a text
createAcmePay({ credentials: { "api-key": () => "k" } });
// @ts-expect-error B48, 12.1: a function that returns other fields
createAcmePay({ credentials: { "api-key": async () => ({ key: "k" }) } });
// @ts-expect-error B49, 12.1: a function that returns too little
createAcmePay({ credentials: { staff: () => ({ username: "u" }) } });
// @ts-expect-error B49a: a function that leaves a field to client.json
createAcmePay({ credentials: { admin: () => ({ password: "p" }) } });
// @ts-expect-error B50, 12.1: a number in place of credentials
createAcmePay({ credentials: { "api-key": 7 } });
// @ts-expect-error B51, 12.1: a text in place of credentials, in a client
createClient({ maps, parameters, credentials: { ...credentials, "acme-pay": { "api-key": "k" } } });
// @ts-expect-error B52, 12.2: in a client, a scheme that nobody supplies
void client.providers["acme-pay"].get("/", { security: "staff" });
// @ts-expect-error B53, 12.2: in a client, a scheme of which client.json supplies a part
void client.providers["acme-pay"].get("/", { security: "admin" });
// @ts-expect-error B54, 12.2: the same in a list
void client.providers["acme-pay"].get("/", { security: ["api-key", "staff"] });
const misspelt = { ...credentials, "acme-pay": { staff: pair, admn: pair } };
// @ts-expect-error B55, 12.2: a misspelt scheme beside a right one
createClient({ maps, parameters, credentials: misspelt });
// @ts-expect-error B56, 12.2: a field too many in a client
createClient({ maps, parameters, credentials: { tyntec: { apikey: { apikey: "k", x: 1 } } } });
// @ts-expect-error B57, 12.2: half a scheme in a client
createClient({ maps, parameters, credentials: { ...credentials, "acme-pay": { staff: { username: "u" } } } });
const perhaps = createClient({ maps, parameters, credentials: { ...credentials, "acme-pay": maybe } });
// @ts-expect-error B58, 12.2: credentials that may be absent
void perhaps.providers["acme-pay"].get("/", { security: "staff" });
// @ts-expect-error B59, 12.2: a `Client` is what client.json configures
export const anyClient = (given: Client): unknown => given.providers["acme-pay"].get("/", { security: "staff" });
// @ts-expect-error B60: an input whose keys all have defaults is no text
export const text: Defaulted<{ a: string }, "a"> = "text";
// @ts-expect-error B61: a header is text
createAcmePay({ headers: { "x-version": 2 } });
// @ts-expect-error B62: a function that forgot to return them
createAcmePay({ headers: async () => {} });
// @ts-expect-error B63: headers of a misspelt provider
createClient({ maps, parameters, credentials, headers: { twlio: {} } });
// @ts-expect-error B64: calls validate in one of two ways, or not at all
void profile.SendMessage({ to: "1", text: "t" }, { validate: true });
// @ts-expect-error B65: the use-cases that have schemas are known
void schemas.SendMesage;

export function takesAll(given: AcmePayClient): void {
  void given.name;
}
export function errorsAreUnknown(error: unknown): string {
  // @ts-expect-error: a caught error says nothing about its profile
  return error instanceof UseCaseError ? error.error.foo : "";
}
