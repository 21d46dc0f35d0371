import { HttpError, SdkError, UseCaseError } from "@sdkwright/runtime";
import { suite } from "uvu";
import * as assert from "uvu/assert";

const test = suite("errors");

test("every error is an SdkError with a literal name and a code", () => {
  const error = new HttpError("GET /x of acme answered 503", {
    code: "http-503",
    provider: "acme",
    status: 503,
  });
  assert.instance(error, SdkError);
  assert.is(error.name, "HttpError");
  assert.is(error.status, 503);
  assert.equal(JSON.parse(JSON.stringify(error)), {
    name: "HttpError",
    code: "http-503",
    message: "GET /x of acme answered 503",
    provider: "acme",
    status: 503,
  });
});

test("UseCaseError carries what the map gave to fail()", () => {
  const error: unknown = new UseCaseError("rejected", { code: "use-case", error: { title: "Rejected" } });
  assert.ok(error instanceof UseCaseError);
  assert.equal(error.error, { title: "Rejected" });
});

test.run();
