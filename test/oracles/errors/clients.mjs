// One call of each client, without retries of its own: `(origin, signal, ms) => Promise`. `signal` is what the context of a
// failover function has; `ms` is the client's own limit of time, in whichever way it takes one.
import http from "node:http";
import Anthropic from "@anthropic-ai/sdk";
import { PublishCommand, SNSClient } from "@aws-sdk/client-sns";
import { GoogleGenAI } from "@google/genai";
import sendgrid from "@sendgrid/mail";
import axios from "axios";
import { Gaxios } from "gaxios";
import { got } from "got";
import { GraphQLClient } from "graphql-request";
import ky1 from "ky1";
import ky2 from "ky2";
import needle from "needle";
import nodeFetch from "node-fetch";
import { Octokit } from "octokit";
import OpenAI from "openai";
import { ServerClient } from "postmark";
import { Resend } from "resend";
import { Stripe } from "stripe";
import superagent from "superagent";
import twilio from "twilio";
import * as undici from "undici";

const json = { a: 1 };
const asks = { model: "m", max_tokens: 1, messages: [{ role: "user", content: "hello" }] };
const body = JSON.stringify(json);

export const clients = {
  openai: (baseURL, signal, timeout) =>
    new OpenAI({ apiKey: "k", baseURL, maxRetries: 0, timeout }).chat.completions.create(asks, { signal }),

  "@anthropic-ai/sdk": (baseURL, signal, timeout) =>
    new Anthropic({ apiKey: "k", baseURL, maxRetries: 0, timeout }).messages.create(asks, { signal }),

  stripe(origin, _signal, timeout) {
    const { hostname: host, port } = new URL(origin);
    const stripe = new Stripe("sk_test_1", {
      host,
      port,
      protocol: "http",
      maxNetworkRetries: 0,
      timeout,
      telemetry: false,
    });
    return stripe.customers.create({ name: "a" });
  },

  twilio(origin, _signal, timeout) {
    const sms = twilio(`AC${"0".repeat(32)}`, "t", { timeout });
    // Its host is its own: only the URL is replaced.
    const request = sms.request.bind(sms);
    sms.request = (options) => request({ ...options, uri: origin });
    return sms.messages.create({ from: "+1", to: "+2", body: "c" });
  },

  async resend(baseUrl, signal, timeout) {
    const resend = new Resend("re_1", { baseUrl });
    const sent = resend.emails.send(
      { from: "a@b.c", to: "a@b.c", subject: "s", text: "t" },
      { signal: limited(signal, timeout) },
    );
    // It gives `{ data, error }`: this is what `failed` would say.
    const { error, headers } = await sent;
    if (error) throw { ...error, headers };
  },

  axios: (url, signal, timeout) => axios.post(url, json, { signal, timeout }),
  "axios, fetch": (url, signal, timeout) => axios.post(url, json, { signal, timeout, adapter: "fetch" }),
  "ky 1": (url, signal, timeout) => ky1.post(url, { json, signal, timeout, retry: 0 }).json(),
  "ky 2": (url, signal, timeout) => ky2.post(url, { json, signal, timeout, retry: 0 }).json(),
  got: (url, signal, request) => got.post(url, { json, signal, timeout: { request }, retry: { limit: 0 } }).json(),

  "undici, fetch": (url, signal, ms) =>
    orNotOk(undici.fetch(url, { method: "POST", body, signal: limited(signal, ms) })),

  async "undici, request"(url, signal, headersTimeout) {
    const answer = await undici.request(url, { method: "POST", body, signal, headersTimeout });
    const text = await answer.body.text();
    if (answer.statusCode >= 400)
      throw Object.assign(new Error("answered"), { statusCode: answer.statusCode, headers: answer.headers });
    return JSON.parse(text);
  },

  "node, fetch": (url, signal, ms) => orNotOk(fetch(url, { method: "POST", body, signal: limited(signal, ms) })),

  "node:http": (url, signal, timeout) =>
    new Promise((resolve, reject) => {
      const request = http.request(url, { method: "POST", signal, timeout }, (response) => {
        const { statusCode, headers } = response;
        let text = "";
        response.on("data", (chunk) => (text += chunk)).on("error", reject);
        response.on("end", () => {
          if (statusCode >= 400) reject(Object.assign(new Error("answered"), { statusCode, headers }));
          else settle(resolve, reject, () => JSON.parse(text));
        });
      });
      request.on("timeout", () => request.destroy(Object.assign(new Error("too slow"), { code: "ETIMEDOUT" })));
      request.on("error", reject).end(body);
    }),

  "AWS, SNS"(endpoint, abortSignal, requestTimeout) {
    const credentials = { accessKeyId: "a", secretAccessKey: "b" };
    const requestHandler = { requestTimeout, throwOnRequestTimeout: true };
    const sns = new SNSClient({ endpoint, region: "eu-west-1", credentials, maxAttempts: 1, requestHandler });
    return sns.send(new PublishCommand({ Message: "m", PhoneNumber: "+1" }), { abortSignal });
  },

  octokit(baseUrl, signal, ms) {
    const log = { debug() {}, info() {}, warn() {}, error() {} };
    const octokit = new Octokit({ baseUrl, log, retry: { enabled: false }, throttle: { enabled: false } });
    return octokit.request("POST /repos/{owner}/{repo}/issues", {
      owner: "o",
      repo: "r",
      title: "t",
      request: { signal: limited(signal, ms) },
    });
  },

  gaxios: (url, signal, timeout) =>
    new Gaxios().request({ url, method: "POST", data: json, signal, timeout, retry: false }),

  superagent(url, signal, timeout) {
    const request = superagent.post(url).timeout(timeout).send(json);
    signal.addEventListener("abort", () => void request.abort());
    return request;
  },

  "node-fetch": (url, signal, ms) => orNotOk(nodeFetch(url, { method: "POST", body, signal: limited(signal, ms) })),

  async needle(url, signal, response_timeout) {
    const options = { json: true, response_timeout, signal, parse_response: false };
    const { statusCode, headers, body } = await needle("post", url, json, options);
    if (statusCode >= 400) throw Object.assign(new Error("answered"), { statusCode, headers });
    return JSON.parse(body);
  },

  "graphql-request": (url, signal, ms) =>
    new GraphQLClient(url).request({ document: "{ a }", signal: limited(signal, ms) }),

  "@google/genai"(baseUrl, abortSignal, timeout) {
    const ai = new GoogleGenAI({ apiKey: "k", httpOptions: { baseUrl, timeout, retryOptions: { attempts: 1 } } });
    return ai.models.generateContent({ model: "m", contents: "hello", config: { abortSignal } });
  },

  "@sendgrid/mail"(origin, _signal, timeout) {
    sendgrid.setApiKey("SG.1");
    sendgrid.client.setDefaultRequest("baseUrl", origin);
    sendgrid.setTimeout(timeout);
    return sendgrid.send({ from: "a@b.c", to: "a@b.c", subject: "s", text: "t" });
  },

  postmark(origin, _signal, timeout) {
    const { hostname, port } = new URL(origin);
    const requestHost = `${hostname}:${port}`;
    const server = new ServerClient("t", { requestHost, useHttps: false, timeout: timeout / 1000 });
    return server.sendEmail({ From: "a@b.c", To: "a@b.c", Subject: "s", TextBody: "t" });
  },
};

/** They take no signal; needle never tells of an answer that ends too soon. */
export const LEFT_OUT = { abort: ["stripe", "twilio", "@sendgrid/mail", "postmark"], cut: ["needle"] };

/** What is written around a `fetch` that has no limit of its own. */
function limited(signal, ms) {
  return AbortSignal.any([signal, AbortSignal.timeout(ms)]);
}

/** What people write around `fetch`. */
async function orNotOk(promise) {
  const response = await promise;
  if (!response.ok) throw response;
  return response.json();
}

function settle(resolve, reject, value) {
  try {
    resolve(value());
  } catch (error) {
    reject(error);
  }
}
