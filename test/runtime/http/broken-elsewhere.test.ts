// Shapes of errors as platforms threw them: Deno 2.5.6 and 2.9.6, Bun 1.3.4, 1.4.0 and 1.4.5, workerd, Chromium.
import { ConfigurationError, NetworkError } from "@sdkwright/runtime";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { acmeClient, rejection } from "../acme.js";

const test = suite("broken connections of other platforms");

const URL_SENT = "https://a.test/x?key=canary";
type Thrown = object;
type Row = readonly [string, Thrown, string, boolean | "unknown", string];

const deno25 = (words: string): Thrown => new TypeError(`error sending request for url (${URL_SENT}): ${words}`);
const deno29 = (words: string): Thrown =>
  new TypeError("fetch failed", { cause: new Error(`error sending request for url (${URL_SENT}): ${words}`) });
const denoSent = (words: string): Thrown =>
  new TypeError("fetch failed", {
    cause: new Error(`error sending request from 127.0.0.1:5 for ${URL_SENT} (127.0.0.1:6): ${words}`),
  });
const bun = (code: string, Class: ErrorConstructor = TypeError): Thrown =>
  Object.assign(new Class("canary"), { code, errno: 0, path: URL_SENT });

const TCP = "client error (Connect): tcp connect error: ";
const CONNECT = "client error (Connect): ";
const SEND = "client error (SendRequest): ";
const REFUSED = "Connection refused (os error 111)";

const rows: readonly Row[] = [
  ["Deno 2.9: closed port", deno29(TCP + REFUSED), "network-unreached", "unknown", "ECONNREFUSED"],
  ["Deno 2.5: closed port", deno25(TCP + REFUSED), "network-unreached", "unknown", "ECONNREFUSED"],
  [
    "Deno on Windows: closed port",
    deno29(`${TCP}Nein. (os error 10061)`),
    "network-unreached",
    "unknown",
    "ECONNREFUSED",
  ],
  ["Deno: no route", deno29(`${TCP}No route (os error 113)`), "network-unreached", "unknown", "CONNECT"],
  ["Deno: too slow", deno29(`${TCP}deadline has elapsed`), "network-unreached", "unknown", "CONNECT"],
  ["Deno: unknown host", deno29(`${CONNECT}dns error: failed to lookup`), "network-unreached", "unknown", "ENOTFOUND"],
  ["Deno: something new", deno29(`${CONNECT}tunnel error: canary`), "network-unreached", "unknown", "CONNECT"],
  [
    "Deno: TLS to a plain port",
    deno29(`${CONNECT}received corrupt message of type X`),
    "network-tls",
    "unknown",
    "EPROTO",
  ],
  ["Deno: certificate", deno25(`${CONNECT}invalid peer certificate: canary`), "network-tls", "unknown", "EPROTO"],
  ["Deno: TLS alert", deno29(`${CONNECT}received fatal alert: HandshakeFailure`), "network-tls", "unknown", "EPROTO"],
  ["Deno: end in TLS", deno29(`${CONNECT}tls handshake eof`), "network-reset", "unknown", "ECONNRESET"],
  [
    "Deno: reset in TLS",
    deno29(`${CONNECT}Connection reset by peer (os error 104)`),
    "network-reset",
    "unknown",
    "ECONNRESET",
  ],
  [
    "Deno: end",
    denoSent(`${SEND}connection closed before message completed`),
    "network-reset",
    "unknown",
    "ECONNRESET",
  ],
  [
    "Deno: reset",
    new TypeError("fetch failed", { cause: new Error("Connection reset by peer (os error 104)") }),
    "network-reset",
    "unknown",
    "ECONNRESET",
  ],
  ["Deno: malformed", denoSent(`${SEND}invalid HTTP version parsed`), "network-malformed", true, "HTTPParserError"],
  ["Deno: large head", denoSent(`${SEND}message head is too large`), "network-malformed", true, "HTTPParserError"],
  [
    "Deno: blocked port",
    new TypeError("Fetch failed: Requests to port 22 are blocked"),
    "network-unreached",
    false,
    "BAD_PORT",
  ],
  ["Bun 1.4.5: closed port", bun("ECONNREFUSED"), "network-unreached", false, "ECONNREFUSED"],
  ["Bun 1.4.0: closed port", bun("ConnectionRefused"), "network-unreached", false, "ConnectionRefused"],
  ["Bun 1.4.5: unknown host", bun("ENOTFOUND"), "network-unreached", false, "ENOTFOUND"],
  ["Bun 1.4.5: TLS to a plain port", bun("EPROTO"), "network-tls", "unknown", "EPROTO"],
  [
    "Bun 1.4.0: TLS to a plain port",
    bun("UNKNOWN_CERTIFICATE_VERIFICATION_ERROR"),
    "network-tls",
    "unknown",
    "UNKNOWN_CERTIFICATE_VERIFICATION_ERROR",
  ],
  ["Bun: reset", bun("ECONNRESET"), "network-reset", "unknown", "ECONNRESET"],
  ["Bun: malformed", bun("Malformed_HTTP_Response"), "network-malformed", true, "Malformed_HTTP_Response"],
  ["Bun 1.3: anything", bun("ConnectionRefused", Error), "network-unreached", "unknown", "ConnectionRefused"],
  ["Bun 1.3: no socket", bun("FailedToOpenSocket", Error), "network-unreached", "unknown", "FailedToOpenSocket"],
  [
    "Bun 1.3: certificate",
    bun("DEPTH_ZERO_SELF_SIGNED_CERT", Error),
    "network-tls",
    "unknown",
    "DEPTH_ZERO_SELF_SIGNED_CERT",
  ],
];

/** What a POST rejects with where `fetch` throws. */
function thrownBy(error: unknown, method = "POST"): Promise<NetworkError> {
  const fetch = async (): Promise<never> => {
    throw error;
  };
  return rejection(acmeClient("https://a.test", { fetch }).request("/x", { method }), NetworkError);
}

for (const [name, thrown, code, sent, cause] of rows) {
  test(`${name} is ${code}, sent: ${sent}`, async () => {
    const error = await thrownBy(thrown);
    assert.equal([error.code, error.sent, (error.cause as { code: string }).code], [code, sent, cause]);
    assert.not.match(JSON.stringify(error) + String(error.stack), "canary");
  });
}

test("workerd and browsers do not tell: what they say is unknown", async () => {
  for (const thrown of [
    Object.assign(new Error("Network connection lost."), { retryable: true }),
    new Error("internal error; reference = canary"),
    ...["Failed to fetch", "Load failed", "NetworkError when attempting to fetch resource."].map(
      (say) => new TypeError(say),
    ),
  ]) {
    const { code, sent, cause } = await thrownBy(thrown);
    assert.equal([code, sent, cause], ["network-reset", "unknown", undefined]);
  }
});

test("what Bun sends again by itself may have been sent: every method but POST and PATCH", async () => {
  const told = async (method: string): Promise<unknown> => (await thrownBy(bun("ECONNREFUSED"), method)).sent;
  assert.equal(await Promise.all(["POST", "PATCH"].map(told)), [false, false]);
  const again = ["GET", "HEAD", "PUT", "DELETE", "OPTIONS"];
  assert.equal(
    await Promise.all(again.map(told)),
    again.map(() => "unknown"),
  );
});

test('no text of a server makes it "not sent", wherever it stands', async () => {
  const refused = CONNECT + TCP + REFUSED;
  const debug = `${SEND}http2 error: connection error received: not a result of an error (b"${refused}")`;
  for (const words of [debug, `${SEND}${refused}`, `${SEND}bad port`]) {
    for (const thrown of [denoSent(words), deno29(words), deno25(words)])
      assert.is((await thrownBy(thrown)).sent, "unknown", words);
  }
});

const MISSING = 'Requires net access to "api.a.test:444", run again with the --allow-net flag';
const notCapable = (message: string): Error => Object.assign(new Error(message), { name: "NotCapable" });

test("a missing permission of Deno is a ConfigurationError in Deno's words, and shows no more than the host", async () => {
  const ask = async (message: string): Promise<ConfigurationError> => {
    const fetch = async (): Promise<never> => Promise.reject(notCapable(message));
    return rejection(acmeClient("https://a.test", { fetch }).get("/x"), ConfigurationError);
  };
  const error = await ask(MISSING);
  assert.is(error.code, "missing-permission");
  assert.is(error.message, `GET /x of acme: nothing was sent, because Deno did not allow it. ${MISSING}`);
  for (const other of [`Requires net access to "a.test/?canary", run`, `canary ${MISSING}`, `${MISSING} canary`]) {
    const { message } = await ask(other);
    assert.match(message, "run again with the --allow-net flag");
    assert.not.match(message, "canary");
  }
});

test.run();
