/** Look-ups by names from outside (ids such as `constructor`) never reach a prototype. */
export function ownProperty(record: object | undefined, key: string): unknown {
  return record !== undefined && Object.hasOwn(record, key) ? (record as Record<string, unknown>)[key] : undefined;
}
