/** How one emitted file imports another: `./providers/acme-pay.js` from `client.ts`. */
export function importPath(from: string, to: string, extension: ".js" | ".ts"): string {
  const up = "../".repeat(from.split("/").length - 1);
  return `${up === "" ? "./" : up}${to.replace(/\.ts$/, extension)}`;
}
