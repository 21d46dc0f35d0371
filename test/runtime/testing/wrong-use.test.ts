import { inspect } from "node:util";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { ConfigurationError } from "@sdkwright/runtime";
import { fakeProviders } from "@sdkwright/runtime/testing";
import { acmeClient, rejection } from "../acme.js";

const test = suite("mistakes that fakes find");

const BASE = "https://api.acme.example/v1";

test("a route that was never given an answer is not used up", async () => {
  const fake = fakeProviders({ acme: BASE });
  fake.providers.acme.on("GET", "/photos");
  fake.providers.acme.on("GET", "/albums").replyOnce(200);
  const client = acmeClient(BASE, fake.options);
  await client.get("/albums");
  const { message } = await rejection(client.get("/photos"), ConfigurationError);
  assert.match(message, "Set up: GET /albums (used up), GET /photos (no answer given).");
});

test("its issue, its stack and what Node shows of it have its message", async () => {
  const fake = fakeProviders({ acme: BASE });
  const error = await rejection(acmeClient(BASE, fake.options).get("/photos"), ConfigurationError);
  assert.match(error.message, "fake acme: nothing answers GET /photos");
  assert.equal(error.issues, [{ message: error.message }]);
  assert.ok(error.stack?.includes(error.message));
  assert.not.match(inspect(error), "message: ''");
});

test("several lines stay lines, and are an issue each", async () => {
  const fake = fakeProviders({ acme: BASE });
  const client = acmeClient(BASE, fake.options);
  for (const path of ["/a", "/b"]) await rejection(client.get(path), ConfigurationError);
  let told: unknown;
  try {
    fake.verify();
  } catch (error) {
    told = error;
  }
  assert.instance(told, ConfigurationError);
  const { message, issues, stack = "" } = told as ConfigurationError;
  assert.equal(
    issues.map((issue) => issue.message),
    message.split("\n"),
  );
  assert.ok(issues.length > 1 && stack.includes(message), stack);
});

test.run();
