import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createServer, type AddressInfo, type Socket } from "node:net";
import { fileURLToPath } from "node:url";
import { NetworkError, TimeoutError, type AttemptEvent, type Outcome } from "@sdkwright/runtime";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createWorld, type MapFunction, type World } from "../runtime/policy/world.js";
import { runs } from "../effort.js";

// Real sockets on loopback, the platform's clock and fetch; short waits, so that counts and not times tell.
const test = suite("sockets");

const quick = {
  kind: "circuit-breaker",
  requestTimeout: 150,
  backoff: { kind: "exponential", start: 10, factor: 2 },
} as const;

/** Where nothing is meant to hang, a machine that is busy may take its time. */
const patient = { ...quick, requestTimeout: 20_000 };

interface Real {
  readonly world: World;
  /** Of the first provider: attempts that a listener was told of. */
  readonly attempts: () => AttemptEvent[];
}

interface RealOptions {
  readonly hasBackup?: boolean;
  readonly map?: MapFunction;
  readonly policy?: typeof patient | "circuit-breaker";
}

/** A world whose first provider is at an address, and whose second one always answers. */
function createReal(origin: string, { hasBackup = false, map = get, policy = quick }: RealOptions = {}): Real {
  const told: AttemptEvent[] = [];
  const world = createWorld({
    answers: { a: 200, ...(hasBackup && { b: 200 }) },
    policies: { a: policy },
    map,
    options: {
      clock: undefined,
      random: Math.random,
      on: (event) => {
        if (event.type === "attempt" && event.provider === "a") told.push(event);
      },
      fetch: (input, init) => {
        const url = new URL(input as string);
        return url.host === "b.example" ? Promise.resolve(new Response("{}")) : fetch(origin + url.pathname, init);
      },
    },
  });
  return { world, attempts: () => told };
}

const get: MapFunction = async ({ http }) => (await http.get("/x")).status;

/** A server that speaks bytes; counts the connections on which something was asked. */
async function withSockets(
  onData: (socket: Socket) => void,
  use: (origin: string, asked: () => number) => Promise<void>,
): Promise<void> {
  const sockets: Socket[] = [];
  let asked = 0;
  const server = createServer((socket) => {
    sockets.push(socket);
    socket.on("error", () => {});
    socket.on("data", () => {
      asked += 1;
      onData(socket);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, () => asked);
  } finally {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  }
}

const stalls = "HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nhalf";
const shapes: readonly (readonly [
  string,
  (socket: Socket) => void,
  typeof NetworkError | typeof TimeoutError,
  number,
])[] = [
  ["a reset", (socket) => socket.resetAndDestroy(), NetworkError, 6],
  ["a body cut short", (socket) => socket.end(stalls), NetworkError, 6],
  ["a connection that is closed without an answer", (socket) => socket.end(), NetworkError, 6],
  ["a half-open connection, which never answers", () => {}, TimeoutError, 6],
  ["a stalled body", (socket) => void socket.write(stalls), TimeoutError, 6],
  ["garbage in place of HTTP", (socket) => socket.end("\u0016\u0003\u0001 garbage\r\n\r\n"), NetworkError, 1],
];

for (const [name, onData, error, attempts] of shapes) {
  test(`${name}: alone so many attempts as the rule says, each counted at the server; with a backup nothing is lost`, async () => {
    await withSockets(onData, async (origin, asked) => {
      const policy = error === TimeoutError ? quick : patient;
      const { world, attempts: told } = createReal(origin, { policy });
      const outcome = await world.send.safe({});
      assert.instance(outcome.ok || outcome.error, error);
      assert.equal([outcome.attempts, asked(), told().length], [attempts, attempts, attempts]);
      const backed = createReal(origin, { hasBackup: true, policy });
      assert.is((await backed.world.send.safe({})).provider, "b");
    });
  });
}

test("TLS garbage, a refused connection, a name that does not exist: told apart, and with a backup nothing is lost", async () => {
  await withSockets(
    (socket) => socket.end("not TLS"),
    async (origin) => {
      const { world } = createReal(origin.replace("http:", "https:"), { policy: patient });
      const outcome = await world.send.safe({});
      assert.is(outcome.attempts, 1);
      assert.match(outcome.ok ? "" : (outcome.error as NetworkError).code, /^network-(?:tls|malformed)$/);
      assert.is(
        (await createReal(origin.replace("http:", "https:"), { hasBackup: true, policy: patient }).world.send.safe({}))
          .provider,
        "b",
      );
    },
  );
  let closed = "";
  await withSockets(
    () => {},
    async (origin) => void (closed = origin),
  );
  for (const origin of [closed, "http://no-such-host.invalid"]) {
    const outcome = await createReal(origin, { policy: patient }).world.send.safe({});
    assert.equal(
      [outcome.attempts, outcome.ok ? "" : (outcome.error as NetworkError).code],
      [6, "network-unreached"],
      origin,
    );
    assert.is((await createReal(origin, { hasBackup: true, policy: patient }).world.send.safe({})).provider, "b");
  }
});

async function startEcho(port: number): Promise<{ readonly child: ChildProcess; readonly port: number }> {
  const child = fork(fileURLToPath(new URL("echo-server.js", import.meta.url)), [String(port)]);
  const [own] = (await once(child, "message")) as [number];
  return { child, port: own };
}

/** All of them in `npm run simulation`. */
const CALLS = runs(10_000);
const IN_FLIGHT = 500;

test(`${CALLS} POSTs with 500 in flight, the server killed mid-body and started again: none lost, none sent twice beyond the rule`, async () => {
  let { child, port } = await startEcho(0);
  const map: MapFunction = async ({ http, input }) => {
    const options = { json: { id: input["id"] }, ...(input["unsafe"] === true && { idempotent: false }) };
    return http.post("/x", options).json();
  };
  const { world, attempts } = createReal(`http://127.0.0.1:${port}`, { map, policy: "circuit-breaker" });
  const outcomes = new Map<number, Outcome<unknown>>();
  let started = 0;
  let restarted: Promise<void> | undefined;
  const restart = async (): Promise<void> => {
    const gone = once(child, "exit");
    child.kill("SIGKILL");
    await gone;
    await new Promise((resolve) => setTimeout(resolve, 300));
    ({ child, port } = await startEcho(port));
  };
  const worker = async (): Promise<void> => {
    while (started < CALLS) {
      const id = (started += 1);
      if (id === Math.floor(CALLS / 3)) restarted ??= restart();
      outcomes.set(id, await world.send.safe({ id, unsafe: id % 10 === 0 }));
    }
  };
  try {
    await Promise.all(Array.from({ length: IN_FLIGHT }, worker));
    await restarted;
  } finally {
    child.kill("SIGKILL");
  }
  const failedAttempts = attempts().filter(({ error }) => error !== undefined);
  assert.ok(failedAttempts.length > 100, `${failedAttempts.length} attempts met the restart`);
  for (const [id, outcome] of outcomes) {
    if (outcome.ok) assert.equal(outcome.value, { id });
    else assert.ok(id % 10 === 0 && /idempotent: false/.test(outcome.error.message), `${id}: ${outcome.error.message}`);
  }
  // A request that must not be repeated was sent again only where it had never been sent.
  const unsafe = new Set(
    [...outcomes].filter(([id, { attempts: count }]) => id % 10 === 0 && count > 1).map(([id]) => id),
  );
  const before = attempts().filter(({ call, error }) => unsafe.has(call) && error !== undefined);
  assert.ok(before.every(({ error, call }) => error?.code === "network-unreached" || !outcomes.get(call)?.ok));
  assert.is(
    attempts().length,
    [...outcomes.values()].reduce((sum, outcome) => sum + outcome.attempts, 0),
  );
});

test.run();
