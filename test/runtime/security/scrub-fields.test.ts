import { HttpError } from "@sdkwright/runtime";
import { fakeProviders } from "@sdkwright/runtime/testing";
import { operations } from "@sdkwright/runtime/generated/operations";
import { inspect } from "node:util";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { copyData } from "#runtime/config/copy-data.js";
import { readText, readValue } from "#runtime/http/body-fields.js";
import { acmeClient, rejection } from "../acme.js";
import { SECRET, type Sent, typed, untyped, WIRES } from "./secret-fields.js";

const test = suite("12.8: secrets by the name under which they are given");

const DEFINITION = { operations: operations(WIRES) };

/** What an error shows of an answer that says `body`. */
async function shownOf([path, options]: Sent, body: string, meanwhile = () => {}): Promise<string> {
  const fetch = async (): Promise<Response> => (meanwhile(), new Response(body, { status: 422 }));
  const client = acmeClient("https://a.test", { fetch }, DEFINITION);
  const error = await rejection(client.post(path, options), HttpError);
  return error.response.body;
}

for (const [what, sent] of Object.entries({ ...typed, ...untyped })) {
  test(`12.8: ${what}: an error masks it, and nothing else`, async () => {
    assert.is(await shownOf(sent, `you sent ${SECRET}, an ordinary word`), "you sent ***, an ordinary word");
  });

  test(`12.8: ${what}: records of fakes do not show it`, async () => {
    const fake = fakeProviders({ acme: "https://a.test" });
    fake.providers.acme.on("*", "*").reply(200);
    await acmeClient("https://a.test", fake.options, DEFINITION).post(sent[0], sent[1]);
    const shown = inspect(fake.requests, { depth: 9 });
    assert.match(shown, "***");
    for (const part of ["hunter2", "very", "cret"]) assert.not.ok(shown.includes(part), shown);
  });
}

test("12: a key in a body of JSON, as it is sent there, where it is made of escapes", async () => {
  for (const apikey of ['&#x41;"', "K\\&#65;", '-"\\x0&#65;']) {
    let sent: unknown;
    const fetch = async (_: unknown, init?: RequestInit): Promise<Response> => {
      sent = new TextDecoder().decode(init?.body as Uint8Array);
      return Promise.resolve(new Response(`you sent ${String(sent)}`, { status: 400 }));
    };
    // A name that says nothing.
    const securitySchemes = { body: { type: "apiKey", in: "body", name: "appid" } } as const;
    const client = acmeClient("https://a.test", { fetch, credentials: { body: { apikey } } }, { securitySchemes });
    const { response } = await rejection(client.post("/x", { security: "body", json: {} }), HttpError);
    assert.is(sent, JSON.stringify({ appid: apikey }));
    assert.not.ok(response.body.includes(JSON.stringify(apikey).slice(1, -1)), response.body);
  }
});

const MADE_UP = "204db7bc-fafb/2deb+7506_b89eb3";

for (const headers of [
  { authorization: `ApiKey daniel:${MADE_UP}` },
  { authorization: `SharedKey account:${MADE_UP}==` },
  { authorization: `Hawk id="dh37", ts="1353832234", mac="${MADE_UP}="` },
  { authorization: `Custom v1 ${MADE_UP}` },
  { "x-signature": `t=1492774577,v1=${MADE_UP}` },
  { "x-api-key": `id.${MADE_UP}` },
  { "x-api-key": "id|abcdefgh.ijkl1234.mnop" },
] as const)
  test(`12: a part of a header that is made up, repeated alone: ${JSON.stringify(headers)}`, async () => {
    const part = JSON.stringify(headers).includes(MADE_UP) ? MADE_UP : "abcdefgh.ijkl1234.mnop";
    assert.is(await shownOf(["/x", { headers }], `unknown key ${part}, of daniel`), "unknown key ***, of daniel");
  });

for (const [authorization, text] of [
  [`Digest username="daniel", uri="/charges/v2/refunds", response="${MADE_UP}"`, "no /charges/v2/refunds"],
  [
    `AWS4-HMAC-SHA256 Credential=AKIAIOSF/20130524/s3, SignedHeaders=host;x-amz-content-sha256, Signature=${MADE_UP}`,
    "x-amz-content-sha256 does not match, algorithm AWS4-HMAC-SHA256",
  ],
  [
    `Signature algorithm="ecdsa-p256-sha256",keyId="https://social.example/users/alice1",signature="${MADE_UP}"`,
    "no key https://social.example/users/alice1 for ecdsa-p256-sha256",
  ],
] as const)
  test(`12: what is public in a header is shown: ${text}`, async () => {
    assert.is(await shownOf(["/x", { headers: { authorization } }], `${text}: ${MADE_UP}`), `${text}: ***`);
  });

test("12: parts of long tokens and of many cookies leave room for what there is to look for", async () => {
  const part = (length: number) => "aB3dEf6hIj".repeat(length / 10);
  const cookie = Array.from({ length: 60 }, (_, index) => `c${index}=abcdefgh1jklmnop${index}.xbcdefgh1jklmnop`).join(
    "; ",
  );
  for (const headers of [{ authorization: `Bearer ${part(100)}.${part(7000)}.${part(300)}` }, { cookie }])
    assert.is(await shownOf(["/x", { headers }], "card_declined"), "card_declined");
});

test("12.8: a cookie in quotes, repeated without", async () => {
  const sent: Sent = ["/x", { headers: { cookie: 'sid="hunter2-long"; a=b' } }];
  assert.is(await shownOf(sent, "you sent hunter2-long"), "you sent ***");
});

test("12.8: a URL with an apostrophe in its query, before a fragment", async () => {
  const sent: Sent = ["/x", { form: { payload: "https://h.example/p?token=it's-hunter2-long#top" } }];
  assert.is(await shownOf(sent, "you sent it's-hunter2-long"), "you sent ***");
});

test("12.8: user info with an apostrophe, which is legal there", async () => {
  const sent: Sent = ["/x", { json: { dsn: "postgres://u:it's-hunter2-long@db.example/x" } }];
  assert.is(await shownOf(sent, "you sent it's-hunter2-long"), "you sent ***");
});

const words = (text: string): string[] => text.trim().split(/\s+/);
const TELLING = words(`
  pass user_pass userPass pass_word smtp-pass PASS pass2 login[pass] jwt idJwt jwt_assertion
  bearer x-bearer otp totp user_otp otpCode OTP_CODE hmac x-hmac-sha256 creds dbCreds sig x_sig
  login[sig] requestSig
`);
const ORDINARY = words(`
  passenger passed passport passive compass bypass rootPath footprint snapshotPath design signal
  assign forbear sacred config
`);

test("12.8: which names tell, and which do not", async () => {
  const value = "one-of-both-kinds";
  for (const [names, shown] of [
    [TELLING, "you sent ***"],
    [ORDINARY, `you sent ${value}`],
  ] as const) {
    for (const name of names) {
      const fields = { user: "someone", [name]: value };
      const within = { json: { a: JSON.stringify(fields) } };
      for (const options of [{ json: fields }, { query: fields }, { form: fields }, within])
        assert.is(await shownOf(["/x", options], `you sent ${value}`), shown, `${name} ${JSON.stringify(options)}`);
    }
  }
});

/** All that a caller may change of what it gave; Blobs and FormData stay. */
function emptied(given: object): void {
  for (const [name, value] of Object.entries(given)) {
    if (typeof value === "object" && value !== null) emptied(value as object);
    if (typeof value === "string") Object.assign(given, { [name]: "another" });
  }
}

test("12.8: nor does either where the caller's objects have changed since the call", async () => {
  for (const [what, sent] of Object.entries({ ...typed, ...untyped })) {
    const body = `you sent ${SECRET}, an ordinary word`;
    const fetch = async (): Promise<Response> => new Response(body, { status: 422 });
    const [path, options] = [sent[0], copyData(sent[1])];
    const failing = rejection(acmeClient("https://a.test", { fetch }, DEFINITION).post(path, options), HttpError);
    emptied(options);
    assert.is((await failing).response.body, "you sent ***, an ordinary word", what);

    const fake = fakeProviders({ acme: "https://a.test" });
    fake.providers.acme.on("*", "*").reply(200);
    const given = copyData(sent[1]);
    const recorded = acmeClient("https://a.test", fake.options, DEFINITION).post(path, given);
    emptied(given);
    await recorded;
    assert.not.match(inspect(fake.requests, { depth: 9 }), /hunter2|very|cret/, what);
  }
});

test("12.8: what stands under other names, beside them and in lists, is shown", async () => {
  const json = {
    list: [{ name: "city", value: "Heidelberg" }, ["created", "updated"]],
    order: ["token", "ordinary-word"],
    url: "https://auth.example.com/page?sort=ascending&filter=something#chapter",
    mail: "someone@example.com",
    patch: [{ op: "add", path: "/title", value: "A new title" }],
  };
  const body = JSON.stringify(json);
  assert.is(await shownOf(["/x", { json, query: { note: "a=longer-value" } }], body), body);
});

test("12.8: a getter that throws when it is read again, or a ring, breaks no error", async () => {
  let reads = 0;
  const login = {
    get password(): string {
      if ((reads += 1) > 3) throw new Error("canary");
      return SECRET;
    },
  };
  assert.not.match(await shownOf(["/login", { query: { flat: login } }], `you sent ${SECRET}`), "hunter2");
  const ring: { password: string; self?: object } = { password: SECRET };
  const shown = await shownOf(["/login", { form: { login: ring } }], `you sent ${SECRET}`, () => (ring.self = ring));
  assert.not.match(shown, "hunter2");
});

test("12.8: however deep fields are, reading them is linear in their length", () => {
  const work = (value: unknown, text: string): number => {
    let [steps, length] = [0, 0];
    const note = (_: string, part: string): void => {
      steps += 1;
      length += part.length;
    };
    readValue(value, "", note);
    readText(text, "", note);
    return steps + length;
  };
  for (const name of ["token", "a"]) {
    const nested = (depth: number): string => `${`{"${name}":[`.repeat(depth)}"x"${"]}".repeat(depth)}`;
    const quoted = (count: number): string => JSON.stringify({ [name]: JSON.stringify([JSON.stringify("x=".repeat(count))]) }); // prettier-ignore
    for (const make of [nested, quoted]) {
      const [few, many] = [2000, 20_000].map((count) => work(JSON.parse(make(count)), make(count)));
      assert.ok((many ?? 0) < 11 * (few ?? 0) + 100, `${few} ${many}`);
    }
  }
});

test("12.8: texts of any kind are read in linear time", () => {
  for (const unit of [
    "//a",
    "//",
    "a@",
    "=",
    "a=",
    "?a=",
    "&",
    "<",
    "<a ",
    "[",
    '{"',
    "{}\n",
    "[\n",
    ' name="token"',
    "<token>",
  ]) {
    // prettier-ignore
    const begin = process.cpuUsage().user;
    for (const text of [unit.repeat(200_000 / unit.length), `//${unit.repeat(200_000 / unit.length)}`])
      readText(text, "", () => {});
    assert.ok(process.cpuUsage().user - begin < 3_000_000, JSON.stringify(unit));
  }
});

/** Read as a number, each is another text. */
const NUMBERS = words("12345678901234567890 -0.12345678901234567890 123456.50 1234567E5 1.25e-12 1e999999");

test("12.8: numbers below a telling name, as they are written", async () => {
  for (const number of NUMBERS) {
    for (const body of [
      `{"credentials":{"account":${number}}}`,
      `{"token":[1,${number}]}`,
      `{"token":${number},"a":"b"}`,
      `{"name":"password","value":{"a\\"":${number}}}`,
      `{"a":1}\n{"credentials":{"account": ${number} }}\n`,
      JSON.stringify({ payload: `{"credentials":{"account":${number}}}` }),
    ]) {
      const sent: Sent = ["/x", { body, headers: { "content-type": "application/json" } }];
      assert.is(await shownOf(sent, `you sent ${number}.`), "you sent ***.", body);
    }
  }
});

test("12.8: such numbers below other names are shown, and what a server has made of them is not", async () => {
  const [number, rounded] = ["12345678901234567890", "12345678901234567000"];
  const json = (name: string): Sent => ["/x", { body: `{"${name}":{"a":${number}}}` }];
  assert.is(await shownOf(json("account"), `you sent ${number}`), `you sent ${number}`);
  assert.is(await shownOf(json("token"), `you sent ${rounded}`), "you sent ***");
});

test.run();
