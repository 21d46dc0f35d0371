// @ts-nocheck
// @generated from provider.schema.json by runtime/scripts/generate-formats.mjs. Do not edit.
import type { Validate } from "./schema-error.js";
const schema11 = {
  type: "object",
  errorMessage: "expected an object",
  required: ["name", "services", "defaultService"],
  additionalProperties: false,
  properties: {
    $schema: { type: "string" },
    name: {
      type: "string",
      pattern: "^(unverified\\/)?[a-z][_\\-a-z]*$",
      errorMessage: 'expected a provider name: a small letter, then small letters, "-" and "_"',
    },
    services: {
      type: "array",
      minItems: 1,
      errorMessage: "expected an array of at least one service",
      items: { $ref: "#/definitions/service" },
    },
    defaultService: { $ref: "#/definitions/identifier" },
    securitySchemes: {
      type: "array",
      errorMessage: "expected an array of security schemes",
      items: { $ref: "#/definitions/securityScheme" },
    },
    parameters: {
      type: "array",
      errorMessage: "expected an array of parameters",
      items: { $ref: "#/definitions/parameter" },
    },
    security: {
      type: ["string", "array"],
      errorMessage: "expected the id of a security scheme, or an array of ids",
      if: { type: "array" },
      then: { items: { $ref: "#/definitions/identifier" } },
    },
    headers: {
      type: "object",
      errorMessage: "expected an object with names and values of headers",
      propertyNames: { pattern: "^[!#$%&'*+.^_`|~0-9A-Za-z-]+$", errorMessage: "is not the name of an HTTP header" },
      additionalProperties: {
        type: "string",
        pattern: "^[!-~\\u0080-\\u00ff]([\\t -~\\u0080-\\u00ff]*[!-~\\u0080-\\u00ff])?$",
        errorMessage: "expected text that a header can carry, without space at its ends",
      },
    },
    idempotent: {
      type: "object",
      errorMessage: 'expected an object: true or false by operation, as in { "POST /search": true }',
      propertyNames: {
        pattern: "^([A-Za-z]+ +)?[/*]",
        errorMessage: 'is no operation such as "POST /search" or "/charges/**"',
      },
      additionalProperties: { type: "boolean", errorMessage: "expected true or false" },
    },
    openapi: { $ref: "#/definitions/openapiDocument" },
  },
  definitions: {
    identifier: {
      type: "string",
      pattern: "^[^\\u0000-\\u001f\\u007f-\\u009f]*[_A-Za-z][^\\u0000-\\u001f\\u007f-\\u009f]*$",
      errorMessage: 'expected an id with at least one letter or "_" and no control characters',
    },
    headerName: {
      type: "string",
      pattern: "^[!#$%&'*+.^_`|~0-9A-Za-z-]+$",
      errorMessage: "expected the name of an HTTP header",
    },
    headerKey: { pattern: "^[!#$%&'*+.^_`|~0-9A-Za-z-]+$", errorMessage: "is not the name of an HTTP header" },
    openapiDocument: {
      type: ["string", "object"],
      errorMessage: 'expected the path of an OpenAPI document, or an object with "file"',
      if: { type: "string" },
      then: { $ref: "#/definitions/openapiFile" },
      else: { if: { type: "object" }, then: { $ref: "#/definitions/openapiSource" } },
    },
    openapiFile: {
      type: "string",
      pattern: "^[^\\u0000-\\u001f\\u007f-\\u009f]+$",
      errorMessage: 'expected the path of an OpenAPI document such as "../openapi/acme-pay.json"',
    },
    operationPatterns: {
      type: "array",
      errorMessage: 'expected an array of operations such as "GET /charges/*"',
      items: {
        type: "string",
        pattern: "^([A-Za-z]+ +)?\\S",
        errorMessage: 'expected an operation such as "GET /charges/*" or "/charges/**"',
      },
    },
    openapiSource: {
      type: "object",
      errorMessage: 'expected an object with "file"',
      required: ["file"],
      additionalProperties: false,
      properties: {
        file: { $ref: "#/definitions/openapiFile" },
        include: { $ref: "#/definitions/operationPatterns" },
        exclude: { $ref: "#/definitions/operationPatterns" },
      },
    },
    service: {
      type: "object",
      errorMessage: 'expected an object with "id" and "baseUrl"',
      required: ["id", "baseUrl"],
      additionalProperties: false,
      properties: {
        id: { $ref: "#/definitions/identifier" },
        baseUrl: { type: "string", errorMessage: 'expected a base URL such as "https://api.example.com/v1"' },
      },
    },
    securityScheme: {
      type: "object",
      errorMessage: "expected an object: a security scheme",
      required: ["id", "type"],
      properties: {
        id: { $ref: "#/definitions/identifier" },
        type: {
          type: "string",
          enum: ["apiKey", "http", "oauth2", "signature"],
          errorMessage: 'expected "apiKey", "http", "oauth2" or "signature"',
        },
      },
      allOf: [
        {
          if: { required: ["type"], properties: { type: { const: "apiKey" } } },
          then: { $ref: "#/definitions/apiKeyScheme" },
        },
        {
          if: { required: ["type"], properties: { type: { const: "http" } } },
          then: { $ref: "#/definitions/httpScheme" },
        },
        {
          if: { required: ["type"], properties: { type: { const: "oauth2" } } },
          then: { $ref: "#/definitions/oauth2Scheme" },
        },
        {
          if: { required: ["type"], properties: { type: { const: "signature" } } },
          then: { $ref: "#/definitions/signatureScheme" },
        },
      ],
    },
    apiKeyScheme: {
      type: "object",
      errorMessage: "expected an object: a security scheme",
      required: ["id", "type", "in", "name"],
      additionalProperties: false,
      properties: {
        id: {},
        type: {},
        in: {
          type: "string",
          enum: ["header", "query", "body", "path", "cookie"],
          errorMessage: 'expected "header", "query", "body", "path" or "cookie"',
        },
        name: {
          type: "string",
          pattern: "^[^\\u0000-\\u001f\\u007f-\\u009f\\ud800-\\udfff]+$",
          errorMessage: "expected the name under which the key is sent",
        },
        prefix: {
          type: "string",
          pattern: "^[!-~][ -~]*$",
          errorMessage: 'expected visible ASCII, with the space at its end where one belongs there, such as "Bot "',
        },
      },
    },
    oauth2Scheme: {
      type: "object",
      errorMessage: "expected an object: a security scheme",
      required: ["id", "type", "flow", "tokenUrl"],
      additionalProperties: false,
      properties: {
        id: {},
        type: {},
        flow: {
          type: "string",
          enum: ["clientCredentials", "refreshToken"],
          errorMessage:
            'expected "clientCredentials" or "refreshToken"; tokens of other flows are given to a bearer scheme',
        },
        tokenUrl: {
          type: "string",
          errorMessage: 'expected a token URL such as "https://auth.example.com/oauth/token"',
        },
        scopes: {
          type: "array",
          errorMessage: 'expected an array of scopes such as ["invoices:read"]',
          items: {
            type: "string",
            pattern: "^[!#-\\[\\]-~]+$",
            errorMessage: "expected one scope: visible ASCII without space, quotation mark and backslash",
          },
        },
        audience: {
          type: "string",
          pattern: "^[^\\u0000-\\u001f\\u007f-\\u009f\\ud800-\\udfff]+$",
          errorMessage: 'expected a text such as "https://api.example.com"',
        },
        clientAuthentication: { type: "string", enum: ["basic", "post"], errorMessage: 'expected "basic" or "post"' },
      },
    },
    signatureScheme: {
      type: "object",
      errorMessage: "expected an object: a security scheme",
      required: ["id", "type", "headers"],
      additionalProperties: false,
      properties: {
        id: {},
        type: {},
        headers: {
          type: "array",
          minItems: 1,
          errorMessage: "expected an array of at least one header name",
          items: { $ref: "#/definitions/headerName" },
        },
      },
    },
    httpScheme: {
      type: "object",
      errorMessage: "expected an object: a security scheme",
      required: ["scheme"],
      properties: {
        scheme: {
          type: "string",
          enum: ["basic", "bearer", "digest"],
          errorMessage: 'expected "basic", "bearer" or "digest"',
        },
      },
      allOf: [
        {
          if: { required: ["scheme"], properties: { scheme: { const: "basic" } } },
          then: { $ref: "#/definitions/basicScheme" },
        },
        {
          if: { required: ["scheme"], properties: { scheme: { const: "bearer" } } },
          then: { $ref: "#/definitions/bearerScheme" },
        },
        {
          if: { required: ["scheme"], properties: { scheme: { const: "digest" } } },
          then: { $ref: "#/definitions/digestScheme" },
        },
      ],
    },
    basicScheme: {
      type: "object",
      required: ["id", "type", "scheme"],
      additionalProperties: false,
      properties: { id: {}, type: {}, scheme: {} },
    },
    bearerScheme: {
      type: "object",
      required: ["id", "type", "scheme"],
      additionalProperties: false,
      properties: { id: {}, type: {}, scheme: {}, bearerFormat: { type: "string", errorMessage: "expected a string" } },
    },
    digestScheme: {
      type: "object",
      required: ["id", "type", "scheme"],
      additionalProperties: false,
      properties: {
        id: {},
        type: {},
        scheme: {},
        statusCode: {
          type: "integer",
          minimum: 200,
          maximum: 599,
          not: { const: 407 },
          errorMessage: "expected a status from 200 to 599, but not 407, which fetch never shows",
        },
        challengeHeader: { $ref: "#/definitions/headerName" },
        authorizationHeader: { $ref: "#/definitions/headerName" },
      },
    },
    parameter: {
      type: "object",
      errorMessage: 'expected an object with "name"',
      required: ["name"],
      additionalProperties: false,
      properties: {
        name: {
          type: "string",
          pattern: "^[A-Za-z_][A-Za-z0-9_-]*$",
          errorMessage: 'expected a parameter name: a letter or "_", then letters, digits, "_" and "-"',
        },
        description: { type: "string", errorMessage: "expected a string" },
        default: { type: "string", errorMessage: "expected a string" },
      },
    },
  },
};
const func0 = Object.prototype.hasOwnProperty;
const pattern0 = new RegExp("^(unverified\\/)?[a-z][_\\-a-z]*$", "u");
const pattern1 = new RegExp("^[^\\u0000-\\u001f\\u007f-\\u009f]*[_A-Za-z][^\\u0000-\\u001f\\u007f-\\u009f]*$", "u");
const pattern11 = new RegExp("^[A-Za-z_][A-Za-z0-9_-]*$", "u");
const pattern5 = new RegExp("^[!#$%&'*+.^_`|~0-9A-Za-z-]+$", "u");
const pattern14 = new RegExp("^[!-~\\u0080-\\u00ff]([\\t -~\\u0080-\\u00ff]*[!-~\\u0080-\\u00ff])?$", "u");
const pattern15 = new RegExp("^([A-Za-z]+ +)?[/*]", "u");

function validate11(data, { instancePath = "" } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.id === undefined) {
      vErrors = fail(vErrors, instancePath, "required", "id", undefined);
      errors++;
    }
    if (data.baseUrl === undefined) {
      vErrors = fail(vErrors, instancePath, "required", "baseUrl", undefined);
      errors++;
    }
    for (const key0 in data) {
      if (!(key0 === "id" || key0 === "baseUrl")) {
        vErrors = fail(vErrors, instancePath, "additionalProperties", key0, ["id", "baseUrl"]);
        errors++;
      }
    }
    if (data.id !== undefined) {
      let data0 = data.id;
      if (typeof data0 === "string") {
        if (!pattern1.test(data0)) {
          vErrors = fail(
            vErrors,
            instancePath + "/id",
            "pattern",
            undefined,
            'expected an id with at least one letter or "_" and no control characters',
          );
          errors++;
        }
      } else {
        vErrors = fail(
          vErrors,
          instancePath + "/id",
          "type",
          undefined,
          'expected an id with at least one letter or "_" and no control characters',
        );
        errors++;
      }
    }
    if (data.baseUrl !== undefined) {
      if (typeof data.baseUrl !== "string") {
        vErrors = fail(
          vErrors,
          instancePath + "/baseUrl",
          "type",
          undefined,
          'expected a base URL such as "https://api.example.com/v1"',
        );
        errors++;
      }
    }
  } else {
    vErrors = fail(vErrors, instancePath, "type", undefined, 'expected an object with "id" and "baseUrl"');
    errors++;
  }
  validate11.errors = vErrors;
  return errors === 0;
}

const pattern3 = new RegExp("^[^\\u0000-\\u001f\\u007f-\\u009f\\ud800-\\udfff]+$", "u");
const pattern4 = new RegExp("^[!-~][ -~]*$", "u");
const pattern7 = new RegExp("^[!#-\\[\\]-~]+$", "u");

function validate15(data, { instancePath = "" } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.id === undefined) {
      vErrors = fail(vErrors, instancePath, "required", "id", undefined);
      errors++;
    }
    if (data.type === undefined) {
      vErrors = fail(vErrors, instancePath, "required", "type", undefined);
      errors++;
    }
    if (data.scheme === undefined) {
      vErrors = fail(vErrors, instancePath, "required", "scheme", undefined);
      errors++;
    }
    for (const key0 in data) {
      if (!(
        key0 === "id" ||
        key0 === "type" ||
        key0 === "scheme" ||
        key0 === "statusCode" ||
        key0 === "challengeHeader" ||
        key0 === "authorizationHeader"
      )) {
        vErrors = fail(vErrors, instancePath, "additionalProperties", key0, [
          "id",
          "type",
          "scheme",
          "statusCode",
          "challengeHeader",
          "authorizationHeader",
        ]);
        errors++;
      }
    }
    if (data.statusCode !== undefined) {
      let data0 = data.statusCode;
      if (!(typeof data0 == "number" && !(data0 % 1) && !isNaN(data0) && isFinite(data0))) {
        vErrors = fail(
          vErrors,
          instancePath + "/statusCode",
          "type",
          undefined,
          "expected a status from 200 to 599, but not 407, which fetch never shows",
        );
        errors++;
      }
      const _errs4 = errors;
      const _errs5 = errors;
      if (407 !== data0) {
        const err5 = {};
        if (vErrors === null) {
          vErrors = [err5];
        } else {
          vErrors.push(err5);
        }
        errors++;
      }
      var valid1 = _errs5 === errors;
      if (valid1) {
        vErrors = fail(
          vErrors,
          instancePath + "/statusCode",
          "not",
          undefined,
          "expected a status from 200 to 599, but not 407, which fetch never shows",
        );
        errors++;
      } else {
        errors = _errs4;
        if (vErrors !== null) {
          if (_errs4) {
            vErrors.length = _errs4;
          } else {
            vErrors = null;
          }
        }
      }
      if (typeof data0 == "number" && isFinite(data0)) {
        if (data0 > 599 || isNaN(data0)) {
          vErrors = fail(
            vErrors,
            instancePath + "/statusCode",
            "maximum",
            undefined,
            "expected a status from 200 to 599, but not 407, which fetch never shows",
          );
          errors++;
        }
        if (data0 < 200 || isNaN(data0)) {
          vErrors = fail(
            vErrors,
            instancePath + "/statusCode",
            "minimum",
            undefined,
            "expected a status from 200 to 599, but not 407, which fetch never shows",
          );
          errors++;
        }
      }
    }
    if (data.challengeHeader !== undefined) {
      let data1 = data.challengeHeader;
      if (typeof data1 === "string") {
        if (!pattern5.test(data1)) {
          vErrors = fail(
            vErrors,
            instancePath + "/challengeHeader",
            "pattern",
            undefined,
            "expected the name of an HTTP header",
          );
          errors++;
        }
      } else {
        vErrors = fail(
          vErrors,
          instancePath + "/challengeHeader",
          "type",
          undefined,
          "expected the name of an HTTP header",
        );
        errors++;
      }
    }
    if (data.authorizationHeader !== undefined) {
      let data2 = data.authorizationHeader;
      if (typeof data2 === "string") {
        if (!pattern5.test(data2)) {
          vErrors = fail(
            vErrors,
            instancePath + "/authorizationHeader",
            "pattern",
            undefined,
            "expected the name of an HTTP header",
          );
          errors++;
        }
      } else {
        vErrors = fail(
          vErrors,
          instancePath + "/authorizationHeader",
          "type",
          undefined,
          "expected the name of an HTTP header",
        );
        errors++;
      }
    }
  } else {
    vErrors = fail(vErrors, instancePath, "type", "object", undefined);
    errors++;
  }
  validate15.errors = vErrors;
  return errors === 0;
}

function validate14(data, { instancePath = "" } = {}) {
  let vErrors = null;
  let errors = 0;
  const _errs2 = errors;
  let valid1 = true;
  const _errs3 = errors;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    let missing0;
    if (data.scheme === undefined && (missing0 = "scheme")) {
      const err0 = {};
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    } else {
      if (data.scheme !== undefined) {
        if ("basic" !== data.scheme) {
          const err1 = {};
          if (vErrors === null) {
            vErrors = [err1];
          } else {
            vErrors.push(err1);
          }
          errors++;
        }
      }
    }
  }
  var _valid0 = _errs3 === errors;
  errors = _errs2;
  if (vErrors !== null) {
    if (_errs2) {
      vErrors.length = _errs2;
    } else {
      vErrors = null;
    }
  }
  if (_valid0) {
    const _errs5 = errors;
    if (data && typeof data == "object" && !Array.isArray(data)) {
      if (data.id === undefined) {
        vErrors = fail(vErrors, instancePath, "required", "id", undefined);
        errors++;
      }
      if (data.type === undefined) {
        vErrors = fail(vErrors, instancePath, "required", "type", undefined);
        errors++;
      }
      if (data.scheme === undefined) {
        vErrors = fail(vErrors, instancePath, "required", "scheme", undefined);
        errors++;
      }
      for (const key0 in data) {
        if (!(key0 === "id" || key0 === "type" || key0 === "scheme")) {
          vErrors = fail(vErrors, instancePath, "additionalProperties", key0, ["id", "type", "scheme"]);
          errors++;
        }
      }
    } else {
      vErrors = fail(vErrors, instancePath, "type", "object", undefined);
      errors++;
    }
    var _valid0 = _errs5 === errors;
    valid1 = _valid0;
  }
  if (!valid1) {
    vErrors = fail(vErrors);
    errors++;
  }
  const _errs10 = errors;
  let valid4 = true;
  const _errs11 = errors;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    let missing1;
    if (data.scheme === undefined && (missing1 = "scheme")) {
      const err8 = {};
      if (vErrors === null) {
        vErrors = [err8];
      } else {
        vErrors.push(err8);
      }
      errors++;
    } else {
      if (data.scheme !== undefined) {
        if ("bearer" !== data.scheme) {
          const err9 = {};
          if (vErrors === null) {
            vErrors = [err9];
          } else {
            vErrors.push(err9);
          }
          errors++;
        }
      }
    }
  }
  var _valid1 = _errs11 === errors;
  errors = _errs10;
  if (vErrors !== null) {
    if (_errs10) {
      vErrors.length = _errs10;
    } else {
      vErrors = null;
    }
  }
  if (_valid1) {
    const _errs13 = errors;
    if (data && typeof data == "object" && !Array.isArray(data)) {
      if (data.id === undefined) {
        vErrors = fail(vErrors, instancePath, "required", "id", undefined);
        errors++;
      }
      if (data.type === undefined) {
        vErrors = fail(vErrors, instancePath, "required", "type", undefined);
        errors++;
      }
      if (data.scheme === undefined) {
        vErrors = fail(vErrors, instancePath, "required", "scheme", undefined);
        errors++;
      }
      for (const key1 in data) {
        if (!(key1 === "id" || key1 === "type" || key1 === "scheme" || key1 === "bearerFormat")) {
          vErrors = fail(vErrors, instancePath, "additionalProperties", key1, ["id", "type", "scheme", "bearerFormat"]);
          errors++;
        }
      }
      if (data.bearerFormat !== undefined) {
        if (typeof data.bearerFormat !== "string") {
          vErrors = fail(vErrors, instancePath + "/bearerFormat", "type", undefined, "expected a string");
          errors++;
        }
      }
    } else {
      vErrors = fail(vErrors, instancePath, "type", "object", undefined);
      errors++;
    }
    var _valid1 = _errs13 === errors;
    valid4 = _valid1;
  }
  if (!valid4) {
    vErrors = fail(vErrors);
    errors++;
  }
  const _errs20 = errors;
  let valid8 = true;
  const _errs21 = errors;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    let missing2;
    if (data.scheme === undefined && (missing2 = "scheme")) {
      const err17 = {};
      if (vErrors === null) {
        vErrors = [err17];
      } else {
        vErrors.push(err17);
      }
      errors++;
    } else {
      if (data.scheme !== undefined) {
        if ("digest" !== data.scheme) {
          const err18 = {};
          if (vErrors === null) {
            vErrors = [err18];
          } else {
            vErrors.push(err18);
          }
          errors++;
        }
      }
    }
  }
  var _valid2 = _errs21 === errors;
  errors = _errs20;
  if (vErrors !== null) {
    if (_errs20) {
      vErrors.length = _errs20;
    } else {
      vErrors = null;
    }
  }
  if (_valid2) {
    const _errs23 = errors;
    if (!validate15(data, { instancePath })) {
      vErrors = vErrors === null ? validate15.errors : vErrors.concat(validate15.errors);
      errors = vErrors.length;
    }
    var _valid2 = _errs23 === errors;
    valid8 = _valid2;
  }
  if (!valid8) {
    vErrors = fail(vErrors);
    errors++;
  }
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.scheme === undefined) {
      vErrors = fail(vErrors, instancePath, "required", "scheme", undefined);
      errors++;
    }
    if (data.scheme !== undefined) {
      let data4 = data.scheme;
      if (typeof data4 !== "string") {
        vErrors = fail(vErrors, instancePath + "/scheme", "type", undefined, 'expected "basic", "bearer" or "digest"');
        errors++;
      }
      if (!(data4 === "basic" || data4 === "bearer" || data4 === "digest")) {
        vErrors = fail(vErrors, instancePath + "/scheme", "enum", undefined, 'expected "basic", "bearer" or "digest"');
        errors++;
      }
    }
  } else {
    vErrors = fail(vErrors, instancePath, "type", undefined, "expected an object: a security scheme");
    errors++;
  }
  validate14.errors = vErrors;
  return errors === 0;
}

function validate18(data, { instancePath = "" } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.id === undefined) {
      vErrors = fail(vErrors, instancePath, "required", "id", undefined);
      errors++;
    }
    if (data.type === undefined) {
      vErrors = fail(vErrors, instancePath, "required", "type", undefined);
      errors++;
    }
    if (data.headers === undefined) {
      vErrors = fail(vErrors, instancePath, "required", "headers", undefined);
      errors++;
    }
    for (const key0 in data) {
      if (!(key0 === "id" || key0 === "type" || key0 === "headers")) {
        vErrors = fail(vErrors, instancePath, "additionalProperties", key0, ["id", "type", "headers"]);
        errors++;
      }
    }
    if (data.headers !== undefined) {
      let data0 = data.headers;
      if (Array.isArray(data0)) {
        if (data0.length < 1) {
          vErrors = fail(
            vErrors,
            instancePath + "/headers",
            "minItems",
            undefined,
            "expected an array of at least one header name",
          );
          errors++;
        }
        const len0 = data0.length;
        for (let i0 = 0; i0 < len0; i0++) {
          let data1 = data0[i0];
          if (typeof data1 === "string") {
            if (!pattern5.test(data1)) {
              vErrors = fail(
                vErrors,
                instancePath + "/headers/" + i0,
                "pattern",
                undefined,
                "expected the name of an HTTP header",
              );
              errors++;
            }
          } else {
            vErrors = fail(
              vErrors,
              instancePath + "/headers/" + i0,
              "type",
              undefined,
              "expected the name of an HTTP header",
            );
            errors++;
          }
        }
      } else {
        vErrors = fail(
          vErrors,
          instancePath + "/headers",
          "type",
          undefined,
          "expected an array of at least one header name",
        );
        errors++;
      }
    }
  } else {
    vErrors = fail(vErrors, instancePath, "type", undefined, "expected an object: a security scheme");
    errors++;
  }
  validate18.errors = vErrors;
  return errors === 0;
}

function validate13(data, { instancePath = "" } = {}) {
  let vErrors = null;
  let errors = 0;
  const _errs2 = errors;
  let valid1 = true;
  const _errs3 = errors;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    let missing0;
    if (data.type === undefined && (missing0 = "type")) {
      const err0 = {};
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    } else {
      if (data.type !== undefined) {
        if ("apiKey" !== data.type) {
          const err1 = {};
          if (vErrors === null) {
            vErrors = [err1];
          } else {
            vErrors.push(err1);
          }
          errors++;
        }
      }
    }
  }
  var _valid0 = _errs3 === errors;
  errors = _errs2;
  if (vErrors !== null) {
    if (_errs2) {
      vErrors.length = _errs2;
    } else {
      vErrors = null;
    }
  }
  if (_valid0) {
    const _errs5 = errors;
    if (data && typeof data == "object" && !Array.isArray(data)) {
      if (data.id === undefined) {
        vErrors = fail(vErrors, instancePath, "required", "id", undefined);
        errors++;
      }
      if (data.type === undefined) {
        vErrors = fail(vErrors, instancePath, "required", "type", undefined);
        errors++;
      }
      if (data.in === undefined) {
        vErrors = fail(vErrors, instancePath, "required", "in", undefined);
        errors++;
      }
      if (data.name === undefined) {
        vErrors = fail(vErrors, instancePath, "required", "name", undefined);
        errors++;
      }
      for (const key0 in data) {
        if (!(key0 === "id" || key0 === "type" || key0 === "in" || key0 === "name" || key0 === "prefix")) {
          vErrors = fail(vErrors, instancePath, "additionalProperties", key0, ["id", "type", "in", "name", "prefix"]);
          errors++;
        }
      }
      if (data.in !== undefined) {
        let data1 = data.in;
        if (typeof data1 !== "string") {
          vErrors = fail(
            vErrors,
            instancePath + "/in",
            "type",
            undefined,
            'expected "header", "query", "body", "path" or "cookie"',
          );
          errors++;
        }
        if (!(data1 === "header" || data1 === "query" || data1 === "body" || data1 === "path" || data1 === "cookie")) {
          vErrors = fail(
            vErrors,
            instancePath + "/in",
            "enum",
            undefined,
            'expected "header", "query", "body", "path" or "cookie"',
          );
          errors++;
        }
      }
      if (data.name !== undefined) {
        let data2 = data.name;
        if (typeof data2 === "string") {
          if (!pattern3.test(data2)) {
            vErrors = fail(
              vErrors,
              instancePath + "/name",
              "pattern",
              undefined,
              "expected the name under which the key is sent",
            );
            errors++;
          }
        } else {
          vErrors = fail(
            vErrors,
            instancePath + "/name",
            "type",
            undefined,
            "expected the name under which the key is sent",
          );
          errors++;
        }
      }
      if (data.prefix !== undefined) {
        let data3 = data.prefix;
        if (typeof data3 === "string") {
          if (!pattern4.test(data3)) {
            vErrors = fail(
              vErrors,
              instancePath + "/prefix",
              "pattern",
              undefined,
              'expected visible ASCII, with the space at its end where one belongs there, such as "Bot "',
            );
            errors++;
          }
        } else {
          vErrors = fail(
            vErrors,
            instancePath + "/prefix",
            "type",
            undefined,
            'expected visible ASCII, with the space at its end where one belongs there, such as "Bot "',
          );
          errors++;
        }
      }
    } else {
      vErrors = fail(vErrors, instancePath, "type", undefined, "expected an object: a security scheme");
      errors++;
    }
    var _valid0 = _errs5 === errors;
    valid1 = _valid0;
  }
  if (!valid1) {
    vErrors = fail(vErrors);
    errors++;
  }
  const _errs16 = errors;
  let valid5 = true;
  const _errs17 = errors;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    let missing1;
    if (data.type === undefined && (missing1 = "type")) {
      const err15 = {};
      if (vErrors === null) {
        vErrors = [err15];
      } else {
        vErrors.push(err15);
      }
      errors++;
    } else {
      if (data.type !== undefined) {
        if ("http" !== data.type) {
          const err16 = {};
          if (vErrors === null) {
            vErrors = [err16];
          } else {
            vErrors.push(err16);
          }
          errors++;
        }
      }
    }
  }
  var _valid1 = _errs17 === errors;
  errors = _errs16;
  if (vErrors !== null) {
    if (_errs16) {
      vErrors.length = _errs16;
    } else {
      vErrors = null;
    }
  }
  if (_valid1) {
    const _errs19 = errors;
    if (!validate14(data, { instancePath })) {
      vErrors = vErrors === null ? validate14.errors : vErrors.concat(validate14.errors);
      errors = vErrors.length;
    }
    var _valid1 = _errs19 === errors;
    valid5 = _valid1;
  }
  if (!valid5) {
    vErrors = fail(vErrors);
    errors++;
  }
  const _errs21 = errors;
  let valid7 = true;
  const _errs22 = errors;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    let missing2;
    if (data.type === undefined && (missing2 = "type")) {
      const err18 = {};
      if (vErrors === null) {
        vErrors = [err18];
      } else {
        vErrors.push(err18);
      }
      errors++;
    } else {
      if (data.type !== undefined) {
        if ("oauth2" !== data.type) {
          const err19 = {};
          if (vErrors === null) {
            vErrors = [err19];
          } else {
            vErrors.push(err19);
          }
          errors++;
        }
      }
    }
  }
  var _valid2 = _errs22 === errors;
  errors = _errs21;
  if (vErrors !== null) {
    if (_errs21) {
      vErrors.length = _errs21;
    } else {
      vErrors = null;
    }
  }
  if (_valid2) {
    const _errs24 = errors;
    if (data && typeof data == "object" && !Array.isArray(data)) {
      if (data.id === undefined) {
        vErrors = fail(vErrors, instancePath, "required", "id", undefined);
        errors++;
      }
      if (data.type === undefined) {
        vErrors = fail(vErrors, instancePath, "required", "type", undefined);
        errors++;
      }
      if (data.flow === undefined) {
        vErrors = fail(vErrors, instancePath, "required", "flow", undefined);
        errors++;
      }
      if (data.tokenUrl === undefined) {
        vErrors = fail(vErrors, instancePath, "required", "tokenUrl", undefined);
        errors++;
      }
      for (const key1 in data) {
        if (!(
          key1 === "id" ||
          key1 === "type" ||
          key1 === "flow" ||
          key1 === "tokenUrl" ||
          key1 === "scopes" ||
          key1 === "audience" ||
          key1 === "clientAuthentication"
        )) {
          vErrors = fail(vErrors, instancePath, "additionalProperties", key1, [
            "id",
            "type",
            "flow",
            "tokenUrl",
            "scopes",
            "audience",
            "clientAuthentication",
          ]);
          errors++;
        }
      }
      if (data.flow !== undefined) {
        let data6 = data.flow;
        if (typeof data6 !== "string") {
          vErrors = fail(
            vErrors,
            instancePath + "/flow",
            "type",
            undefined,
            'expected "clientCredentials" or "refreshToken"; tokens of other flows are given to a bearer scheme',
          );
          errors++;
        }
        if (!(data6 === "clientCredentials" || data6 === "refreshToken")) {
          vErrors = fail(
            vErrors,
            instancePath + "/flow",
            "enum",
            undefined,
            'expected "clientCredentials" or "refreshToken"; tokens of other flows are given to a bearer scheme',
          );
          errors++;
        }
      }
      if (data.tokenUrl !== undefined) {
        if (typeof data.tokenUrl !== "string") {
          vErrors = fail(
            vErrors,
            instancePath + "/tokenUrl",
            "type",
            undefined,
            'expected a token URL such as "https://auth.example.com/oauth/token"',
          );
          errors++;
        }
      }
      if (data.scopes !== undefined) {
        let data8 = data.scopes;
        if (Array.isArray(data8)) {
          const len0 = data8.length;
          for (let i0 = 0; i0 < len0; i0++) {
            let data9 = data8[i0];
            if (typeof data9 === "string") {
              if (!pattern7.test(data9)) {
                vErrors = fail(
                  vErrors,
                  instancePath + "/scopes/" + i0,
                  "pattern",
                  undefined,
                  "expected one scope: visible ASCII without space, quotation mark and backslash",
                );
                errors++;
              }
            } else {
              vErrors = fail(
                vErrors,
                instancePath + "/scopes/" + i0,
                "type",
                undefined,
                "expected one scope: visible ASCII without space, quotation mark and backslash",
              );
              errors++;
            }
          }
        } else {
          vErrors = fail(
            vErrors,
            instancePath + "/scopes",
            "type",
            undefined,
            'expected an array of scopes such as ["invoices:read"]',
          );
          errors++;
        }
      }
      if (data.audience !== undefined) {
        let data10 = data.audience;
        if (typeof data10 === "string") {
          if (!pattern3.test(data10)) {
            vErrors = fail(
              vErrors,
              instancePath + "/audience",
              "pattern",
              undefined,
              'expected a text such as "https://api.example.com"',
            );
            errors++;
          }
        } else {
          vErrors = fail(
            vErrors,
            instancePath + "/audience",
            "type",
            undefined,
            'expected a text such as "https://api.example.com"',
          );
          errors++;
        }
      }
      if (data.clientAuthentication !== undefined) {
        let data11 = data.clientAuthentication;
        if (typeof data11 !== "string") {
          vErrors = fail(
            vErrors,
            instancePath + "/clientAuthentication",
            "type",
            undefined,
            'expected "basic" or "post"',
          );
          errors++;
        }
        if (!(data11 === "basic" || data11 === "post")) {
          vErrors = fail(
            vErrors,
            instancePath + "/clientAuthentication",
            "enum",
            undefined,
            'expected "basic" or "post"',
          );
          errors++;
        }
      }
    } else {
      vErrors = fail(vErrors, instancePath, "type", undefined, "expected an object: a security scheme");
      errors++;
    }
    var _valid2 = _errs24 === errors;
    valid7 = _valid2;
  }
  if (!valid7) {
    vErrors = fail(vErrors);
    errors++;
  }
  const _errs41 = errors;
  let valid13 = true;
  const _errs42 = errors;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    let missing3;
    if (data.type === undefined && (missing3 = "type")) {
      const err37 = {};
      if (vErrors === null) {
        vErrors = [err37];
      } else {
        vErrors.push(err37);
      }
      errors++;
    } else {
      if (data.type !== undefined) {
        if ("signature" !== data.type) {
          const err38 = {};
          if (vErrors === null) {
            vErrors = [err38];
          } else {
            vErrors.push(err38);
          }
          errors++;
        }
      }
    }
  }
  var _valid3 = _errs42 === errors;
  errors = _errs41;
  if (vErrors !== null) {
    if (_errs41) {
      vErrors.length = _errs41;
    } else {
      vErrors = null;
    }
  }
  if (_valid3) {
    const _errs44 = errors;
    if (!validate18(data, { instancePath })) {
      vErrors = vErrors === null ? validate18.errors : vErrors.concat(validate18.errors);
      errors = vErrors.length;
    }
    var _valid3 = _errs44 === errors;
    valid13 = _valid3;
  }
  if (!valid13) {
    vErrors = fail(vErrors);
    errors++;
  }
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.id === undefined) {
      vErrors = fail(vErrors, instancePath, "required", "id", undefined);
      errors++;
    }
    if (data.type === undefined) {
      vErrors = fail(vErrors, instancePath, "required", "type", undefined);
      errors++;
    }
    if (data.id !== undefined) {
      let data13 = data.id;
      if (typeof data13 === "string") {
        if (!pattern1.test(data13)) {
          vErrors = fail(
            vErrors,
            instancePath + "/id",
            "pattern",
            undefined,
            'expected an id with at least one letter or "_" and no control characters',
          );
          errors++;
        }
      } else {
        vErrors = fail(
          vErrors,
          instancePath + "/id",
          "type",
          undefined,
          'expected an id with at least one letter or "_" and no control characters',
        );
        errors++;
      }
    }
    if (data.type !== undefined) {
      let data14 = data.type;
      if (typeof data14 !== "string") {
        vErrors = fail(
          vErrors,
          instancePath + "/type",
          "type",
          undefined,
          'expected "apiKey", "http", "oauth2" or "signature"',
        );
        errors++;
      }
      if (!(data14 === "apiKey" || data14 === "http" || data14 === "oauth2" || data14 === "signature")) {
        vErrors = fail(
          vErrors,
          instancePath + "/type",
          "enum",
          undefined,
          'expected "apiKey", "http", "oauth2" or "signature"',
        );
        errors++;
      }
    }
  } else {
    vErrors = fail(vErrors, instancePath, "type", undefined, "expected an object: a security scheme");
    errors++;
  }
  validate13.errors = vErrors;
  return errors === 0;
}

const pattern16 = new RegExp("^[^\\u0000-\\u001f\\u007f-\\u009f]+$", "u");
const pattern18 = new RegExp("^([A-Za-z]+ +)?\\S", "u");

function validate22(data, { instancePath = "" } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.file === undefined) {
      vErrors = fail(vErrors, instancePath, "required", "file", undefined);
      errors++;
    }
    for (const key0 in data) {
      if (!(key0 === "file" || key0 === "include" || key0 === "exclude")) {
        vErrors = fail(vErrors, instancePath, "additionalProperties", key0, ["file", "include", "exclude"]);
        errors++;
      }
    }
    if (data.file !== undefined) {
      let data0 = data.file;
      if (typeof data0 === "string") {
        if (!pattern16.test(data0)) {
          vErrors = fail(
            vErrors,
            instancePath + "/file",
            "pattern",
            undefined,
            'expected the path of an OpenAPI document such as "../openapi/acme-pay.json"',
          );
          errors++;
        }
      } else {
        vErrors = fail(
          vErrors,
          instancePath + "/file",
          "type",
          undefined,
          'expected the path of an OpenAPI document such as "../openapi/acme-pay.json"',
        );
        errors++;
      }
    }
    if (data.include !== undefined) {
      let data1 = data.include;
      if (Array.isArray(data1)) {
        const len0 = data1.length;
        for (let i0 = 0; i0 < len0; i0++) {
          let data2 = data1[i0];
          if (typeof data2 === "string") {
            if (!pattern18.test(data2)) {
              vErrors = fail(
                vErrors,
                instancePath + "/include/" + i0,
                "pattern",
                undefined,
                'expected an operation such as "GET /charges/*" or "/charges/**"',
              );
              errors++;
            }
          } else {
            vErrors = fail(
              vErrors,
              instancePath + "/include/" + i0,
              "type",
              undefined,
              'expected an operation such as "GET /charges/*" or "/charges/**"',
            );
            errors++;
          }
        }
      } else {
        vErrors = fail(
          vErrors,
          instancePath + "/include",
          "type",
          undefined,
          'expected an array of operations such as "GET /charges/*"',
        );
        errors++;
      }
    }
    if (data.exclude !== undefined) {
      let data3 = data.exclude;
      if (Array.isArray(data3)) {
        const len1 = data3.length;
        for (let i1 = 0; i1 < len1; i1++) {
          let data4 = data3[i1];
          if (typeof data4 === "string") {
            if (!pattern18.test(data4)) {
              vErrors = fail(
                vErrors,
                instancePath + "/exclude/" + i1,
                "pattern",
                undefined,
                'expected an operation such as "GET /charges/*" or "/charges/**"',
              );
              errors++;
            }
          } else {
            vErrors = fail(
              vErrors,
              instancePath + "/exclude/" + i1,
              "type",
              undefined,
              'expected an operation such as "GET /charges/*" or "/charges/**"',
            );
            errors++;
          }
        }
      } else {
        vErrors = fail(
          vErrors,
          instancePath + "/exclude",
          "type",
          undefined,
          'expected an array of operations such as "GET /charges/*"',
        );
        errors++;
      }
    }
  } else {
    vErrors = fail(vErrors, instancePath, "type", undefined, 'expected an object with "file"');
    errors++;
  }
  validate22.errors = vErrors;
  return errors === 0;
}

function validate21(data, { instancePath = "" } = {}) {
  let vErrors = null;
  let errors = 0;
  if (typeof data !== "string" && !(data && typeof data == "object" && !Array.isArray(data))) {
    vErrors = fail(
      vErrors,
      instancePath,
      "type",
      undefined,
      'expected the path of an OpenAPI document, or an object with "file"',
    );
    errors++;
  }
  const _errs1 = errors;
  let valid0 = true;
  const _errs2 = errors;
  if (typeof data !== "string") {
    const err1 = {};
    if (vErrors === null) {
      vErrors = [err1];
    } else {
      vErrors.push(err1);
    }
    errors++;
  }
  var _valid0 = _errs2 === errors;
  errors = _errs1;
  if (vErrors !== null) {
    if (_errs1) {
      vErrors.length = _errs1;
    } else {
      vErrors = null;
    }
  }
  let ifClause0;
  if (_valid0) {
    const _errs4 = errors;
    if (typeof data === "string") {
      if (!pattern16.test(data)) {
        vErrors = fail(
          vErrors,
          instancePath,
          "pattern",
          undefined,
          'expected the path of an OpenAPI document such as "../openapi/acme-pay.json"',
        );
        errors++;
      }
    } else {
      vErrors = fail(
        vErrors,
        instancePath,
        "type",
        undefined,
        'expected the path of an OpenAPI document such as "../openapi/acme-pay.json"',
      );
      errors++;
    }
    var _valid0 = _errs4 === errors;
    valid0 = _valid0;
    ifClause0 = "then";
  } else {
    const _errs7 = errors;
    const _errs8 = errors;
    let valid2 = true;
    const _errs9 = errors;
    if (!(data && typeof data == "object" && !Array.isArray(data))) {
      const err4 = {};
      if (vErrors === null) {
        vErrors = [err4];
      } else {
        vErrors.push(err4);
      }
      errors++;
    }
    var _valid1 = _errs9 === errors;
    errors = _errs8;
    if (vErrors !== null) {
      if (_errs8) {
        vErrors.length = _errs8;
      } else {
        vErrors = null;
      }
    }
    if (_valid1) {
      const _errs11 = errors;
      if (!validate22(data, { instancePath })) {
        vErrors = vErrors === null ? validate22.errors : vErrors.concat(validate22.errors);
        errors = vErrors.length;
      }
      var _valid1 = _errs11 === errors;
      valid2 = _valid1;
    }
    if (!valid2) {
      vErrors = fail(vErrors);
      errors++;
    }
    var _valid0 = _errs7 === errors;
    valid0 = _valid0;
    ifClause0 = "else";
  }
  if (!valid0) {
    vErrors = fail(vErrors);
    errors++;
  }
  validate21.errors = vErrors;
  return errors === 0;
}

function validate10(data, { instancePath = "" } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.name === undefined) {
      vErrors = fail(vErrors, instancePath, "required", "name", undefined);
      errors++;
    }
    if (data.services === undefined) {
      vErrors = fail(vErrors, instancePath, "required", "services", undefined);
      errors++;
    }
    if (data.defaultService === undefined) {
      vErrors = fail(vErrors, instancePath, "required", "defaultService", undefined);
      errors++;
    }
    for (const key0 in data) {
      if (!func0.call(schema11.properties, key0)) {
        vErrors = fail(vErrors, instancePath, "additionalProperties", key0, [
          "$schema",
          "name",
          "services",
          "defaultService",
          "securitySchemes",
          "parameters",
          "security",
          "headers",
          "idempotent",
          "openapi",
        ]);
        errors++;
      }
    }
    if (data.$schema !== undefined) {
      if (typeof data.$schema !== "string") {
        vErrors = fail(vErrors, instancePath + "/$schema", "type", "string", undefined);
        errors++;
      }
    }
    if (data.name !== undefined) {
      let data1 = data.name;
      if (typeof data1 === "string") {
        if (!pattern0.test(data1)) {
          vErrors = fail(
            vErrors,
            instancePath + "/name",
            "pattern",
            undefined,
            'expected a provider name: a small letter, then small letters, "-" and "_"',
          );
          errors++;
        }
      } else {
        vErrors = fail(
          vErrors,
          instancePath + "/name",
          "type",
          undefined,
          'expected a provider name: a small letter, then small letters, "-" and "_"',
        );
        errors++;
      }
    }
    if (data.services !== undefined) {
      let data2 = data.services;
      if (Array.isArray(data2)) {
        if (data2.length < 1) {
          vErrors = fail(
            vErrors,
            instancePath + "/services",
            "minItems",
            undefined,
            "expected an array of at least one service",
          );
          errors++;
        }
        const len0 = data2.length;
        for (let i0 = 0; i0 < len0; i0++) {
          if (!validate11(data2[i0], { instancePath: instancePath + "/services/" + i0 })) {
            vErrors = vErrors === null ? validate11.errors : vErrors.concat(validate11.errors);
            errors = vErrors.length;
          }
        }
      } else {
        vErrors = fail(
          vErrors,
          instancePath + "/services",
          "type",
          undefined,
          "expected an array of at least one service",
        );
        errors++;
      }
    }
    if (data.defaultService !== undefined) {
      let data4 = data.defaultService;
      if (typeof data4 === "string") {
        if (!pattern1.test(data4)) {
          vErrors = fail(
            vErrors,
            instancePath + "/defaultService",
            "pattern",
            undefined,
            'expected an id with at least one letter or "_" and no control characters',
          );
          errors++;
        }
      } else {
        vErrors = fail(
          vErrors,
          instancePath + "/defaultService",
          "type",
          undefined,
          'expected an id with at least one letter or "_" and no control characters',
        );
        errors++;
      }
    }
    if (data.securitySchemes !== undefined) {
      let data5 = data.securitySchemes;
      if (Array.isArray(data5)) {
        const len1 = data5.length;
        for (let i1 = 0; i1 < len1; i1++) {
          if (!validate13(data5[i1], { instancePath: instancePath + "/securitySchemes/" + i1 })) {
            vErrors = vErrors === null ? validate13.errors : vErrors.concat(validate13.errors);
            errors = vErrors.length;
          }
        }
      } else {
        vErrors = fail(
          vErrors,
          instancePath + "/securitySchemes",
          "type",
          undefined,
          "expected an array of security schemes",
        );
        errors++;
      }
    }
    if (data.parameters !== undefined) {
      let data7 = data.parameters;
      if (Array.isArray(data7)) {
        const len2 = data7.length;
        for (let i2 = 0; i2 < len2; i2++) {
          let data8 = data7[i2];
          if (data8 && typeof data8 == "object" && !Array.isArray(data8)) {
            if (data8.name === undefined) {
              vErrors = fail(vErrors, instancePath + "/parameters/" + i2, "required", "name", undefined);
              errors++;
            }
            for (const key1 in data8) {
              if (!(key1 === "name" || key1 === "description" || key1 === "default")) {
                vErrors = fail(vErrors, instancePath + "/parameters/" + i2, "additionalProperties", key1, [
                  "name",
                  "description",
                  "default",
                ]);
                errors++;
              }
            }
            if (data8.name !== undefined) {
              let data9 = data8.name;
              if (typeof data9 === "string") {
                if (!pattern11.test(data9)) {
                  vErrors = fail(
                    vErrors,
                    instancePath + "/parameters/" + i2 + "/name",
                    "pattern",
                    undefined,
                    'expected a parameter name: a letter or "_", then letters, digits, "_" and "-"',
                  );
                  errors++;
                }
              } else {
                vErrors = fail(
                  vErrors,
                  instancePath + "/parameters/" + i2 + "/name",
                  "type",
                  undefined,
                  'expected a parameter name: a letter or "_", then letters, digits, "_" and "-"',
                );
                errors++;
              }
            }
            if (data8.description !== undefined) {
              if (typeof data8.description !== "string") {
                vErrors = fail(
                  vErrors,
                  instancePath + "/parameters/" + i2 + "/description",
                  "type",
                  undefined,
                  "expected a string",
                );
                errors++;
              }
            }
            if (data8.default !== undefined) {
              if (typeof data8.default !== "string") {
                vErrors = fail(
                  vErrors,
                  instancePath + "/parameters/" + i2 + "/default",
                  "type",
                  undefined,
                  "expected a string",
                );
                errors++;
              }
            }
          } else {
            vErrors = fail(
              vErrors,
              instancePath + "/parameters/" + i2,
              "type",
              undefined,
              'expected an object with "name"',
            );
            errors++;
          }
        }
      } else {
        vErrors = fail(vErrors, instancePath + "/parameters", "type", undefined, "expected an array of parameters");
        errors++;
      }
    }
    if (data.security !== undefined) {
      let data12 = data.security;
      if (typeof data12 !== "string" && !Array.isArray(data12)) {
        vErrors = fail(
          vErrors,
          instancePath + "/security",
          "type",
          undefined,
          "expected the id of a security scheme, or an array of ids",
        );
        errors++;
      }
      const _errs29 = errors;
      let valid10 = true;
      const _errs30 = errors;
      if (!Array.isArray(data12)) {
        const err21 = {};
        if (vErrors === null) {
          vErrors = [err21];
        } else {
          vErrors.push(err21);
        }
        errors++;
      }
      var _valid0 = _errs30 === errors;
      errors = _errs29;
      if (vErrors !== null) {
        if (_errs29) {
          vErrors.length = _errs29;
        } else {
          vErrors = null;
        }
      }
      if (_valid0) {
        const _errs32 = errors;
        if (Array.isArray(data12)) {
          const len3 = data12.length;
          for (let i3 = 0; i3 < len3; i3++) {
            let data13 = data12[i3];
            if (typeof data13 === "string") {
              if (!pattern1.test(data13)) {
                vErrors = fail(
                  vErrors,
                  instancePath + "/security/" + i3,
                  "pattern",
                  undefined,
                  'expected an id with at least one letter or "_" and no control characters',
                );
                errors++;
              }
            } else {
              vErrors = fail(
                vErrors,
                instancePath + "/security/" + i3,
                "type",
                undefined,
                'expected an id with at least one letter or "_" and no control characters',
              );
              errors++;
            }
          }
        }
        var _valid0 = _errs32 === errors;
        valid10 = _valid0;
      }
      if (!valid10) {
        vErrors = fail(vErrors);
        errors++;
      }
    }
    if (data.headers !== undefined) {
      let data14 = data.headers;
      if (data14 && typeof data14 == "object" && !Array.isArray(data14)) {
        for (const key2 in data14) {
          const _errs38 = errors;
          if (typeof key2 === "string") {
            if (!pattern5.test(key2)) {
              vErrors = fail(vErrors);
              errors++;
            }
          }
          var valid14 = _errs38 === errors;
          if (!valid14) {
            vErrors = fail(
              vErrors,
              instancePath + "/headers",
              "propertyNames",
              key2,
              "is not the name of an HTTP header",
            );
            errors++;
          }
        }
        for (const key3 in data14) {
          let data15 = data14[key3];
          if (typeof data15 === "string") {
            if (!pattern14.test(data15)) {
              vErrors = fail(
                vErrors,
                instancePath + "/headers/" + key3.replace(/~/g, "~0").replace(/\//g, "~1"),
                "pattern",
                undefined,
                "expected text that a header can carry, without space at its ends",
              );
              errors++;
            }
          } else {
            vErrors = fail(
              vErrors,
              instancePath + "/headers/" + key3.replace(/~/g, "~0").replace(/\//g, "~1"),
              "type",
              undefined,
              "expected text that a header can carry, without space at its ends",
            );
            errors++;
          }
        }
      } else {
        vErrors = fail(
          vErrors,
          instancePath + "/headers",
          "type",
          undefined,
          "expected an object with names and values of headers",
        );
        errors++;
      }
    }
    if (data.idempotent !== undefined) {
      let data16 = data.idempotent;
      if (data16 && typeof data16 == "object" && !Array.isArray(data16)) {
        for (const key4 in data16) {
          const _errs44 = errors;
          if (typeof key4 === "string") {
            if (!pattern15.test(key4)) {
              vErrors = fail(vErrors);
              errors++;
            }
          }
          var valid16 = _errs44 === errors;
          if (!valid16) {
            vErrors = fail(
              vErrors,
              instancePath + "/idempotent",
              "propertyNames",
              key4,
              'is no operation such as "POST /search" or "/charges/**"',
            );
            errors++;
          }
        }
        for (const key5 in data16) {
          if (typeof data16[key5] !== "boolean") {
            vErrors = fail(
              vErrors,
              instancePath + "/idempotent/" + key5.replace(/~/g, "~0").replace(/\//g, "~1"),
              "type",
              undefined,
              "expected true or false",
            );
            errors++;
          }
        }
      } else {
        vErrors = fail(
          vErrors,
          instancePath + "/idempotent",
          "type",
          undefined,
          'expected an object: true or false by operation, as in { "POST /search": true }',
        );
        errors++;
      }
    }
    if (data.openapi !== undefined) {
      if (!validate21(data.openapi, { instancePath: instancePath + "/openapi" })) {
        vErrors = vErrors === null ? validate21.errors : vErrors.concat(validate21.errors);
        errors = vErrors.length;
      }
    }
  } else {
    vErrors = fail(vErrors, instancePath, "type", undefined, "expected an object");
    errors++;
  }
  validate10.errors = vErrors;
  return errors === 0;
}

function fail(errors, pointer, keyword, detail, expected) {
  (errors ??= []).push({ pointer, keyword, detail, expected });
  return errors;
}

export const validateProvider: Validate = (data) => {
  validate10(data);
  return validate10.errors?.filter(({ pointer }) => pointer !== undefined) ?? [];
};
