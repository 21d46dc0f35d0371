import { HttpError } from "@sdkwright/runtime";
import { createAcmePay } from "./src/generated/providers/acme-pay.js";
import { createNimbusWeather } from "./src/generated/providers/nimbus-weather.js";
import { secrets, startServer } from "./server.js";

const server = await startServer();
const env = {
  ACME_PAY_API_KEY: secrets.apiKey,
  ACME_PAY_ADMIN: secrets.username,
  ACME_PAY_PASSWORD: secrets.password,
  NIMBUS_KEY: secrets.weatherKey,
  QUICKSTART_PORT: String(server.port),
};

// client.json supplies the API key and the basic login; the bearer token comes from code, asked for per attempt.
const pay = createAcmePay({ env, credentials: { session: { token: async () => secrets.token } } });
const weather = createNimbusWeather({ env });

console.log("\nAPI key in a header");
const charge = await pay.post("/charges", { security: "api-key", json: { amount: 100 } }).json<{ id: string }>();
console.log(`  charge ${charge.id}`);

console.log("\nAPI key in the query, as the last parameter");
const report = await weather
  .get("/{city}", { security: "key", params: { city: "Ústí nad Labem" } })
  .json<{ sky: string }>();
console.log(`  the sky is ${report.sky}`);

console.log("\nBasic, another service of the same provider");
console.log(`  ${await pay.get("/{year}", { service: "reports", security: "admin", params: { year: 2026 } }).text()}`);

console.log("\nBearer");
await pay.delete("/charges/{id}", { security: "session", params: { id: charge.id } });
console.log("  deleted");

console.log("\nAn error says where it happened, and shows no secret");
try {
  await pay.get("/charges/{id}", { security: "api-key", params: { id: "unknown" } });
} catch (error) {
  if (!(error instanceof HttpError)) throw error;
  console.log(`  ${error.name}: ${error.message}`);
}

await server.close();
