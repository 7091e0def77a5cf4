import { type Json, recordOf } from './resolve.ts';
import { isObject } from './spec-grammar.ts';

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query'];

/** The operations of a path, a webhook or a callback, by method. */
export const listMethods = (item: Json): [method: string, operation: Json][] => [
  ...METHODS.filter((method) => isObject(item[method])).map((method): [string, Json] => [
    method,
    recordOf(item[method]),
  ]),
  ...Object.entries(recordOf(item.additionalOperations)).map(([method, operation]): [string, Json] => [
    method,
    recordOf(operation),
  ]),
];
