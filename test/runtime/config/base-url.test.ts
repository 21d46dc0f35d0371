import { type FilledBaseUrl, checkBaseUrl, fillBaseUrl, isClearText, standInsFor } from "@sdkwright/runtime/config";
import { suite } from "uvu";
import * as assert from "uvu/assert";

const test = suite("base URLs");

function fill(text: string, values: Readonly<Record<string, string>> = {}): string {
  const filled = fillBaseUrl(text, (name) => values[name]);
  return "url" in filled ? filled.url.origin + filled.url.path : filled.problem.kind;
}

function kind(checked: FilledBaseUrl): string | undefined {
  return "problem" in checked ? checked.problem.kind : undefined;
}

test("a plain base URL becomes origin and path", () => {
  assert.equal(
    fillBaseUrl("https://api.example:8443/v1", () => undefined),
    {
      url: { origin: "https://api.example:8443", path: "/v1" },
    },
  );
  assert.is(fill("HTTPS://API.example"), "https://api.example/");
  assert.is(fill("https://[::1]:80/x"), "https://[::1]:80/x");
});

test("base-url: user info, query, fragment and other schemes are refused", () => {
  const wrong = [
    "https://user:pass@api.example",
    "https://@api.example",
    "https://api.example?key=1",
    "https://api.example/v1#f",
    "ftp://api.example",
    "ftp:",
    "http:api.example",
    "javascript:alert(1)",
    "https://",
    "https:///x",
    "https://api.example/a b",
    "https://api.example\\x",
    "https://api.example/\t",
    "https://api.example/{x",
    " https://api.example",
  ];
  for (const text of wrong) assert.is(kind(checkBaseUrl(text, {})), "text", text);
});

test("a host is letters, digits, dots, hyphens, or an address: the URL standard takes more", () => {
  for (const sign of ";&$()*'\"`!,+=~".split(""))
    for (const text of [`https://a${sign}b.example/x`, `https://a${encodeURIComponent(sign)}b.example/x`])
      assert.is(kind(checkBaseUrl(text, {})), "text", text);
  assert.is(fill("{URL}", { URL: "https://a;id" }), "value");
  assert.is(fill("http://my_service:8080"), "http://my_service:8080/");
  assert.is(fill("https://bücher.example"), "https://xn--bcher-kva.example/");
});

test("base-url-bare: no URL scheme", () => {
  for (const text of ["noop.localhost", "localhost:3000", "localhost:3000/x", "//api.example", "", "/v1"]) {
    assert.is(kind(checkBaseUrl(text, {})), "bare", text);
    assert.is(fill(text), "bare");
  }
});

test("base-url-parameter: the URL scheme may be a parameter", () => {
  assert.is(kind(checkBaseUrl("{HTTP_SCHEME}://api.example/", { HTTP_SCHEME: { default: "https" } })), undefined);
  assert.is(kind(checkBaseUrl("{HTTP_SCHEME}://api.example/", { HTTP_SCHEME: {} })), undefined);
  assert.is(kind(checkBaseUrl("{S}://api.example/", { S: { default: "ftp" } })), "value");
  assert.is(fill("{S}://api.example/", { S: "http" }), "http://api.example/");
  for (const value of ["HTTP", "ftp", "https:", ""])
    assert.is(fill("{S}://api.example/", { S: value }), "value", value);
});

test("base-url-undeclared: a parameter has to be declared", () => {
  const message = "{REGION} in the base URL is not a declared parameter";
  const problem = { kind: "undeclared", parameter: "REGION", message };
  assert.equal(checkBaseUrl("https://{REGION}.example", {}), { problem });
  assert.is(kind(checkBaseUrl("https://{constructor}.example", {})), "undeclared");
});

test("parameters may stand anywhere", () => {
  const declared = { A: {}, B: {}, PORT: {} };
  for (const text of [
    "https://{A}.example",
    "https://api.{A}",
    "https://{A}",
    "https://x.{A}.{B}:{PORT}/{A}/v{B}",
    "{A}",
    "{A}/v1/{B}",
  ]) {
    assert.is(kind(checkBaseUrl(text, declared)), undefined, text);
  }
});

test("parameter-authority: a value stays within its place", () => {
  for (const value of [
    "evil.com/",
    "evil.com#",
    "a@evil.com:80/",
    "x\\y",
    "a:80",
    "",
    "-a",
    "a?",
    "a%2e",
    "é",
    "a\n",
  ]) {
    assert.is(fill("https://{S}.example", { S: value }), "value", value);
  }
  assert.is(fill("https://{S}.example", { S: "eu-1.x" }), "https://eu-1.x.example/");
  assert.is(fill("https://{H}/v1", { H: "localhost:3000" }), "https://localhost:3000/v1");
  for (const value of ["a?b", "a#b", "a\\b", "a%2f", "..", ".", "x/../y", "a b", ""]) {
    assert.is(fill("https://api.example/{P}/x", { P: value }), "value", value);
  }
  assert.is(fill("https://api.example/{P}{Q}/x", { P: ".", Q: "." }), "value");
  assert.is(fill("https://api.example/{P}/x", { P: "a/b" }), "https://api.example/a/b/x");
});

test("a value alone is checked as a base URL", () => {
  assert.is(fill("{URL}", { URL: "https://api.example/v1" }), "https://api.example/v1");
  assert.is(fill("{URL}/x", { URL: "https://api.example/v1/" }), "https://api.example/v1/x");
  for (const value of ["https://u@api.example", "ftp://x", "api.example", "https://{A}", "https://api.example?x", ""]) {
    assert.is(fill("{URL}", { URL: value }), "value", value);
  }
});

test("what stands after a value never leads out of its path", () => {
  const URL = "https://api.example/tenants/acme";
  for (const rest of ["/../v2", "/..", "/./v2", "/v2/../../x", "/%2e%2e/v2", "/..%2fv2", "/.%2E/v2", "/..;a/v2"]) {
    assert.is(fill(`{URL}${rest}`, { URL }), "text", rest);
    assert.is(fill(`{URL}${rest}/{P}`, { URL, P: "p" }), "text", rest);
  }
  assert.is(fill("{URL}/..v2/...", { URL }), `${URL}/..v2/...`);
});

test("a missing value is told from a wrong one, and no message shows a value", () => {
  assert.is(fill("https://{S}.example"), "missing");
  const filled = fillBaseUrl("https://{S}.example", () => "s3cret/");
  assert.ok("problem" in filled && !filled.problem.message.includes("s3cret"));
});

test("clear text is http to anything but loopback", () => {
  const clear = (origin: string): boolean => isClearText({ origin, path: "/" });
  assert.ok(clear("http://api.example"));
  assert.ok(clear("http://127.evil.example"));
  for (const origin of [
    "https://api.example",
    "http://localhost:80",
    "http://a.localhost",
    "http://127.0.0.1:3",
    "http://[::1]:80",
  ]) {
    assert.not.ok(clear(origin), origin);
  }
});

test("12: one of more than 8,000 characters is refused, and what fits in place of parameters is looked for once", () => {
  const long = `https://a.test/${"a".repeat(8000)}`;
  assert.equal(checkBaseUrl(long, {}), {
    problem: { kind: "text", message: "a base URL has 8000 characters at most" },
  });
  assert.is(kind(checkBaseUrl(long.slice(0, 8000), {})), undefined);
  const standIn = standInsFor("{S}://h:{PORT}/{REST}");
  assert.equal(["S", "PORT", "REST"].map(standIn), ["https", "1", "a"]);
  assert.is(standInsFor("{URL}/v1")("URL"), "https://a.example");
});

test.run();
