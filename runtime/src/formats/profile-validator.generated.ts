// @ts-nocheck
// @generated from profile.schema.json by runtime/scripts/generate-formats.mjs. Do not edit.
import type { Validate } from "./schema-error.js";
const pattern0 = new RegExp("^([a-z][a-z0-9_-]*\\/)?[a-z][a-z0-9_-]*$", "u");
const pattern1 = new RegExp(
  "^(0|[1-9]\\d*)\\.(0|[1-9]\\d*)\\.(0|[1-9]\\d*)(-((0|[1-9]\\d*|\\d*[a-zA-Z-][0-9a-zA-Z-]*)(\\.(0|[1-9]\\d*|\\d*[a-zA-Z-][0-9a-zA-Z-]*))*))?(\\+([0-9a-zA-Z-]+(\\.[0-9a-zA-Z-]+)*))?$",
  "u",
);
const pattern2 = new RegExp("^(?!then$)[A-Za-z][A-Za-z0-9_]*$", "u");
const schema0 = {
  $id: "http://json-schema.org/draft-07/schema#",
  definitions: {
    schemaArray: { type: "array", minItems: 1, items: { $ref: "#" } },
    nonNegativeInteger: { type: "integer", minimum: 0 },
    nonNegativeIntegerDefault0: { allOf: [{ $ref: "#/definitions/nonNegativeInteger" }, {}] },
    simpleTypes: { enum: ["array", "boolean", "integer", "null", "number", "object", "string"] },
    stringArray: { type: "array", items: { type: "string" } },
  },
  type: ["object", "boolean"],
  properties: {
    $id: { type: "string" },
    $schema: { type: "string" },
    $ref: { type: "string" },
    $comment: { type: "string" },
    title: { type: "string" },
    description: { type: "string" },
    default: true,
    readOnly: { type: "boolean" },
    examples: { type: "array", items: true },
    multipleOf: { type: "number", exclusiveMinimum: 0 },
    maximum: { type: "number" },
    exclusiveMaximum: { type: "number" },
    minimum: { type: "number" },
    exclusiveMinimum: { type: "number" },
    maxLength: { $ref: "#/definitions/nonNegativeInteger" },
    minLength: { $ref: "#/definitions/nonNegativeIntegerDefault0" },
    pattern: { type: "string" },
    additionalItems: { $ref: "#" },
    items: { anyOf: [{ $ref: "#" }, { $ref: "#/definitions/schemaArray" }] },
    maxItems: { $ref: "#/definitions/nonNegativeInteger" },
    minItems: { $ref: "#/definitions/nonNegativeIntegerDefault0" },
    uniqueItems: { type: "boolean" },
    contains: { $ref: "#" },
    maxProperties: { $ref: "#/definitions/nonNegativeInteger" },
    minProperties: { $ref: "#/definitions/nonNegativeIntegerDefault0" },
    required: { $ref: "#/definitions/stringArray" },
    additionalProperties: { $ref: "#" },
    definitions: { type: "object", additionalProperties: { $ref: "#" } },
    properties: { type: "object", additionalProperties: { $ref: "#" } },
    patternProperties: { type: "object", additionalProperties: { $ref: "#" }, propertyNames: {} },
    dependencies: {
      type: "object",
      additionalProperties: { anyOf: [{ $ref: "#" }, { $ref: "#/definitions/stringArray" }] },
    },
    propertyNames: { $ref: "#" },
    const: true,
    enum: { type: "array", items: true, minItems: 1 },
    type: {
      anyOf: [
        { $ref: "#/definitions/simpleTypes" },
        { type: "array", items: { $ref: "#/definitions/simpleTypes" }, minItems: 1 },
      ],
    },
    format: { type: "string" },
    contentMediaType: { type: "string" },
    contentEncoding: { type: "string" },
    if: { $ref: "#" },
    then: { $ref: "#" },
    else: { $ref: "#" },
    allOf: { $ref: "#/definitions/schemaArray" },
    anyOf: { $ref: "#/definitions/schemaArray" },
    oneOf: { $ref: "#/definitions/schemaArray" },
    not: { $ref: "#" },
  },
};

function validate1(data, { instancePath = "" } = {}) {
  let vErrors = null;
  let errors = 0;
  if (!(typeof data == "number" && !(data % 1) && !isNaN(data) && isFinite(data))) {
    vErrors = fail(vErrors, instancePath, "type", "integer", undefined);
    errors++;
  }
  if (typeof data == "number" && isFinite(data)) {
    if (data < 0 || isNaN(data)) {
      vErrors = fail(vErrors, instancePath, "minimum", undefined, undefined);
      errors++;
    }
  }
  validate1.errors = vErrors;
  return errors === 0;
}

const root0 = { validate: validate0 };

function validate3(data, { instancePath = "" } = {}) {
  let vErrors = null;
  let errors = 0;
  if (Array.isArray(data)) {
    if (data.length < 1) {
      vErrors = fail(vErrors, instancePath, "minItems", undefined, undefined);
      errors++;
    }
    const len0 = data.length;
    for (let i0 = 0; i0 < len0; i0++) {
      if (!root0.validate(data[i0], { instancePath: instancePath + "/" + i0 })) {
        vErrors = vErrors === null ? root0.validate.errors : vErrors.concat(root0.validate.errors);
        errors = vErrors.length;
      }
    }
  } else {
    vErrors = fail(vErrors, instancePath, "type", "array", undefined);
    errors++;
  }
  validate3.errors = vErrors;
  return errors === 0;
}

function validate0(data, { instancePath = "" } = {}) {
  /*# sourceURL="http://json-schema.org/draft-07/schema#" */ let vErrors = null;
  let errors = 0;
  if (!(data && typeof data == "object" && !Array.isArray(data)) && typeof data !== "boolean") {
    vErrors = fail(vErrors, instancePath, "type", schema0.type, undefined);
    errors++;
  }
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.$id !== undefined) {
      if (typeof data.$id !== "string") {
        vErrors = fail(vErrors, instancePath + "/$id", "type", "string", undefined);
        errors++;
      }
    }
    if (data.$schema !== undefined) {
      if (typeof data.$schema !== "string") {
        vErrors = fail(vErrors, instancePath + "/$schema", "type", "string", undefined);
        errors++;
      }
    }
    if (data.$ref !== undefined) {
      if (typeof data.$ref !== "string") {
        vErrors = fail(vErrors, instancePath + "/$ref", "type", "string", undefined);
        errors++;
      }
    }
    if (data.$comment !== undefined) {
      if (typeof data.$comment !== "string") {
        vErrors = fail(vErrors, instancePath + "/$comment", "type", "string", undefined);
        errors++;
      }
    }
    if (data.title !== undefined) {
      if (typeof data.title !== "string") {
        vErrors = fail(vErrors, instancePath + "/title", "type", "string", undefined);
        errors++;
      }
    }
    if (data.description !== undefined) {
      if (typeof data.description !== "string") {
        vErrors = fail(vErrors, instancePath + "/description", "type", "string", undefined);
        errors++;
      }
    }
    if (data.readOnly !== undefined) {
      if (typeof data.readOnly !== "boolean") {
        vErrors = fail(vErrors, instancePath + "/readOnly", "type", "boolean", undefined);
        errors++;
      }
    }
    if (data.examples !== undefined) {
      if (!Array.isArray(data.examples)) {
        vErrors = fail(vErrors, instancePath + "/examples", "type", "array", undefined);
        errors++;
      }
    }
    if (data.multipleOf !== undefined) {
      let data8 = data.multipleOf;
      if (typeof data8 == "number" && isFinite(data8)) {
        if (data8 <= 0 || isNaN(data8)) {
          vErrors = fail(vErrors, instancePath + "/multipleOf", "exclusiveMinimum", undefined, undefined);
          errors++;
        }
      } else {
        vErrors = fail(vErrors, instancePath + "/multipleOf", "type", "number", undefined);
        errors++;
      }
    }
    if (data.maximum !== undefined) {
      let data9 = data.maximum;
      if (!(typeof data9 == "number" && isFinite(data9))) {
        vErrors = fail(vErrors, instancePath + "/maximum", "type", "number", undefined);
        errors++;
      }
    }
    if (data.exclusiveMaximum !== undefined) {
      let data10 = data.exclusiveMaximum;
      if (!(typeof data10 == "number" && isFinite(data10))) {
        vErrors = fail(vErrors, instancePath + "/exclusiveMaximum", "type", "number", undefined);
        errors++;
      }
    }
    if (data.minimum !== undefined) {
      let data11 = data.minimum;
      if (!(typeof data11 == "number" && isFinite(data11))) {
        vErrors = fail(vErrors, instancePath + "/minimum", "type", "number", undefined);
        errors++;
      }
    }
    if (data.exclusiveMinimum !== undefined) {
      let data12 = data.exclusiveMinimum;
      if (!(typeof data12 == "number" && isFinite(data12))) {
        vErrors = fail(vErrors, instancePath + "/exclusiveMinimum", "type", "number", undefined);
        errors++;
      }
    }
    if (data.maxLength !== undefined) {
      let data13 = data.maxLength;
      if (!(typeof data13 == "number" && !(data13 % 1) && !isNaN(data13) && isFinite(data13))) {
        vErrors = fail(vErrors, instancePath + "/maxLength", "type", "integer", undefined);
        errors++;
      }
      if (typeof data13 == "number" && isFinite(data13)) {
        if (data13 < 0 || isNaN(data13)) {
          vErrors = fail(vErrors, instancePath + "/maxLength", "minimum", undefined, undefined);
          errors++;
        }
      }
    }
    if (data.minLength !== undefined) {
      if (!validate1(data.minLength, { instancePath: instancePath + "/minLength" })) {
        vErrors = vErrors === null ? validate1.errors : vErrors.concat(validate1.errors);
        errors = vErrors.length;
      }
    }
    if (data.pattern !== undefined) {
      if (typeof data.pattern !== "string") {
        vErrors = fail(vErrors, instancePath + "/pattern", "type", "string", undefined);
        errors++;
      }
    }
    if (data.additionalItems !== undefined) {
      if (!validate0(data.additionalItems, { instancePath: instancePath + "/additionalItems" })) {
        vErrors = vErrors === null ? validate0.errors : vErrors.concat(validate0.errors);
        errors = vErrors.length;
      }
    }
    if (data.items !== undefined) {
      let data17 = data.items;
      const _errs35 = errors;
      let valid2 = false;
      const _errs36 = errors;
      if (!validate0(data17, { instancePath: instancePath + "/items" })) {
        vErrors = vErrors === null ? validate0.errors : vErrors.concat(validate0.errors);
        errors = vErrors.length;
      }
      var _valid0 = _errs36 === errors;
      valid2 = valid2 || _valid0;
      if (!valid2) {
        const _errs37 = errors;
        if (!validate3(data17, { instancePath: instancePath + "/items" })) {
          vErrors = vErrors === null ? validate3.errors : vErrors.concat(validate3.errors);
          errors = vErrors.length;
        }
        var _valid0 = _errs37 === errors;
        valid2 = valid2 || _valid0;
      }
      if (!valid2) {
        vErrors = fail(vErrors);
        errors++;
      } else {
        errors = _errs35;
        if (vErrors !== null) {
          if (_errs35) {
            vErrors.length = _errs35;
          } else {
            vErrors = null;
          }
        }
      }
    }
    if (data.maxItems !== undefined) {
      let data18 = data.maxItems;
      if (!(typeof data18 == "number" && !(data18 % 1) && !isNaN(data18) && isFinite(data18))) {
        vErrors = fail(vErrors, instancePath + "/maxItems", "type", "integer", undefined);
        errors++;
      }
      if (typeof data18 == "number" && isFinite(data18)) {
        if (data18 < 0 || isNaN(data18)) {
          vErrors = fail(vErrors, instancePath + "/maxItems", "minimum", undefined, undefined);
          errors++;
        }
      }
    }
    if (data.minItems !== undefined) {
      if (!validate1(data.minItems, { instancePath: instancePath + "/minItems" })) {
        vErrors = vErrors === null ? validate1.errors : vErrors.concat(validate1.errors);
        errors = vErrors.length;
      }
    }
    if (data.uniqueItems !== undefined) {
      if (typeof data.uniqueItems !== "boolean") {
        vErrors = fail(vErrors, instancePath + "/uniqueItems", "type", "boolean", undefined);
        errors++;
      }
    }
    if (data.contains !== undefined) {
      if (!validate0(data.contains, { instancePath: instancePath + "/contains" })) {
        vErrors = vErrors === null ? validate0.errors : vErrors.concat(validate0.errors);
        errors = vErrors.length;
      }
    }
    if (data.maxProperties !== undefined) {
      let data22 = data.maxProperties;
      if (!(typeof data22 == "number" && !(data22 % 1) && !isNaN(data22) && isFinite(data22))) {
        vErrors = fail(vErrors, instancePath + "/maxProperties", "type", "integer", undefined);
        errors++;
      }
      if (typeof data22 == "number" && isFinite(data22)) {
        if (data22 < 0 || isNaN(data22)) {
          vErrors = fail(vErrors, instancePath + "/maxProperties", "minimum", undefined, undefined);
          errors++;
        }
      }
    }
    if (data.minProperties !== undefined) {
      if (!validate1(data.minProperties, { instancePath: instancePath + "/minProperties" })) {
        vErrors = vErrors === null ? validate1.errors : vErrors.concat(validate1.errors);
        errors = vErrors.length;
      }
    }
    if (data.required !== undefined) {
      let data24 = data.required;
      if (Array.isArray(data24)) {
        const len0 = data24.length;
        for (let i0 = 0; i0 < len0; i0++) {
          if (typeof data24[i0] !== "string") {
            vErrors = fail(vErrors, instancePath + "/required/" + i0, "type", "string", undefined);
            errors++;
          }
        }
      } else {
        vErrors = fail(vErrors, instancePath + "/required", "type", "array", undefined);
        errors++;
      }
    }
    if (data.additionalProperties !== undefined) {
      if (!validate0(data.additionalProperties, { instancePath: instancePath + "/additionalProperties" })) {
        vErrors = vErrors === null ? validate0.errors : vErrors.concat(validate0.errors);
        errors = vErrors.length;
      }
    }
    if (data.definitions !== undefined) {
      let data27 = data.definitions;
      if (data27 && typeof data27 == "object" && !Array.isArray(data27)) {
        for (const key0 in data27) {
          if (
            !validate0(data27[key0], {
              instancePath: instancePath + "/definitions/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"),
            })
          ) {
            vErrors = vErrors === null ? validate0.errors : vErrors.concat(validate0.errors);
            errors = vErrors.length;
          }
        }
      } else {
        vErrors = fail(vErrors, instancePath + "/definitions", "type", "object", undefined);
        errors++;
      }
    }
    if (data.properties !== undefined) {
      let data29 = data.properties;
      if (data29 && typeof data29 == "object" && !Array.isArray(data29)) {
        for (const key1 in data29) {
          if (
            !validate0(data29[key1], {
              instancePath: instancePath + "/properties/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),
            })
          ) {
            vErrors = vErrors === null ? validate0.errors : vErrors.concat(validate0.errors);
            errors = vErrors.length;
          }
        }
      } else {
        vErrors = fail(vErrors, instancePath + "/properties", "type", "object", undefined);
        errors++;
      }
    }
    if (data.patternProperties !== undefined) {
      let data31 = data.patternProperties;
      if (data31 && typeof data31 == "object" && !Array.isArray(data31)) {
        for (const key2 in data31) {
          if (
            !validate0(data31[key2], {
              instancePath: instancePath + "/patternProperties/" + key2.replace(/~/g, "~0").replace(/\//g, "~1"),
            })
          ) {
            vErrors = vErrors === null ? validate0.errors : vErrors.concat(validate0.errors);
            errors = vErrors.length;
          }
        }
      } else {
        vErrors = fail(vErrors, instancePath + "/patternProperties", "type", "object", undefined);
        errors++;
      }
    }
    if (data.dependencies !== undefined) {
      let data33 = data.dependencies;
      if (data33 && typeof data33 == "object" && !Array.isArray(data33)) {
        for (const key3 in data33) {
          let data34 = data33[key3];
          const _errs71 = errors;
          let valid12 = false;
          const _errs72 = errors;
          if (
            !validate0(data34, {
              instancePath: instancePath + "/dependencies/" + key3.replace(/~/g, "~0").replace(/\//g, "~1"),
            })
          ) {
            vErrors = vErrors === null ? validate0.errors : vErrors.concat(validate0.errors);
            errors = vErrors.length;
          }
          var _valid1 = _errs72 === errors;
          valid12 = valid12 || _valid1;
          if (!valid12) {
            const _errs73 = errors;
            if (Array.isArray(data34)) {
              const len1 = data34.length;
              for (let i1 = 0; i1 < len1; i1++) {
                if (typeof data34[i1] !== "string") {
                  vErrors = fail(
                    vErrors,
                    instancePath + "/dependencies/" + key3.replace(/~/g, "~0").replace(/\//g, "~1") + "/" + i1,
                    "type",
                    "string",
                    undefined,
                  );
                  errors++;
                }
              }
            } else {
              vErrors = fail(
                vErrors,
                instancePath + "/dependencies/" + key3.replace(/~/g, "~0").replace(/\//g, "~1"),
                "type",
                "array",
                undefined,
              );
              errors++;
            }
            var _valid1 = _errs73 === errors;
            valid12 = valid12 || _valid1;
          }
          if (!valid12) {
            vErrors = fail(vErrors);
            errors++;
          } else {
            errors = _errs71;
            if (vErrors !== null) {
              if (_errs71) {
                vErrors.length = _errs71;
              } else {
                vErrors = null;
              }
            }
          }
        }
      } else {
        vErrors = fail(vErrors, instancePath + "/dependencies", "type", "object", undefined);
        errors++;
      }
    }
    if (data.propertyNames !== undefined) {
      if (!validate0(data.propertyNames, { instancePath: instancePath + "/propertyNames" })) {
        vErrors = vErrors === null ? validate0.errors : vErrors.concat(validate0.errors);
        errors = vErrors.length;
      }
    }
    if (data.enum !== undefined) {
      let data37 = data.enum;
      if (Array.isArray(data37)) {
        if (data37.length < 1) {
          vErrors = fail(vErrors, instancePath + "/enum", "minItems", undefined, undefined);
          errors++;
        }
      } else {
        vErrors = fail(vErrors, instancePath + "/enum", "type", "array", undefined);
        errors++;
      }
    }
    if (data.type !== undefined) {
      let data38 = data.type;
      const _errs82 = errors;
      let valid16 = false;
      const _errs83 = errors;
      if (!(
        data38 === "array" ||
        data38 === "boolean" ||
        data38 === "integer" ||
        data38 === "null" ||
        data38 === "number" ||
        data38 === "object" ||
        data38 === "string"
      )) {
        vErrors = fail(vErrors, instancePath + "/type", "enum", undefined, undefined);
        errors++;
      }
      var _valid2 = _errs83 === errors;
      valid16 = valid16 || _valid2;
      if (!valid16) {
        const _errs85 = errors;
        if (Array.isArray(data38)) {
          if (data38.length < 1) {
            vErrors = fail(vErrors, instancePath + "/type", "minItems", undefined, undefined);
            errors++;
          }
          const len2 = data38.length;
          for (let i2 = 0; i2 < len2; i2++) {
            let data39 = data38[i2];
            if (!(
              data39 === "array" ||
              data39 === "boolean" ||
              data39 === "integer" ||
              data39 === "null" ||
              data39 === "number" ||
              data39 === "object" ||
              data39 === "string"
            )) {
              vErrors = fail(vErrors, instancePath + "/type/" + i2, "enum", undefined, undefined);
              errors++;
            }
          }
        } else {
          vErrors = fail(vErrors, instancePath + "/type", "type", "array", undefined);
          errors++;
        }
        var _valid2 = _errs85 === errors;
        valid16 = valid16 || _valid2;
      }
      if (!valid16) {
        vErrors = fail(vErrors);
        errors++;
      } else {
        errors = _errs82;
        if (vErrors !== null) {
          if (_errs82) {
            vErrors.length = _errs82;
          } else {
            vErrors = null;
          }
        }
      }
    }
    if (data.format !== undefined) {
      if (typeof data.format !== "string") {
        vErrors = fail(vErrors, instancePath + "/format", "type", "string", undefined);
        errors++;
      }
    }
    if (data.contentMediaType !== undefined) {
      if (typeof data.contentMediaType !== "string") {
        vErrors = fail(vErrors, instancePath + "/contentMediaType", "type", "string", undefined);
        errors++;
      }
    }
    if (data.contentEncoding !== undefined) {
      if (typeof data.contentEncoding !== "string") {
        vErrors = fail(vErrors, instancePath + "/contentEncoding", "type", "string", undefined);
        errors++;
      }
    }
    if (data.if !== undefined) {
      if (!validate0(data.if, { instancePath: instancePath + "/if" })) {
        vErrors = vErrors === null ? validate0.errors : vErrors.concat(validate0.errors);
        errors = vErrors.length;
      }
    }
    if (data.then !== undefined) {
      if (!validate0(data.then, { instancePath: instancePath + "/then" })) {
        vErrors = vErrors === null ? validate0.errors : vErrors.concat(validate0.errors);
        errors = vErrors.length;
      }
    }
    if (data.else !== undefined) {
      if (!validate0(data.else, { instancePath: instancePath + "/else" })) {
        vErrors = vErrors === null ? validate0.errors : vErrors.concat(validate0.errors);
        errors = vErrors.length;
      }
    }
    if (data.allOf !== undefined) {
      if (!validate3(data.allOf, { instancePath: instancePath + "/allOf" })) {
        vErrors = vErrors === null ? validate3.errors : vErrors.concat(validate3.errors);
        errors = vErrors.length;
      }
    }
    if (data.anyOf !== undefined) {
      if (!validate3(data.anyOf, { instancePath: instancePath + "/anyOf" })) {
        vErrors = vErrors === null ? validate3.errors : vErrors.concat(validate3.errors);
        errors = vErrors.length;
      }
    }
    if (data.oneOf !== undefined) {
      if (!validate3(data.oneOf, { instancePath: instancePath + "/oneOf" })) {
        vErrors = vErrors === null ? validate3.errors : vErrors.concat(validate3.errors);
        errors = vErrors.length;
      }
    }
    if (data.not !== undefined) {
      if (!validate0(data.not, { instancePath: instancePath + "/not" })) {
        vErrors = vErrors === null ? validate0.errors : vErrors.concat(validate0.errors);
        errors = vErrors.length;
      }
    }
  }
  validate0.errors = vErrors;
  return errors === 0;
}

function validate12(data, { instancePath = "" } = {}) {
  let vErrors = null;
  let errors = 0;
  if (!(data && typeof data == "object" && !Array.isArray(data)) && typeof data !== "boolean") {
    vErrors = fail(vErrors, instancePath, "type", undefined, "expected a JSON Schema: an object, `true` or `false`");
    errors++;
  }
  if (!validate0(data, { instancePath })) {
    vErrors = vErrors === null ? validate0.errors : vErrors.concat(validate0.errors);
    errors = vErrors.length;
  }
  validate12.errors = vErrors;
  return errors === 0;
}

function validate11(data, { instancePath = "" } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.input === undefined) {
      vErrors = fail(vErrors, instancePath, "required", "input", undefined);
      errors++;
    }
    if (data.result === undefined) {
      vErrors = fail(vErrors, instancePath, "required", "result", undefined);
      errors++;
    }
    for (const key0 in data) {
      if (!(key0 === "title" || key0 === "description" || key0 === "input" || key0 === "result" || key0 === "error")) {
        vErrors = fail(vErrors, instancePath, "additionalProperties", key0, [
          "title",
          "description",
          "input",
          "result",
          "error",
        ]);
        errors++;
      }
    }
    if (data.title !== undefined) {
      if (typeof data.title !== "string") {
        vErrors = fail(vErrors, instancePath + "/title", "type", undefined, "expected a string");
        errors++;
      }
    }
    if (data.description !== undefined) {
      if (typeof data.description !== "string") {
        vErrors = fail(vErrors, instancePath + "/description", "type", undefined, "expected a string");
        errors++;
      }
    }
    if (data.input !== undefined) {
      if (!validate12(data.input, { instancePath: instancePath + "/input" })) {
        vErrors = vErrors === null ? validate12.errors : vErrors.concat(validate12.errors);
        errors = vErrors.length;
      }
    }
    if (data.result !== undefined) {
      if (!validate12(data.result, { instancePath: instancePath + "/result" })) {
        vErrors = vErrors === null ? validate12.errors : vErrors.concat(validate12.errors);
        errors = vErrors.length;
      }
    }
    if (data.error !== undefined) {
      if (!validate12(data.error, { instancePath: instancePath + "/error" })) {
        vErrors = vErrors === null ? validate12.errors : vErrors.concat(validate12.errors);
        errors = vErrors.length;
      }
    }
  } else {
    vErrors = fail(vErrors, instancePath, "type", undefined, 'expected an object with "input" and "result"');
    errors++;
  }
  validate11.errors = vErrors;
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
    if (data.version === undefined) {
      vErrors = fail(vErrors, instancePath, "required", "version", undefined);
      errors++;
    }
    if (data.usecases === undefined) {
      vErrors = fail(vErrors, instancePath, "required", "usecases", undefined);
      errors++;
    }
    for (const key0 in data) {
      if (!(key0 === "$schema" || key0 === "name" || key0 === "version" || key0 === "usecases")) {
        vErrors = fail(vErrors, instancePath, "additionalProperties", key0, ["$schema", "name", "version", "usecases"]);
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
            'expected a profile name: small letters, digits, "-" and "_", with at most one "/"',
          );
          errors++;
        }
      } else {
        vErrors = fail(
          vErrors,
          instancePath + "/name",
          "type",
          undefined,
          'expected a profile name: small letters, digits, "-" and "_", with at most one "/"',
        );
        errors++;
      }
    }
    if (data.version !== undefined) {
      let data2 = data.version;
      if (typeof data2 === "string") {
        if (!pattern1.test(data2)) {
          vErrors = fail(
            vErrors,
            instancePath + "/version",
            "pattern",
            undefined,
            'expected a semantic version such as "1.0.0"',
          );
          errors++;
        }
      } else {
        vErrors = fail(
          vErrors,
          instancePath + "/version",
          "type",
          undefined,
          'expected a semantic version such as "1.0.0"',
        );
        errors++;
      }
    }
    if (data.usecases !== undefined) {
      let data3 = data.usecases;
      if (data3 && typeof data3 == "object" && !Array.isArray(data3)) {
        for (const key1 in data3) {
          const _errs10 = errors;
          if (typeof key1 === "string") {
            if (!pattern2.test(key1)) {
              vErrors = fail(vErrors);
              errors++;
            }
          }
          var valid1 = _errs10 === errors;
          if (!valid1) {
            vErrors = fail(
              vErrors,
              instancePath + "/usecases",
              "propertyNames",
              key1,
              'is not a use-case name: a letter, then letters, digits and "_", but not "then"',
            );
            errors++;
          }
        }
        for (const key2 in data3) {
          if (
            !validate11(data3[key2], {
              instancePath: instancePath + "/usecases/" + key2.replace(/~/g, "~0").replace(/\//g, "~1"),
            })
          ) {
            vErrors = vErrors === null ? validate11.errors : vErrors.concat(validate11.errors);
            errors = vErrors.length;
          }
        }
      } else {
        vErrors = fail(vErrors, instancePath + "/usecases", "type", undefined, "expected an object: use-cases by name");
        errors++;
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

export const validateProfile: Validate = (data) => {
  validate10(data);
  return validate10.errors?.filter(({ pointer }) => pointer !== undefined) ?? [];
};
