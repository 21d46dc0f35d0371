/** Every client that a page or a route has had, in this process. */
export const seen = ((globalThis as { seen?: Set<unknown> }).seen ??= new Set());
