import { pascalCase } from "./identifiers.js";

/** The type names of one use-case. */
export interface UseCaseNames {
  readonly input: string;
  readonly result: string;
  readonly error: string;
  /** The input as a caller gives it, with defaulted keys optional. */
  readonly call: string;
}

/** `SendMessage` → `SendMessageInput` … */
export function useCaseNames(useCase: string): UseCaseNames {
  const pascal = pascalCase(useCase);
  return { input: `${pascal}Input`, result: `${pascal}Result`, error: `${pascal}Error`, call: `${pascal}Call` };
}
