/** Is told what stands in a text, in its order; offsets are in UTF-16 code units. */
export interface TextFollower {
  open(kind: "object" | "array", offset: number): void;
  close(): void;
  /** `text` is what it says: of a key its name. */
  scalar(offset: number, length: number, text: () => string): void;
}
