import { type ChildProcess, spawn } from "node:child_process";
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"; // prettier-ignore
import { connect, createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { suite } from "uvu";

type Test = ReturnType<typeof suite>;

/** A server that does not fork into the background. */
export interface DaemonPlan {
  readonly binary: string;
  /** Arguments that start it with what {@link configure} wrote. */
  readonly args: (folder: string) => string[];
  /** Files of the server's folder by relative path; folders that it needs end with a slash and hold nothing. */
  readonly files: (folder: string, port: number) => Record<string, string>;
  /** Access log within the folder; one line per request: status, a space, whether credentials came (`-` if not). */
  readonly accessLog: string;
}

export interface Daemon {
  readonly origin: string;
  /** Lines of the access log so far, once as many requests as given are in it. */
  readonly log: (requests: number) => Promise<string[]>;
  readonly stop: () => Promise<void>;
}

const nobody = 65534;
const asRoot = process.getuid?.() === 0;

/** Adds tests to a suite; skips them where the server is not installed, and says so, unless it has to be there. */
export function testsOf(plan: DaemonPlan, suite: Test): (name: string, task: () => Promise<void>) => void {
  if (existsSync(plan.binary)) return (name, task) => suite(name, task);
  if (process.env["SDKWRIGHT_SERVERS"] === "required") throw new Error(`${plan.binary} is not installed`);
  console.log(`skipped: ${plan.binary} is not installed (npm run test:servers installs it on Debian)`);
  return (name, task) => suite.skip(name, task);
}

/** Starts a server on a free loopback port, in a folder of its own under the temporary folder, without privileges. */
export async function startDaemon(plan: DaemonPlan): Promise<Daemon> {
  const folder = mkdtempSync(join(tmpdir(), "sdkwright-server-"));
  const port = await freePort();
  configure(folder, plan.files(folder, port));
  const user = asRoot ? { uid: nobody, gid: nobody } : {};
  const child = spawn(plan.binary, plan.args(folder), { stdio: ["ignore", "ignore", "pipe"], ...user });
  const killAtExit = (): void => void child.kill("SIGKILL");
  process.once("exit", killAtExit);
  const stop = async (): Promise<void> => {
    await end(child);
    process.off("exit", killAtExit);
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await untilListening(child, port);
  } catch (error) {
    await stop();
    throw error;
  }
  const log = (requests: number): Promise<string[]> => readLog(join(folder, plan.accessLog), requests);
  return { origin: `http://127.0.0.1:${port}`, log, stop };
}

function configure(folder: string, files: Record<string, string>): void {
  for (const [path, content] of Object.entries(files)) {
    const target = join(folder, path);
    mkdirSync(path.endsWith("/") ? target : dirname(target), { recursive: true });
    if (!path.endsWith("/")) writeFileSync(target, content);
  }
  if (!asRoot) return;
  chmodSync(folder, 0o755);
  for (const path of ["", ...readdirSync(folder, { recursive: true, encoding: "utf8" })]) {
    chownSync(join(folder, path), nobody, nobody);
  }
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

async function untilListening(child: ChildProcess, port: number): Promise<void> {
  let complaint = "";
  child.stderr?.on("data", (chunk: Buffer) => (complaint += chunk.toString()));
  for (let tries = 0; tries < 200; tries += 1) {
    if (child.exitCode !== null) throw new Error(`${child.spawnfile} ended with ${child.exitCode}: ${complaint}`);
    if (await accepts(port)) return;
    await sleep(50);
  }
  throw new Error(`${child.spawnfile} does not listen: ${complaint}`);
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("connect", () => (socket.destroy(), resolve(true)));
    socket.once("error", () => resolve(false));
  });
}

/** Servers write a line after they have answered. */
async function readLog(path: string, requests: number): Promise<string[]> {
  let lines: string[] = [];
  for (let tries = 0; tries < 400; tries += 1) {
    lines = existsSync(path) ? readFileSync(path, "utf8").split("\n").filter(Boolean) : [];
    if (lines.length >= requests) return lines;
    await sleep(50);
  }
  throw new Error(`the access log has ${lines.length} lines, not ${requests}:\n${lines.join("\n")}`);
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGTERM");
  await ended;
}
