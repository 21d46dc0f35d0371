// Webhooks against the libraries of the vendors, both ways: what they sign we take, what we sign they take, and of what was
// tampered with neither takes anything that the other does not. Bodies are random: UTF-8, empty, 1 MiB.
// Usage: node test/oracles/webhooks/run.mjs [seed]
import { WebhookError } from "@sdkwright/runtime";
import { bindWebhooks, github, standard, stripe, twilio } from "@sdkwright/runtime/generated/webhooks";
import { sign as signGitHub, verify as verifyGitHub } from "@octokit/webhooks-methods";
import { Webhook } from "standardwebhooks";
import Stripe from "stripe";
import twilioSdk from "twilio";

const seed = Number(process.argv[2] ?? 1);
const random = seeded(seed);
const pick = (list) => list[Math.floor(random() * list.length)];

const url = "https://us.example/hooks?a=1&b=%20";
const json = { "content-type": "application/json" };
const base64 = (length) => Buffer.from(Array.from({ length }, () => Math.floor(random() * 256))).toString("base64");
const secretOf = () => `whsec_${base64(24)}`;

/** How each signs and checks: a record of headers, and whether it takes a message. */
const JUDGES = {
  stripe: {
    scheme: stripe,
    // Stripe's takes no empty body.
    bodies: () => jsonBodies().filter((body) => body !== ""),
    sign: (body, secret) => ({
      "stripe-signature": new Stripe("sk_test_x").webhooks.generateTestHeaderString({ payload: body, secret }),
    }),
    takes: (body, headers, secret) =>
      new Stripe("sk_test_x").webhooks.signature.verifyHeader(body, headers.get("stripe-signature"), secret, 300),
  },
  standard: {
    scheme: standard,
    bodies: jsonBodies,
    sign(body, secret) {
      const [id, now] = [`msg_${base64(6)}`, new Date()];
      return {
        "webhook-id": id,
        "webhook-timestamp": String(Math.floor(now.getTime() / 1000)),
        "webhook-signature": new Webhook(secret).sign(id, now, body),
      };
    },
    takes: (body, headers, secret) => {
      new Webhook(secret).verify(body, Object.fromEntries(headers));
      return true;
    },
  },
  github: {
    scheme: github,
    // Nor does Octokit's.
    bodies: () => jsonBodies().filter((body) => body !== ""),
    sign: async (body, secret) => ({ "x-hub-signature-256": await signGitHub(secret, body) }),
    takes: (body, headers, secret) => verifyGitHub(secret, body, headers.get("x-hub-signature-256")),
  },
  twilio: {
    scheme: twilio,
    type: { "content-type": "application/x-www-form-urlencoded" },
    bodies: formBodies,
    sign: (body, secret) => ({
      "x-twilio-signature": twilioSdk.getExpectedTwilioSignature(secret, url, fieldsOf(body)),
    }),
    takes: (body, headers, secret) =>
      twilioSdk.validateRequest(secret, headers.get("x-twilio-signature"), url, fieldsOf(body)),
  },
};

const figures = [];
let failures = 0;
for (const [name, judge] of Object.entries(JUDGES)) {
  let [messages, tampered] = [0, 0];
  for (const body of judge.bodies()) {
    const secret = secretOf();
    const webhooks = bindWebhooks({ provider: name, scheme: judge.scheme }, { secrets: [secret] });
    const headersOf = (signed) => new Headers({ ...(judge.type ?? json), ...signed });
    const theirs = headersOf(await judge.sign(body, secret));
    const ours = (await webhooks.sign({ body, url, headers: judge.type ?? json })).headers;
    for (const [way, headers] of Object.entries({ theirs, ours })) {
      messages += 1;
      expect(await weTake(webhooks, body, headers), true, `${name}, signed by ${way}: we`, body);
      expect(await theyTake(judge, body, headers, secret), true, `${name}, signed by ${way}: they`, body);
    }
    for (let count = 0; count < (body.length > 10_000 ? 2 : 20); count += 1) {
      const [otherBody, otherHeaders] = tamperedWith(body, theirs);
      tampered += 1;
      const [we, they] = [
        await weTake(webhooks, otherBody, otherHeaders),
        await theyTake(judge, otherBody, otherHeaders, secret),
      ];
      if (we && !they && !isSameSignature(theirs, otherHeaders))
        expect(we, they, `${name}, tampered with: we take what they refuse`, [...otherHeaders].join(" "));
      if (they && !we && !isKnown(name, theirs, otherHeaders))
        expect(we, they, `${name}, tampered with: we refuse what they take`, JSON.stringify([...otherHeaders]));
    }
  }
  figures.push(`${name} ${messages} messages, ${tampered} tampered`);
}
console.log(`webhooks: ${figures.join("; ")}, seed ${seed}: ${failures} differences`);
process.exitCode = failures === 0 ? 0 : 1;

function expect(found, wanted, what, body) {
  if (found === wanted) return;
  failures += 1;
  console.log(`${what}: ${found} in place of ${wanted}, ${JSON.stringify(body).slice(0, 200)}`);
}

/** Others compare texts: hex in capitals, base64 without its padding, and spaces and commas between parts are the same signature. */
function isSameSignature(from, to) {
  const bare = (headers) =>
    [...headers].map(([, value]) =>
      value.replaceAll(/[\s,=]/g, "").replace(/[0-9A-F]{64}$/i, (hex) => hex.toLowerCase()),
    );
  return bare(from).join() === bare(to).join();
}

/**
 * They take, and we do not: base64 with bits that mean nothing, and with signs between, which Node's decoder drops;
 * Stripe's reads the time as a number, the last of two, and of a part what is before its second `=`.
 */
function isKnown(name, from, to) {
  const letters = (headers) => [...headers].map(([, value]) => value.replaceAll(/[^A-Za-z0-9]/g, "")).join();
  if (name === "standard" || name === "twilio") return letters(from).slice(0, 20) === letters(to).slice(0, 20);
  const read = (headers) => {
    const parts = headers
      .get("stripe-signature")
      .split(",")
      .map((part) => part.split("="));
    const last = parts.findLast(([key]) => key === "t")?.[1];
    return [parseInt(last, 10), parts.filter(([key]) => key === "v1").map(([, value]) => value)].join();
  };
  return name === "stripe" && read(from) === read(to);
}

async function weTake(webhooks, body, headers) {
  try {
    await webhooks.verify({ headers, body, url });
    return true;
  } catch (error) {
    if (!(error instanceof WebhookError)) throw error;
    return error.code === "not-json";
  }
}

async function theyTake(judge, body, headers, secret) {
  try {
    return (await judge.takes(body, headers, secret)) !== false;
  } catch (error) {
    // They parse what they have found valid.
    return error instanceof SyntaxError;
  }
}

function fieldsOf(body) {
  const fields = {};
  for (const [name, value] of new URLSearchParams(body))
    fields[name] = name in fields ? [fields[name], value].flat() : value;
  return fields;
}

function jsonBodies() {
  const random100 = Array.from({ length: 100 }, () => JSON.stringify({ [textOf(8)]: textOf(60), n: random() }));
  return ["", "{}", textOf(40), JSON.stringify(textOf(200_000)), "x".repeat(1_048_576), ...random100];
}

function formBodies() {
  const one = () =>
    Array.from({ length: Math.floor(random() * 6) }, () => [pick(["From", "To", "Body", "é", textOf(4)]), textOf(12)]);
  return ["", ...Array.from({ length: 100 }, () => new URLSearchParams(one()).toString())];
}

/** Well-formed: half a pair is not to be sent. */
function textOf(length) {
  const letters = ["a", "Z", "0", " ", '"', "\\", "\n", "ř", "é", "漢", "😀", "\u2028", "\u0000", "&", "=", "+", "%"];
  return Array.from({ length: Math.floor(random() * length) }, () => pick(letters)).join("");
}

function tamperedWith(body, headers) {
  const names = [...headers.keys()].filter((name) => name !== "content-type");
  const place = pick(["body", ...names]);
  if (place === "body") return [changed(body), headers];
  const others = new Headers(headers);
  others.set(place, changed(headers.get(place)).replaceAll(/[^ -~]/g, "x"));
  return [body, others];
}

function changed(text) {
  const at = Math.floor(random() * (text.length + 1));
  const letter = pick("0aA=,. v1t/+".split(""));
  return pick([
    text.slice(0, at) + letter + text.slice(at),
    text.slice(0, at) + letter + text.slice(at + 1),
    text.slice(0, at) + text.slice(at + 1),
    text.slice(0, at),
  ]);
}

function seeded(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
