/** Members of a document's root: with those of `wrong` the diagnostic is given, with those of `right` it is not. */
export interface Example {
  readonly document: "client" | "definition" | "profile";
  readonly wrong: string;
  readonly right: string;
}

/** An example of each mistake in the three formats, by its code. */
export const EXAMPLES: { readonly [code: string]: Example } = {
  SW1101: {
    document: "client",
    wrong: '"providers": { "acme": { "params": { "REGION": "eu" } } }',
    right: '"providers": { "acme": { "parameters": { "REGION": "eu" } } }',
  },
  SW1102: {
    document: "definition",
    wrong: '"services": [{ "id": "default" }]',
    right: '"services": [{ "id": "default", "baseUrl": "https://api.acme.example" }]',
  },
  SW1103: {
    document: "client",
    wrong: '"profiles": { "send-sms": { "version": "1.0.0", "providers": [{ "acme": {} }] } }',
    right: '"profiles": { "send-sms": { "version": "1.0.0", "providers": { "acme": {} } } }',
  },
  SW1104: {
    document: "client",
    wrong: '"profiles": { "send-sms": { "version": "^1.0.0" } }',
    right: '"profiles": { "send-sms": { "version": "1.0.0" } }',
  },
  SW1105: {
    document: "client",
    wrong: '"providers": { "Acme": {} }',
    right: '"providers": { "acme": {} }',
  },
  SW1106: {
    document: "client",
    wrong:
      '"profiles": { "send-sms": { "version": "1.0.0", "defaults": { "SendMessage": { "input": { "__proto__": {} } } } } }',
    right: '"profiles": { "send-sms": { "version": "1.0.0", "defaults": { "SendMessage": { "input": {} } } } }',
  },
  SW1107: {
    document: "client",
    wrong: '"providers": { "acme": { "retryPolicy": "circuit-breaker" } }',
    right:
      '"profiles": { "send-sms": { "version": "1.0.0", "providers": { "acme": { "defaults": { "SendMessage": { "retryPolicy": "circuit-breaker" } } } } } }',
  },
  SW1108: {
    document: "client",
    wrong: '"profiles": { "send-sms": { "version": "1.0.0", "file": "profiles/send-sms.json" } }',
    right: '"profiles": { "send-sms": { "version": "1.0.0" } }',
  },
  SW1201: {
    document: "definition",
    wrong:
      '"services": [{ "id": "default", "baseUrl": "https://a.example" }, { "id": "default", "baseUrl": "https://b.example" }]',
    right:
      '"services": [{ "id": "default", "baseUrl": "https://a.example" }, { "id": "other", "baseUrl": "https://b.example" }]',
  },
  SW1202: {
    document: "definition",
    wrong:
      '"securitySchemes": [{ "id": "key", "type": "http", "scheme": "basic" }, { "id": "key", "type": "http", "scheme": "bearer" }]',
    right:
      '"securitySchemes": [{ "id": "key", "type": "http", "scheme": "basic" }, { "id": "session", "type": "http", "scheme": "bearer" }]',
  },
  SW1203: {
    document: "definition",
    wrong: '"defaultService": "defualt"',
    right: '"defaultService": "default"',
  },
  SW1204: {
    document: "definition",
    wrong: '"parameters": [{ "name": "REGION" }, { "name": "REGION", "default": "eu" }]',
    right: '"parameters": [{ "name": "REGION", "default": "eu" }]',
  },
  SW1205: {
    document: "definition",
    wrong: '"services": [{ "id": "default", "baseUrl": "https://api.acme.example/v1?key=1" }]',
    right: '"services": [{ "id": "default", "baseUrl": "https://api.acme.example/v1" }]',
  },
  SW1206: {
    document: "definition",
    wrong: '"services": [{ "id": "default", "baseUrl": "api.acme.example" }]',
    right: '"services": [{ "id": "default", "baseUrl": "https://api.acme.example" }]',
  },
  SW1207: {
    document: "definition",
    wrong: '"services": [{ "id": "default", "baseUrl": "https://{SHOP}.acme.example" }]',
    right:
      '"services": [{ "id": "default", "baseUrl": "https://{SHOP}.acme.example" }], "parameters": [{ "name": "SHOP" }]',
  },
  SW1208: {
    document: "definition",
    wrong: '"services": [{ "id": "default", "baseUrl": "http://api.acme.example" }]',
    right: '"services": [{ "id": "default", "baseUrl": "https://api.acme.example" }]',
  },
  SW1209: {
    document: "definition",
    wrong: '"securitySchemes": [{ "id": "key", "type": "apiKey", "in": "header", "name": "Host" }]',
    right: '"securitySchemes": [{ "id": "key", "type": "apiKey", "in": "header", "name": "X-Api-Key" }]',
  },
  SW1210: {
    document: "definition",
    wrong: '"parameters": [{ "name": "API_TOKEN" }]',
    right: '"parameters": [{ "name": "REGION" }]',
  },
  SW1212: {
    document: "definition",
    wrong: '"securitySchemes": [{ "id": "key", "type": "http", "scheme": "bearer" }], "security": "kye"',
    right: '"securitySchemes": [{ "id": "key", "type": "http", "scheme": "bearer" }], "security": "key"',
  },
  SW1213: {
    document: "definition",
    wrong:
      '"securitySchemes": [{ "id": "user", "type": "http", "scheme": "basic" }, { "id": "app", "type": "http", "scheme": "bearer" }], "security": ["user", "app"]',
    right:
      '"securitySchemes": [{ "id": "user", "type": "http", "scheme": "basic" }, { "id": "app", "type": "http", "scheme": "bearer" }], "security": "app"',
  },
  SW1214: {
    document: "definition",
    wrong: '"securitySchemes": [{ "id": "key", "type": "apiKey", "in": "path", "name": "token" }], "security": "key"',
    right: '"securitySchemes": [{ "id": "key", "type": "apiKey", "in": "path", "name": "token" }]',
  },
  SW1215: {
    document: "definition",
    wrong:
      '"securitySchemes": [{ "id": "key", "type": "apiKey", "in": "header", "name": "X-Key" }], "headers": { "x-key": "1" }',
    right:
      '"securitySchemes": [{ "id": "key", "type": "apiKey", "in": "header", "name": "X-Key" }], "headers": { "x-version": "1" }',
  },
  SW1216: {
    document: "definition",
    wrong: '"headers": { "X-Session-Token": "abc" }',
    right: '"headers": { "X-Api-Version": "2024-06-30" }',
  },
  SW1217: {
    document: "definition",
    wrong:
      '"securitySchemes": [{ "id": "app", "type": "oauth2", "flow": "clientCredentials", "tokenUrl": "http://auth.acme.example/token" }]',
    right:
      '"securitySchemes": [{ "id": "app", "type": "oauth2", "flow": "clientCredentials", "tokenUrl": "https://auth.acme.example/token" }]',
  },
  SW1218: {
    document: "definition",
    wrong:
      '"securitySchemes": [{ "id": "app", "type": "oauth2", "flow": "clientCredentials", "tokenUrl": "https://{TENANT}.auth.acme.example/token" }]',
    right:
      '"securitySchemes": [{ "id": "app", "type": "oauth2", "flow": "clientCredentials", "tokenUrl": "https://{TENANT}.auth.acme.example/token" }], "parameters": [{ "name": "TENANT" }]',
  },
  SW1219: {
    document: "definition",
    wrong: '"securitySchemes": [{ "id": "bot", "type": "apiKey", "in": "query", "name": "key", "prefix": "Bot " }]',
    right:
      '"securitySchemes": [{ "id": "bot", "type": "apiKey", "in": "header", "name": "Authorization", "prefix": "Bot " }]',
  },
  SW1220: {
    document: "definition",
    wrong:
      '"securitySchemes": [{ "id": "bot", "type": "apiKey", "in": "header", "name": "Authorization", "prefix": "Bot" }]',
    right:
      '"securitySchemes": [{ "id": "bot", "type": "apiKey", "in": "header", "name": "Authorization", "prefix": "Bot " }]',
  },
  SW1221: {
    document: "definition",
    wrong: '"services": [{ "id": "default", "baseUrl": "https://api.bücher.example" }]',
    right: '"services": [{ "id": "default", "baseUrl": "https://api.xn--bcher-kva.example" }]',
  },
  SW1225: {
    document: "definition",
    wrong: '"idempotency": { "POST /charges": { "header": "Authorization" } }',
    right: '"idempotency": { "POST /charges": { "header": "Idempotency-Key" } }',
  },
  SW1251: {
    document: "definition",
    wrong:
      '"webhooks": { "signature": { "algorithm": "hmac-sha256", "header": "X-Signature", "encoding": "hex", "content": "{timestamp}" } }',
    right:
      '"webhooks": { "signature": { "algorithm": "hmac-sha256", "header": "X-Signature", "encoding": "hex", "content": "{body}" } }',
  },
  SW1252: {
    document: "definition",
    wrong:
      '"webhooks": { "signature": { "algorithm": "hmac-sha1", "header": "X-Signature", "encoding": "hex", "content": "{body}" } }',
    right:
      '"webhooks": { "signature": { "algorithm": "hmac-sha256", "header": "X-Signature", "encoding": "hex", "content": "{body}" } }',
  },
  SW1222: {
    document: "definition",
    wrong: '"pages": { "/parcels": { "next": { "query": "cursor" } } }',
    right: '"pages": { "/parcels": { "next": { "query": "cursor", "from": "/next_cursor" } } }',
  },
  SW1224: {
    document: "definition",
    wrong: '"streams": { "/events": { "error": { "event": "error", "data": "/error" } } }',
    right: '"streams": { "/events": { "error": { "event": "error" } } }',
  },
  SW1303: {
    document: "client",
    wrong: '"providers": { "acme": "file:providers/100%.json" }',
    right: '"providers": { "acme": { "file": "providers/acme.json" } }',
  },
  SW1304: {
    document: "client",
    wrong: '"profiles": { "send-sms": { "version": "1.0.0", "priority": ["acme", "acme"] } }',
    right: '"profiles": { "send-sms": { "version": "1.0.0", "priority": ["acme"] } }',
  },
  SW1305: {
    document: "client",
    wrong: '"profiles": { "send-sms": { "version": "1.0.0", "priority": ["amce"] } }',
    right: '"profiles": { "send-sms": { "version": "1.0.0", "priority": ["acme"] } }',
  },
  SW1306: {
    document: "client",
    wrong:
      '"providers": { "acme": {}, "bell": { "file": "providers/bell.json" } }, "profiles": { "send-sms": { "version": "1.0.0", "priority": ["acme", "bell"] } }',
    right:
      '"providers": { "acme": {}, "bell": { "file": "providers/bell.json" } }, "profiles": { "send-sms": { "version": "1.0.0", "priority": ["acme", "bell"], "defaults": { "SendMessage": { "providerFailover": true } } } }',
  },
  SW1307: {
    document: "client",
    wrong:
      '"profiles": { "send-sms": { "version": "1.0.0", "providers": { "acme": { "defaults": { "SendMessage": { "retryPolicy": { "kind": "none", "maxContiguousRetries": 2 } } } } } } }',
    right:
      '"profiles": { "send-sms": { "version": "1.0.0", "providers": { "acme": { "defaults": { "SendMessage": { "retryPolicy": { "kind": "circuit-breaker", "maxContiguousRetries": 2 } } } } } } }',
  },
  SW1308: {
    document: "client",
    wrong: '"profiles": { "send-sms": { "version": "1.0.0", "providers": { "acme": { "mapVariant": "rest" } } } }',
    right:
      '"profiles": { "send-sms": { "version": "1.0.0", "providers": { "acme": { "mapVariant": "rest", "mapRevision": "2" } } } }',
  },
  SW1309: {
    document: "client",
    wrong: '"providers": { "acme": { "security": [{ "id": "key", "apikey": "${ACME_KEY}" }] } }',
    right: '"providers": { "acme": { "security": [{ "id": "key", "apikey": "$ACME_KEY" }] } }',
  },
  SW1310: {
    document: "client",
    wrong: '"providers": { "acme": { "security": [{ "id": "key", "apikey": "not-a-real-key" }] } }',
    right: '"providers": { "acme": { "security": [{ "id": "key", "apikey": "$ACME_KEY" }] } }',
  },
  SW1311: {
    document: "client",
    wrong: '"providers": { "acme": { "security": [{ "id": "key", "apiKey": "$ACME_KEY" }] } }',
    right: '"providers": { "acme": { "security": [{ "id": "key", "apikey": "$ACME_KEY" }] } }',
  },
  SW1312: {
    document: "client",
    wrong:
      '"providers": { "acme": { "security": [{ "id": "key", "apikey": "$A" }, { "id": "key", "apikey": "$B" }] } }',
    right: '"providers": { "acme": { "security": [{ "id": "key", "apikey": "$A" }] } }',
  },
  SW1313: {
    document: "client",
    wrong: '"providers": { "acme": { "security": [{ "id": "kee", "apikey": "$ACME_KEY" }] } }',
    right: '"providers": { "acme": { "security": [{ "id": "key", "apikey": "$ACME_KEY" }] } }',
  },
  SW1314: {
    document: "client",
    wrong: '"providers": { "acme": { "security": [{ "id": "key", "token": "$ACME_KEY" }] } }',
    right: '"providers": { "acme": { "security": [{ "id": "key", "apikey": "$ACME_KEY" }] } }',
  },
  SW1315: {
    document: "client",
    wrong: '"providers": { "acme": { "parameters": { "REGOIN": "eu" } } }',
    right: '"providers": { "acme": { "parameters": { "REGION": "eu" } } }',
  },
  SW1316: {
    document: "client",
    wrong: '"profiles": { "send-sms": { "version": "1.1.0" } }',
    right: '"profiles": { "send-sms": { "version": "1.0.0" } }',
  },
  SW1317: {
    document: "client",
    wrong:
      '"profiles": { "send-sms": { "version": "1.0.0", "defaults": { "SendMesage": { "providerFailover": true } } } }',
    right:
      '"profiles": { "send-sms": { "version": "1.0.0", "defaults": { "SendMessage": { "providerFailover": true } } } }',
  },
  SW1318: {
    document: "client",
    wrong:
      '"profiles": { "send-sms": { "version": "1.0.0", "defaults": { "SendMessage": { "input": { "txt": "Hello" } } } } }',
    right:
      '"profiles": { "send-sms": { "version": "1.0.0", "defaults": { "SendMessage": { "input": { "text": "Hello" } } } } }',
  },
  SW1320: {
    document: "client",
    wrong:
      '"profiles": { "send-sms": { "version": "1.0.0", "defaults": { "SendMessage": { "input": { "text": 5 } } } } }',
    right:
      '"profiles": { "send-sms": { "version": "1.0.0", "defaults": { "SendMessage": { "input": { "text": "Hello" } } } } }',
  },
  SW1321: {
    document: "client",
    wrong: '"profiles": { "undescribed": { "version": "1.0.0", "defaults": { "Send": { "validate": "throw" } } } }',
    right: '"profiles": { "send-sms": { "version": "1.0.0", "defaults": { "SendMessage": { "validate": "throw" } } } }',
  },
  SW1322: {
    document: "client",
    wrong:
      '"profiles": { "send-sms": { "version": "1.0.0", "defaults": { "SendMessage": { "failoverAfter": "retries" } } } }',
    right:
      '"profiles": { "send-sms": { "version": "1.0.0", "defaults": { "SendMessage": { "failoverAfter": "retries", "providerFailover": true } } } }',
  },
  SW1331: {
    document: "client",
    wrong: '"providers": { "acme": { "services": { "defualt": "$ACME_URL" } } }',
    right: '"providers": { "acme": { "services": { "default": "$ACME_URL" } } }',
  },
  SW1332: {
    document: "client",
    wrong: '"providers": { "acme": { "services": { "default": "http://sandbox.acme.example" } } }',
    right: '"providers": { "acme": { "services": { "default": "https://sandbox.acme.example" } } }',
  },
  SW1341: {
    document: "client",
    wrong: '"providers": { "acme": { "webhooks": { "secret": "$ACME_WEBHOOK_SECRET" } } }',
    right: '"providers": { "acme": {} }',
  },
  SW1501: {
    document: "profile",
    wrong: '"usecases": { "SendMessage": { "input": { "$ref": "message.json" }, "result": {} } }',
    right:
      '"usecases": { "SendMessage": { "input": { "$ref": "#/definitions/message", "definitions": { "message": { "type": "object" } } }, "result": {} } }',
  },
  SW1503: {
    document: "profile",
    wrong: '"usecases": { "SendMessage": { "input": { "type": "object", "propertys": {} }, "result": {} } }',
    right: '"usecases": { "SendMessage": { "input": { "type": "object", "properties": {} }, "result": {} } }',
  },
};
