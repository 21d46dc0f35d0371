import { FailoverError, RequestError, ResultError, type ConfigurationError } from "@sdkwright/runtime";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { Answer } from "../../server.js";
import { validating, type Context } from "./validating.js";

const test = suite("validation");

const WRONG = { id: 5 };
const post = async ({ http }: Context): Promise<unknown> => (await http.post("/messages", { json: {} }), WRONG);
const get = async ({ http }: Context): Promise<unknown> => (await http.get("/messages"), WRONG);
const asked = async ({ http, input }: Context): Promise<unknown> => {
  await http.post("/messages", { json: input });
  return { id: "1" };
};

test("off by default: whatever comes and goes passes, and no schema is loaded", async () => {
  let loaded = 0;
  const schemas = async (): Promise<never> => {
    loaded += 1;
    throw new Error("nobody asked");
  };
  await validating({ map: post, schemas }, async ({ run, told }) => {
    const outcome = await run({ wrong: true });
    assert.equal([outcome.ok && outcome.value, told(), loaded], [WRONG, [], 0]);
    await run({}, { validate: false });
    assert.is(loaded, 0);
  });
});

test("throw: a wrong input is a RequestError with pointers, nothing is sent, and no other provider is asked", async () => {
  await validating({ map: asked, validate: "throw" }, async ({ run, sent, events }) => {
    const outcome = await run({ to: "no" });
    if (outcome.ok) return assert.unreachable();
    assert.instance(outcome.error, RequestError);
    assert.is((outcome.error as RequestError).code, "invalid-input");
    assert.is(
      outcome.error.message,
      "the input of Send of sms with a does not fit the profile: /to does not satisfy minLength 3; /from is missing",
    );
    assert.equal([sent(), outcome.attempts], [[], 0]);
    assert.equal(
      events.map(({ type }) => type),
      ["failure"],
    );
  });
});

test("the option of a call wins over client.json, in each direction", async () => {
  await validating({ map: post }, async ({ run }) => {
    const outcome = await run(undefined, { validate: "throw" });
    assert.instance(outcome.ok ? undefined : outcome.error, ResultError);
  });
  await validating({ map: post, validate: "throw" }, async ({ run, told }) => {
    assert.ok((await run({}, { validate: false })).ok);
    assert.equal(told(), []);
    assert.ok((await run({}, { validate: "report" })).ok);
    assert.equal(
      told().map(({ part }) => part),
      ["input", "result"],
    );
  });
});

test("throw: a wrong result after a POST is a ResultError, is not repeated and does not fail over", async () => {
  await validating({ map: post, validate: "throw", retries: 3 }, async ({ run, sent }) => {
    const outcome = await run();
    const error = outcome.ok ? undefined : outcome.error;
    if (!(error instanceof ResultError)) return assert.unreachable();
    assert.equal(error.problems, [{ pointer: "/id", keyword: "type", message: "is not of type string" }]);
    assert.equal([error.code, error.provider], ["invalid-result", "a"]);
    assert.is(
      error.message,
      "the result of Send of sms with a does not fit the profile: /id is not of type string; no other provider was tried, because requests other than GET and HEAD were sent",
    );
    assert.equal(sent(), ["POST /a/messages"]);
  });
});

for (const method of ["put", "patch", "delete"] as const) {
  test(`throw: nor after a ${method.toUpperCase()}`, async () => {
    const map = async ({ http }: Context): Promise<unknown> => (await http[method]("/messages"), WRONG);
    await validating({ map, validate: "throw" }, async ({ run, sent }) => {
      await run();
      assert.equal(sent(), [`${method.toUpperCase()} /a/messages`]);
    });
  });
}

test("throw: after GET and HEAD alone it fails over; a FailoverError names all", async () => {
  const map = async (context: Context): Promise<unknown> => (await context.http.head("/health"), get(context));
  await validating({ map, validate: "throw", retries: 3 }, async ({ run, sent, events }) => {
    const outcome = await run();
    const error = outcome.ok ? undefined : outcome.error;
    if (!(error instanceof FailoverError)) return assert.unreachable();
    assert.equal(
      error.failures.map(({ provider, error: { name } }) => [provider, name]),
      [
        ["a", "ResultError"],
        ["b", "ResultError"],
      ],
    );
    assert.equal(sent(), ["HEAD /a/health", "GET /a/messages", "HEAD /b/health", "GET /b/messages"]);
    const event = events.find(({ type }) => type === "failover");
    assert.is(event?.type === "failover" && event.mayRepeat, false);
  });
});

test("throw: the next provider's good result is the call's; one that sent nothing is followed too", async () => {
  const map = async ({ http }: Context): Promise<unknown> => http.get("/messages").json();
  const answer: Answer = ({ url }, response) =>
    response.end(JSON.stringify(url.startsWith("/b/") ? { id: "1" } : WRONG));
  await validating({ map, answer, validate: "throw" }, async ({ run }) => {
    const outcome = await run();
    assert.equal(outcome.ok && [outcome.value, outcome.provider], [{ id: "1" }, "b"]);
  });
  await validating({ map: () => WRONG, validate: "throw" }, async ({ run, events }) => {
    await run();
    assert.is(events.filter(({ type }) => type === "failover").length, 1);
  });
});

test("throw: a POST that a GET follows was sent, and one that was refused before it was sent was not", async () => {
  const map = async (context: Context): Promise<unknown> => (await context.http.post("/x"), get(context));
  await validating({ map, validate: "throw" }, async ({ run, sent }) => {
    await run();
    assert.equal(sent(), ["POST /a/x", "GET /a/messages"]);
  });
  const refused = async (context: Context): Promise<unknown> => {
    await context.http.post("/x", { security: "key" as never }).catch(() => {});
    return get(context);
  };
  await validating({ map: refused, validate: "throw" }, async ({ run, sent }) => {
    await run();
    assert.equal(sent(), ["GET /a/messages", "GET /b/messages"]);
  });
});

test("throw: an outer call does not repeat what an inner one has sent, its FailoverError included", async () => {
  let calls = 0;
  const inner = async ({ http }: Context): Promise<unknown> => {
    calls += 1;
    await (calls === 1 ? http.get("/read") : http.post("/write"));
    return WRONG;
  };
  await validating({ map: inner, validate: "throw" }, async ({ call, sent }) => {
    await validating({ map: () => call({ to: "+420", from: "a" }), validate: "throw" }, async (outer) => {
      const outcome = await outer.run();
      assert.instance(outcome.ok ? undefined : outcome.error, FailoverError);
      assert.equal(sent(), ["GET /a/read", "POST /b/write"]);
    });
  });
});

test("throw: a ResultError is nothing to the circuit", async () => {
  await validating({ map: get, validate: "throw", providers: ["a"], retries: 1 }, async ({ run, sent, events }) => {
    for (let count = 0; count < 40; count += 1) await run();
    assert.is(sent().length, 40);
    assert.not.ok(events.some(({ type }) => type === "circuit" || type === "retry"));
  });
});

test("report: the value is returned, and an event tells what is wrong, before the call's end", async () => {
  await validating({ map: post, validate: "report" }, async ({ run, told, sent, events }) => {
    const outcome = await run({ to: 5, from: "x" });
    assert.equal(outcome.ok && [outcome.value, outcome.provider], [WRONG, "a"]);
    assert.equal(told(), [
      {
        type: "validation",
        call: 1,
        provider: "a",
        profile: "sms",
        useCase: "Send",
        part: "input",
        problems: [{ pointer: "/to", keyword: "type", message: "is not of type string" }],
      },
      {
        type: "validation",
        call: 1,
        provider: "a",
        profile: "sms",
        useCase: "Send",
        part: "result",
        problems: [{ pointer: "/id", keyword: "type", message: "is not of type string" }],
      },
    ]);
    assert.equal([sent(), events.at(-1)?.type], [["POST /a/messages"], "success"]);
  });
});

test("properties that the schema does not know are tolerated, in inputs and results", async () => {
  const map = async (): Promise<unknown> => ({ id: "1", added: "by a later version" });
  await validating({ map, validate: "throw" }, async ({ run }) => {
    const outcome = await run({ to: "+420", from: "x", more: 1 });
    assert.ok(outcome.ok);
  });
});

test("an option that is none, and one without a document to go by, are refused before anything is sent", async () => {
  for (const validate of ["thorw", true, "", 5, null]) {
    await validating({ map: asked }, async ({ run, sent }) => {
      const outcome = await run(undefined, { validate });
      assert.instance(outcome.ok ? undefined : outcome.error, RequestError, String(validate));
      assert.match(outcome.ok ? "" : outcome.error.message, "`validate` of the call is not");
      assert.equal(sent(), []);
    });
  }
  await validating({ map: asked, schemas: undefined }, async ({ run }) => {
    const outcome = await run(undefined, { validate: "throw" });
    assert.match(outcome.ok ? "" : outcome.error.message, "no schema: sms has no document");
    assert.ok((await run(undefined, { validate: false })).ok);
  });
});

test("schemas that cannot be loaded: throw ends the call before anything is sent, report goes on and tells", async () => {
  const schemas = async (): Promise<never> => {
    throw new TypeError("canary: failed to fetch https://cdn.example/secret.js");
  };
  await validating({ map: asked, validate: "throw", schemas }, async ({ run, sent }) => {
    const outcome = await run();
    assert.is((outcome.ok ? undefined : (outcome.error as ConfigurationError))?.code, "schemas-not-loaded");
    assert.equal(sent(), []);
    assert.not.match(JSON.stringify(outcome), "canary");
  });
  await validating({ map: asked, validate: "report", schemas }, async ({ run, told }) => {
    assert.ok((await run()).ok);
    assert.equal(
      told().map(({ problems }) => problems[0]?.keyword),
      ["import", "import"],
    );
  });
});

test("report without a listener: nothing is loaded", async () => {
  let loaded = 0;
  const schemas = async (): Promise<never> => Promise.reject(new Error(String((loaded += 1))));
  await validating({ map: post, validate: "report", schemas, isHeard: false }, async ({ run }) => {
    assert.ok((await run()).ok);
    assert.is(loaded, 0);
  });
});

test.run();
