// Judges emitted code by typescript-eslint's strict set with types. Usage: npm run test:oracles [-- --rules]
import { globSync } from "node:fs";
console.log(globSync);
