/** Codes of issues in the formats, and what each is about. Codes are stable: a new mistake gets a new one. */
export interface IssueCodes {
  SW1101: "a key that the format does not have";
  SW1102: "a required key is missing";
  SW1103: "a value of another type";
  SW1104: "a value outside of what is allowed";
  SW1105: "a name, used as a key, that is not of the required form";
  SW1106: "the key `__proto__`";
  SW1107: "a key that the format has in another place";
  SW1108: "keys that exclude each other, or none of them";
  SW1109: "a value that JSON does not have";
  SW1110: "nesting that is too deep";
  SW1111: "a key that is not well-formed Unicode";
  SW1201: "two services with one id";
  SW1202: "two security schemes with one id";
  SW1203: "a default service that is none of the services";
  SW1204: "two parameters with one name";
  SW1205: "a base URL that can never be used, or a parameter's value that cannot stand in it";
  SW1206: "a base URL without URL scheme";
  SW1207: "a base URL with a parameter that is not declared";
  SW1208: "credentials in clear text over a network";
  SW1209: "an API key or digest answer under a name that cannot carry it";
  SW1210: "a public parameter whose name says that it is a secret";
  SW1211: "a document of another kind where a provider definition should be";
  SW1301: "a client configuration that configures nothing";
  SW1302: "a document of another kind where the client configuration should be";
  SW1303: "a path that cannot be one";
  SW1304: "a provider twice in a priority list";
  SW1305: "a provider that the top-level `providers` do not have";
  SW1306: "a priority list without failover";
  SW1307: "retry settings that `none` does not use";
  SW1308: "a map variant without revision, or the other way round";
  SW1309: "a value that starts with `$` and is not `$NAME`";
  SW1310: "a credential written out in the file";
  SW1311: "credential fields that no security scheme has";
  SW1312: "two entries of credentials for one security scheme";
  SW1313: "credentials for a security scheme that the provider does not have";
  SW1314: "credential fields of another kind of security scheme";
  SW1315: "a value for a parameter that the definition does not declare";
  SW1316: "a document whose name or version is not the one that client.json gives";
  SW1317: "a use-case that the profile does not have";
  SW1318: "an input key that the use-case does not have";
  SW1319: "a profile, provider or use-case that was not generated";
  SW1501: "a reference that cannot be followed in a JSON Schema";
}

export type IssueCode = keyof IssueCodes;
