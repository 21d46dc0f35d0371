// Runs after tsc of this package.
await import("./orphans.mjs");
await import("./templates.mjs");
await import("./fingerprint.mjs");
await import("./bundle.mjs");
await import("./schemas.mjs");
