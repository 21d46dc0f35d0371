/** What `createClient` takes for one provider, as it is emitted; all identifiers are local names. */
export interface ClientInputModel {
  readonly provider: string;
  readonly isDemanded: boolean;
  /** All of them apply. */
  readonly types: readonly ClientTypeModel[];
  /** An intersection within a union. */
  readonly needsParentheses: boolean;
}

export interface ClientTypeModel {
  readonly type: string;
  readonly isFirst: boolean;
  readonly isWhole: boolean;
  readonly isSome: boolean;
  readonly areCredentials: boolean;
}
