import { findValue, readPointer } from './json-pointer.ts';
import { isObject } from './spec-grammar.ts';

interface OutlinedOperation {
  method: string;
  operationId?: string;
  summary?: string;
  tags: string[];
  deprecated: boolean;
}

/** What a spec describes, by name. */
export interface SpecOutline {
  title: string;
  operations: (OutlinedOperation & { path: string })[];
  webhooks: (OutlinedOperation & { name: string })[];
  schemas: string[];
}

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query'];
/** How often a path may refer to another. */
const MAX_HOPS = 10;

/** Outlines a spec of the version 3.1 or 3.2. */
export function outlineSpec(spec: Record<string, unknown>): SpecOutline {
  const title = findValue(spec, ['info', 'title']);
  return {
    title: typeof title === 'string' ? title : '',
    operations: operationsOf(spec, 'paths').map(({ name, ...operation }) => ({ path: name, ...operation })),
    webhooks: operationsOf(spec, 'webhooks'),
    schemas: Object.keys(recordOf(findValue(spec, ['components', 'schemas']))),
  };
}

function operationsOf(
  spec: Record<string, unknown>,
  list: 'paths' | 'webhooks',
): (OutlinedOperation & { name: string })[] {
  return Object.entries(recordOf(spec[list])).flatMap(([name, item]) => {
    const found = followItem(spec, item);
    const methods = METHODS.filter((method) => isObject(found[method])).map((method) => ({
      method,
      operation: found[method],
    }));
    const additional = Object.entries(recordOf(found.additionalOperations)).map(([method, operation]) => ({
      method,
      operation,
    }));
    return [...methods, ...additional].map(({ method, operation }) => ({
      name,
      ...outlineOperation(method, recordOf(operation)),
    }));
  });
}

function outlineOperation(method: string, operation: Record<string, unknown>): OutlinedOperation {
  const { operationId, summary, tags, deprecated } = operation;
  return {
    method,
    ...(typeof operationId === 'string' ? { operationId } : {}),
    ...(typeof summary === 'string' ? { summary } : {}),
    tags: Array.isArray(tags) ? tags.filter((tag) => typeof tag === 'string') : [],
    deprecated: deprecated === true,
  };
}

/** The path that is meant: one may refer to another. */
function followItem(spec: Record<string, unknown>, item: unknown): Record<string, unknown> {
  let found = recordOf(item);
  for (let hop = 0; hop < MAX_HOPS && typeof found.$ref === 'string'; hop += 1) {
    const path = found.$ref.startsWith('#') ? readPointer(found.$ref.slice(1)) : undefined;
    const { $ref: _, ...own } = found;
    found = { ...recordOf(path && findValue(spec, path)), ...own };
  }
  return found;
}

const recordOf = (value: unknown): Record<string, unknown> => (isObject(value) ? value : {});
