import { isRecord } from "../files/is-record.js";

/** What JSON from elsewhere looks like, before anything in it is believed. */
export type Is = (value: unknown) => boolean;

export const isText: Is = (value) => typeof value === "string";
export const isNumber: Is = (value) => typeof value === "number";
export const isBoolean: Is = (value) => typeof value === "boolean";
export const isTexts: Is = (value) => Array.isArray(value) && value.every(isText);

export function either(...all: readonly Is[]): Is {
  return (value) => all.some((is) => is(value));
}

export function exactly(...texts: readonly string[]): Is {
  return (value) => texts.includes(String(value)) && isText(value);
}

export function record(is: Is): Is {
  return (value) => isRecord(value) && Object.values(value).every(is);
}

/** A record whose names have a form too. */
export function keyed(name: RegExp, is: Is): Is {
  return (value) => record(is)(value) && Object.keys(value as object).every((key) => name.test(key));
}

/** With these keys and no others. */
export function object(required: { readonly [key: string]: Is }, optional: { readonly [key: string]: Is } = {}): Is {
  const forms = new Map(Object.entries({ ...required, ...optional }));
  return (value) => {
    if (!isRecord(value)) return false;
    const entries = Object.entries(value);
    const isComplete = Object.keys(required).every((key) => Object.hasOwn(value, key));
    return isComplete && entries.every(([key, entry]) => forms.get(key)?.(entry) === true);
  };
}
