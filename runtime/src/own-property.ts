/** Look-ups by names from outside (ids such as `constructor`) never reach a prototype. */
export function ownProperty(record: object | null | undefined, key: string): unknown {
  return record !== undefined && record !== null && Object.hasOwn(record, key)
    ? (record as Record<string, unknown>)[key]
    : undefined;
}
