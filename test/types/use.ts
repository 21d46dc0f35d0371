// Uses of emitted code that must compile; test/generator/compile checks this folder with every version of TypeScript.
import { clientJson } from "@sdkwright/runtime/client-json";
import { defineMap } from "@sdkwright/runtime";
import {
  createClient,
  type Client,
  type ClientCredentials,
} from "../../generated-snapshots/several-providers/generated/client.js";
import * as sdk from "../../generated-snapshots/several-providers/generated/index.js";
import type { SendSmsMap } from "../../generated-snapshots/several-providers/generated/profiles/communication/send-sms.js";
import {
  createAcmePay,
  type AcmePayClient,
} from "../../generated-snapshots/several-providers/generated/providers/acme-pay.js";
import { createTwilio } from "../../generated-snapshots/several-providers/generated/providers/twilio.js";
import { createTelephony } from "../../generated-snapshots/parameters/generated/providers/telephony.js";
import type { PlaceOrderCall } from "../../generated-snapshots/defaulted-input/generated/profiles/shop/order.js";

const vault = { read: (name: string): Promise<string> => Promise.resolve(name) };

export async function providers(maybe: string | undefined): Promise<void> {
  const configured = createAcmePay();
  await configured.get("/x", { security: "api-key", service: "reports" });
  const staff = createAcmePay({ credentials: { staff: { username: "u", password: () => vault.read("p") } } });
  await staff.get("/x", { security: ["api-key", "staff"] });
  const admin = createAcmePay({ credentials: { admin: { password: "p" } } });
  await admin.get("/x", { security: "admin" }).json<{ a: 1 }>();
  const overridden = createAcmePay({ credentials: { "api-key": { apikey: () => vault.read("acme") } }, fetch });
  await overridden.post("/charges", { security: "api-key", json: { amount: 1 } }).json();
  await createAcmePay({ credentials: { "api-key": { apikey: maybe } } }).get("/x");
  createAcmePay({ security: "api-key" });
  createAcmePay({ credentials: { staff: { username: "u", password: "p" } }, security: ["staff", "api-key"] });
  createAcmePay({ credentials: undefined, security: undefined });
  takesApiKey(staff);
  takesApiKey(overridden);
  await createTwilio({ parameters: { accountSid: "x" } }).get("/", { security: "basic" });
  createTwilio({ parameters: { accountSid: "x", region: maybe } });
  createAcmePay({ headers: { "x-version": "2", "x-app": maybe } });
  createAcmePay({ headers: async () => ({ "x-version": await vault.read("version") }) });
  createTelephony();
  createAcmePay({ services: { default: "http://localhost:4010" } });
  createAcmePay({ services: { reports: "https://sandbox.example" }, security: "api-key" });
  createAcmePay({ services: undefined });
  createAcmePay({ services: { default: undefined } });
  createTelephony({ parameters: { SITE: "us-east" }, credentials: { bearer: { token: "t" } } });
}

export function takesApiKey(client: AcmePayClient<"api-key">): void {
  void client.name;
}

/** 12.2: a map is written before anybody knows who supplies what: every scheme can be named. */
const tyntec: SendSmsMap<"tyntec"> = defineMap<SendSmsMap<"tyntec">>({
  async SendMessage({ input, http }) {
    await http.post("/", { security: "apikey", json: input });
    return { messageId: input.from };
  },
});

export async function useCases(maybe: string | undefined): Promise<void> {
  const client = createClient({
    maps: { "communication/send-sms": { tyntec } },
    parameters: { twilio: { accountSid: "x" } },
    credentials: { tyntec: { apikey: { apikey: "k" } } },
  });
  await client.providers.tyntec.get("/", { security: "apikey" });
  await client.providers.twilio.get("/", { security: "basic" });
  await client.providers["acme-pay"].get("/", { security: "api-key" });
  const { SendMessage } = client.profiles["communication/send-sms"];
  const { messageId } = await SendMessage({ to: "1", text: "t" });
  const outcome = await SendMessage.safe(
    { to: messageId, text: "t", from: maybe },
    { deadline: 10_000, provider: "twilio", validate: "report" },
  );
  if (outcome.ok) outcome.value.messageId.trim();
  else if (outcome.error.name === "UseCaseError") outcome.error.error.title.trim();
  else if (outcome.error.name === "ResultError") outcome.error.problems[0]?.pointer.trim();
}

/** 12.2: in a client those schemes can be named that client.json or this call supplies; a `Client` takes any of them. */
export async function suppliedToTheClient(all: ClientCredentials): Promise<void> {
  const maps = { "communication/send-sms": { tyntec } };
  const parameters = { twilio: { accountSid: "x" } };
  const credentials = {
    "acme-pay": { staff: () => ({ username: "u", password: "p" }) },
    tyntec: { apikey: async () => ({ apikey: await vault.read("t") }) },
  };
  const client = createClient({ maps, parameters, credentials });
  createClient({ maps, parameters, credentials, services: { twilio: { default: "http://localhost:4010" } } });
  createClient({ clientJson: clientJson({}), maps, services: { "acme-pay": { reports: "https://sandbox.example" } } });
  await client.providers["acme-pay"].get("/", { security: ["staff", "api-key"] });
  const inPlace = createClient({
    maps,
    parameters,
    credentials: {
      "acme-pay": { admin: { password: () => "p" }, "api-key": { apikey: undefined } },
      tyntec: { apikey: { apikey: "k" } },
    },
  });
  await inPlace.providers["acme-pay"].get("/", { security: ["admin"] });
  const any = createClient({ maps, parameters, credentials: all });
  await any.providers.tyntec.get("/", { security: "apikey" });
  const headers = { tyntec: { "x-version": "2" }, twilio: () => ({ "x-app": "acme" }) };
  createClient({ maps, parameters, credentials, headers });
  const atRunTime = createClient({ clientJson: clientJson({}), maps, headers });
  await atRunTime.providers["acme-pay"].get("/", { security: "staff" });
  for (const one of [client, inPlace, any, atRunTime] satisfies Client[]) void one.providers.twilio.name;
}

/** 12.1: one function for a scheme; what else it returns does not matter. */
export async function asOneFunction(): Promise<void> {
  const pair = () => ({ username: "u", password: "p", leaseSeconds: 60 });
  const client = createAcmePay({
    credentials: { staff: pair, "api-key": async () => ({ apikey: await vault.read("a") }) },
  });
  await client.get("/x", { security: ["staff", "api-key"] });
  const admin = () => ({ username: "u", password: "p" });
  await createAcmePay({ credentials: { admin } }).get("/x", { security: "admin" });
}

/** A configuration given at run time can bring credentials and parameters along. */
export function configuredAtRunTime(json: object): void {
  createClient({ clientJson: clientJson(json), maps: { "communication/send-sms": { tyntec: [tyntec, tyntec] } } });
  createClient({
    clientJson: clientJson(json),
    maps: { "communication/send-sms": { tyntec } },
    credentials: { "acme-pay": { admin: { password: "p" } } },
  });
}

/** Keys with defaults are optional, below other keys as well, and `undefined` leaves the default. */
export const orders: readonly PlaceOrderCall[] = [
  { item: "a", currency: "EUR", address: { street: "s", geo: { lat: 1 } } },
  {
    item: "a",
    currency: "EUR",
    address: { street: "s", country: undefined, geo: { lat: 1, lon: 2 } },
    sender: undefined,
  },
  { item: "a", currency: "EUR", sender: { mail: "m" }, address: { street: "s", geo: { lat: 1 } }, notes: {} },
];

/** Providers and profiles under names of their own. */
export const create: typeof createAcmePay = sdk.acmePay.createAcmePay;
export type Sdk = [sdk.Client, sdk.acmePay.AcmePayClient, sdk.communicationSendSms.SendMessageInput];
