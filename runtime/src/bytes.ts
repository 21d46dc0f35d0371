/** `Uint8Array<ArrayBuffer>`, in words that TypeScript before 5.7 understands too. */
export type Bytes = ReturnType<TextEncoder["encode"]>;
