import { defineMap } from "@sdkwright/runtime";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createClient } from "./src/generated/client.js";
import type { GeocodingMap } from "./src/generated/profiles/geocoding.js";

const server = createServer((request, response) => {
  const found = request.url === "/v2/search?q=Brno&key=mk-1";
  response.end(JSON.stringify(found ? [{ lat: 49.19, lon: 16.61 }] : []));
});
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));

/** One of several maps; client.json asks for the variant "rest" in its revision "2". */
const meridian: GeocodingMap<"meridian"> = defineMap<GeocodingMap<"meridian">>(
  {
    async Geocode({ input, http }) {
      const places = await http
        .get("/search", { security: "key", query: { q: input.query } })
        .json<{ lat: number; lon: number }[]>();
      const [place] = places;
      if (place === undefined) throw new Error(`nothing found for ${input.query}`);
      return { latitude: place.lat, longitude: place.lon };
    },
  },
  { variant: "rest", revision: "2" },
);

// client.json names neither a map file nor a credential: the types of createClient ask for both.
const client = createClient({
  maps: { geocoding: { meridian } },
  credentials: { meridian: { key: { apikey: "mk-1" } } },
  env: { EXAMPLE_PORT: String((server.address() as AddressInfo).port) },
});

const { latitude, longitude } = await client.profiles.geocoding.Geocode({ query: "Brno" });
console.log("A map and a credential that the program passes in");
console.log(`  Brno is at ${latitude} N, ${longitude} E`);

server.closeAllConnections();
server.close();
