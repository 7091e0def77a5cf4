import type { Value } from './expression.ts';

export type PlainObject = { readonly [name: string]: Value };

/** The objects of JSON: no instances of classes, whose properties may be computed. */
function isPlainObject(value: object): value is PlainObject {
  const prototype = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype;
}

/** Anything but a plain object counts as one without properties. */
export const toPlainObject = (value: object): PlainObject => (isPlainObject(value) ? value : {});

/** Reads an own property. What is inherited, computed by a getter or not plain data is missing. */
export function findOwn(object: object, name: string): Value {
  return toValue(Object.getOwnPropertyDescriptor(object, name)?.value);
}

function toValue(value: unknown): Value {
  switch (typeof value) {
    case 'string':
    case 'number':
    case 'boolean':
      return value;
    case 'object':
      if (value === null || Array.isArray(value)) return value;
      return isPlainObject(value) ? value : undefined;
    default:
      return undefined;
  }
}
