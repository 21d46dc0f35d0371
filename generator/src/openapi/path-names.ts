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
