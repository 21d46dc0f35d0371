// A redirect that comes after the deed, to a request that would keep its method: followed, it would be done again.
import type { ServerResponse } from "node:http";
import { RedirectError, type RequestOptions } from "@sdkwright/runtime";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { withServer } from "../../server.js";
import { acmeClient, rejection } from "../acme.js";
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

test("R6: a POST that was answered 301 or 302 is an error, unless it asks to be followed as a GET; 307 and 308 do it elsewhere", async () => {
  for (const status of [301, 302])
    for (const idempotent of [undefined, true, false]) {
      assert.equal(await redirected("POST", status, { idempotent }), ["POST", "redirect-post"]);
      assert.equal(await redirected("POST", status, { idempotent, redirect: "follow" }), ["POST", "GET"]);
    }
  // It says nothing of methods that would be repeated.
  assert.equal(await redirected("PATCH", 302, { redirect: "follow" }), ["PATCH", REPEAT]);
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
    async ({ origin }) => void (await acmeClient(origin).post("/x/1", { idempotent: false, redirect: "follow" })),
  );
  assert.equal(seen, ["POST /x/1", "GET /x/2", "GET /x/3"]);
});

test("R6: what is redirected after 307 is still the POST, and a client can ask for all of its requests", async () => {
  const statuses = [307, 301];
  const seen: string[] = [];
  await withServer(
    ({ method }, response) => {
      const status = statuses[seen.push(method) - 1];
      if (status === undefined) response.end("{}");
      else response.writeHead(status, { location: "/y", connection: "close" }).end();
    },
    async ({ origin }) => {
      assert.is((await rejection(acmeClient(origin).post("/x"), RedirectError)).code, "redirect-post");
      assert.equal(seen.splice(0), ["POST", "POST"]);
      await acmeClient(origin, { redirect: "follow" }).post("/x");
      assert.equal(seen, ["POST", "POST", "GET"]);
    },
  );
});

test("R6: the error says that the server may have acted, and where to, without what the request was given", async () => {
  const location = "https://other.test/x/canary-77/?token=canary-78#canary-79";
  await withServer(
    (_, response) => response.writeHead(302, { location, connection: "close" }).end(),
    async ({ origin }) => {
      const call = acmeClient(origin).post("/x/{id}", { params: { id: "canary-77" }, json: {} });
      const { message } = await rejection(call, RedirectError);
      assert.match(message, "with 302 to https://other.test/x/***/; the server may have acted");
      assert.not.match(message, "canary");
    },
  );
});

test("R6: a status that the caller handles is an answer", async () => {
  await withServer(
    (_, response) => response.writeHead(301, { location: "/y", connection: "close" }).end(),
    async ({ origin }) => assert.is((await acmeClient(origin).post("/x", { handle: [301] })).status, 301),
  );
});

test("it is neither retried nor done by another provider, and the error says what there is to do", async () => {
  for (const idempotent of [false, undefined]) {
    const map = ({ http }: Context): unknown => http.patch("/x", { json: { add: 1 }, idempotent });
    const world = createWorld({ answers: { a: answerWith(302, { location: "/x" }), b: 200 }, map });
    const outcome = await world.run();
    assert.equal([world.times("a").length, world.times("b").length], [1, 0]);
    assert.match(outcome.ok ? "" : outcome.error.message, /302, but the server may have acted: .* `idempotent: true`/);
  }
});

test.run();
