import type { Span } from "../diagnostics/source.js";

/** What a map module was seen to export, read syntactically: no import is followed. */
export type MapModule =
  | {
      readonly kind: "object";
      /** Where to put what is missing. */
      readonly span: Span;
      readonly members: readonly MapMember[];
      /** Spreads and computed keys that may bring further use-cases. */
      readonly opaque: readonly Span[];
    }
  /** A default export that comes from elsewhere, or from a call that is not `defineMap`. */
  | { readonly kind: "opaque"; readonly span: Span }
  /** No default export, or one that cannot be a map. */
  | { readonly kind: "unusable"; readonly span: Span; readonly reason: string }
  | { readonly kind: "syntax"; readonly span: Span; readonly reason: string };

/** One function of a map. */
export interface MapMember {
  readonly name: string;
  readonly span: Span;
}
