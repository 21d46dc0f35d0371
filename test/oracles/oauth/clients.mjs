// Clients that the authorization server knows.
export const SCOPES = ["invoices:read", "invoices:write"];
/** Known, and given to none of them. */
export const WITHHELD = "invoices:audit";
export const AUDIENCE = "https://api.invoices.example";
export const REDIRECT_URI = "http://127.0.0.1/callback";

const scope = `offline_access ${SCOPES.join(" ")}`;
const machine = { grant_types: ["client_credentials"], redirect_uris: [], response_types: [], scope };
const app = {
  application_type: "native",
  grant_types: ["authorization_code", "refresh_token"],
  response_types: ["code"],
  redirect_uris: [REDIRECT_URI],
  scope,
};

/** Visible ASCII is all that RFC 6749 allows in both, and all that the server takes: here it is, whole. */
export const ODD = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index)).join("");

export const clients = [
  { client_id: "machine", client_secret: "the secret of the machine", ...machine },
  { client_id: "poster", client_secret: `post ${ODD}`, token_endpoint_auth_method: "client_secret_post", ...machine },
  { client_id: ODD, client_secret: `basic ${ODD}`, ...machine },
  { client_id: "phone", token_endpoint_auth_method: "none", ...app },
  { client_id: "desk", client_secret: "the secret of the desk", ...app },
  { client_id: "resource-server", client_secret: "the secret of the resource server", ...machine },
];

export function secretOf(id) {
  return clients.find(({ client_id }) => client_id === id).client_secret;
}
