import { AuthenticationError } from "@sdkwright/runtime";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { rejection } from "../../acme.js";
import { fakeVendor, invalid } from "./fake.js";

const test = suite("oauth2: sends of an attempt");

test("12.5: a token is renewed once in an attempt, whatever comes after a redirect", async () => {
  const redirect = (): Response => new Response(null, { status: 302, headers: { location: "/next" } });
  const fake = fakeVendor({ api: (_, number) => (number % 2 === 1 ? invalid() : redirect()) });
  await rejection(fake.client().get("/items"), AuthenticationError);
  assert.equal([fake.calls.length, fake.tokens.length], [3, 2]);
});

test.run();
