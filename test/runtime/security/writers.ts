/** How serialisers write a text. */
export type Writer = (text: string) => string;

export const hex = (code: number, width: number): string => code.toString(16).padStart(width, "0");

/** Of each UTF-16 unit. */
export const perUnit =
  (write: (code: number) => string): Writer =>
  (text) =>
    text
      .split("")
      .map((unit) => write(unit.charCodeAt(0)))
      .join("");

/** Of each octet of the UTF-8. */
export const perOctet =
  (write: (octet: number) => string): Writer =>
  (text) =>
    Array.from(Buffer.from(text), write).join("");
