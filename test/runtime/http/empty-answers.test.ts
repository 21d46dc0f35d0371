import { BodyError } from "@sdkwright/runtime";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { withServer, type Answer } from "../../server.js";
import { acmeClient, rejection } from "../acme.js";

const test = suite("E4: answers without a body, read as JSON");

const empty =
  (status: number): Answer =>
  (_, response) =>
    void response.writeHead(status, { "content-type": "application/json" }).end();

/** All ways to read an answer. */
function reads(call: ReturnType<ReturnType<typeof acmeClient>["get"]>): Promise<unknown>[] {
  const clone = call.then(async (response) => response.clone().json());
  const all = [clone, call.json(), call.then(async (response) => response.json())];
  for (const each of all) each.catch(() => {});
  return all;
}

test("E4: 204 and 205 are `undefined`, whoever reads them and as a stream too", async () => {
  for (const status of [204, 205])
    await withServer(empty(status), async ({ origin }) => {
      const client = acmeClient(origin);
      for (const call of [client.post("/x"), client.get("/x", { stream: true })])
        assert.equal(await Promise.all(reads(call)), [undefined, undefined, undefined]);
    });
});

test("E4: HEAD has no body, so there is nothing to be missing", () =>
  withServer(empty(200), async ({ origin }) => assert.is(await acmeClient(origin).head("/x").json(), undefined)));

test("E4: another empty answer is a BodyError `body-empty` with its status and what to do", async () => {
  for (const status of [200, 201, 202, 203])
    await withServer(empty(status), async ({ origin }) => {
      for (const read of reads(acmeClient(origin).get("/x"))) {
        const error = await rejection(read, BodyError);
        assert.equal([error.code, error.status], ["body-empty", status]);
        assert.match(error.message, `answered ${status}, but the body is not JSON: it is empty; await the response`);
        assert.match(error.message, "its content type is application/json");
        const { contentType, ...said } = error.toJSON() as Record<string, unknown>;
        assert.equal([contentType, said["status"]], ["application/json", status]);
      }
      const form = await rejection(acmeClient(origin).get("/x").formData(), BodyError);
      assert.is(form.code, "body-empty");
    });
});

test("E4: white space and HTML are no JSON, and not empty", async () => {
  for (const body of [" ", "<html>"])
    await withServer(
      (_, response) => void response.writeHead(200, { "content-type": "text/html" }).end(body),
      async ({ origin }) => {
        const error = await rejection(acmeClient(origin).get("/x").json(), BodyError);
        assert.is(error.code, "body-not-json");
        assert.match(error.message, "its content type is text/html");
      },
    );
});

test("E4: where the document lists a 2xx without content an empty 2xx is `undefined`, and no other status is", async () => {
  const definition = { emptyAnswers: ["POST /x", "GET /x/{id}"] };
  await withServer(empty(202), async ({ origin }) => {
    const client = acmeClient(origin, {}, definition);
    assert.equal(await Promise.all(reads(client.post("/x"))), [undefined, undefined, undefined]);
    assert.is(await client.get("/x/{id}", { params: { id: 1 } }).json(), undefined);
    assert.is((await rejection(client.put("/x").json(), BodyError)).code, "body-empty");
  });
  await withServer(empty(404), async ({ origin }) => {
    const call = acmeClient(origin, {}, definition).post("/x", { handle: [404] });
    assert.equal([(await rejection(call.json(), BodyError)).code, (await call).status], ["body-empty", 404]);
  });
});

test.run();
