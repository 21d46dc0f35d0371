/** The way to a value, from the end. */
export interface Place {
  readonly outer: Place | undefined;
  readonly key: string | number;
  /** Whether the schema names the key; others are data, and perhaps secret. */
  readonly isNamed: boolean;
}

/** Keys and indices from the beginning. */
export function pathOf(place: Place | undefined): (string | number)[] {
  return wayTo(place).map(({ key }) => key);
}

/** JSON pointer (RFC 6901) in which a key that only the value has is `*`. */
export function pointerTo(place: Place | undefined): string {
  return wayTo(place)
    .map(
      ({ key, isNamed }) =>
        `/${isNamed || typeof key === "number" ? String(key).replaceAll("~", "~0").replaceAll("/", "~1") : "*"}`,
    )
    .join("");
}

function wayTo(place: Place | undefined): readonly Place[] {
  const way: Place[] = [];
  for (let at = place; at !== undefined; at = at.outer) way.unshift(at);
  return way;
}
