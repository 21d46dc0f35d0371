// A redirect that comes after the deed, to a request that would keep its method: followed, it would be done again.
import type { ServerResponse } from "node:http";
import { RedirectError, type RequestOptions } from "@sdkwright/runtime";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { withServer } from "../../server.js";
import { acmeClient } from "../acme.js";
import { answerWith, createWorld, type Context } from "./world.js";

const test = suite("a deed that is redirected");

/** What a server got that redirects `/x` to `/y`, and the code of the error. */
async function redirected(method: string, status: number, options: Partial<RequestOptions> = {}): Promise<unknown[]> {
  const answer = (request: { readonly url: string }, response: ServerResponse): void => {
    if (request.url !== "/x") return void response.end("{}");
    response.writeHead(status, { location: "/y", connection: "close" }).end();
  };
  let sent: unknown[] = [];
  await withServer(answer, async ({ origin, received }) => {
    const outcome = await acmeClient(origin)
      .request("/x", { method, ...options })
      .then(
        () => [],
        (error: Error) => [error instanceof RedirectError && error.code],
      );
    sent = [...received.map((request) => request.method), ...outcome];
  });
  return sent;
}

const REPEAT = "redirect-repeat";

test("PATCH and methods that nobody knows are not sent again after 301 and 302", async () => {
  for (const status of [301, 302]) {
    for (const method of ["PATCH", "REPORT"]) {
      assert.equal(await redirected(method, status), [method, REPEAT]);
      assert.equal(await redirected(method, status, { idempotent: false }), [method, REPEAT]);
      assert.equal(await redirected(method, status, { idempotent: true }), [method, method]);
      assert.equal(await redirected(method, status, { idempotencyKey: "k-1" }), [method, method]);
      const both = { idempotencyKey: "k-1", idempotent: false };
      assert.equal(await redirected(method, status, both), [method, REPEAT]);
    }
  }
});

test("PUT, DELETE and reads are followed as Fetch says, unless they are marked", async () => {
  for (const status of [301, 302])
    for (const method of ["PUT", "DELETE", "GET", "HEAD", "OPTIONS"]) {
      assert.equal(await redirected(method, status), [method, method]);
      assert.equal(await redirected(method, status, { idempotent: false }), [method, REPEAT]);
    }
});

test("303 leads a deed to the GET of its answer", async () => {
  for (const method of ["POST", "PATCH", "PUT", "DELETE"])
    assert.equal(await redirected(method, 303, { idempotent: false }), [method, "GET"]);
  assert.equal(await redirected("GET", 303), ["GET", "GET"]);
  assert.equal(await redirected("GET", 303, { idempotent: false }), ["GET", "GET"]);
});

test("POST becomes a GET, and 307 and 308 ask to do it elsewhere", async () => {
  for (const status of [301, 302])
    assert.equal(await redirected("POST", status, { idempotent: false }), ["POST", "GET"]);
  for (const status of [307, 308])
    for (const method of ["POST", "PATCH", "DELETE", "GET"])
      assert.equal(await redirected(method, status, { idempotent: false }), [method, method]);
});

test("what a deed has led to is followed on: it is another request", async () => {
  const seen: string[] = [];
  await withServer(
    ({ method, url }, response) => {
      seen.push(`${method} ${url}`);
      const [, step] = url.split("/x/");
      if (step === "3") return void response.end("{}");
      response.writeHead(302, { location: `/x/${Number(step) + 1}`, connection: "close" }).end();
    },
    async ({ origin }) => void (await acmeClient(origin).post("/x/1", { idempotent: false })),
  );
  assert.equal(seen, ["POST /x/1", "GET /x/2", "GET /x/3"]);
});

test("it is neither retried nor done by another provider, and the error says what there is to do", async () => {
  for (const idempotent of [false, undefined]) {
    const map = ({ http }: Context): unknown => http.patch("/x", { json: { add: 1 }, idempotent });
    const world = createWorld({ answers: { a: answerWith(302, { location: "/x" }), b: 200 }, map });
    const outcome = await world.run();
    assert.equal([world.times("a").length, world.times("b").length], [1, 0]);
    assert.match(
      outcome.ok ? "" : outcome.error.message,
      /302, which may come after it was done: .* `idempotent: true`/,
    );
  }
});

test.run();
