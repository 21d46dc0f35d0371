// Runs after tsc of this package.
await import("./fingerprint.mjs");
