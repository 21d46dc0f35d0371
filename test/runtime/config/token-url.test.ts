import { fillTokenUrl } from "@sdkwright/runtime/config";
import { suite } from "uvu";
import * as assert from "uvu/assert";

const test = suite("token URLs");

const filled: readonly (readonly [text: string, values: { [name: string]: string }, url: string, origin?: string])[] = [
  ["https://AUTH.acme.example:443/token", {}, "https://auth.acme.example/token"],
  ["https://auth.acme.example", {}, "https://auth.acme.example/"],
  [
    "https://{T}.acme.example/{T}/token?t={T}",
    { T: "eu-1" },
    "https://eu-1.acme.example/eu-1/token?t=eu-1",
    "https://eu-1.acme.example",
  ],
  [
    "https://auth.acme.example/t?a={A}",
    { A: "x&b=c#d e/é" },
    "https://auth.acme.example/t?a=x%26b%3Dc%23d%20e%2F%C3%A9",
  ],
  [
    "{URL}/token?a=1",
    { URL: "http://127.0.0.1:8080/base/" },
    "http://127.0.0.1:8080/base/token?a=1",
    "http://127.0.0.1:8080",
  ],
  ["{URL}", { URL: "https://auth.acme.example/token" }, "https://auth.acme.example/token"],
];

for (const [text, values, url, origin = "https://auth.acme.example"] of filled) {
  test(`${text} → ${url}`, () => {
    assert.equal(
      fillTokenUrl(text, (name) => values[name]),
      { url: { origin, url } },
    );
  });
}

const refused: readonly (readonly [text: string, values: { [name: string]: string }, kind: string])[] = [
  ["https://{T}.acme.example/token", {}, "missing"],
  ["https://auth.acme.example/token?t={T}", {}, "missing"],
  ["https://auth.acme.example/token?t={T}", { T: "" }, "value"],
  ["https://auth.acme.example/token?t={T}", { T: "a\nb" }, "value"],
  ["https://auth.acme.example/token?t={T}", { T: "\ud800" }, "value"],
  ["https://{T}/token", { T: "evil.example/x" }, "value"],
  ["https://{T}.acme.example/token", { T: "evil.example?" }, "value"],
  ["https://auth.acme.example/{T}", { T: ".." }, "value"],
  ["{T}/token", { T: "http://evil.example" }, "text"],
  ["{T}://evil.example/token", { T: "http" }, "text"],
  ["http://[::2]/token", {}, "text"],
];

for (const [text, values, kind] of refused) {
  test(`refused: ${text} with ${JSON.stringify(values)}`, () => {
    const result = fillTokenUrl(text, (name) => values[name]);
    assert.is("problem" in result ? result.problem.kind : result.url.url, kind);
    assert.not.match(JSON.stringify(result), /evil\.example\/x/);
  });
}

test.run();
