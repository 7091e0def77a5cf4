import { listMethods } from '../list-methods.ts';
import { type Json, listOf, recordOf, resolve } from '../resolve.ts';
import type { ChangedOperation } from './spec-change.ts';

export interface ListedOperation {
  operation: ChangedOperation;
  value: Json;
  /** Its own parameters and those of its path, with their places. */
  parameters: { value: unknown; path: string[] }[];
  /** The security of the spec unless the operation has its own. */
  security: unknown;
  /** The servers of the operation or its path; undefined: those of the spec. */
  servers: unknown;
}

/** The operations of paths and webhooks, by their names. */
export function listOperations(spec: Json): Map<string, ListedOperation> {
  const found = new Map<string, ListedOperation>();
  for (const [kind, items] of [
    ['operation', spec.paths],
    ['webhook', spec.webhooks],
  ] as const)
    for (const [path, item] of Object.entries(recordOf(items)))
      for (const listed of listItem(spec, kind, path, resolve(spec, item)))
        found.set(`${kind} ${listed.operation.method} ${path}`, listed);
  return found;
}

/**
 * Pairs the operations of two versions: first by their names, and then by their paths without the names of parameters.
 */
export function pairOperations(
  before: Json,
  after: Json,
): { pairs: [ListedOperation, ListedOperation][]; gone: ListedOperation[]; come: ListedOperation[] } {
  const [old, now] = [listOperations(before), listOperations(after)];
  const former = new Map<string, ListedOperation[]>();
  for (const [name, listed] of old)
    if (!now.has(name)) {
      const template = templateOf(listed.operation);
      const others = former.get(template);
      if (others) others.push(listed);
      else former.set(template, [listed]);
    }
  const pairs: [ListedOperation, ListedOperation][] = [];
  const come: ListedOperation[] = [];
  for (const [name, listed] of now) {
    const one = old.get(name) ?? takeFormer(former.get(templateOf(listed.operation)), listed);
    if (one) pairs.push([one, listed]);
    else come.push(listed);
  }
  return { pairs, gone: [...former.values()].flat(), come };
}

/** Takes the operation with the same id, or else the first one. */
function takeFormer(all: ListedOperation[] = [], { value }: ListedOperation): ListedOperation | undefined {
  const { operationId } = value;
  const position =
    operationId === undefined ? 0 : all.findIndex((one) => one.value.operationId === operationId);
  return all.splice(Math.max(position, 0), 1)[0];
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
      servers: value.servers ?? item.servers,
    };
  });
}

/** The name of an operation without the names of its path parameters. */
export const templateOf = ({ kind, method, path }: ChangedOperation): string =>
  `${kind} ${method} ${kind === 'operation' ? path.replaceAll(/\{[^{}]*\}/g, '{}') : path}`;
