import type { ParameterWire } from "../config/definition.js";
import type { Encoding } from "./encoding.js";
import { type BadValue, contentText, isLeftOut, readValue } from "./value.js";

interface Delimiters {
  readonly before: string;
  /** Between values that are exploded; between others there are commas. */
  readonly between: string;
  /** Whether values have the parameter's name before them. */
  readonly isNamed: boolean;
}

const SIMPLE: Delimiters = { before: "", between: ",", isNamed: false };
const LABEL: Delimiters = { before: ".", between: ".", isNamed: false };
const MATRIX: Delimiters = { before: ";", between: ";", isNamed: true };

/** A parameter in a path or a header, by its style (OpenAPI 3.1.1, Style Examples); `undefined` where it is left out. */
export function writeText(
  name: string,
  { style, explode = false, content }: ParameterWire,
  given: unknown,
  encoding: Encoding,
  bad: BadValue,
): string | undefined {
  if (content !== undefined) {
    return isLeftOut(given) ? undefined : encoding.value(contentText(given, content, bad), bad);
  }
  const { before, between, isNamed } = style === "matrix" ? MATRIX : style === "label" ? LABEL : SIMPLE;
  const value = readValue(given, bad);
  const text = (plain: string): string => encoding.value(plain, bad);
  const labelled = (written: string): string => (isNamed ? pair(encoding.name(name, bad), written) : written);
  switch (value.kind) {
    case "none":
      return undefined;
    case "text":
      return before + labelled(text(value.text));
    case "list": {
      const items = value.items.map(text);
      return before + (explode ? items.map(labelled).join(between) : labelled(items.join(",")));
    }
    case "record": {
      const entries = value.entries.map(([key, plain]) => [encoding.name(key, bad), text(plain)] as const);
      if (!explode) return before + labelled(entries.flat().join(","));
      return (
        before + entries.map(([key, written]) => (isNamed ? pair(key, written) : `${key}=${written}`)).join(between)
      );
    }
  }
}

/** In a matrix there is no `=` before what is empty (RFC 6570 §3.2.7). */
function pair(name: string, written: string): string {
  return written === "" ? name : `${name}=${written}`;
}
