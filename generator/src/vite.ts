import { resolve } from "node:path";
import { ownOptions, PlainError, PLUGIN as PLUGIN_OPTIONS } from "./cli/function-options.js";
import { check, type DefinitionOptions, generate, type GenerateResult, type Results } from "./index.js";
import { diagnosticsOf, hasNews, makerOf, problemText, watchedInputs, watches, writtenPaths } from "./vite-results.js";

// A plugin for Vite, on the functions. Of Vite's types those stand here that are used: it fits several majors, and
// the package asks for none.

export interface SdkwrightOptions extends DefinitionOptions {
  /** What a build does: `check`, the default, ends it where the SDK is not current; `generate` writes the SDK before. */
  readonly build?: "check" | "generate" | undefined;
}

interface ViteConfig {
  readonly command: "build" | "serve";
  readonly root: string;
  readonly build: { readonly watch?: unknown };
  readonly logger: { readonly [level in "info" | "warn" | "error"]: (text: string) => void };
}

interface ViteServer {
  readonly watcher: {
    readonly add: (paths: string[]) => unknown;
    readonly on: (event: "all" | "ready", listener: (event: string, path: string) => void) => unknown;
    readonly emit: (event: "change", path: string) => unknown;
  };
  readonly ws: {
    readonly send: (payload: { type: "error"; err: ViteError } | { type: "full-reload" }) => void;
    readonly on: (event: "connection", listener: () => void) => unknown;
  };
}

/** What Vite's overlay shows. */
interface ViteError {
  plugin: string;
  message: string;
  stack: string;
  loc?: { file: string; line: number; column: number };
}

interface BuildContext {
  readonly error: (error: { message: string; stack: string }) => never;
  readonly addWatchFile: (path: string) => void;
}

/** Fits what `plugins` takes in Vite 6, 7 and 8. */
export interface SdkwrightPlugin {
  readonly name: "sdkwright";
  readonly configResolved: (config: ViteConfig) => void;
  readonly configureServer: (server: ViteServer) => Promise<void>;
  readonly buildApp: { readonly order: "pre"; readonly handler: () => Promise<void> };
  readonly buildStart: (this: BuildContext) => Promise<void>;
  readonly buildEnd: () => void;
}

const PLUGIN = "sdkwright";

/** Editors write in several steps: this long after the last change of an input the SDK is made again, in ms. */
const SETTLING_TIME = 100;

/**
 * Writes the SDK when the dev server starts, and again when an input changes; mistakes are in the overlay. A build is
 * ended where the committed SDK is not current. Vitest runs what is there. The project is the nearest one from Vite's
 * root upward. A wrong option is a TypeError.
 */
export function sdkwright(given: SdkwrightOptions = {}): SdkwrightPlugin {
  const { build = "check", ...options } = ownOptions(given, PLUGIN_OPTIONS);
  let config: ViteConfig;
  let dev: DevServer | undefined;
  const project = (): DefinitionOptions => ({ ...options, cwd: options.cwd ?? config.root });
  const make = makerOf(build, project);
  return {
    name: PLUGIN,
    configResolved: (resolved) => {
      config = resolved;
    },
    configureServer: async (server) => {
      // A test writes no source; without a word, what it meets is a module that is not found.
      if (process.env["VITEST"] !== undefined) return warnOf(config, await check(project()));
      dev = new DevServer(server, config.logger, () => generate(project()));
      await dev.begin();
    },
    ...buildHooks(() => config, make),
    buildEnd: () => dev?.end(),
  };
}

function buildHooks(
  configOf: () => ViteConfig,
  make: () => Promise<Results<GenerateResult>>,
): Pick<SdkwrightPlugin, "buildApp" | "buildStart"> {
  let isBuilt = false;
  return {
    // Vite 7 and later: what is thrown here is printed as it is; out of a bundler it comes with two stacks.
    buildApp: {
      order: "pre",
      handler: async () => {
        if (watches(configOf())) return;
        const text = told(configOf(), await make());
        if (text !== undefined) throw new PlainError(`[${PLUGIN}] ${text}`);
        isBuilt = true;
      },
    },
    async buildStart() {
      if (configOf().command !== "build" || isBuilt) return;
      const made = await make();
      for (const input of watchedInputs(made)) this.addWatchFile(input);
      const text = told(configOf(), made);
      if (text !== undefined) this.error({ message: text, stack: "" });
    },
  };
}

function warnOf({ logger }: ViteConfig, made: Results<GenerateResult>): void {
  if (made.exitCode !== 0) logger.warn(`${PLUGIN}: ${problemText(made)}`);
}

/** Why a build has to end; warnings are told at once. */
function told({ logger }: ViteConfig, made: Results<GenerateResult>): string | undefined {
  if (made.exitCode !== 0) return problemText(made);
  if (diagnosticsOf(made).length > 0) logger.warn(made.text);
  return undefined;
}

/** Runs never twice at once, and whatever a run comes to, the server goes on. */
class DevServer {
  readonly #server: ViteServer;
  readonly #logger: ViteConfig["logger"];
  readonly #generate: () => Promise<Results<GenerateResult>>;
  #inputs: ReadonlySet<string> = new Set();
  #running: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;
  /** What the watcher told of since the last run began. */
  readonly #told = new Set<string>();
  #telling: NodeJS.Timeout | undefined;
  /** Shown to pages that are opened later, too. */
  #problem: ViteError | undefined;

  constructor(server: ViteServer, logger: ViteConfig["logger"], run: () => Promise<Results<GenerateResult>>) {
    this.#server = server;
    this.#logger = logger;
    this.#generate = run;
  }

  begin(): Promise<void> {
    const { watcher, ws } = this.#server;
    watcher.on("all", (_, path) => {
      this.#told.add(resolve(path));
      if (this.#inputs.has(resolve(path))) this.#runSoon();
    });
    // What changed before it watched: it is ready each time that it has added something.
    watcher.on("ready", () => {
      this.#runSoon();
    });
    ws.on("connection", () => {
      this.#showProblem();
    });
    return (this.#running = this.#run());
  }

  end(): void {
    for (const timer of [this.#timer, this.#telling]) clearTimeout(timer);
  }

  #runSoon(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#running = this.#running.then(() => this.#run());
    }, SETTLING_TIME);
  }

  async #run(): Promise<void> {
    const hadProblem = this.#problem !== undefined;
    this.#told.clear();
    try {
      this.#take(await this.#generate());
    } catch (error) {
      this.#problem = { plugin: PLUGIN, message: error instanceof Error ? error.message : String(error), stack: "" };
      this.#logger.error(this.#problem.message);
    }
    if (this.#problem !== undefined) this.#showProblem();
    else if (hadProblem) this.#server.ws.send({ type: "full-reload" });
    if (hadProblem && this.#problem === undefined) this.#logger.info(`${PLUGIN}: the error is fixed`);
  }

  #take(made: Results<GenerateResult>): void {
    const written = writtenPaths(made);
    // A folder that appears while the watcher looks around for the first time is missed by it.
    const outputs = written.length === 0 ? [] : made.projects.map(({ out }) => resolve(made.root, out));
    const added = [...watchedInputs(made).filter((path) => !this.#inputs.has(path)), ...outputs];
    this.#inputs = new Set(made.inputs);
    if (added.length > 0) this.#server.watcher.add(added);
    this.#tellMissed(written);
    this.#problem = made.exitCode > 1 ? problemOf(made) : undefined;
    if (this.#problem !== undefined) this.#logger.error(made.text);
    else if (made.exitCode === 1) this.#logger.warn(made.text);
    else if (hasNews(made)) this.#logger.info(made.text);
  }

  /** Vite would go on serving what it has read before: a watcher that begins misses changes of what it is just adding. */
  #tellMissed(written: readonly string[]): void {
    this.#telling = setTimeout(() => {
      const missed = written.filter((path) => !this.#told.has(path));
      for (const path of missed) this.#server.watcher.emit("change", path);
    }, SETTLING_TIME);
  }

  #showProblem(): void {
    if (this.#problem !== undefined) this.#server.ws.send({ type: "error", err: this.#problem });
  }
}

function problemOf(made: Results<GenerateResult>): ViteError {
  const first = diagnosticsOf(made).find(({ severity }) => severity === "error");
  const message = first === undefined ? made.text : `error ${first.code}  ${first.message}`;
  if (first?.file === undefined) return { plugin: PLUGIN, message, stack: made.text };
  const { line, column } = first.start ?? { line: 1, column: 1 };
  return { plugin: PLUGIN, message, stack: made.text, loc: { file: resolve(made.root, first.file), line, column } };
}
