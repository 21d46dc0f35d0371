import type { Program, Symbol as TsSymbol, Type, TypeChecker, TypeReference } from "typescript-5.9";
import { fresh, propertyType, reads } from "./reads.js";
import { isObject, itemsOf, literals, propertiesOf } from "./values.js";
import { typescript as ts } from "./typescript.js";

/** Code that uses everything that an SDK offers, in the ways that `diff` promises for; made from its types alone. */
export interface Callers {
  /** The modules of maps that client.json names, by path below the project. */
  readonly maps: { readonly [path: string]: string };
  /** Everything else. */
  readonly caller: string;
}

/** What of a project callers are made from. */
export interface CallerSubject {
  readonly program: Program;
  /** Absolute path of an emitted file. */
  readonly at: (path: string) => string;
  readonly providers: readonly string[];
  /** Profiles that have a module, and the map files that client.json names, by provider. */
  readonly profiles: { readonly [profile: string]: { readonly [provider: string]: string } };
}

export function callersOf(subject: CallerSubject): Callers {
  const checker = subject.program.getTypeChecker();
  const modules = Object.entries(subject.profiles).map(([profile, mapFiles]) =>
    profileUse(checker, subject, profile, mapFiles),
  );
  const maps = Object.assign({}, ...modules.map(({ files }) => files)) as Callers["maps"];
  const providers = subject.providers.map((provider) => providerUse(checker, subject, provider));
  const client = clientUse(checker, subject);
  return { maps, caller: [take, ...modules.map(({ text }) => text), ...providers, client, "export {};"].join("\n\n") };
}

function exportsOf(checker: TypeChecker, { program, at }: CallerSubject, path: string): TsSymbol[] {
  const file = program.getSourceFile(at(path));
  const symbol = file && checker.getSymbolAtLocation(file);
  return symbol === undefined ? [] : checker.getExportsOfModule(symbol);
}

function declared(checker: TypeChecker, symbols: readonly TsSymbol[], pattern: RegExp): Type | undefined {
  const symbol = symbols.find(({ name, flags }) => pattern.test(name) && flags & ts.SymbolFlags.Type);
  return symbol && checker.getDeclaredTypeOfSymbol(symbol);
}

/** `"a" | "b"` as texts. */
function names(type: Type | undefined): string[] {
  if (type === undefined) return [];
  const members = type.isUnion() ? type.types : [type];
  return members.flatMap((member) => (member.isStringLiteral() ? [JSON.stringify(member.value)] : []));
}

function providerUse(checker: TypeChecker, subject: CallerSubject, provider: string): string {
  const path = `providers/${provider}.ts`;
  const symbols = exportsOf(checker, subject, path);
  const factory = symbols.find(({ name }) => name.startsWith("create"));
  const create = factory?.name ?? "missing";
  const parameters = declared(checker, symbols, /ParametersInput$/) ?? declared(checker, symbols, /Parameters$/);
  const given = parameters === undefined ? [] : literals(checker, parameters);
  const isDemanded =
    parameters !== undefined && propertiesOf(checker, parameters).some(({ isOptional }) => !isOptional);
  const least = isDemanded ? `parameters: ${given[0] ?? "{}"}` : "";
  const schemes = declared(checker, symbols, /CredentialsInput$/) ?? declared(checker, symbols, /Credentials$/);
  const made = factory && madeBy(checker, factory);
  const [services, configured, scoped] = made === undefined ? [[], [], []] : requestNames(checker, made);
  const client = fresh();
  return [
    `import { ${create} } from ${JSON.stringify(`./generated/providers/${provider}.js`)};`,
    `const ${client} = ${create}(${least === "" ? "" : `{ ${least} }`});`,
    ...requests(client, services, configured, scoped),
    ...configured.map((id) => `${create}({ ${least === "" ? "" : `${least}, `}security: ${id} });`),
    ...given.map((value) => `${create}({ parameters: ${value} });`),
    ...(schemes === undefined ? [] : propertiesOf(checker, schemes)).flatMap(({ name, type }) =>
      literals(checker, type).map(
        (value) =>
          `${create}({ ${least === "" ? "" : `${least}, `}credentials: { ${JSON.stringify(name)}: ${value} } }).get("/", { security: ${JSON.stringify(name)} });`,
      ),
    ),
  ].join("\n");
}

/** The type of what a function makes. */
function madeBy(checker: TypeChecker, factory: TsSymbol): Type {
  const [signature] = checker.getTypeOfSymbol(factory).getCallSignatures();
  if (signature === undefined) throw new Error(`${factory.name} is no function`);
  return signature.getReturnType();
}

function requests(
  client: string,
  services: readonly string[],
  schemes: readonly string[],
  scoped: readonly string[],
): string[] {
  return [
    ...scoped.map((id) => `void ${client}.get("/", { security: { id: ${id}, scopes: ["read"] } });`),
    ...services.map((id) => `void ${client}.get("/", { service: ${id} });`),
    ...schemes.map((id) => `void ${client}.get("/", { security: ${id} });`),
  ];
}

interface ProfileUse {
  readonly text: string;
  readonly files: { readonly [path: string]: string };
}

/** Maps for every provider of a profile; those that client.json names a file for stand in that file. */
function profileUse(
  checker: TypeChecker,
  subject: CallerSubject,
  profile: string,
  mapFiles: { readonly [provider: string]: string },
): ProfileUse {
  const symbols = exportsOf(checker, subject, `profiles/${profile}.ts`);
  const mapName = symbols.find(({ name, flags }) => name.endsWith("Map") && flags & ts.SymbolFlags.Interface)?.name;
  const files: { [path: string]: string } = {};
  const texts: string[] = [];
  for (const [provider, type] of mapsOf(checker, subject, profile)) {
    const file = mapFiles[provider];
    const from = file === undefined ? "./generated" : "../src/generated";
    const name = file === undefined ? mapVariable(profile, provider) : "map";
    const body = mapText(checker, type, symbols);
    const alias = fresh();
    const use = [
      `import type * as ${alias} from ${JSON.stringify(`${from}/profiles/${profile}.js`)};`,
      `const ${name}: ${alias}.${mapName ?? ""}<${JSON.stringify(provider)}> = ${body(alias)};`,
    ].join("\n");
    if (file === undefined) texts.push(use);
    else {
      files[file] = `${take}\n${use}\nexport default map;\n`;
      texts.push(`import ${mapVariable(profile, provider)} from ${JSON.stringify(`../${file.replace(/ts$/, "js")}`)};`);
    }
  }
  return { text: texts.join("\n\n"), files };
}

const take = "declare function take<T>(value: T): void;";

function mapVariable(profile: string, provider: string): string {
  return `map_${profile}_${provider}`.replaceAll(/\W/g, "_");
}

/** The maps that `createClient` takes for a profile, by provider. */
function mapsOf(checker: TypeChecker, subject: CallerSubject, profile: string): [string, Type][] {
  const all = declared(checker, exportsOf(checker, subject, "client.ts"), /^ClientMaps$/);
  const entry = all && propertiesOf(checker, all).find(({ name }) => name === profile);
  if (entry === undefined) return [];
  return propertiesOf(checker, checker.getNonNullableType(entry.type)).flatMap(({ name, type }) => {
    const members = type.isUnion() ? type.types : [type];
    const map = members.find((member) => isObject(member) && itemsOf(checker, member) === undefined);
    return map === undefined ? [] : [[name, map] as [string, Type]];
  });
}

/** A map that reads all of its input, and makes a result and an error of every shape. */
function mapText(checker: TypeChecker, map: Type, symbols: readonly TsSymbol[]): (alias: string) => string {
  return (alias) => {
    const useCases = propertiesOf(checker, map).map(({ name, type }) => {
      const [signature] = type.getCallSignatures();
      const context = signature?.parameters[0];
      if (signature === undefined || context === undefined) return "";
      const parts = new Map(
        propertiesOf(checker, checker.getTypeOfSymbol(context)).map((part) => [part.name, part.type]),
      );
      const part = (key: string) => parts.get(key) ?? signature.getReturnType();
      const result = checker.getAwaitedType(signature.getReturnType()) ?? signature.getReturnType();
      const failure = declared(checker, symbols, new RegExp(`^${name}Error$`));
      const results = literals(checker, result);
      return [
        `async ${name}({ input, http, parameters, fail }) {`,
        ...reads(checker, part("input"), "input"),
        ...reads(checker, part("parameters"), "parameters"),
        "void http;",
        ...requests("http", ...requestNames(checker, part("http"))),
        ...results.map((value) => `take<${alias}.${name}Result>(${value});`),
        ...(failure === undefined ? [] : literals(checker, failure)).map((value) => `take(() => fail(${value}));`),
        `return ${results[0] ?? "null as never"};`,
        "},",
      ].join("\n");
    });
    return `{\n${useCases.join("\n")}\n}`;
  };
}

/** Services and schemes that a client's requests can name, and schemes with scopes: what `ProviderClient` is made of. */
function requestNames(checker: TypeChecker, client: Type): [string[], string[], string[]] {
  const [, services, schemes] = checker.getTypeArguments(client as TypeReference);
  const known = schemes?.isUnion() === true ? schemes.types : [];
  const members = known.filter(({ flags }) => flags & ts.TypeFlags.Object);
  const ids = members.flatMap((member) => checker.getPropertyOfType(member, "id") ?? []);
  return [names(services), names(schemes), ids.flatMap((id) => names(checker.getTypeOfSymbol(id)))];
}

function clientUse(checker: TypeChecker, subject: CallerSubject): string {
  const symbols = exportsOf(checker, subject, "client.ts");
  const client = fresh();
  const options = optionLiterals(checker, symbols);
  const type = declared(checker, symbols, /^Client$/);
  const parts = type === undefined ? [] : propertiesOf(checker, type);
  const of = (name: string) => {
    const part = parts.find((other) => other.name === name);
    return part === undefined ? [] : propertiesOf(checker, part.type);
  };
  return [
    'import { clientJson } from "@sdkwright/runtime/client-json";',
    'import { createClient } from "./generated/client.js";',
    `const ${client} = createClient(${options[0] ?? ""});`,
    ...options.slice(1).map((value) => `createClient(${value});`),
    ...of("providers").flatMap(({ name, type }) => [
      `void ${client}.providers[${JSON.stringify(name)}];`,
      ...requests(`${client}.providers[${JSON.stringify(name)}]`, ...requestNames(checker, type)),
    ]),
    ...of("profiles").flatMap(({ name, type }) => [
      `void ${client}.profiles[${JSON.stringify(name)}];`,
      ...propertiesOf(checker, type).flatMap((useCase) =>
        useCaseUse(checker, useCase.type, `${client}.profiles[${JSON.stringify(name)}].${useCase.name}`),
      ),
    ]),
  ].join("\n");
}

/** What can be given to `createClient`: with the least first; `""` where nothing has to be given. */
function optionLiterals(checker: TypeChecker, symbols: readonly TsSymbol[]): string[] {
  const type = (name: string) => declared(checker, symbols, new RegExp(`^${name}$`));
  const [options, json] = [type("ClientOptions"), type("ClientJsonOptions")];
  if (options === undefined) return [];
  const of = (part: Type): string[] => {
    const given = propertiesOf(checker, part).filter(({ name }) =>
      ["maps", "credentials", "parameters"].includes(name),
    );
    const values = given.map(({ name, type, isOptional }) => ({
      name,
      isOptional,
      values: name === "maps" ? mapLiterals(checker, type) : literals(checker, type),
    }));
    const print = (some: readonly (readonly [string, string])[]) =>
      some.map(([name, value]) => `${name}: ${value}`).join(", ");
    const least = values
      .filter(({ isOptional }) => !isOptional)
      .map(({ name, values }) => [name, values[0] ?? "{}"] as const);
    const others = values.flatMap(({ name, values }) =>
      values.map((value) => print([...least.filter(([other]) => other !== name), [name, value]])),
    );
    return [print(least), ...others];
  };
  const plain = of(options).map((text) => (text === "" ? "" : `{ ${text} }`));
  const leastJson = of(json ?? options)[0] ?? "";
  return [...plain, `{ clientJson: clientJson({})${leastJson === "" ? "" : `, ${leastJson}`} }`];
}

/** Maps by profile and provider: those that have to be given, and then each alone with them. */
function mapLiterals(checker: TypeChecker, maps: Type): string[] {
  const pairs = propertiesOf(checker, checker.getNonNullableType(maps)).flatMap((profile) =>
    propertiesOf(checker, checker.getNonNullableType(profile.type)).map((provider) => ({
      profile: profile.name,
      provider: provider.name,
      isDemanded: !profile.isOptional && !provider.isOptional,
    })),
  );
  const print = (some: typeof pairs) => {
    const profiles = [...new Set(some.map(({ profile }) => profile))].map((profile) => {
      const entries = some
        .filter((pair) => pair.profile === profile)
        .map(({ provider }) => `${JSON.stringify(provider)}: ${mapVariable(profile, provider)}`);
      return `${JSON.stringify(profile)}: { ${entries.join(", ")} }`;
    });
    return `{ ${profiles.join(", ")} }`;
  };
  return [print(pairs.filter(({ isDemanded }) => isDemanded)), print(pairs)];
}

/** Calls with every input, and reads all of the result and of the error. */
function useCaseUse(checker: TypeChecker, useCase: Type, call: string): string[] {
  const [signature] = useCase.getCallSignatures();
  const [input, options] = signature?.parameters ?? [];
  if (signature === undefined || input === undefined || options === undefined) return [];
  const result = checker.getAwaitedType(signature.getReturnType()) ?? signature.getReturnType();
  const inputs = literals(checker, checker.getTypeOfSymbol(input));
  const provider = propertiesOf(checker, checker.getNonNullableType(checker.getTypeOfSymbol(options))).find(
    ({ name }) => name === "provider",
  );
  const [value, outcome, failure] = [fresh(), fresh(), fresh()];
  const first = inputs[0] ?? "undefined as never";
  return [
    ...inputs.map((text) => `void ${call}(${text});`),
    ...names(provider?.type).map((name) => `void ${call}(${first}, { provider: ${name} });`),
    `const ${value} = await ${call}(${first});`,
    ...reads(checker, result, value),
    `const ${outcome} = await ${call}.safe(${first});`,
    `if (!${outcome}.ok && ${outcome}.error.name === "UseCaseError") {`,
    `const ${failure} = ${outcome}.error.error;`,
    ...reads(checker, failureOf(checker, useCase), failure),
    "}",
  ];
}

/** The type of a use-case's own error, as `safe` gives it. */
function failureOf(checker: TypeChecker, useCase: Type): Type {
  const safe = propertiesOf(checker, useCase).find(({ name }) => name === "safe");
  const outcome = safe?.type.getCallSignatures()[0]?.getReturnType();
  const members = outcome && checker.getAwaitedType(outcome);
  const failed = (members?.isUnion() ? members.types : []).map((member) => propertyType(checker, member, "error"));
  const errors = failed.flatMap((type) => (type?.isUnion() ? type.types : []));
  const own = errors.map((type) => propertyType(checker, type, "error")).find((type) => type !== undefined);
  return own ?? checker.getAnyType();
}
