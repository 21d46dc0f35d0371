/** A thrown value as test/oracles/errors records it: `{}` is undefined, `<status>` the status of its case. */
export type Shape = string | number | boolean | null | readonly Shape[] | ShapeOfObject;

interface ShapeOfObject {
  readonly $?: "Error" | "object" | "Headers" | "class";
  /** Of a `name` that is that of its class, and so is another one where classes are minified. */
  readonly name?: string;
  readonly own?: { readonly [key: string]: Shape };
  readonly hidden?: { readonly [key: string]: Shape };
  readonly inherited?: { readonly [key: string]: Shape };
}

interface ByCase {
  readonly [name: string]: Shape;
}

/** Cases that share a row get one each. */
export function unpacked(clients: { readonly [client: string]: ByCase }): { readonly [client: string]: ByCase } {
  const cases = (rows: ByCase): ByCase =>
    Object.fromEntries(
      Object.entries(rows).flatMap(([names, shape]) =>
        names
          .split(",")
          .map((name) => [name, JSON.parse(JSON.stringify(shape).replaceAll('"<status>"', name)) as Shape]),
      ),
    );
  return Object.fromEntries(Object.entries(clients).map(([client, rows]) => [client, cases(rows)]));
}

/** Makes a value of that shape. */
export function rebuild(shape: Shape, isMinified: boolean): unknown {
  if (typeof shape !== "object" || shape === null) return shape;
  if (Array.isArray(shape)) return shape.map((one: Shape) => rebuild(one, isMinified));
  const { $, name, own = {}, hidden = {}, inherited = {} } = shape as ShapeOfObject;
  if ($ === undefined) return undefined;
  if ($ === "class") return isMinified ? "a" : name;
  if ($ === "Headers") return new Headers(own as { [name: string]: string });
  const [value, base] = $ === "Error" ? [new Error(), Error.prototype] : [{}, Object.prototype];
  if ($ === "Error") Reflect.deleteProperty(value, "message");
  const prototype = Object.create(base) as object;
  for (const [key, part] of Object.entries(inherited))
    Object.defineProperty(prototype, key, { get: () => rebuild(part, isMinified) });
  Object.setPrototypeOf(value, prototype);
  for (const [parts, enumerable] of [[own, true] as const, [hidden, false] as const]) {
    for (const [key, part] of Object.entries(parts))
      Object.defineProperty(value, key, { value: rebuild(part, isMinified), enumerable });
  }
  return value;
}
