import { ResultError, type UseCase } from "@sdkwright/runtime";
import { clientJson } from "@sdkwright/runtime/client-json";
import { bindClient } from "@sdkwright/runtime/generated/client";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { VirtualClock } from "../policy/virtual-clock.js";
import { GOOD, SCHEMAS, validating, type Context } from "./validating.js";

const test = suite("validation at its edges");

const CANARY = "canary-5ecret";

test("no value is in an error, an event or an outcome: neither of inputs nor of results, nor keys that are data", async () => {
  const result = { id: 5, [CANARY]: CANARY, labels: { [CANARY]: { deep: CANARY }, "a/b": [CANARY] } };
  const input = { to: [CANARY], from: { [CANARY]: CANARY }, [CANARY]: CANARY };
  const map = async ({ http }: Context): Promise<unknown> => (await http.post("/x"), result);
  for (const validate of ["throw", "report"] as const) {
    await validating({ map, validate }, async ({ run, events }) => {
      const outcomes = [await run(input), await run(GOOD)];
      const errors = outcomes.flatMap((outcome) => (outcome.ok ? [] : [outcome.error, outcome.error.stack]));
      assert.is(errors.length, validate === "throw" ? 4 : 0);
      const told = events.map((event) => ({ ...event, value: undefined }));
      assert.not.match(JSON.stringify([errors, told]), CANARY);
      assert.not.match(errors.map(String).join(), CANARY);
      assert.match(JSON.stringify(events), "/labels/*");
    });
  }
});

test("an input is held against the schema as the map gets it, with the defaults in it", async () => {
  const map = async ({ input }: Context): Promise<unknown> => ({ id: String(input["from"]) });
  const json = {
    profiles: {
      sms: {
        version: "1.0.0",
        priority: ["a"],
        defaults: { Send: { validate: "throw", input: { from: "acme" } } },
        providers: { a: {} },
      },
    },
    providers: { a: {} },
  };
  await validating({ map, clientJson: clientJson(json) }, async ({ run }) => {
    const outcome = await run({ to: "+420" });
    assert.equal(outcome.ok && outcome.value, { id: "acme" });
    const wrong = await run({ to: "+420", from: 5 });
    assert.match(wrong.ok ? "" : wrong.error.message, "/from is not of type string");
  });
});

test("clientJson: validate counts, is checked, and is refused where the SDK has no schemas", async () => {
  const map = async (): Promise<unknown> => ({ id: 1 });
  const json = (validate: unknown): object => ({
    profiles: { sms: { version: "1.0.0", defaults: { Send: { validate } }, providers: { a: {} } } },
    providers: { a: {} },
  });
  await validating({ map, clientJson: clientJson(json("throw")) }, async ({ run }) => {
    const outcome = await run(GOOD);
    assert.instance(outcome.ok ? undefined : outcome.error, ResultError);
  });
  await refused(json("never"), /SW1104 \/profiles\/sms\/defaults\/Send\/validate/);
  await refused(json("throw"), /SW1321 \/profiles\/sms\/defaults\/Send\/validate/, undefined);

  async function refused(wrong: object, message: RegExp, schemas?: undefined): Promise<void> {
    const given = arguments.length > 2 ? { schemas } : {};
    try {
      await validating({ map, clientJson: clientJson(wrong), ...given }, async () => assert.unreachable());
    } catch (error) {
      const [issue] = (error as { issues: { code: string; pointer: string }[] }).issues;
      assert.match(`${String(issue?.code)} ${String(issue?.pointer)}`, message);
    }
  }
});

test("a map that ends after its call tells nothing any more", async () => {
  let end: (value: unknown) => void = () => {};
  const map = (): Promise<unknown> => new Promise((resolve) => (end = resolve));
  await validating({ map, validate: "report", providers: ["a"] }, async ({ call, events, told }) => {
    const abort = new AbortController();
    const running = call.safe(GOOD, { signal: abort.signal }).catch((error: unknown) => error);
    await new Promise((resolve) => setImmediate(resolve));
    abort.abort();
    await running;
    end({ id: 5 });
    await new Promise((resolve) => setImmediate(resolve));
    assert.equal([told(), events.map(({ type }) => type)], [[], ["failure"]]);
  });
});

test("schemas that never arrive are bounded by the deadline and by the signal, and the map is not started", async () => {
  const clock = new VirtualClock();
  let started = 0;
  const client = bindClient<{ profiles: { sms: { Send: UseCase<object, unknown> } } }>(
    {
      providers: {
        a: {
          definition: {
            name: "a",
            defaultService: "d",
            services: { d: { baseUrl: "https://a.example" } },
            securitySchemes: {},
          },
        },
      },
      profiles: {
        sms: {
          name: "sms",
          priority: ["a"],
          useCases: {
            Send: {
              providerFailover: false,
              validate: "throw",
              input: {},
              providers: { a: { input: {}, retryPolicy: { kind: "none", requestTimeout: 1 } } },
            },
          },
          schemas: () => new Promise<never>(() => {}),
        },
      },
      maps: { sms: { a: { Send: () => (started += 1) } } },
    },
    { clock },
  );
  const outcome = await clock.finish(client.profiles.sms.Send.safe(GOOD, { deadline: 1000 }));
  assert.is(outcome.ok ? "" : outcome.error.name, "DeadlineError");
  const abort = new AbortController();
  const running = client.profiles.sms.Send(GOOD, { signal: abort.signal }).catch((error: unknown) => error);
  abort.abort(new Error("enough"));
  assert.is(((await running) as Error).message, "enough");
  assert.is(started, 0);
});

test("what a map returns is passed on as it is, and a use-case without a schema of its own is not checked", async () => {
  const value = Object.assign(Object.create({ inherited: 1 }) as object, { id: "1", when: new Date(0) });
  await validating({ map: () => value, validate: "throw" }, async ({ run }) => {
    const outcome = await run(GOOD);
    assert.is(outcome.ok && outcome.value, value);
  });
  const schemas = async (): Promise<{ schemas: {} }> => ({ schemas: { Other: SCHEMAS } });
  await validating({ map: () => 5, validate: "throw", schemas }, async ({ run }) => assert.ok((await run({})).ok));
});

test.run();
