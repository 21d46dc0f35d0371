import { BlockList, isIP } from "node:net";

/** Who can be reached at an address: this machine, what is on its wire, what is behind its router, or anybody. */
export type Reach = "loopback" | "link-local" | "private" | "public";

/** Special-purpose addresses (RFC 6890), `this host` as loopback. */
const BLOCKS: { readonly [reach in Exclude<Reach, "public">]: readonly string[] } = {
  loopback: ["127.0.0.0/8", "0.0.0.0/8", "::1/128", "::/128"],
  "link-local": ["169.254.0.0/16", "fe80::/10"],
  private: [
    "10.0.0.0/8",
    "172.16.0.0/12",
    "192.168.0.0/16",
    "100.64.0.0/10",
    "192.0.0.0/24",
    "198.18.0.0/15",
    "224.0.0.0/3",
    "fc00::/7",
    "fec0::/10",
    "ff00::/8",
  ],
};

/** IPv4 within IPv6: translated (RFC 6052) and 6to4 (RFC 3056); mapped ones are known to `BlockList`. */
const EMBEDDED = /^(?:64:ff9b::|2002:)([0-9a-f]{1,4}):([0-9a-f]{1,4})(?:::?.*)?$/;

/** Who an address reaches. What is no address reaches nobody that we may ask: it counts as loopback. */
export function reachOf(address: string): Reach {
  const family = isIP(address);
  if (family === 0) return "loopback";
  const embedded = family === 6 ? embeddedIn(address.toLowerCase()) : undefined;
  const [asked, version] = embedded === undefined ? [address, family] : [embedded, 4];
  const kind = version === 4 ? "ipv4" : "ipv6";
  const found = LISTS.find(([, list]) => list.check(asked, kind));
  return found?.[0] ?? "public";
}

const LISTS = Object.entries(BLOCKS).map(
  ([reach, blocks]) => [reach as Exclude<Reach, "public">, listOf(blocks)] as const,
);

function listOf(blocks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const block of blocks) {
    const [network = "", bits = ""] = block.split("/");
    list.addSubnet(network, Number(bits), network.includes(":") ? "ipv6" : "ipv4");
  }
  return list;
}

function embeddedIn(address: string): string | undefined {
  const [, high, low] = EMBEDDED.exec(address) ?? [];
  if (high === undefined || low === undefined) return undefined;
  const [first, second] = [Number.parseInt(high, 16), Number.parseInt(low, 16)];
  return [first >> 8, first & 255, second >> 8, second & 255].join(".");
}
