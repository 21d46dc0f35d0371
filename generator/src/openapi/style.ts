import { own, type JsonObject } from "@sdkwright/runtime/config";
import type { Parameter, ParameterStyle, Part } from "./api.js";
import { shown } from "./notes.js";
import type { Reading } from "./reading.js";

const STYLES: { readonly [place in Parameter["in"]]: readonly ParameterStyle[] } = {
  path: ["simple", "label", "matrix"],
  query: ["form", "spaceDelimited", "pipeDelimited", "deepObject"],
  header: ["simple"],
};

/** How a parameter is written, with OpenAPI's defaults filled in (OpenAPI 3.1.1 §4.8.12.2). */
export function styleOf(
  name: string,
  place: Parameter["in"],
  { value, pointer }: Part<JsonObject>,
  { notes }: Reading,
): Pick<Parameter, "style" | "explode" | "allowReserved"> {
  const [usual, ...others] = STYLES[place] as readonly [ParameterStyle, ...ParameterStyle[]];
  const written = own(value, "style");
  const style = [usual, ...others].find((each) => each === written) ?? usual;
  if (written !== undefined && written !== style) {
    const message = `${shown(name)} has a style that parameters of a ${place} do not have; it is written as ${usual}`;
    notes.note("SW1605", `${pointer}/style`, message);
  }
  const explode = own(value, "explode");
  return {
    style,
    explode: typeof explode === "boolean" ? explode : style === "form",
    allowReserved: own(value, "allowReserved") === true,
  };
}
