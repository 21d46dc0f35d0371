/** The limit from which `diff` fails. */
export const FAIL_ON = ["breaking", "behavioural", "any", "none"] as const;
export type FailOn = (typeof FAIL_ON)[number];
