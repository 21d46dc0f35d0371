// @ts-nocheck
// @generated from client.schema.json by runtime/scripts/generate-formats.mjs. Do not edit.
import type { Validate } from "./schema-error.js";
const pattern0 = new RegExp("^([a-z][a-z0-9_-]*\\/)?[a-z][a-z0-9_-]*$", "u");
const pattern3 = new RegExp("^(unverified\\/)?[a-z][_\\-a-z]*$", "u");
const pattern1 = new RegExp(
  "^(file:.*|(0|[1-9]\\d*)\\.(0|[1-9]\\d*)\\.(0|[1-9]\\d*)(-((0|[1-9]\\d*|\\d*[a-zA-Z-][0-9a-zA-Z-]*)(\\.(0|[1-9]\\d*|\\d*[a-zA-Z-][0-9a-zA-Z-]*))*))?(\\+([0-9a-zA-Z-]+(\\.[0-9a-zA-Z-]+)*))?)$",
  "u",
);
const pattern2 = new RegExp(
  "^(0|[1-9]\\d*)\\.(0|[1-9]\\d*)\\.(0|[1-9]\\d*)(-((0|[1-9]\\d*|\\d*[a-zA-Z-][0-9a-zA-Z-]*)(\\.(0|[1-9]\\d*|\\d*[a-zA-Z-][0-9a-zA-Z-]*))*))?(\\+([0-9a-zA-Z-]+(\\.[0-9a-zA-Z-]+)*))?$",
  "u",
);
const pattern6 = new RegExp("^(?!then$)[A-Za-z][A-Za-z0-9_]*$", "u");
const pattern5 = new RegExp("^file:", "u");
const schema24 = {
  type: "object",
  required: ["kind"],
  additionalProperties: false,
  properties: {
    kind: { type: "string", enum: ["none", "circuit-breaker"], errorMessage: 'expected "none" or "circuit-breaker"' },
    maxContiguousRetries: { $ref: "#/definitions/positiveInteger" },
    requestTimeout: { $ref: "#/definitions/positiveInteger" },
    circuit: { type: "boolean", errorMessage: "expected true or false" },
    openTime: { $ref: "#/definitions/positiveInteger" },
    maxOpenTime: { $ref: "#/definitions/positiveInteger" },
    patience: { $ref: "#/definitions/positiveInteger" },
    authCoolDown: { $ref: "#/definitions/positiveInteger" },
    backoff: { $ref: "#/definitions/backoff" },
  },
};
const func0 = Object.prototype.hasOwnProperty;

function validate19(data, { instancePath = "" } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.kind === undefined) {
      vErrors = fail(vErrors, instancePath, "required", "kind", undefined);
      errors++;
    }
    for (const key0 in data) {
      if (!(key0 === "kind" || key0 === "start" || key0 === "factor")) {
        vErrors = fail(vErrors, instancePath, "additionalProperties", key0, ["kind", "start", "factor"]);
        errors++;
      }
    }
    if (data.kind !== undefined) {
      let data0 = data.kind;
      if (typeof data0 !== "string") {
        vErrors = fail(vErrors, instancePath + "/kind", "type", undefined, 'expected "exponential"');
        errors++;
      }
      if (!(data0 === "exponential")) {
        vErrors = fail(vErrors, instancePath + "/kind", "enum", undefined, 'expected "exponential"');
        errors++;
      }
    }
    if (data.start !== undefined) {
      let data1 = data.start;
      if (!(typeof data1 == "number" && !(data1 % 1) && !isNaN(data1) && isFinite(data1))) {
        vErrors = fail(
          vErrors,
          instancePath + "/start",
          "type",
          undefined,
          "expected a positive integer up to 2147483647",
        );
        errors++;
      }
      if (typeof data1 == "number" && isFinite(data1)) {
        if (data1 > 2147483647 || isNaN(data1)) {
          vErrors = fail(
            vErrors,
            instancePath + "/start",
            "maximum",
            undefined,
            "expected a positive integer up to 2147483647",
          );
          errors++;
        }
        if (data1 < 1 || isNaN(data1)) {
          vErrors = fail(
            vErrors,
            instancePath + "/start",
            "minimum",
            undefined,
            "expected a positive integer up to 2147483647",
          );
          errors++;
        }
      }
    }
    if (data.factor !== undefined) {
      let data2 = data.factor;
      if (!(typeof data2 == "number" && !(data2 % 1) && !isNaN(data2) && isFinite(data2))) {
        vErrors = fail(
          vErrors,
          instancePath + "/factor",
          "type",
          undefined,
          "expected a positive integer up to 2147483647",
        );
        errors++;
      }
      if (typeof data2 == "number" && isFinite(data2)) {
        if (data2 > 2147483647 || isNaN(data2)) {
          vErrors = fail(
            vErrors,
            instancePath + "/factor",
            "maximum",
            undefined,
            "expected a positive integer up to 2147483647",
          );
          errors++;
        }
        if (data2 < 1 || isNaN(data2)) {
          vErrors = fail(
            vErrors,
            instancePath + "/factor",
            "minimum",
            undefined,
            "expected a positive integer up to 2147483647",
          );
          errors++;
        }
      }
    }
  } else {
    vErrors = fail(vErrors, instancePath, "type", "object", undefined);
    errors++;
  }
  validate19.errors = vErrors;
  return errors === 0;
}

function validate18(data, { instancePath = "" } = {}) {
  let vErrors = null;
  let errors = 0;
  if (typeof data !== "string" && !(data && typeof data == "object" && !Array.isArray(data))) {
    vErrors = fail(vErrors, instancePath, "type", undefined, 'expected "exponential" or an object with "kind"');
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
    if (typeof data !== "string") {
      vErrors = fail(vErrors, instancePath, "type", undefined, 'expected "exponential" or an object with "kind"');
      errors++;
    }
    if (!(data === "exponential")) {
      vErrors = fail(vErrors, instancePath, "enum", undefined, 'expected "exponential" or an object with "kind"');
      errors++;
    }
    var _valid0 = _errs4 === errors;
    valid0 = _valid0;
    ifClause0 = "then";
  } else {
    const _errs6 = errors;
    const _errs7 = errors;
    let valid1 = true;
    const _errs8 = errors;
    if (!(data && typeof data == "object" && !Array.isArray(data))) {
      const err4 = {};
      if (vErrors === null) {
        vErrors = [err4];
      } else {
        vErrors.push(err4);
      }
      errors++;
    }
    var _valid1 = _errs8 === errors;
    errors = _errs7;
    if (vErrors !== null) {
      if (_errs7) {
        vErrors.length = _errs7;
      } else {
        vErrors = null;
      }
    }
    if (_valid1) {
      const _errs10 = errors;
      if (!validate19(data, { instancePath })) {
        vErrors = vErrors === null ? validate19.errors : vErrors.concat(validate19.errors);
        errors = vErrors.length;
      }
      var _valid1 = _errs10 === errors;
      valid1 = _valid1;
    }
    if (!valid1) {
      vErrors = fail(vErrors);
      errors++;
    }
    var _valid0 = _errs6 === errors;
    valid0 = _valid0;
    ifClause0 = "else";
  }
  if (!valid0) {
    vErrors = fail(vErrors);
    errors++;
  }
  validate18.errors = vErrors;
  return errors === 0;
}

function validate17(data, { instancePath = "" } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.kind === undefined) {
      vErrors = fail(vErrors, instancePath, "required", "kind", undefined);
      errors++;
    }
    for (const key0 in data) {
      if (!func0.call(schema24.properties, key0)) {
        vErrors = fail(vErrors, instancePath, "additionalProperties", key0, [
          "kind",
          "maxContiguousRetries",
          "requestTimeout",
          "circuit",
          "openTime",
          "maxOpenTime",
          "patience",
          "authCoolDown",
          "backoff",
        ]);
        errors++;
      }
    }
    if (data.kind !== undefined) {
      let data0 = data.kind;
      if (typeof data0 !== "string") {
        vErrors = fail(vErrors, instancePath + "/kind", "type", undefined, 'expected "none" or "circuit-breaker"');
        errors++;
      }
      if (!(data0 === "none" || data0 === "circuit-breaker")) {
        vErrors = fail(vErrors, instancePath + "/kind", "enum", undefined, 'expected "none" or "circuit-breaker"');
        errors++;
      }
    }
    if (data.maxContiguousRetries !== undefined) {
      let data1 = data.maxContiguousRetries;
      if (!(typeof data1 == "number" && !(data1 % 1) && !isNaN(data1) && isFinite(data1))) {
        vErrors = fail(
          vErrors,
          instancePath + "/maxContiguousRetries",
          "type",
          undefined,
          "expected a positive integer up to 2147483647",
        );
        errors++;
      }
      if (typeof data1 == "number" && isFinite(data1)) {
        if (data1 > 2147483647 || isNaN(data1)) {
          vErrors = fail(
            vErrors,
            instancePath + "/maxContiguousRetries",
            "maximum",
            undefined,
            "expected a positive integer up to 2147483647",
          );
          errors++;
        }
        if (data1 < 1 || isNaN(data1)) {
          vErrors = fail(
            vErrors,
            instancePath + "/maxContiguousRetries",
            "minimum",
            undefined,
            "expected a positive integer up to 2147483647",
          );
          errors++;
        }
      }
    }
    if (data.requestTimeout !== undefined) {
      let data2 = data.requestTimeout;
      if (!(typeof data2 == "number" && !(data2 % 1) && !isNaN(data2) && isFinite(data2))) {
        vErrors = fail(
          vErrors,
          instancePath + "/requestTimeout",
          "type",
          undefined,
          "expected a positive integer up to 2147483647",
        );
        errors++;
      }
      if (typeof data2 == "number" && isFinite(data2)) {
        if (data2 > 2147483647 || isNaN(data2)) {
          vErrors = fail(
            vErrors,
            instancePath + "/requestTimeout",
            "maximum",
            undefined,
            "expected a positive integer up to 2147483647",
          );
          errors++;
        }
        if (data2 < 1 || isNaN(data2)) {
          vErrors = fail(
            vErrors,
            instancePath + "/requestTimeout",
            "minimum",
            undefined,
            "expected a positive integer up to 2147483647",
          );
          errors++;
        }
      }
    }
    if (data.circuit !== undefined) {
      if (typeof data.circuit !== "boolean") {
        vErrors = fail(vErrors, instancePath + "/circuit", "type", undefined, "expected true or false");
        errors++;
      }
    }
    if (data.openTime !== undefined) {
      let data4 = data.openTime;
      if (!(typeof data4 == "number" && !(data4 % 1) && !isNaN(data4) && isFinite(data4))) {
        vErrors = fail(
          vErrors,
          instancePath + "/openTime",
          "type",
          undefined,
          "expected a positive integer up to 2147483647",
        );
        errors++;
      }
      if (typeof data4 == "number" && isFinite(data4)) {
        if (data4 > 2147483647 || isNaN(data4)) {
          vErrors = fail(
            vErrors,
            instancePath + "/openTime",
            "maximum",
            undefined,
            "expected a positive integer up to 2147483647",
          );
          errors++;
        }
        if (data4 < 1 || isNaN(data4)) {
          vErrors = fail(
            vErrors,
            instancePath + "/openTime",
            "minimum",
            undefined,
            "expected a positive integer up to 2147483647",
          );
          errors++;
        }
      }
    }
    if (data.maxOpenTime !== undefined) {
      let data5 = data.maxOpenTime;
      if (!(typeof data5 == "number" && !(data5 % 1) && !isNaN(data5) && isFinite(data5))) {
        vErrors = fail(
          vErrors,
          instancePath + "/maxOpenTime",
          "type",
          undefined,
          "expected a positive integer up to 2147483647",
        );
        errors++;
      }
      if (typeof data5 == "number" && isFinite(data5)) {
        if (data5 > 2147483647 || isNaN(data5)) {
          vErrors = fail(
            vErrors,
            instancePath + "/maxOpenTime",
            "maximum",
            undefined,
            "expected a positive integer up to 2147483647",
          );
          errors++;
        }
        if (data5 < 1 || isNaN(data5)) {
          vErrors = fail(
            vErrors,
            instancePath + "/maxOpenTime",
            "minimum",
            undefined,
            "expected a positive integer up to 2147483647",
          );
          errors++;
        }
      }
    }
    if (data.patience !== undefined) {
      let data6 = data.patience;
      if (!(typeof data6 == "number" && !(data6 % 1) && !isNaN(data6) && isFinite(data6))) {
        vErrors = fail(
          vErrors,
          instancePath + "/patience",
          "type",
          undefined,
          "expected a positive integer up to 2147483647",
        );
        errors++;
      }
      if (typeof data6 == "number" && isFinite(data6)) {
        if (data6 > 2147483647 || isNaN(data6)) {
          vErrors = fail(
            vErrors,
            instancePath + "/patience",
            "maximum",
            undefined,
            "expected a positive integer up to 2147483647",
          );
          errors++;
        }
        if (data6 < 1 || isNaN(data6)) {
          vErrors = fail(
            vErrors,
            instancePath + "/patience",
            "minimum",
            undefined,
            "expected a positive integer up to 2147483647",
          );
          errors++;
        }
      }
    }
    if (data.authCoolDown !== undefined) {
      let data7 = data.authCoolDown;
      if (!(typeof data7 == "number" && !(data7 % 1) && !isNaN(data7) && isFinite(data7))) {
        vErrors = fail(
          vErrors,
          instancePath + "/authCoolDown",
          "type",
          undefined,
          "expected a positive integer up to 2147483647",
        );
        errors++;
      }
      if (typeof data7 == "number" && isFinite(data7)) {
        if (data7 > 2147483647 || isNaN(data7)) {
          vErrors = fail(
            vErrors,
            instancePath + "/authCoolDown",
            "maximum",
            undefined,
            "expected a positive integer up to 2147483647",
          );
          errors++;
        }
        if (data7 < 1 || isNaN(data7)) {
          vErrors = fail(
            vErrors,
            instancePath + "/authCoolDown",
            "minimum",
            undefined,
            "expected a positive integer up to 2147483647",
          );
          errors++;
        }
      }
    }
    if (data.backoff !== undefined) {
      if (!validate18(data.backoff, { instancePath: instancePath + "/backoff" })) {
        vErrors = vErrors === null ? validate18.errors : vErrors.concat(validate18.errors);
        errors = vErrors.length;
      }
    }
  } else {
    vErrors = fail(vErrors, instancePath, "type", "object", undefined);
    errors++;
  }
  validate17.errors = vErrors;
  return errors === 0;
}

function validate16(data, { instancePath = "" } = {}) {
  let vErrors = null;
  let errors = 0;
  if (typeof data !== "string" && !(data && typeof data == "object" && !Array.isArray(data))) {
    vErrors = fail(
      vErrors,
      instancePath,
      "type",
      undefined,
      'expected "none", "circuit-breaker" or an object with "kind"',
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
    if (typeof data !== "string") {
      vErrors = fail(
        vErrors,
        instancePath,
        "type",
        undefined,
        'expected "none", "circuit-breaker" or an object with "kind"',
      );
      errors++;
    }
    if (!(data === "none" || data === "circuit-breaker")) {
      vErrors = fail(
        vErrors,
        instancePath,
        "enum",
        undefined,
        'expected "none", "circuit-breaker" or an object with "kind"',
      );
      errors++;
    }
    var _valid0 = _errs4 === errors;
    valid0 = _valid0;
    ifClause0 = "then";
  } else {
    const _errs6 = errors;
    const _errs7 = errors;
    let valid1 = true;
    const _errs8 = errors;
    if (!(data && typeof data == "object" && !Array.isArray(data))) {
      const err4 = {};
      if (vErrors === null) {
        vErrors = [err4];
      } else {
        vErrors.push(err4);
      }
      errors++;
    }
    var _valid1 = _errs8 === errors;
    errors = _errs7;
    if (vErrors !== null) {
      if (_errs7) {
        vErrors.length = _errs7;
      } else {
        vErrors = null;
      }
    }
    if (_valid1) {
      const _errs10 = errors;
      if (!validate17(data, { instancePath })) {
        vErrors = vErrors === null ? validate17.errors : vErrors.concat(validate17.errors);
        errors = vErrors.length;
      }
      var _valid1 = _errs10 === errors;
      valid1 = _valid1;
    }
    if (!valid1) {
      vErrors = fail(vErrors);
      errors++;
    }
    var _valid0 = _errs6 === errors;
    valid0 = _valid0;
    ifClause0 = "else";
  }
  if (!valid0) {
    vErrors = fail(vErrors);
    errors++;
  }
  validate16.errors = vErrors;
  return errors === 0;
}

function validate15(data, { instancePath = "" } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    for (const key0 in data) {
      if (!(key0 === "input" || key0 === "retryPolicy")) {
        vErrors = fail(vErrors, instancePath, "additionalProperties", key0, ["input", "retryPolicy"]);
        errors++;
      }
    }
    if (data.input !== undefined) {
      let data0 = data.input;
      if (!(data0 && typeof data0 == "object" && !Array.isArray(data0))) {
        vErrors = fail(
          vErrors,
          instancePath + "/input",
          "type",
          undefined,
          "expected an object: defaults by input key",
        );
        errors++;
      }
    }
    if (data.retryPolicy !== undefined) {
      if (!validate16(data.retryPolicy, { instancePath: instancePath + "/retryPolicy" })) {
        vErrors = vErrors === null ? validate16.errors : vErrors.concat(validate16.errors);
        errors = vErrors.length;
      }
    }
  } else {
    vErrors = fail(vErrors, instancePath, "type", undefined, 'expected an object with "input" and "retryPolicy"');
    errors++;
  }
  validate15.errors = vErrors;
  return errors === 0;
}

function validate14(data, { instancePath = "" } = {}) {
  let vErrors = null;
  let errors = 0;
  const _errs1 = errors;
  let valid0 = true;
  const _errs2 = errors;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    let missing0;
    if (data.file === undefined && (missing0 = "file")) {
      const err0 = {};
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
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
  if (_valid0) {
    const _errs3 = errors;
    const _errs4 = errors;
    const _errs5 = errors;
    const _errs6 = errors;
    let valid2 = false;
    const _errs7 = errors;
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing1;
      if (data.mapVariant === undefined && (missing1 = "mapVariant")) {
        const err1 = {};
        if (vErrors === null) {
          vErrors = [err1];
        } else {
          vErrors.push(err1);
        }
        errors++;
      }
    }
    var _valid1 = _errs7 === errors;
    valid2 = valid2 || _valid1;
    if (!valid2) {
      const _errs8 = errors;
      if (data && typeof data == "object" && !Array.isArray(data)) {
        let missing2;
        if (data.mapRevision === undefined && (missing2 = "mapRevision")) {
          const err2 = {};
          if (vErrors === null) {
            vErrors = [err2];
          } else {
            vErrors.push(err2);
          }
          errors++;
        }
      }
      var _valid1 = _errs8 === errors;
      valid2 = valid2 || _valid1;
    }
    if (!valid2) {
      const err3 = {};
      if (vErrors === null) {
        vErrors = [err3];
      } else {
        vErrors.push(err3);
      }
      errors++;
    } else {
      errors = _errs6;
      if (vErrors !== null) {
        if (_errs6) {
          vErrors.length = _errs6;
        } else {
          vErrors = null;
        }
      }
    }
    var valid1 = _errs5 === errors;
    if (valid1) {
      vErrors = fail(
        vErrors,
        instancePath,
        "not",
        undefined,
        'has "file" and a map variant or revision: expected one or the other',
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
    var _valid0 = _errs3 === errors;
    valid0 = _valid0;
  }
  if (!valid0) {
    vErrors = fail(vErrors);
    errors++;
  }
  if (data && typeof data == "object" && !Array.isArray(data)) {
    for (const key0 in data) {
      if (!(key0 === "file" || key0 === "mapVariant" || key0 === "mapRevision" || key0 === "defaults")) {
        vErrors = fail(vErrors, instancePath, "additionalProperties", key0, [
          "file",
          "mapVariant",
          "mapRevision",
          "defaults",
        ]);
        errors++;
      }
    }
    if (data.file !== undefined) {
      if (typeof data.file !== "string") {
        vErrors = fail(vErrors, instancePath + "/file", "type", undefined, "expected a path");
        errors++;
      }
    }
    if (data.mapVariant !== undefined) {
      if (typeof data.mapVariant !== "string") {
        vErrors = fail(vErrors, instancePath + "/mapVariant", "type", undefined, "expected a string");
        errors++;
      }
    }
    if (data.mapRevision !== undefined) {
      if (typeof data.mapRevision !== "string") {
        vErrors = fail(vErrors, instancePath + "/mapRevision", "type", undefined, "expected a string");
        errors++;
      }
    }
    if (data.defaults !== undefined) {
      let data3 = data.defaults;
      if (data3 && typeof data3 == "object" && !Array.isArray(data3)) {
        for (const key1 in data3) {
          const _errs19 = errors;
          if (typeof key1 === "string") {
            if (!pattern6.test(key1)) {
              vErrors = fail(vErrors);
              errors++;
            }
          }
          var valid5 = _errs19 === errors;
          if (!valid5) {
            vErrors = fail(
              vErrors,
              instancePath + "/defaults",
              "propertyNames",
              key1,
              'is not a use-case name: a letter, then letters, digits and "_", but not "then"',
            );
            errors++;
          }
        }
        for (const key2 in data3) {
          if (
            !validate15(data3[key2], {
              instancePath: instancePath + "/defaults/" + key2.replace(/~/g, "~0").replace(/\//g, "~1"),
            })
          ) {
            vErrors = vErrors === null ? validate15.errors : vErrors.concat(validate15.errors);
            errors = vErrors.length;
          }
        }
      } else {
        vErrors = fail(
          vErrors,
          instancePath + "/defaults",
          "type",
          undefined,
          "expected an object: defaults by use-case",
        );
        errors++;
      }
    }
  } else {
    vErrors = fail(vErrors, instancePath, "type", "object", undefined);
    errors++;
  }
  validate14.errors = vErrors;
  return errors === 0;
}

function validate13(data, { instancePath = "" } = {}) {
  let vErrors = null;
  let errors = 0;
  if (typeof data !== "string" && !(data && typeof data == "object" && !Array.isArray(data))) {
    vErrors = fail(vErrors, instancePath, "type", undefined, 'expected "file:" and a path, or an object');
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
      if (!pattern5.test(data)) {
        vErrors = fail(vErrors, instancePath, "pattern", undefined, 'expected "file:" and a path');
        errors++;
      }
    } else {
      vErrors = fail(vErrors, instancePath, "type", undefined, 'expected "file:" and a path');
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
      if (!validate14(data, { instancePath })) {
        vErrors = vErrors === null ? validate14.errors : vErrors.concat(validate14.errors);
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
  validate13.errors = vErrors;
  return errors === 0;
}

function validate27(data, { instancePath = "" } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    for (const key0 in data) {
      if (!(key0 === "input" || key0 === "providerFailover" || key0 === "validate")) {
        vErrors = fail(vErrors, instancePath, "additionalProperties", key0, ["input", "providerFailover", "validate"]);
        errors++;
      }
    }
    if (data.input !== undefined) {
      let data0 = data.input;
      if (!(data0 && typeof data0 == "object" && !Array.isArray(data0))) {
        vErrors = fail(
          vErrors,
          instancePath + "/input",
          "type",
          undefined,
          "expected an object: defaults by input key",
        );
        errors++;
      }
    }
    if (data.providerFailover !== undefined) {
      if (typeof data.providerFailover !== "boolean") {
        vErrors = fail(vErrors, instancePath + "/providerFailover", "type", undefined, "expected true or false");
        errors++;
      }
    }
    if (data.validate !== undefined) {
      let data2 = data.validate;
      if (typeof data2 !== "string") {
        vErrors = fail(vErrors, instancePath + "/validate", "type", undefined, 'expected "throw" or "report"');
        errors++;
      }
      if (!(data2 === "throw" || data2 === "report")) {
        vErrors = fail(vErrors, instancePath + "/validate", "enum", undefined, 'expected "throw" or "report"');
        errors++;
      }
    }
  } else {
    vErrors = fail(vErrors, instancePath, "type", undefined, 'expected an object with "input" and "providerFailover"');
    errors++;
  }
  validate27.errors = vErrors;
  return errors === 0;
}

function validate12(data, { instancePath = "" } = {}) {
  let vErrors = null;
  let errors = 0;
  const _errs1 = errors;
  let valid0 = true;
  const _errs2 = errors;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    let missing0;
    if (data.file === undefined && (missing0 = "file")) {
      const err0 = {};
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
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
    const _errs3 = errors;
    const _errs4 = errors;
    const _errs5 = errors;
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing1;
      if (data.version === undefined && (missing1 = "version")) {
        const err1 = {};
        if (vErrors === null) {
          vErrors = [err1];
        } else {
          vErrors.push(err1);
        }
        errors++;
      }
    }
    var valid1 = _errs5 === errors;
    if (valid1) {
      vErrors = fail(vErrors, instancePath, "not", undefined, 'has both "file" and "version": expected one of them');
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
    var _valid0 = _errs3 === errors;
    valid0 = _valid0;
    ifClause0 = "then";
  } else {
    const _errs6 = errors;
    if (data && typeof data == "object" && !Array.isArray(data)) {
      if (data.version === undefined) {
        vErrors = fail(
          vErrors,
          instancePath,
          "required",
          "version",
          'has neither "version" nor "file": expected one of them',
        );
        errors++;
      }
    }
    var _valid0 = _errs6 === errors;
    valid0 = _valid0;
    ifClause0 = "else";
  }
  if (!valid0) {
    vErrors = fail(vErrors);
    errors++;
  }
  if (data && typeof data == "object" && !Array.isArray(data)) {
    for (const key0 in data) {
      if (!(
        key0 === "version" ||
        key0 === "file" ||
        key0 === "priority" ||
        key0 === "providers" ||
        key0 === "defaults"
      )) {
        vErrors = fail(vErrors, instancePath, "additionalProperties", key0, [
          "version",
          "file",
          "priority",
          "providers",
          "defaults",
        ]);
        errors++;
      }
    }
    if (data.version !== undefined) {
      let data0 = data.version;
      if (typeof data0 === "string") {
        if (!pattern2.test(data0)) {
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
    if (data.file !== undefined) {
      if (typeof data.file !== "string") {
        vErrors = fail(vErrors, instancePath + "/file", "type", undefined, "expected a path");
        errors++;
      }
    }
    if (data.priority !== undefined) {
      let data2 = data.priority;
      if (Array.isArray(data2)) {
        const len0 = data2.length;
        for (let i0 = 0; i0 < len0; i0++) {
          let data3 = data2[i0];
          if (typeof data3 === "string") {
            if (!pattern3.test(data3)) {
              vErrors = fail(
                vErrors,
                instancePath + "/priority/" + i0,
                "pattern",
                undefined,
                'expected a provider name: a small letter, then small letters, "-" and "_"',
              );
              errors++;
            }
          } else {
            vErrors = fail(
              vErrors,
              instancePath + "/priority/" + i0,
              "type",
              undefined,
              'expected a provider name: a small letter, then small letters, "-" and "_"',
            );
            errors++;
          }
        }
      } else {
        vErrors = fail(vErrors, instancePath + "/priority", "type", undefined, "expected an array of provider names");
        errors++;
      }
    }
    if (data.providers !== undefined) {
      let data4 = data.providers;
      if (data4 && typeof data4 == "object" && !Array.isArray(data4)) {
        for (const key1 in data4) {
          const _errs21 = errors;
          if (typeof key1 === "string") {
            if (!pattern3.test(key1)) {
              vErrors = fail(vErrors);
              errors++;
            }
          }
          var valid8 = _errs21 === errors;
          if (!valid8) {
            vErrors = fail(
              vErrors,
              instancePath + "/providers",
              "propertyNames",
              key1,
              'is not a provider name: a small letter, then small letters, "-" and "_"',
            );
            errors++;
          }
        }
        for (const key2 in data4) {
          if (
            !validate13(data4[key2], {
              instancePath: instancePath + "/providers/" + key2.replace(/~/g, "~0").replace(/\//g, "~1"),
            })
          ) {
            vErrors = vErrors === null ? validate13.errors : vErrors.concat(validate13.errors);
            errors = vErrors.length;
          }
        }
      } else {
        vErrors = fail(
          vErrors,
          instancePath + "/providers",
          "type",
          undefined,
          'expected an object: settings by provider name, as in { "acme": { "file": "…" } }',
        );
        errors++;
      }
    }
    if (data.defaults !== undefined) {
      let data6 = data.defaults;
      if (data6 && typeof data6 == "object" && !Array.isArray(data6)) {
        for (const key3 in data6) {
          const _errs26 = errors;
          if (typeof key3 === "string") {
            if (!pattern6.test(key3)) {
              vErrors = fail(vErrors);
              errors++;
            }
          }
          var valid10 = _errs26 === errors;
          if (!valid10) {
            vErrors = fail(
              vErrors,
              instancePath + "/defaults",
              "propertyNames",
              key3,
              'is not a use-case name: a letter, then letters, digits and "_", but not "then"',
            );
            errors++;
          }
        }
        for (const key4 in data6) {
          if (
            !validate27(data6[key4], {
              instancePath: instancePath + "/defaults/" + key4.replace(/~/g, "~0").replace(/\//g, "~1"),
            })
          ) {
            vErrors = vErrors === null ? validate27.errors : vErrors.concat(validate27.errors);
            errors = vErrors.length;
          }
        }
      } else {
        vErrors = fail(
          vErrors,
          instancePath + "/defaults",
          "type",
          undefined,
          "expected an object: defaults by use-case",
        );
        errors++;
      }
    }
  } else {
    vErrors = fail(vErrors, instancePath, "type", "object", undefined);
    errors++;
  }
  validate12.errors = vErrors;
  return errors === 0;
}

function validate11(data, { instancePath = "" } = {}) {
  let vErrors = null;
  let errors = 0;
  if (typeof data !== "string" && !(data && typeof data == "object" && !Array.isArray(data))) {
    vErrors = fail(
      vErrors,
      instancePath,
      "type",
      undefined,
      'expected a semantic version, "file:" and a path, or an object',
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
      if (!pattern1.test(data)) {
        vErrors = fail(
          vErrors,
          instancePath,
          "pattern",
          undefined,
          'expected a semantic version such as "1.0.0", or "file:" and a path',
        );
        errors++;
      }
    } else {
      vErrors = fail(
        vErrors,
        instancePath,
        "type",
        undefined,
        'expected a semantic version such as "1.0.0", or "file:" and a path',
      );
      errors++;
    }
    var _valid0 = _errs4 === errors;
    valid0 = _valid0;
    ifClause0 = "then";
  } else {
    const _errs6 = errors;
    const _errs7 = errors;
    let valid1 = true;
    const _errs8 = errors;
    if (!(data && typeof data == "object" && !Array.isArray(data))) {
      const err4 = {};
      if (vErrors === null) {
        vErrors = [err4];
      } else {
        vErrors.push(err4);
      }
      errors++;
    }
    var _valid1 = _errs8 === errors;
    errors = _errs7;
    if (vErrors !== null) {
      if (_errs7) {
        vErrors.length = _errs7;
      } else {
        vErrors = null;
      }
    }
    if (_valid1) {
      const _errs10 = errors;
      if (!validate12(data, { instancePath })) {
        vErrors = vErrors === null ? validate12.errors : vErrors.concat(validate12.errors);
        errors = vErrors.length;
      }
      var _valid1 = _errs10 === errors;
      valid1 = _valid1;
    }
    if (!valid1) {
      vErrors = fail(vErrors);
      errors++;
    }
    var _valid0 = _errs6 === errors;
    valid0 = _valid0;
    ifClause0 = "else";
  }
  if (!valid0) {
    vErrors = fail(vErrors);
    errors++;
  }
  validate11.errors = vErrors;
  return errors === 0;
}

const schema39 = {
  type: "object",
  additionalProperties: false,
  properties: {
    file: { $ref: "#/definitions/path" },
    security: {
      type: "array",
      errorMessage: 'expected an array of credentials, as in [{ "id": "…", "apikey": "$NAME" }]',
      items: { $ref: "#/definitions/securityValues" },
    },
    parameters: {
      type: "object",
      errorMessage: "expected an object: values by parameter name",
      additionalProperties: { type: "string", errorMessage: "expected a string" },
    },
    services: {
      type: "object",
      errorMessage: 'expected an object: base URLs by service id, as in { "default": "$NAME" }',
      additionalProperties: { type: "string", errorMessage: "expected a string" },
    },
    limits: {
      type: "object",
      errorMessage: 'expected an object: "concurrency", "perSecond" or both',
      additionalProperties: false,
      properties: {
        concurrency: { $ref: "#/definitions/positiveInteger" },
        perSecond: { $ref: "#/definitions/positiveInteger" },
      },
    },
    retries: { $ref: "#/definitions/retries" },
    requestTimeout: { $ref: "#/definitions/positiveInteger" },
    deadline: { $ref: "#/definitions/positiveInteger" },
    idempotencyKey: { type: "boolean", enum: [true], errorMessage: "expected true" },
    idempotent: { type: "boolean", enum: [false], errorMessage: "expected false" },
  },
};

function validate34(data, { instancePath = "" } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.id === undefined) {
      vErrors = fail(vErrors, instancePath, "required", "id", undefined);
      errors++;
    }
    if (data.username === undefined) {
      vErrors = fail(vErrors, instancePath, "required", "username", undefined);
      errors++;
    }
    if (data.password === undefined) {
      vErrors = fail(vErrors, instancePath, "required", "password", undefined);
      errors++;
    }
    for (const key0 in data) {
      if (!(key0 === "id" || key0 === "username" || key0 === "password")) {
        vErrors = fail(vErrors, instancePath, "additionalProperties", key0, ["id", "username", "password"]);
        errors++;
      }
    }
    if (data.id !== undefined) {
      if (typeof data.id !== "string") {
        vErrors = fail(vErrors, instancePath + "/id", "type", undefined, "expected the id of a security scheme");
        errors++;
      }
    }
    if (data.username !== undefined) {
      if (typeof data.username !== "string") {
        vErrors = fail(
          vErrors,
          instancePath + "/username",
          "type",
          undefined,
          'expected "$NAME", where NAME is an environment variable',
        );
        errors++;
      }
    }
    if (data.password !== undefined) {
      if (typeof data.password !== "string") {
        vErrors = fail(
          vErrors,
          instancePath + "/password",
          "type",
          undefined,
          'expected "$NAME", where NAME is an environment variable',
        );
        errors++;
      }
    }
  } else {
    vErrors = fail(
      vErrors,
      instancePath,
      "type",
      undefined,
      "expected an object: the credentials of a security scheme",
    );
    errors++;
  }
  validate34.errors = vErrors;
  return errors === 0;
}

const pattern10 = new RegExp(".", "u");

function validate36(data, { instancePath = "" } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.id === undefined) {
      vErrors = fail(vErrors, instancePath, "required", "id", undefined);
      errors++;
    }
    if (data.token === undefined) {
      vErrors = fail(vErrors, instancePath, "required", "token", undefined);
      errors++;
    }
    for (const key0 in data) {
      if (!(key0 === "id" || key0 === "token")) {
        vErrors = fail(vErrors, instancePath, "additionalProperties", key0, ["id", "token"]);
        errors++;
      }
    }
    if (data.id !== undefined) {
      if (typeof data.id !== "string") {
        vErrors = fail(vErrors, instancePath + "/id", "type", undefined, "expected the id of a security scheme");
        errors++;
      }
    }
    if (data.token !== undefined) {
      let data1 = data.token;
      if (typeof data1 === "string") {
        if (!pattern10.test(data1)) {
          vErrors = fail(
            vErrors,
            instancePath + "/token",
            "pattern",
            undefined,
            'expected "$NAME", where NAME is an environment variable',
          );
          errors++;
        }
      } else {
        vErrors = fail(
          vErrors,
          instancePath + "/token",
          "type",
          undefined,
          'expected "$NAME", where NAME is an environment variable',
        );
        errors++;
      }
    }
  } else {
    vErrors = fail(
      vErrors,
      instancePath,
      "type",
      undefined,
      "expected an object: the credentials of a security scheme",
    );
    errors++;
  }
  validate36.errors = vErrors;
  return errors === 0;
}

function validate38(data, { instancePath = "" } = {}) {
  let vErrors = null;
  let errors = 0;
  const _errs1 = errors;
  let valid0 = true;
  const _errs2 = errors;
  const _errs3 = errors;
  const _errs4 = errors;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    let missing0;
    if (data.refreshToken === undefined && (missing0 = "refreshToken")) {
      const err0 = {};
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
  }
  var valid1 = _errs4 === errors;
  if (valid1) {
    const err1 = {};
    if (vErrors === null) {
      vErrors = [err1];
    } else {
      vErrors.push(err1);
    }
    errors++;
  } else {
    errors = _errs3;
    if (vErrors !== null) {
      if (_errs3) {
        vErrors.length = _errs3;
      } else {
        vErrors = null;
      }
    }
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
  if (_valid0) {
    const _errs5 = errors;
    if (data && typeof data == "object" && !Array.isArray(data)) {
      if (data.clientSecret === undefined) {
        vErrors = fail(vErrors, instancePath, "required", "clientSecret", undefined);
        errors++;
      }
    }
    var _valid0 = _errs5 === errors;
    valid0 = _valid0;
  }
  if (!valid0) {
    vErrors = fail(vErrors);
    errors++;
  }
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.id === undefined) {
      vErrors = fail(vErrors, instancePath, "required", "id", undefined);
      errors++;
    }
    if (data.clientId === undefined) {
      vErrors = fail(vErrors, instancePath, "required", "clientId", undefined);
      errors++;
    }
    for (const key0 in data) {
      if (!(key0 === "id" || key0 === "clientId" || key0 === "clientSecret" || key0 === "refreshToken")) {
        vErrors = fail(vErrors, instancePath, "additionalProperties", key0, [
          "id",
          "clientId",
          "clientSecret",
          "refreshToken",
        ]);
        errors++;
      }
    }
    if (data.id !== undefined) {
      if (typeof data.id !== "string") {
        vErrors = fail(vErrors, instancePath + "/id", "type", undefined, "expected the id of a security scheme");
        errors++;
      }
    }
    if (data.clientId !== undefined) {
      let data1 = data.clientId;
      if (typeof data1 === "string") {
        if (!pattern10.test(data1)) {
          vErrors = fail(
            vErrors,
            instancePath + "/clientId",
            "pattern",
            undefined,
            'expected "$NAME", where NAME is an environment variable',
          );
          errors++;
        }
      } else {
        vErrors = fail(
          vErrors,
          instancePath + "/clientId",
          "type",
          undefined,
          'expected "$NAME", where NAME is an environment variable',
        );
        errors++;
      }
    }
    if (data.clientSecret !== undefined) {
      if (typeof data.clientSecret !== "string") {
        vErrors = fail(
          vErrors,
          instancePath + "/clientSecret",
          "type",
          undefined,
          'expected "$NAME", where NAME is an environment variable',
        );
        errors++;
      }
    }
    if (data.refreshToken !== undefined) {
      let data3 = data.refreshToken;
      if (typeof data3 === "string") {
        if (!pattern10.test(data3)) {
          vErrors = fail(
            vErrors,
            instancePath + "/refreshToken",
            "pattern",
            undefined,
            'expected "$NAME", where NAME is an environment variable',
          );
          errors++;
        }
      } else {
        vErrors = fail(
          vErrors,
          instancePath + "/refreshToken",
          "type",
          undefined,
          'expected "$NAME", where NAME is an environment variable',
        );
        errors++;
      }
    }
  } else {
    vErrors = fail(
      vErrors,
      instancePath,
      "type",
      undefined,
      "expected an object: the credentials of a security scheme",
    );
    errors++;
  }
  validate38.errors = vErrors;
  return errors === 0;
}

function validate40(data, { instancePath = "" } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.id === undefined) {
      vErrors = fail(vErrors, instancePath, "required", "id", undefined);
      errors++;
    }
    if (data.apikey === undefined) {
      vErrors = fail(vErrors, instancePath, "required", "apikey", undefined);
      errors++;
    }
    for (const key0 in data) {
      if (!(key0 === "id" || key0 === "apikey")) {
        vErrors = fail(vErrors, instancePath, "additionalProperties", key0, ["id", "apikey"]);
        errors++;
      }
    }
    if (data.id !== undefined) {
      if (typeof data.id !== "string") {
        vErrors = fail(vErrors, instancePath + "/id", "type", undefined, "expected the id of a security scheme");
        errors++;
      }
    }
    if (data.apikey !== undefined) {
      let data1 = data.apikey;
      if (typeof data1 === "string") {
        if (!pattern10.test(data1)) {
          vErrors = fail(
            vErrors,
            instancePath + "/apikey",
            "pattern",
            undefined,
            'expected "$NAME", where NAME is an environment variable',
          );
          errors++;
        }
      } else {
        vErrors = fail(
          vErrors,
          instancePath + "/apikey",
          "type",
          undefined,
          'expected "$NAME", where NAME is an environment variable',
        );
        errors++;
      }
    }
  } else {
    vErrors = fail(
      vErrors,
      instancePath,
      "type",
      undefined,
      "expected an object: the credentials of a security scheme",
    );
    errors++;
  }
  validate40.errors = vErrors;
  return errors === 0;
}

function validate33(data, { instancePath = "" } = {}) {
  let vErrors = null;
  let errors = 0;
  if (!(data && typeof data == "object" && !Array.isArray(data))) {
    vErrors = fail(
      vErrors,
      instancePath,
      "type",
      undefined,
      "expected an object: the credentials of a security scheme",
    );
    errors++;
  }
  const _errs1 = errors;
  let valid0 = true;
  const _errs2 = errors;
  const _errs3 = errors;
  let valid1 = false;
  const _errs4 = errors;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    let missing0;
    if (data.username === undefined && (missing0 = "username")) {
      const err1 = {};
      if (vErrors === null) {
        vErrors = [err1];
      } else {
        vErrors.push(err1);
      }
      errors++;
    }
  }
  var _valid1 = _errs4 === errors;
  valid1 = valid1 || _valid1;
  if (!valid1) {
    const _errs5 = errors;
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing1;
      if (data.password === undefined && (missing1 = "password")) {
        const err2 = {};
        if (vErrors === null) {
          vErrors = [err2];
        } else {
          vErrors.push(err2);
        }
        errors++;
      }
    }
    var _valid1 = _errs5 === errors;
    valid1 = valid1 || _valid1;
  }
  if (!valid1) {
    const err3 = {};
    if (vErrors === null) {
      vErrors = [err3];
    } else {
      vErrors.push(err3);
    }
    errors++;
  } else {
    errors = _errs3;
    if (vErrors !== null) {
      if (_errs3) {
        vErrors.length = _errs3;
      } else {
        vErrors = null;
      }
    }
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
    const _errs6 = errors;
    if (!validate34(data, { instancePath })) {
      vErrors = vErrors === null ? validate34.errors : vErrors.concat(validate34.errors);
      errors = vErrors.length;
    }
    var _valid0 = _errs6 === errors;
    valid0 = _valid0;
    ifClause0 = "then";
  } else {
    const _errs7 = errors;
    const _errs8 = errors;
    let valid2 = true;
    const _errs9 = errors;
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing2;
      if (data.token === undefined && (missing2 = "token")) {
        const err4 = {};
        if (vErrors === null) {
          vErrors = [err4];
        } else {
          vErrors.push(err4);
        }
        errors++;
      }
    }
    var _valid2 = _errs9 === errors;
    errors = _errs8;
    if (vErrors !== null) {
      if (_errs8) {
        vErrors.length = _errs8;
      } else {
        vErrors = null;
      }
    }
    let ifClause1;
    if (_valid2) {
      const _errs10 = errors;
      if (!validate36(data, { instancePath })) {
        vErrors = vErrors === null ? validate36.errors : vErrors.concat(validate36.errors);
        errors = vErrors.length;
      }
      var _valid2 = _errs10 === errors;
      valid2 = _valid2;
      ifClause1 = "then";
    } else {
      const _errs11 = errors;
      const _errs12 = errors;
      let valid3 = true;
      const _errs13 = errors;
      const _errs14 = errors;
      let valid4 = false;
      const _errs15 = errors;
      if (data && typeof data == "object" && !Array.isArray(data)) {
        let missing3;
        if (data.clientId === undefined && (missing3 = "clientId")) {
          const err5 = {};
          if (vErrors === null) {
            vErrors = [err5];
          } else {
            vErrors.push(err5);
          }
          errors++;
        }
      }
      var _valid4 = _errs15 === errors;
      valid4 = valid4 || _valid4;
      if (!valid4) {
        const _errs16 = errors;
        if (data && typeof data == "object" && !Array.isArray(data)) {
          let missing4;
          if (data.clientSecret === undefined && (missing4 = "clientSecret")) {
            const err6 = {};
            if (vErrors === null) {
              vErrors = [err6];
            } else {
              vErrors.push(err6);
            }
            errors++;
          }
        }
        var _valid4 = _errs16 === errors;
        valid4 = valid4 || _valid4;
        if (!valid4) {
          const _errs17 = errors;
          if (data && typeof data == "object" && !Array.isArray(data)) {
            let missing5;
            if (data.refreshToken === undefined && (missing5 = "refreshToken")) {
              const err7 = {};
              if (vErrors === null) {
                vErrors = [err7];
              } else {
                vErrors.push(err7);
              }
              errors++;
            }
          }
          var _valid4 = _errs17 === errors;
          valid4 = valid4 || _valid4;
        }
      }
      if (!valid4) {
        const err8 = {};
        if (vErrors === null) {
          vErrors = [err8];
        } else {
          vErrors.push(err8);
        }
        errors++;
      } else {
        errors = _errs14;
        if (vErrors !== null) {
          if (_errs14) {
            vErrors.length = _errs14;
          } else {
            vErrors = null;
          }
        }
      }
      var _valid3 = _errs13 === errors;
      errors = _errs12;
      if (vErrors !== null) {
        if (_errs12) {
          vErrors.length = _errs12;
        } else {
          vErrors = null;
        }
      }
      let ifClause2;
      if (_valid3) {
        const _errs18 = errors;
        if (!validate38(data, { instancePath })) {
          vErrors = vErrors === null ? validate38.errors : vErrors.concat(validate38.errors);
          errors = vErrors.length;
        }
        var _valid3 = _errs18 === errors;
        valid3 = _valid3;
        ifClause2 = "then";
      } else {
        const _errs19 = errors;
        if (!validate40(data, { instancePath })) {
          vErrors = vErrors === null ? validate40.errors : vErrors.concat(validate40.errors);
          errors = vErrors.length;
        }
        var _valid3 = _errs19 === errors;
        valid3 = _valid3;
        ifClause2 = "else";
      }
      if (!valid3) {
        vErrors = fail(vErrors);
        errors++;
      }
      var _valid2 = _errs11 === errors;
      valid2 = _valid2;
      ifClause1 = "else";
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
  validate33.errors = vErrors;
  return errors === 0;
}

function validate44(data, { instancePath = "" } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    for (const key0 in data) {
      if (!(
        key0 === "limit" ||
        key0 === "start" ||
        key0 === "factor" ||
        key0 === "max" ||
        key0 === "within" ||
        key0 === "statuses"
      )) {
        vErrors = fail(vErrors, instancePath, "additionalProperties", key0, [
          "limit",
          "start",
          "factor",
          "max",
          "within",
          "statuses",
        ]);
        errors++;
      }
    }
    if (data.limit !== undefined) {
      let data0 = data.limit;
      if (!(typeof data0 == "number" && !(data0 % 1) && !isNaN(data0) && isFinite(data0))) {
        vErrors = fail(vErrors, instancePath + "/limit", "type", undefined, "expected a whole number from 0 to 100");
        errors++;
      }
      if (typeof data0 == "number" && isFinite(data0)) {
        if (data0 > 100 || isNaN(data0)) {
          vErrors = fail(
            vErrors,
            instancePath + "/limit",
            "maximum",
            undefined,
            "expected a whole number from 0 to 100",
          );
          errors++;
        }
        if (data0 < 0 || isNaN(data0)) {
          vErrors = fail(
            vErrors,
            instancePath + "/limit",
            "minimum",
            undefined,
            "expected a whole number from 0 to 100",
          );
          errors++;
        }
      }
    }
    if (data.start !== undefined) {
      let data1 = data.start;
      if (!(typeof data1 == "number" && !(data1 % 1) && !isNaN(data1) && isFinite(data1))) {
        vErrors = fail(
          vErrors,
          instancePath + "/start",
          "type",
          undefined,
          "expected a positive integer up to 2147483647",
        );
        errors++;
      }
      if (typeof data1 == "number" && isFinite(data1)) {
        if (data1 > 2147483647 || isNaN(data1)) {
          vErrors = fail(
            vErrors,
            instancePath + "/start",
            "maximum",
            undefined,
            "expected a positive integer up to 2147483647",
          );
          errors++;
        }
        if (data1 < 1 || isNaN(data1)) {
          vErrors = fail(
            vErrors,
            instancePath + "/start",
            "minimum",
            undefined,
            "expected a positive integer up to 2147483647",
          );
          errors++;
        }
      }
    }
    if (data.factor !== undefined) {
      let data2 = data.factor;
      if (typeof data2 == "number" && isFinite(data2)) {
        if (data2 > 10 || isNaN(data2)) {
          vErrors = fail(vErrors, instancePath + "/factor", "maximum", undefined, "expected a number from 1 to 10");
          errors++;
        }
        if (data2 < 1 || isNaN(data2)) {
          vErrors = fail(vErrors, instancePath + "/factor", "minimum", undefined, "expected a number from 1 to 10");
          errors++;
        }
      } else {
        vErrors = fail(vErrors, instancePath + "/factor", "type", undefined, "expected a number from 1 to 10");
        errors++;
      }
    }
    if (data.max !== undefined) {
      let data3 = data.max;
      if (!(typeof data3 == "number" && !(data3 % 1) && !isNaN(data3) && isFinite(data3))) {
        vErrors = fail(
          vErrors,
          instancePath + "/max",
          "type",
          undefined,
          "expected a positive integer up to 2147483647",
        );
        errors++;
      }
      if (typeof data3 == "number" && isFinite(data3)) {
        if (data3 > 2147483647 || isNaN(data3)) {
          vErrors = fail(
            vErrors,
            instancePath + "/max",
            "maximum",
            undefined,
            "expected a positive integer up to 2147483647",
          );
          errors++;
        }
        if (data3 < 1 || isNaN(data3)) {
          vErrors = fail(
            vErrors,
            instancePath + "/max",
            "minimum",
            undefined,
            "expected a positive integer up to 2147483647",
          );
          errors++;
        }
      }
    }
    if (data.within !== undefined) {
      let data4 = data.within;
      if (!(typeof data4 == "number" && !(data4 % 1) && !isNaN(data4) && isFinite(data4))) {
        vErrors = fail(
          vErrors,
          instancePath + "/within",
          "type",
          undefined,
          "expected a positive integer up to 2147483647",
        );
        errors++;
      }
      if (typeof data4 == "number" && isFinite(data4)) {
        if (data4 > 2147483647 || isNaN(data4)) {
          vErrors = fail(
            vErrors,
            instancePath + "/within",
            "maximum",
            undefined,
            "expected a positive integer up to 2147483647",
          );
          errors++;
        }
        if (data4 < 1 || isNaN(data4)) {
          vErrors = fail(
            vErrors,
            instancePath + "/within",
            "minimum",
            undefined,
            "expected a positive integer up to 2147483647",
          );
          errors++;
        }
      }
    }
    if (data.statuses !== undefined) {
      let data5 = data.statuses;
      if (Array.isArray(data5)) {
        const len0 = data5.length;
        for (let i0 = 0; i0 < len0; i0++) {
          let data6 = data5[i0];
          if (!(typeof data6 == "number" && !(data6 % 1) && !isNaN(data6) && isFinite(data6))) {
            vErrors = fail(
              vErrors,
              instancePath + "/statuses/" + i0,
              "type",
              undefined,
              "expected a status from 400 to 599",
            );
            errors++;
          }
          if (typeof data6 == "number" && isFinite(data6)) {
            if (data6 > 599 || isNaN(data6)) {
              vErrors = fail(
                vErrors,
                instancePath + "/statuses/" + i0,
                "maximum",
                undefined,
                "expected a status from 400 to 599",
              );
              errors++;
            }
            if (data6 < 400 || isNaN(data6)) {
              vErrors = fail(
                vErrors,
                instancePath + "/statuses/" + i0,
                "minimum",
                undefined,
                "expected a status from 400 to 599",
              );
              errors++;
            }
          }
        }
      } else {
        vErrors = fail(
          vErrors,
          instancePath + "/statuses",
          "type",
          undefined,
          "expected a list of statuses such as [429, 503]",
        );
        errors++;
      }
    }
  } else {
    vErrors = fail(vErrors, instancePath, "type", undefined, "expected a whole number from 0 to 100, or an object");
    errors++;
  }
  validate44.errors = vErrors;
  return errors === 0;
}

function validate43(data, { instancePath = "" } = {}) {
  let vErrors = null;
  let errors = 0;
  if (
    !(typeof data == "number" && !(data % 1) && !isNaN(data) && isFinite(data)) &&
    !(data && typeof data == "object" && !Array.isArray(data))
  ) {
    vErrors = fail(vErrors, instancePath, "type", undefined, "expected a whole number from 0 to 100, or an object");
    errors++;
  }
  const _errs1 = errors;
  let valid0 = true;
  const _errs2 = errors;
  if (!(data && typeof data == "object" && !Array.isArray(data))) {
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
  if (_valid0) {
    const _errs4 = errors;
    if (!validate44(data, { instancePath })) {
      vErrors = vErrors === null ? validate44.errors : vErrors.concat(validate44.errors);
      errors = vErrors.length;
    }
    var _valid0 = _errs4 === errors;
    valid0 = _valid0;
  }
  if (!valid0) {
    vErrors = fail(vErrors);
    errors++;
  }
  if (typeof data == "number" && isFinite(data)) {
    if (data > 100 || isNaN(data)) {
      vErrors = fail(
        vErrors,
        instancePath,
        "maximum",
        undefined,
        "expected a whole number from 0 to 100, or an object",
      );
      errors++;
    }
    if (data < 0 || isNaN(data)) {
      vErrors = fail(
        vErrors,
        instancePath,
        "minimum",
        undefined,
        "expected a whole number from 0 to 100, or an object",
      );
      errors++;
    }
  }
  validate43.errors = vErrors;
  return errors === 0;
}

function validate32(data, { instancePath = "" } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    for (const key0 in data) {
      if (!func0.call(schema39.properties, key0)) {
        vErrors = fail(vErrors, instancePath, "additionalProperties", key0, [
          "file",
          "security",
          "parameters",
          "services",
          "limits",
          "retries",
          "requestTimeout",
          "deadline",
          "idempotencyKey",
          "idempotent",
        ]);
        errors++;
      }
    }
    if (data.file !== undefined) {
      if (typeof data.file !== "string") {
        vErrors = fail(vErrors, instancePath + "/file", "type", undefined, "expected a path");
        errors++;
      }
    }
    if (data.security !== undefined) {
      let data1 = data.security;
      if (Array.isArray(data1)) {
        const len0 = data1.length;
        for (let i0 = 0; i0 < len0; i0++) {
          if (!validate33(data1[i0], { instancePath: instancePath + "/security/" + i0 })) {
            vErrors = vErrors === null ? validate33.errors : vErrors.concat(validate33.errors);
            errors = vErrors.length;
          }
        }
      } else {
        vErrors = fail(
          vErrors,
          instancePath + "/security",
          "type",
          undefined,
          'expected an array of credentials, as in [{ "id": "…", "apikey": "$NAME" }]',
        );
        errors++;
      }
    }
    if (data.parameters !== undefined) {
      let data3 = data.parameters;
      if (data3 && typeof data3 == "object" && !Array.isArray(data3)) {
        for (const key1 in data3) {
          if (typeof data3[key1] !== "string") {
            vErrors = fail(
              vErrors,
              instancePath + "/parameters/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),
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
          instancePath + "/parameters",
          "type",
          undefined,
          "expected an object: values by parameter name",
        );
        errors++;
      }
    }
    if (data.services !== undefined) {
      let data5 = data.services;
      if (data5 && typeof data5 == "object" && !Array.isArray(data5)) {
        for (const key2 in data5) {
          if (typeof data5[key2] !== "string") {
            vErrors = fail(
              vErrors,
              instancePath + "/services/" + key2.replace(/~/g, "~0").replace(/\//g, "~1"),
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
          instancePath + "/services",
          "type",
          undefined,
          'expected an object: base URLs by service id, as in { "default": "$NAME" }',
        );
        errors++;
      }
    }
    if (data.limits !== undefined) {
      let data7 = data.limits;
      if (data7 && typeof data7 == "object" && !Array.isArray(data7)) {
        for (const key3 in data7) {
          if (!(key3 === "concurrency" || key3 === "perSecond")) {
            vErrors = fail(vErrors, instancePath + "/limits", "additionalProperties", key3, [
              "concurrency",
              "perSecond",
            ]);
            errors++;
          }
        }
        if (data7.concurrency !== undefined) {
          let data8 = data7.concurrency;
          if (!(typeof data8 == "number" && !(data8 % 1) && !isNaN(data8) && isFinite(data8))) {
            vErrors = fail(
              vErrors,
              instancePath + "/limits/concurrency",
              "type",
              undefined,
              "expected a positive integer up to 2147483647",
            );
            errors++;
          }
          if (typeof data8 == "number" && isFinite(data8)) {
            if (data8 > 2147483647 || isNaN(data8)) {
              vErrors = fail(
                vErrors,
                instancePath + "/limits/concurrency",
                "maximum",
                undefined,
                "expected a positive integer up to 2147483647",
              );
              errors++;
            }
            if (data8 < 1 || isNaN(data8)) {
              vErrors = fail(
                vErrors,
                instancePath + "/limits/concurrency",
                "minimum",
                undefined,
                "expected a positive integer up to 2147483647",
              );
              errors++;
            }
          }
        }
        if (data7.perSecond !== undefined) {
          let data9 = data7.perSecond;
          if (!(typeof data9 == "number" && !(data9 % 1) && !isNaN(data9) && isFinite(data9))) {
            vErrors = fail(
              vErrors,
              instancePath + "/limits/perSecond",
              "type",
              undefined,
              "expected a positive integer up to 2147483647",
            );
            errors++;
          }
          if (typeof data9 == "number" && isFinite(data9)) {
            if (data9 > 2147483647 || isNaN(data9)) {
              vErrors = fail(
                vErrors,
                instancePath + "/limits/perSecond",
                "maximum",
                undefined,
                "expected a positive integer up to 2147483647",
              );
              errors++;
            }
            if (data9 < 1 || isNaN(data9)) {
              vErrors = fail(
                vErrors,
                instancePath + "/limits/perSecond",
                "minimum",
                undefined,
                "expected a positive integer up to 2147483647",
              );
              errors++;
            }
          }
        }
      } else {
        vErrors = fail(
          vErrors,
          instancePath + "/limits",
          "type",
          undefined,
          'expected an object: "concurrency", "perSecond" or both',
        );
        errors++;
      }
    }
    if (data.retries !== undefined) {
      if (!validate43(data.retries, { instancePath: instancePath + "/retries" })) {
        vErrors = vErrors === null ? validate43.errors : vErrors.concat(validate43.errors);
        errors = vErrors.length;
      }
    }
    if (data.requestTimeout !== undefined) {
      let data11 = data.requestTimeout;
      if (!(typeof data11 == "number" && !(data11 % 1) && !isNaN(data11) && isFinite(data11))) {
        vErrors = fail(
          vErrors,
          instancePath + "/requestTimeout",
          "type",
          undefined,
          "expected a positive integer up to 2147483647",
        );
        errors++;
      }
      if (typeof data11 == "number" && isFinite(data11)) {
        if (data11 > 2147483647 || isNaN(data11)) {
          vErrors = fail(
            vErrors,
            instancePath + "/requestTimeout",
            "maximum",
            undefined,
            "expected a positive integer up to 2147483647",
          );
          errors++;
        }
        if (data11 < 1 || isNaN(data11)) {
          vErrors = fail(
            vErrors,
            instancePath + "/requestTimeout",
            "minimum",
            undefined,
            "expected a positive integer up to 2147483647",
          );
          errors++;
        }
      }
    }
    if (data.deadline !== undefined) {
      let data12 = data.deadline;
      if (!(typeof data12 == "number" && !(data12 % 1) && !isNaN(data12) && isFinite(data12))) {
        vErrors = fail(
          vErrors,
          instancePath + "/deadline",
          "type",
          undefined,
          "expected a positive integer up to 2147483647",
        );
        errors++;
      }
      if (typeof data12 == "number" && isFinite(data12)) {
        if (data12 > 2147483647 || isNaN(data12)) {
          vErrors = fail(
            vErrors,
            instancePath + "/deadline",
            "maximum",
            undefined,
            "expected a positive integer up to 2147483647",
          );
          errors++;
        }
        if (data12 < 1 || isNaN(data12)) {
          vErrors = fail(
            vErrors,
            instancePath + "/deadline",
            "minimum",
            undefined,
            "expected a positive integer up to 2147483647",
          );
          errors++;
        }
      }
    }
    if (data.idempotencyKey !== undefined) {
      let data13 = data.idempotencyKey;
      if (typeof data13 !== "boolean") {
        vErrors = fail(vErrors, instancePath + "/idempotencyKey", "type", undefined, "expected true");
        errors++;
      }
      if (!(data13 === true)) {
        vErrors = fail(vErrors, instancePath + "/idempotencyKey", "enum", undefined, "expected true");
        errors++;
      }
    }
    if (data.idempotent !== undefined) {
      let data14 = data.idempotent;
      if (typeof data14 !== "boolean") {
        vErrors = fail(vErrors, instancePath + "/idempotent", "type", undefined, "expected false");
        errors++;
      }
      if (!(data14 === false)) {
        vErrors = fail(vErrors, instancePath + "/idempotent", "enum", undefined, "expected false");
        errors++;
      }
    }
  } else {
    vErrors = fail(vErrors, instancePath, "type", "object", undefined);
    errors++;
  }
  validate32.errors = vErrors;
  return errors === 0;
}

function validate31(data, { instancePath = "" } = {}) {
  let vErrors = null;
  let errors = 0;
  if (typeof data !== "string" && !(data && typeof data == "object" && !Array.isArray(data))) {
    vErrors = fail(
      vErrors,
      instancePath,
      "type",
      undefined,
      'expected "file:" and the path of a provider definition, or an object',
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
      if (!pattern5.test(data)) {
        vErrors = fail(vErrors, instancePath, "pattern", undefined, 'expected "file:" and a path');
        errors++;
      }
    } else {
      vErrors = fail(vErrors, instancePath, "type", undefined, 'expected "file:" and a path');
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
      if (!validate32(data, { instancePath })) {
        vErrors = vErrors === null ? validate32.errors : vErrors.concat(validate32.errors);
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
  validate31.errors = vErrors;
  return errors === 0;
}

function validate10(data, { instancePath = "" } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    for (const key0 in data) {
      if (!(key0 === "$schema" || key0 === "profiles" || key0 === "providers")) {
        vErrors = fail(vErrors, instancePath, "additionalProperties", key0, ["$schema", "profiles", "providers"]);
        errors++;
      }
    }
    if (data.$schema !== undefined) {
      if (typeof data.$schema !== "string") {
        vErrors = fail(vErrors, instancePath + "/$schema", "type", "string", undefined);
        errors++;
      }
    }
    if (data.profiles !== undefined) {
      let data1 = data.profiles;
      if (data1 && typeof data1 == "object" && !Array.isArray(data1)) {
        for (const key1 in data1) {
          const _errs6 = errors;
          if (typeof key1 === "string") {
            if (!pattern0.test(key1)) {
              vErrors = fail(vErrors);
              errors++;
            }
          }
          var valid1 = _errs6 === errors;
          if (!valid1) {
            vErrors = fail(
              vErrors,
              instancePath + "/profiles",
              "propertyNames",
              key1,
              'is not a profile name: small letters, digits, "-" and "_", with at most one "/"',
            );
            errors++;
          }
        }
        for (const key2 in data1) {
          if (
            !validate11(data1[key2], {
              instancePath: instancePath + "/profiles/" + key2.replace(/~/g, "~0").replace(/\//g, "~1"),
            })
          ) {
            vErrors = vErrors === null ? validate11.errors : vErrors.concat(validate11.errors);
            errors = vErrors.length;
          }
        }
      } else {
        vErrors = fail(vErrors, instancePath + "/profiles", "type", undefined, "expected an object: profiles by name");
        errors++;
      }
    }
    if (data.providers !== undefined) {
      let data3 = data.providers;
      if (data3 && typeof data3 == "object" && !Array.isArray(data3)) {
        for (const key3 in data3) {
          const _errs11 = errors;
          if (typeof key3 === "string") {
            if (!pattern3.test(key3)) {
              vErrors = fail(vErrors);
              errors++;
            }
          }
          var valid3 = _errs11 === errors;
          if (!valid3) {
            vErrors = fail(
              vErrors,
              instancePath + "/providers",
              "propertyNames",
              key3,
              'is not a provider name: a small letter, then small letters, "-" and "_"',
            );
            errors++;
          }
        }
        for (const key4 in data3) {
          if (
            !validate31(data3[key4], {
              instancePath: instancePath + "/providers/" + key4.replace(/~/g, "~0").replace(/\//g, "~1"),
            })
          ) {
            vErrors = vErrors === null ? validate31.errors : vErrors.concat(validate31.errors);
            errors = vErrors.length;
          }
        }
      } else {
        vErrors = fail(
          vErrors,
          instancePath + "/providers",
          "type",
          undefined,
          "expected an object: providers by name",
        );
        errors++;
      }
    }
  } else {
    vErrors = fail(vErrors, instancePath, "type", undefined, 'expected an object with "profiles" and "providers"');
    errors++;
  }
  validate10.errors = vErrors;
  return errors === 0;
}

function fail(errors, pointer, keyword, detail, expected) {
  (errors ??= []).push({ pointer, keyword, detail, expected });
  return errors;
}

export const validateClient: Validate = (data) => {
  validate10(data);
  return validate10.errors?.filter(({ pointer }) => pointer !== undefined) ?? [];
};
