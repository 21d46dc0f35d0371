import {
  addOwn,
  fieldsOf,
  mapFile,
  PARAMETERS,
  PROVIDERS,
  randomDefinition,
  randomScheme,
  randomUseCase,
  SCHEMES,
  SERVICES,
  USE_CASES,
  useCaseDefaults,
  type Definition,
  type ProfileSettings,
  type Project,
} from "./projects.js";
import { NothingToPick, type Random } from "./random.js";
import { editSchema } from "./schema-edits.js";

/** A project and what it became. */
export interface Edited {
  readonly project: Project;
  /** What was done, for people. */
  readonly edit: string;
}

/** Changes a copy of a project in one random way, seldom in two. */
export function editProject(random: Random, before: Project): Edited {
  const once = editOnce(random, before);
  if (!random.chance(0.15)) return once;
  const twice = editOnce(random, once.project);
  return { project: twice.project, edit: `${once.edit}, and ${twice.edit}` };
}

function editOnce(random: Random, before: Project): Edited {
  for (let tries = 0; ; tries += 1) {
    if (tries > 1000) throw new Error("no edit applies");
    const project = structuredClone(before);
    const name = random.chance(0.5) ? "schema" : random.pick(Object.keys(EDITS));
    const done = applied(name, random, project);
    if (done === undefined || done === false) continue;
    if (JSON.stringify(project) !== JSON.stringify(before)) {
      return { project, edit: typeof done === "string" ? done : name };
    }
  }
}

/** What an edit says of itself; nothing where what it changes is not there. */
function applied(name: string, random: Random, project: Project): string | boolean | undefined {
  try {
    return name === "schema" ? editSomeSchema(random, project) : EDITS[name]?.(random, project);
  } catch (error) {
    if (error instanceof NothingToPick) return undefined;
    throw error;
  }
}

function editSomeSchema(random: Random, project: Project): string | undefined {
  const useCase = someUseCase(random, project);
  if (useCase === undefined) return undefined;
  const part = random.pick(["input", "input", "result", "result", "error"] as const);
  const schema = useCase[part];
  const done = schema === undefined ? undefined : editSchema(random, schema);
  return done === undefined ? undefined : `${part}: ${done}`;
}

type Edit = (random: Random, project: Project) => boolean;

const EDITS: { readonly [name: string]: Edit } = {
  "add a service": onDefinition((random, { services, name }) => {
    const id = random.pick(SERVICES);
    services.push({ id, baseUrl: `https://${id}.${name}.example` });
    return services.filter((service) => service.id === id).length === 1;
  }),
  "remove a service": onDefinition((_, definition) => {
    const gone = definition.services.pop();
    return gone !== undefined && gone.id !== definition.defaultService;
  }),
  "rename a service": onDefinition((random, definition) => {
    const service = random.pick(definition.services);
    const id = random.pick(SERVICES);
    if (definition.services.some((other) => other.id === id)) return false;
    if (definition.defaultService === service.id) definition.defaultService = id;
    service.id = id;
    return true;
  }),
  "another default service": onDefinition((random, definition) => {
    definition.defaultService = random.pick(definition.services).id;
    return true;
  }),
  "another base URL": onDefinition((random, { services }) => {
    const service = random.pick(services);
    service.baseUrl = random.pick([
      `${service.baseUrl}/v2`,
      `${service.baseUrl}/`,
      service.baseUrl.replace(".example", ".example:443"),
      service.baseUrl.replace(".example", ".EXAMPLE"),
      service.baseUrl.replace("https://", "https://eu."),
    ]);
    return true;
  }),
  "a parameter in a base URL, or no longer": onDefinition((random, { services, parameters }) => {
    const service = random.pick(services);
    const [parameter] = parameters;
    if (parameter === undefined) return false;
    const place = `{${parameter.name}}.`;
    service.baseUrl = service.baseUrl.includes(place)
      ? service.baseUrl.replace(place, "")
      : service.baseUrl.replace("://", `://${place}`);
    return !service.baseUrl.includes("}.{");
  }),
  "add a scheme": onDefinition((random, { securitySchemes }) => {
    const id = random.pick(SCHEMES);
    if (securitySchemes.some((scheme) => scheme["id"] === id)) return false;
    securitySchemes.push(randomScheme(random, id));
    return true;
  }),
  "remove a scheme": onProvider((_, definition, supplied) => {
    const gone = definition.securitySchemes.pop();
    if (gone === undefined) return false;
    supplied.security = supplied.security.filter(({ id }) => id !== gone["id"]);
    return true;
  }),
  "another kind of scheme": onProvider((random, { securitySchemes }, supplied) => {
    if (securitySchemes.length === 0) return false;
    const index = random.below(securitySchemes.length);
    const scheme = randomScheme(random, securitySchemes[index]?.["id"] as string);
    securitySchemes[index] = scheme;
    const values = Object.fromEntries(fieldsOf(scheme).map((field) => [field, `$${field.toUpperCase()}`]));
    supplied.security = supplied.security
      .map((entry) => (entry["id"] === scheme["id"] ? { ...values, id: entry["id"] ?? "" } : entry))
      .filter((entry) => Object.keys(entry).length > 1);
    return true;
  }),
  "another header": onDefinition((random, { securitySchemes }) => {
    const scheme = securitySchemes.find(({ type }) => type === "apiKey");
    if (scheme === undefined) return false;
    scheme["name"] = random.pick(["x-key", "X-Other"]);
    return true;
  }),
  "another token URL, or scopes": onDefinition((random, { securitySchemes }) => {
    const scheme = securitySchemes.find(({ type }) => type === "oauth2");
    if (scheme === undefined) return false;
    if (random.chance(0.5)) scheme["tokenUrl"] = random.pick(["https://AUTH.example/token", "https://other.example"]);
    else scheme["scopes"] = random.pick([["read"], ["write", "read"], []]);
    return true;
  }),
  "another signature, or prefix": onDefinition((random, { securitySchemes }) => {
    const signature = securitySchemes.find(({ type }) => type === "signature");
    const key = securitySchemes.find(({ in: place }) => place === "header");
    if (signature !== undefined) signature["headers"] = random.pick([["x-signature", "x-date"], ["X-Signature"]]);
    else if (key !== undefined) key["prefix"] = random.pick(["Bot ", "Key "]);
    return signature !== undefined || key !== undefined;
  }),
  "add a parameter": onDefinition((random, { parameters }) => {
    const name = random.pick(PARAMETERS);
    if (parameters.some((parameter) => parameter.name === name)) return false;
    parameters.push({ name, ...(random.chance(0.5) ? { default: "eu" } : {}) });
    return true;
  }),
  "remove a parameter": onProvider((_, definition, supplied) => {
    const gone = definition.parameters.pop();
    if (gone === undefined || definition.services.some(({ baseUrl }) => baseUrl.includes(`{${gone.name}}`)))
      return false;
    delete supplied.parameters[gone.name];
    return true;
  }),
  "a default, or no longer": onDefinition((random, { parameters }) => {
    if (parameters.length === 0) return false;
    const parameter = random.pick(parameters);
    if (parameter.default === undefined) parameter.default = "eu";
    else delete parameter.default;
    return true;
  }),
  "a value, or no longer": onProvider((random, { parameters }, { parameters: values }) => {
    if (parameters.length === 0) return false;
    const { name } = random.pick(parameters);
    if (values[name] === undefined) values[name] = "us";
    else delete values[name];
    return true;
  }),
  "a credential, or no longer": onProvider((random, { securitySchemes }, supplied) => {
    if (securitySchemes.length === 0) return false;
    const scheme = random.pick(securitySchemes);
    if (fieldsOf(scheme).length === 0) return false;
    const before = supplied.security.length;
    supplied.security = supplied.security.filter(({ id }) => id !== scheme["id"]);
    const values = Object.fromEntries(
      fieldsOf(scheme).map((field) => [field, random.chance(0.8) ? "$OTHER" : "literal"]),
    );
    if (supplied.security.length === before) supplied.security.push({ id: scheme["id"] ?? "", ...values });
    return true;
  }),
  "add a provider": (random, { providers, client }) => {
    const name = random.pick(PROVIDERS);
    if (Object.hasOwn(providers, name)) return false;
    providers[name] = randomDefinition(random, name);
    client.providers[name] = { security: [], parameters: {} };
    return true;
  },
  "remove a provider": (random, project) => {
    const name = random.pick(Object.keys(project.providers));
    delete project.providers[name];
    delete project.client.providers[name];
    for (const settings of Object.values(project.client.profiles)) forget(settings, name);
    return Object.keys(project.providers).length > 0;
  },
  "rename a provider": (random, project) => {
    const name = random.pick(Object.keys(project.providers));
    const next = random.pick(PROVIDERS);
    if (Object.hasOwn(project.providers, next)) return false;
    const text = JSON.stringify(project).replaceAll(`"${name}"`, `"${next}"`);
    Object.assign(project, JSON.parse(text));
    return true;
  },
  "another order of providers": onProfile((random, settings) => {
    if (settings.priority === undefined) return false;
    settings.priority = random.some(settings.priority, settings.priority.length);
    return true;
  }),
  "a provider more in the list": onProfile((random, settings, project) => {
    const name = random.pick(Object.keys(project.providers));
    if (settings.priority?.includes(name) === true) return false;
    settings.priority = [...(settings.priority ?? []), name];
    return true;
  }),
  "a provider less in the list": onProfile((_, settings) => {
    settings.priority?.pop();
    if (settings.priority?.length === 0) delete settings.priority;
    return true;
  }),
  "no list": onProfile((_, settings) => delete settings.priority),
  "settings of a provider, or none": onProfile((random, settings, project) => {
    const name = random.pick(Object.keys(project.providers));
    if (Object.hasOwn(settings.providers, name)) delete settings.providers[name];
    else settings.providers[name] = { defaults: {} };
    return true;
  }),
  "a map file, or none": onProfile((random, settings, project, profile) => {
    const name = random.pick(Object.keys(project.providers));
    const provider = settings.providers[name] ?? { defaults: {} };
    settings.providers[name] = provider;
    if (provider.file === undefined) provider.file = mapFile(profile, name);
    else delete provider.file;
    return true;
  }),
  "a definition of its own": onProfile((random, settings, project, profile) => {
    const name = random.pick(Object.keys(project.providers));
    const file = addOwn(random, project, profile, name);
    if (random.chance(0.7)) project.own[file] = structuredClone(project.providers[name] as Definition);
    settings.providers[name] = { defaults: {}, ...settings.providers[name], file };
    return true;
  }),
  "edit an own definition": (random, project) => {
    const file = Object.keys(project.own)[0];
    const definition = project.own[file ?? ""];
    if (definition === undefined) return false;
    const name = random.pick(PARAMETERS);
    if (!definition.parameters.some((parameter) => parameter.name === name)) definition.parameters.push({ name });
    const [service] = definition.services;
    if (service !== undefined && random.chance(0.5) && !service.baseUrl.includes("{")) {
      service.baseUrl = service.baseUrl.replace("://", `://{${name}}.`);
    }
    return true;
  },
  failover: onProfile((random, settings) => {
    const useCase = random.pick(USE_CASES);
    const defaults = settings.defaults[useCase];
    if (defaults === undefined) return false;
    defaults.providerFailover = defaults.providerFailover !== true;
    return true;
  }),
  "other defaults": onProfile((random, settings, project, profile) => {
    const useCase = random.pick(USE_CASES);
    const document = project.documents[profile]?.usecases[useCase];
    if (document === undefined) return false;
    const before = settings.defaults[useCase];
    settings.defaults[useCase] = before?.input === undefined ? useCaseDefaults(random, document) : {};
    return true;
  }),
  "defaults of a provider": onProfile((random, settings, project, profile) => {
    const useCase = random.pick(USE_CASES);
    const document = project.documents[profile]?.usecases[useCase];
    const provider = Object.values(settings.providers)[0];
    if (document === undefined || provider === undefined) return false;
    const { input = {} } = useCaseDefaults(random, document);
    provider.defaults[useCase] = provider.defaults[useCase]?.input === undefined ? { input } : {};
    return true;
  }),
  "another policy": onProfile((random, settings) => {
    const defaults = Object.values(settings.providers)[0]?.defaults;
    const [useCase] = Object.keys(defaults ?? {});
    if (defaults === undefined || useCase === undefined) return false;
    defaults[useCase] = { ...defaults[useCase], retryPolicy: random.pick(["none", "circuit-breaker"]) };
    return true;
  }),
  "add a use-case": (random, { documents }) => {
    const document = Object.values(documents)[0];
    const name = random.pick(USE_CASES);
    if (document === undefined || Object.hasOwn(document.usecases, name)) return false;
    document.usecases[name] = randomUseCase(random);
    return true;
  },
  "remove a use-case": (_, { documents, client }) => {
    const [profile, document] = Object.entries(documents)[0] ?? [];
    const name = Object.keys(document?.usecases ?? {})[0];
    if (document === undefined || profile === undefined || name === undefined) return false;
    delete document.usecases[name];
    const settings = client.profiles[profile];
    delete settings?.defaults[name];
    for (const provider of Object.values(settings?.providers ?? {})) delete provider.defaults[name];
    return true;
  },
  "no error of its own": (random, project) => {
    const useCase = someUseCase(random, project);
    return useCase?.error !== undefined && delete useCase.error;
  },
  "another title": (random, project) => {
    const useCase = someUseCase(random, project);
    if (useCase !== undefined) useCase.title = "Does something else";
    return useCase !== undefined;
  },
  "add a profile": (random, { documents, client }) => {
    if (Object.hasOwn(client.profiles, "mail")) return false;
    documents["mail"] = {
      name: "mail",
      version: "1.0.0",
      usecases: random.chance(0.6) ? { Send: randomUseCase(random) } : {},
    };
    client.profiles["mail"] = { file: "mail.json", providers: {}, defaults: {} };
    if (random.chance(0.5)) client.profiles["mail"].priority = Object.keys(client.providers).slice(0, 1);
    return true;
  },
  "remove a profile": (random, { documents, client }) => {
    if (Object.keys(client.profiles).length === 0) return false;
    const name = random.pick(Object.keys(client.profiles));
    delete client.profiles[name];
    delete documents[name];
    return true;
  },
  "no document": (_, { documents }) => {
    const [name] = Object.keys(documents);
    return name !== undefined && delete documents[name];
  },
};

function onDefinition(edit: (random: Random, definition: Definition) => boolean): Edit {
  return (random, { providers, own }) =>
    edit(random, random.pick([...Object.values(providers), ...Object.values(own)]));
}

type Supplied = Project["client"]["providers"][string];

function onProvider(edit: (random: Random, definition: Definition, supplied: Supplied) => boolean): Edit {
  return (random, { providers, client }) => {
    const name = random.pick(Object.keys(providers));
    const [definition, supplied] = [providers[name], client.providers[name]];
    return definition !== undefined && supplied !== undefined && edit(random, definition, supplied);
  };
}

function onProfile(
  edit: (random: Random, settings: ProfileSettings, project: Project, profile: string) => boolean,
): Edit {
  return (random, project) => {
    const names = Object.keys(project.client.profiles);
    const name = names.length === 0 ? "" : random.pick(names);
    const settings = project.client.profiles[name];
    return settings !== undefined && edit(random, settings, project, name);
  };
}

function someUseCase(
  random: Random,
  { documents }: Project,
): Project["documents"][string]["usecases"][string] | undefined {
  const useCases = Object.values(documents).flatMap(({ usecases }) => Object.values(usecases));
  return useCases.length === 0 ? undefined : random.pick(useCases);
}

function forget(settings: ProfileSettings, provider: string): void {
  delete settings.providers[provider];
  if (settings.priority === undefined) return;
  settings.priority = settings.priority.filter((name) => name !== provider);
  if (settings.priority.length === 0) delete settings.priority;
}
