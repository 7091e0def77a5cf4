import { listMethods } from '../list-methods.ts';
import { type Json, listOf, recordOf, resolve } from '../resolve.ts';
import type { ChangedOperation } from './spec-change.ts';

export interface ListedOperation {
  operation: ChangedOperation;
  value: Json;
  /** Its own parameters and those of its path, with their places. */
  parameters: { value: unknown; path: string[] }[];
  /** The spec's security and servers unless the operation has its own. */
  security: unknown;
}

/** The operations of paths and webhooks, by a key that does not depend on the names of path parameters. */
export function listOperations(spec: Json): Map<string, ListedOperation> {
  const found = new Map<string, ListedOperation>();
  for (const [kind, items] of [
    ['operation', spec.paths],
    ['webhook', spec.webhooks],
  ] as const)
    for (const [path, item] of Object.entries(recordOf(items)))
      for (const listed of listItem(spec, kind, path, resolve(spec, item)))
        found.set(keyOf(listed.operation), listed);
  return found;
}

/** The operations of one path, webhook or callback. */
export function listItem(
  spec: Json,
  kind: ChangedOperation['kind'],
  path: string,
  item: Json,
): ListedOperation[] {
  return listMethods(item).map(([method, value]) => {
    return {
      operation: { kind, method, path },
      value,
      parameters: [
        ...listOf(item.parameters).map((parameter, n) => ({
          value: parameter,
          path: ['..', 'parameters', String(n)],
        })),
        ...listOf(value.parameters).map((parameter, n) => ({
          value: parameter,
          path: ['parameters', String(n)],
        })),
      ],
      security: value.security ?? spec.security,
    };
  });
}

/** Returns a key that does not depend on the names of path parameters. */
export const keyOf = ({ kind, method, path }: ChangedOperation): string =>
  `${kind} ${method} ${kind === 'operation' ? path.replaceAll(/\{[^{}]*\}/g, '{}') : path}`;
