import { isSameBaseUrl, isSameTokenUrl } from "#generator/diff/base-urls.js";
import { array, assert as assertProperty, constantFrom, property, tuple } from "fast-check";
import { fillBaseUrl, fillTokenUrl, type ParameterValues } from "@sdkwright/runtime/config";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { runs } from "../../effort.js";

const test = suite("diff of URLs that are written otherwise");

const heads = constantFrom(
  ..."https://a.example HTTPS://A.example https://a.example:443 https://{H}.x https://{H} https://{H}: https://{H}:443 https://{H}:{P} {U} {S}://a.example {S}://{H}".split(
    " ",
  ),
);
const pieces = constantFrom(
  ..."/ // /v1 /V1 /v2 /../ /. /./ /%2e%2e/ /%41 /A /{P} {P} /{H} ; . .. %2f /é /%C3%A9 ?x=1 ?x={P} &y={H}".split(" "),
);

/** A URL, and what it becomes by another head and a piece more. */
const pairs = tuple(heads, heads, array(pieces, { maxLength: 2 }), pieces, array(pieces, { maxLength: 2 })).chain(
  ([head, other, before, piece, after]) => {
    const path = [...before, ...after].join("");
    const more = [...before, piece, ...after].join("");
    return constantFrom<[string, string]>(
      [head + path, other + path],
      [head + path, head + more],
      [head + path, other + more],
    );
  },
);

const values: readonly { readonly [name: string]: string }[] = [
  { S: "https", H: "h", P: "1", U: "https://u.example" },
  { S: "http", H: "localhost", P: "8443", U: "https://u.example/a/b" },
  { S: "https", H: "127.0.0.1", P: "p", U: "https://u.example/a/b/" },
  { S: "https", H: "h.example:8443", P: "p/q", U: "http://localhost/a//" },
];

type Fill = (text: string, values: ParameterValues) => string | undefined;

/** Where a request to `/x` goes. */
const baseUrl: Fill = (text, known) => {
  const result = fillBaseUrl(text, known);
  return "url" in result ? `${result.url.origin}${result.url.path.replace(/\/$/, "")}/x` : undefined;
};
const tokenUrl: Fill = (text, known) => {
  const result = fillTokenUrl(text, known);
  return "url" in result ? result.url.url : undefined;
};

for (const [what, isSame, fill] of [
  ["base URLs", isSameBaseUrl, baseUrl],
  ["token URLs", isSameTokenUrl, tokenUrl],
] as const) {
  test(`${what} that are called the same lead to one place, whatever their parameters are`, () => {
    let same = 0;
    assertProperty(
      property(pairs, ([one, other]) => {
        if (one === other || !isSame(one, other)) return;
        same += 1;
        for (const each of values) {
          const [before, after] = [one, other].map((text) => fill(text, (name) => each[name]));
          assert.is(before, after, `${one} ${other} ${JSON.stringify(each)}`);
        }
      }),
      { numRuns: runs(20_000, 4000) },
    );
    assert.ok(same > 10, String(same));
  });
}

test.run();
