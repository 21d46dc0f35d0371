// Answers that a token endpoint should not give, or that look as if it should not. Each has the code of the error that it
// ends with and what its message says; those that are taken have none.
import { gzipSync } from "node:zlib";
import { CANARY, echoes } from "./echoes.mjs";

/** `String` and `Number` throw at it. */
const NOTHING = { toString: 1, valueOf: 1 };

const token = { access_token: "good-token", token_type: "Bearer" };
const bad = (message) => ({ code: "bad-token-answer", message });
const status = (number, message = /./) => ({
  code: `http-${number}`,
  message: new RegExp(`answered ${number}.*${message.source}`, "s"),
});

export const answers = {
  // Taken.
  "the least that there can be": [json(200, token)],
  "bearer in capitals": [json(200, { ...token, token_type: "BEARER" })],
  "JSON under another content type": [text(200, "text/plain", JSON.stringify(token))],
  "JSON behind a byte order mark": [text(200, "application/json", `\ufeff${JSON.stringify(token)}`)],
  "a life of text": [json(200, { ...token, expires_in: "3600" })],
  "a life that never ends": [json(200, { ...token, expires_in: 1e308 })],
  "a life that is over": [json(200, { ...token, expires_in: -5 })],
  "a life that cannot be a number": [json(200, { ...token, expires_in: NOTHING })],
  "a life that is a list": [json(200, { ...token, expires_in: [1] })],
  "fields that nobody knows": [json(200, { ...token, scope: 7, id_token: {}, __proto__: null, constructor: "x" })],
  compressed: [text(200, "application/json", gzipSync(JSON.stringify(token)), { "content-encoding": "gzip" })],

  // Tokens that are none.
  "a token with control characters": [json(200, { ...token, access_token: "good\r\nx-evil: 1" }), bad(/access_token/)],
  "a token with a space": [json(200, { ...token, access_token: "good token" }), bad(/access_token/)],
  "a token beyond ASCII": [json(200, { ...token, access_token: "gööd" }), bad(/access_token/)],
  "an empty token": [json(200, { ...token, access_token: "" }), bad(/access_token/)],
  "a number for a token": [json(200, { ...token, access_token: 12 }), bad(/access_token/)],
  "a token of a prototype": [
    text(200, "application/json", `{"__proto__":${JSON.stringify(token)}}`),
    bad(/access_token/),
  ],
  "no token": [json(200, { token_type: "bearer" }), bad(/no `access_token`/)],
  "a token of another type": [json(200, { ...token, token_type: "mac" }), bad(/token_type/)],
  "a type that cannot be text": [json(200, { ...token, token_type: NOTHING })],
  "a token without a type": [json(200, { access_token: "good-token" })],
  "a type that echoes": [json(200, { ...token, token_type: CANARY })],
  "a refresh token with a line feed": [json(200, { ...token, refresh_token: "a\nb" }), bad(/refresh_token/)],

  // Bodies that are none.
  nothing: [text(200, "application/json", ""), bad(/not a JSON object/)],
  "no content": [text(204), bad(/not a JSON object/)],
  "a page": [text(200, "text/html", `<html><body>Sign in, ${CANARY}</body></html>`), bad(/not a JSON object/)],
  "a form": [
    text(200, "application/x-www-form-urlencoded", "access_token=good-token&token_type=bearer"),
    bad(/not a JSON object/),
  ],
  "a list": [json(200, [token]), bad(/not a JSON object/)],
  null: [json(200, null), bad(/not a JSON object/)],
  "too much": [json(200, { ...token, padding: "x".repeat(64 * 1024) }), bad(/64 KiB/)],
  "too much, compressed": [
    text(200, "application/json", gzipSync(JSON.stringify({ ...token, padding: "x".repeat(1e7) })), {
      "content-encoding": "gzip",
    }),
    bad(/64 KiB/),
  ],
  "without end": [endless, bad(/64 KiB/)],
  "a drip": [drip, { code: "timeout", message: /took longer than 400 ms/ }],
  "headers that never come": [() => {}, { code: "timeout", message: /took longer than 400 ms/ }],
  "cut short": [cut, { code: "network-reset", message: /POST .*\/token of/ }],
  "garbage under gzip": [
    text(200, "application/json", "no gzip", { "content-encoding": "gzip" }),
    { code: "network-malformed", message: /./ },
  ],

  // Other places.
  ...Object.fromEntries(
    [301, 302, 303, 307, 308].map((number) => [
      `a redirect by ${number}`,
      [redirect(number), { code: "redirect-token", message: /redirect.*tokenUrl/s }],
    ]),
  ),

  // Refusals.
  "a refusal under 200": [
    json(200, { error: "invalid_client", error_description: "no such client" }),
    status(200, /invalid_client: no such client/),
  ],
  invalid_client: [
    json(401, { error: "invalid_client" }, { "www-authenticate": "Basic" }),
    status(401, /invalid_client/),
  ],
  unauthorized_client: [json(400, { error: "unauthorized_client" }), status(400, /unauthorized_client/)],
  invalid_scope: [
    json(400, { error: "invalid_scope", error_description: "no such scope" }),
    status(400, /invalid_scope: no such scope/),
  ],
  "an error that is an object": [json(400, { error: { message: "bad", code: 190 } }), status(400)],
  "an error that cannot be text": [json(400, { error: NOTHING, error_description: NOTHING }), status(400)],
  "an error that is null": [json(400, { error: null }), status(400)],
  "a description that is a list": [
    json(400, { error: "invalid_request", error_description: [1] }),
    status(400, /invalid_request/),
  ],
  "a description with lines and escapes": [
    json(400, { error: "invalid_request", error_description: "a\r\nb\u001b[31m\u202e\u0000c" }),
    status(400, /invalid_request: a/),
  ],
  "a description without end": [
    json(400, { error: "invalid_request", error_description: "x".repeat(50_000) }),
    status(400, /x{100}/),
  ],
  "a page that refuses": [text(403, "text/html", "<h1>blocked</h1>"), status(403)],
  "a status alone": [text(500), status(500)],
  // It says that it did nothing: that alone is asked again.
  "too many": [
    json(429, { error: "slow_down" }, { "retry-after-ms": "7" }),
    { ...status(429, /slow_down/), requests: 3 },
  ],
  "a cookie with the secret": [
    json(400, { error: "invalid_request" }, { "set-cookie": `s=${encodeURIComponent(CANARY)}` }),
    status(400),
  ],

  ...Object.fromEntries(
    Object.entries(echoes).map(([name, echo]) => [
      `an echo ${name}`,
      [(response, request) => text(400, "application/json", echo(request))(response), status(400)],
    ]),
  ),
};

function json(status, value, headers) {
  return text(status, "application/json", JSON.stringify(value), headers);
}

function text(status, type, content = "", headers = {}) {
  return (response) => {
    response.writeHead(status, { ...(type && { "content-type": type }), ...headers });
    response.end(content);
  };
}

function redirect(status) {
  return (response, { foreign }) => text(status, undefined, "", { location: `${foreign}/token` })(response);
}

function endless(response) {
  response.writeHead(200, { "content-type": "application/json" });
  const write = () => {
    while (!response.destroyed && response.write("x".repeat(64 * 1024)));
    if (!response.destroyed) response.once("drain", write);
  };
  response.write("{");
  write();
}

function drip(response) {
  response.writeHead(200, { "content-type": "application/json" });
  const timer = setInterval(() => response.write(" "), 20);
  response.on("close", () => clearInterval(timer));
}

function cut(response) {
  response.writeHead(200, { "content-type": "application/json", "content-length": 500 });
  response.write('{"access_token":');
  setTimeout(() => response.destroy(), 20);
}
