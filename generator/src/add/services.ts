import { baseUrlParameters, type Issue, type ProviderJson } from "@sdkwright/runtime/config";
import { remark } from "./remark.js";
import { Parameters, type ParameterJson } from "./parameters.js";
import type { Server } from "../openapi/api.js";
import { plainUrl } from "../openapi/same-server.js";
import type { Servers } from "./servers.js";

type ServiceJson = ProviderJson["services"][number];

/** Base URLs that the command line gives, by service id. */
export interface GivenServices {
  readonly [id: string]: string;
}

export interface Services {
  readonly services: readonly ServiceJson[];
  readonly parameters: readonly ParameterJson[];
  /** What each service was in the document; absent for those of the command line. */
  readonly origins: ReadonlyMap<string, Server>;
  readonly issues: readonly Issue[];
  /** Why the first service has no base URL, and what the document has instead: it has to be given. */
  readonly missing?: { readonly reason: string; readonly url: string } | undefined;
  /** Base URLs of the command line that cannot be used, by id. */
  readonly refused: { readonly [id: string]: string };
}

/** A URL with more is nobody's, and each of them is looked for in the whole of it. */
const MOST_VARIABLES = 20;

/**
 * The services of a definition: the first server is `default`, unless one is given in its place; others are called after
 * what they say of themselves. What stands in `paths` is no name of a parameter.
 */
export function servicesOf({ first, others }: Servers, given: GivenServices, paths: readonly string[]): Services {
  const making = new Making(given, paths);
  if (!Object.hasOwn(given, "default")) making.addFirst(first);
  for (const server of others) making.addOther(server);
  return making.done();
}

/** Services while they are made. */
class Making {
  readonly #parameters: Parameters;
  readonly #services: ServiceJson[] = [];
  readonly #ids = new Set(["default"]);
  readonly #baseUrls = new Set<string>();
  /** The last number that a name was given. */
  readonly #numbers = new Map<string, number>();
  readonly #origins = new Map<string, Server>();
  readonly #issues: Issue[] = [];
  readonly #refused: { [id: string]: string } = {};
  #missing: Services["missing"];

  constructor(given: GivenServices, paths: readonly string[]) {
    this.#parameters = new Parameters(paths);
    for (const [id, url] of Object.entries(given)) {
      const baseUrl = this.#parameters.declare({ url, variables: {} });
      const { problem } = this.#parameters.check(baseUrl);
      if (problem !== undefined) this.#refused[id] = problem;
      this.#keep({ id, baseUrl }, "push");
    }
    this.#services.sort((a, b) => Number(b.id === "default") - Number(a.id === "default"));
  }

  addFirst(server: Server | undefined): void {
    const reason = server === undefined ? "the document names no server" : this.#add("default", server, "unshift");
    this.#missing = reason === undefined ? undefined : { reason, url: server?.url ?? "" };
  }

  /** A server that is the one of `default`, or that is given, is no further service. */
  addOther(server: Server): void {
    const problem = this.#add(this.#idFor(server), server, "push");
    if (problem === undefined) return;
    this.#issues.push(
      remark("SW0705", `${server.pointer}/url`, `a server is left out: ${problem}`, "`--service <id>=<URL>` adds one"),
    );
  }

  done(): Services {
    this.#parameters.keepOnly(this.#services.map(({ baseUrl }) => baseUrl));
    return {
      services: this.#services,
      parameters: this.#parameters.list,
      origins: this.#origins,
      issues: this.#issues,
      missing: this.#missing,
      refused: this.#refused,
    };
  }

  #add(id: string, server: Server, how: "push" | "unshift"): string | undefined {
    if (!/^[a-z{]/i.test(server.url)) return "the URL of its server is relative";
    if (baseUrlParameters(server.url).length > MOST_VARIABLES)
      return `its URL has more than ${MOST_VARIABLES} variables`;
    const baseUrl = this.#parameters.declare(server);
    const { problem, withoutDefault } = this.#parameters.check(baseUrl);
    if (problem !== undefined) return problem;
    for (const name of withoutDefault) this.#issues.push(unfitDefault(name, server));
    if (this.#baseUrls.has(plainUrl(baseUrl))) return undefined;
    this.#keep({ id, baseUrl }, how);
    this.#origins.set(id, server);
    return undefined;
  }

  #keep(service: ServiceJson, how: "push" | "unshift"): void {
    this.#services[how](service);
    this.#ids.add(service.id);
    this.#baseUrls.add(plainUrl(service.baseUrl));
  }

  /** Kebab-case of the first three words of the description, else the first label of the host; numbered when they meet. */
  #idFor({ description = "", url }: Server): string {
    const host = /^[^/]*\/\/([^./]+)/.exec(url)?.[1] ?? "";
    const names = [kebab(description.split(/\s+/).slice(0, 3).join(" ")), kebab(host), "server"];
    const name = names.find((each) => /[a-z]/.test(each)) ?? "server";
    for (let number = (this.#numbers.get(name) ?? 0) + 1; ; number += 1) {
      const id = number === 1 ? name : `${name}-${number}`;
      if (this.#ids.has(id)) continue;
      this.#numbers.set(name, number - 1);
      return id;
    }
  }
}

function kebab(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-+|-+$/g, "");
}

function unfitDefault(name: string, { pointer }: Server): Issue {
  const message = `the default of the variable "${name}" cannot stand in the base URL: the parameter has none`;
  return remark("SW0706", `${pointer}/variables`, message, "`--server-variable` gives it a value, or code does");
}
