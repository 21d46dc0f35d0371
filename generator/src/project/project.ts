import type {
  ClientConfig,
  OperationWire,
  PagesEntry,
  ProfileConfig,
  ProfileJson,
  ProviderDefinition,
  ProviderJson,
} from "@sdkwright/runtime/config";
import type { ImportExtension } from "../io/paths.js";
import type { Api } from "../openapi/api.js";
import type { ApiPages } from "../openapi/pages.js";

/** Everything that was read and found valid: what the model is made from. Paths are relative to the project root, with `/`. */
export interface LoadedProject {
  /** The client configuration, when there is one. */
  readonly client?: { readonly file: string; readonly config: ClientConfig } | undefined;
  /** Top-level providers in file order, then definitions given as arguments. */
  readonly providers: readonly LoadedProvider[];
  /** Profiles in file order. */
  readonly profiles: readonly LoadedProfile[];
  /** Where the SDK goes, relative to the project root, links followed: resolvers go from there. */
  readonly outputFolder: string;
  /** Extension of relative imports in emitted files. */
  readonly importExtension: ImportExtension;
}

type KeyRules = NonNullable<ProviderDefinition["idempotency"]>;

export interface LoadedProvider {
  readonly file: string;
  /** As written, for documentation (descriptions, `bearerFormat`). */
  readonly json: ProviderJson;
  readonly definition: ProviderDefinition;
  /** What the OpenAPI document says that the definition names. */
  readonly api?: Api | undefined;
  /** Operations of the document that differ on the wire, by method and path, where that is known. */
  readonly wires?: { readonly [operation: string]: OperationWire } | undefined;
  /** Keys of its operations that the document alone has, by method, where that is known. */
  readonly keys?: KeyRules | undefined;
  /** Declared and found in the document, where that is known. */
  readonly pages?: readonly PagesEntry[] | undefined;
  /** The same by operation. */
  readonly lists?: ApiPages | undefined;
}

export interface LoadedProfile {
  readonly name: string;
  /** The profile document, where one was found (rules C4). */
  readonly document?: { readonly file: string; readonly profile: ProfileJson } | undefined;
  /** Map modules that client.json names, by provider (rules C7). */
  readonly mapFiles: { readonly [provider: string]: string };
  /** Definitions for this profile only, by provider (rules C7). */
  readonly definitions: { readonly [provider: string]: LoadedProvider };
}

/** A document says which use-cases there are; without one, those that `defaults` name, at both levels (rules C4). */
export function useCaseNamesOf(
  document: ProfileJson | undefined,
  config: ProfileConfig | undefined,
): readonly string[] {
  if (document !== undefined) return Object.keys(document.usecases);
  const levels = config === undefined ? [] : [config, ...Object.values(config.providers)];
  return [...new Set(levels.flatMap(({ defaults }) => Object.keys(defaults)))];
}
