import type { ProviderDefinition, SecurityScheme } from "@sdkwright/runtime/config";
import { runtimeImports, type ImportRequest } from "./import-model.js";

/** Code that only some kinds of schemes need: a module brings it along by a door of its own. */
export type RuntimePart = "oauth2" | "signature";

export const RUNTIME_PARTS: readonly RuntimePart[] = ["oauth2", "signature"];

/** The parts that a definition's schemes need, in one order. */
export function runtimeParts({ securitySchemes }: ProviderDefinition): readonly RuntimePart[] {
  const types = new Set(Object.values<SecurityScheme>(securitySchemes).map(({ type }) => type));
  return RUNTIME_PARTS.filter((part) => types.has(part));
}

/** The door of a part, which exports it by its name. */
export function partDoor(part: RuntimePart): string {
  return `@sdkwright/runtime/generated/${part}`;
}

export function partImports(parts: readonly RuntimePart[]): readonly ImportRequest[] {
  return parts.flatMap((part) => runtimeImports(partDoor(part), { values: [part], types: [] }));
}
