/** Names in `{}` of a path; the operators of RFC 6570 around one are no part of it. */
export function namesInPath(path: string): readonly string[] {
  const names = Array.from(path.matchAll(/\{([^{}]*)\}/g), ([, inner = ""]) => inner);
  return [...new Set(names.flatMap((inner) => inner.replace(/^[+#./;?&]/, "").split(",")).map(withoutModifier))].filter(
    (name) => name !== "",
  );
}

function withoutModifier(name: string): string {
  return name.replace(/(?:\*|:\d+)$/, "");
}

/** A path with a value in each place that has a name, as its operator writes it. */
export function filledPath(path: string): string {
  return path.replaceAll(/\{([^{}]*)\}/g, (holder, inner: string) => {
    if (namesInPath(holder).length === 0) return holder;
    if (/^[?&#]/.test(inner)) return "";
    return inner.startsWith("/") ? "/x" : "x";
  });
}

/** Names behind a `?` or `#` of the path, where nothing fills them; not those that stand before it too. */
export function namesBehind(sign: "?" | "#", path: string): readonly string[] {
  const pathOnly = /^(?:\{[^{}]*\}|[^?#])*/.exec(path)?.[0] ?? "";
  const query = /^(?:\{[^{}]*\}|[^#])*/.exec(path)?.[0] ?? "";
  const before = new Set(namesInPath(sign === "?" ? pathOnly : query));
  const behind = sign === "?" ? query.slice(pathOnly.length) : path.slice(query.length);
  return namesInPath(behind).filter((name) => !before.has(name));
}

/** Of these the names that are in the path only where there is a value: `{?name}` (RFC 6570 §3.2.8). */
export function expandedNames(path: string): ReadonlySet<string> {
  const holders = path.match(/\{[^{}]*\}/g) ?? [];
  const named = holders.flatMap((holder) => namesInPath(holder).map((name) => [name, holder] as const));
  // Where a name stands twice the first one counts.
  const first = new Map(named.reverse());
  return new Set([...first].flatMap(([name, holder]) => (/^\{[?&]/.test(holder) ? [name] : [])));
}
