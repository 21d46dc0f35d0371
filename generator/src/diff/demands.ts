import { own, pointerSegments } from "@sdkwright/runtime/config";
import type { PublicModel, PublicProvider } from "../emit/public-model.js";
import { breaking, type Change, type ChangePlace, quoted } from "./change.js";

// What code newly has to give: one row for each kind of demand.

/** What is said of a demand; `{0}` is the first of the names in it. */
interface Row {
  readonly says: string;
  /** The way in client.json, or in another file. */
  readonly at: string;
  readonly file?: (...names: readonly string[]) => ChangePlace["file"];
  readonly about?: string;
  /** Whether code was there before that it breaks. */
  readonly breaks: (...names: readonly string[]) => boolean;
}

/** Rows by pattern; `**` stands for all names that follow. */
interface Rows {
  readonly [pattern: string]: Row;
}

/** What code newly has to give, where there was code that did not. */
export function newDemands(base: PublicModel, next: PublicModel): Change[] {
  const known = new Set(base.demands);
  const rows = Object.entries(demandRows(base, next)).map(([pattern, row]) => ({ steps: pattern.split("/"), row }));
  return next.demands.flatMap((demand) => {
    const way = known.has(demand) ? [] : pointerSegments(demand);
    const { steps = [], row } =
      rows.find(({ steps: each }) => {
        const isLong = each.at(-1) === "**" ? way.length >= each.length : way.length === each.length;
        return isLong && each.every((step, index) => step.startsWith("*") || step === way[index]);
      }) ?? {};
    const names = way.filter((_, index) => steps[index]?.startsWith("*") !== false);
    if (row === undefined || !row.breaks(...names)) return [];
    const filled = (text: string, as: (name: string) => string = quoted) =>
      text.replaceAll(/\{(\d)\}/g, (_, index: string) => as(names[Number(index)] ?? ""));
    const place = {
      file: row.file?.(...names) ?? "client",
      path: row.at.split("/").map((step) => filled(step, String)),
    };
    return [breaking(filled(row.says), place, row.about && filled(row.about))];
  });
}

function demandRows(base: PublicModel, next: PublicModel): Rows {
  const isThere = (provider = "") => Object.hasOwn(base.providers, provider);
  const hasScheme = (definition: PublicProvider | undefined, scheme = "") =>
    definition !== undefined && Object.hasOwn(definition.securitySchemes, scheme);
  const parameter: Omit<Row, "breaks"> = {
    says: "code must now pass parameter {1} of provider {0}",
    at: "parameters/{1}",
    file: (provider = "", name = "") => {
      const isDeclared = ({ parameters }: PublicProvider) => Object.hasOwn(parameters, name);
      return { definition: definitionsOf(next, provider).find(isDeclared)?.file ?? "" };
    },
  };
  const field: Omit<Row, "breaks"> = {
    says: "code must now pass {2} of scheme {1} of provider {0}",
    at: next.client ? "providers/{0}/security/{1}" : "securitySchemes/{1}",
    file: (provider = "") => (next.client ? "client" : { definition: definitionsOf(next, provider)[0]?.file ?? "" }),
    about: "field {0} {1} {2}",
  };
  return {
    "createClient/maps/*/*": {
      says: "code must now pass createClient a map of provider {1} for profile {0}",
      at: "profiles/{0}/providers/{1}",
      breaks: () => base.client,
    },
    "createClient/schemes/*/**": {
      says: "code must now pass createClient credentials of provider {0}",
      at: "providers/{0}",
      breaks: (provider = "", ...schemes) => base.client && !hasGiven(provider, schemes, base),
    },
    "createClient/credentials/*/*/*": {
      ...field,
      breaks: (provider = "", scheme) =>
        base.client && definitionsOf(base, provider).some((each) => hasScheme(each, scheme)),
    },
    "createClient/parameters/*/*": { ...parameter, breaks: () => base.client },
    "providers/*/credentials/*/*": {
      ...field,
      breaks: (provider = "", scheme) => hasScheme(own(base.providers, provider), scheme),
    },
    "providers/*/parameters/*": { ...parameter, breaks: isThere },
    "providers/*/default/*": {
      says: "code that creates a client of provider {0} must now pass credentials of scheme {1}, or `security`",
      at: "security",
      file: (provider = "") => ({ definition: own(next.providers, provider)?.file ?? "" }),
      breaks: isThere,
    },
    "providers/*/webhooks": {
      says: "code must now pass `secrets` of the webhooks of provider {0}",
      at: next.client ? "providers/{0}" : "webhooks",
      file: (provider = "") => (next.client ? "client" : { definition: own(next.providers, provider)?.file ?? "" }),
      breaks: (provider = "") => own(base.providers, provider)?.webhooks !== undefined,
    },
    "profiles/*/useCases/*": {
      says: "maps of profile {0} must now implement use-case {1}",
      at: "usecases/{1}",
      file: (profile = "") => {
        const document = own(next.profiles, profile)?.document;
        return document === undefined ? "client" : { profile: document };
      },
      about: "use-case {0} {1}",
      breaks: (profile = "") => (own(base.profiles, profile)?.candidates ?? []).length > 0,
    },
  };
}

/** Whether code gives credentials of one of the schemes already, because it had to. */
function hasGiven(provider: string, schemes: readonly string[], { demands }: PublicModel): boolean {
  return demands.some((demand) => {
    const [user, kind, name, ...given] = pointerSegments(demand);
    const isOne = user === "createClient" && kind === "schemes" && name === provider;
    return isOne && given.every((id) => schemes.includes(id));
  });
}

/** The provider's definition, and those that profiles have of their own. */
function definitionsOf({ providers, profiles }: PublicModel, name: string): readonly PublicProvider[] {
  const ofProfiles = Object.values(profiles).map((profile) => own(profile.providers, name)?.definition);
  return [own(providers, name), ...ofProfiles].filter((definition) => definition !== undefined);
}
