import type { OperationWire, ParameterWire } from "@sdkwright/runtime/config";
import type { Operation, Parameter } from "../openapi/api.js";
import type { WireValues } from "./wire-values.js";

type Places = Pick<OperationWire, "params" | "query" | "headers">;

/** What is known of the values that a parameter takes. */
export type ValuesOfParameter = (parameter: Parameter) => WireValues;

/** Parameters that are written otherwise than untyped requests write them, or that take what those refuse. */
export function parameterWires({ path, parameters }: Operation, valuesIn: ValuesOfParameter): Places {
  const operators = operatorsIn(path);
  const wiresOf = (place: Parameter["in"]): { readonly [name: string]: ParameterWire } | undefined => {
    const wires = parameters
      .filter((parameter) => parameter.in === place)
      .flatMap((parameter) => {
        const wire = wireOf(parameter, valuesIn(parameter), operators.get(parameter.name));
        return wire === undefined ? [] : [[parameter.name, wire] as const];
      });
    return wires.length === 0 ? undefined : Object.fromEntries(wires);
  };
  return { params: wiresOf("path"), query: wiresOf("query"), headers: wiresOf("header") };
}

/** What RFC 6570 has around a name in a path. */
interface Operator {
  readonly sign: string;
  readonly isExploded: boolean;
}

/** Of names that have something around them. */
function operatorsIn(path: string): ReadonlyMap<string, Operator> {
  const found = new Map<string, Operator>();
  for (const [, sign = "", list = ""] of path.matchAll(/\{([+#./;?&]?)([^{}]*)\}/g)) {
    const names = list.split(",");
    for (const name of names) {
      const [plain = ""] = name.split(/\*$|:\d+$/);
      if (sign !== "" || plain !== name || names.length > 1) found.set(plain, { sign, isExploded: name.endsWith("*") });
    }
  }
  return found;
}

function wireOf(parameter: Parameter, values: WireValues, operator: Operator | undefined): ParameterWire | undefined {
  if (parameter.contentType !== undefined) return { content: parameter.contentType };
  switch (parameter.in) {
    case "query":
      return queryWire(parameter, values);
    case "path":
      return pathWire(parameter, values, operator);
    case "header":
      return hasParts(values) || values.isNumber || values.isNull
        ? explodedIf(parameter.explode && values.isRecord)
        : undefined;
  }
}

function queryWire({ style, explode, allowReserved }: Parameter, values: WireValues): ParameterWire | undefined {
  const reserved = allowReserved && (values.isText || hasParts(values)) ? { allowReserved } : undefined;
  if (!hasParts(values)) return reserved;
  if (style === "deepObject") return { style, ...reserved };
  if (style !== "form") return { style, ...explodedIf(explode), ...reserved };
  if (!explode) return { explode, ...reserved };
  return values.isRecord || values.hasNested ? { ...reserved } : reserved;
}

/** The document's own style goes before an operator of RFC 6570, which says the same in other words, or nothing. */
function pathWire(
  { style, explode }: Parameter,
  values: WireValues,
  operator: Operator | undefined,
): ParameterWire | undefined {
  const meant = style === "simple" ? STYLES[operator?.sign ?? ""] : style;
  const isExploded = hasParts(values) && (explode || (style === "simple" && operator?.isExploded === true));
  if (meant !== undefined) return { style: meant, ...explodedIf(isExploded) };
  if (operator?.sign === "+") return { ...explodedIf(isExploded), allowReserved: true };
  return hasParts(values) || operator !== undefined ? explodedIf(isExploded && values.isRecord) : undefined;
}

const STYLES: { readonly [operator: string]: "label" | "matrix" | undefined } = {
  ".": "label",
  ";": "matrix",
};

function hasParts({ isList, isRecord }: WireValues): boolean {
  return isList || isRecord;
}

function explodedIf(isExploded: boolean): ParameterWire {
  return isExploded ? { explode: true } : {};
}
