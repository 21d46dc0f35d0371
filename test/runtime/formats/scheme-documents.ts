import type { Issue } from "@sdkwright/runtime/config";

export const TOKEN_URL: string = "https://auth.acme.example/token";
export const oauth2 = (more: object = {}): object => ({
  id: "app",
  type: "oauth2",
  flow: "clientCredentials",
  tokenUrl: TOKEN_URL,
  ...more,
});
export const signature = (...headers: unknown[]): object => ({ id: "sig", type: "signature", headers });
export const key = (prefix: unknown, more: object = {}): object => ({
  id: "bot",
  type: "apiKey",
  in: "header",
  name: "Authorization",
  prefix,
  ...more,
});

/** A definition with security schemes and two parameters. */
export function definition(schemes: readonly object[], more: object = {}): object {
  return {
    name: "acme",
    services: [{ id: "default", baseUrl: "https://api.acme.example" }],
    defaultService: "default",
    securitySchemes: schemes,
    parameters: [{ name: "TENANT" }, { name: "REGION", default: "eu" }],
    ...more,
  };
}

/** Issues as lines. */
export function told(issues: readonly Issue[]): string[] {
  return issues.map(({ code, severity, pointer, message, hint = "" }) =>
    `${severity === "error" ? "" : `${severity} `}${code} ${pointer} ${message} (${hint})`.replace(" ()", ""),
  );
}
