import { type Json, listOf, resolve } from '../resolve.ts';
import type { OperationReference } from './operation-reference.ts';

/** An operation, and the path item that has it. */
export interface FoundOperation {
  kind: OperationReference['kind'];
  method: string;
  path: string;
  item: Json;
  operation: Json;
}

/**
 * Lists the parameters of an operation, which replace those of its path that have the same name and place. Parameters
 * in the path that are not declared are added.
 */
export function listParameters(spec: Json, { kind, item, operation, path }: FoundOperation): Json[] {
  const byName = new Map<string, Json>();
  for (const value of [...listOf(item.parameters), ...listOf(operation.parameters)]) {
    const parameter = resolve(spec, value);
    if (typeof parameter.name === 'string')
      byName.set(`${String(parameter.in)}/${parameter.name}`, parameter);
  }
  // The addresses of webhooks and callbacks are not templates of their parameters.
  const template = kind === 'operation' ? path : '';
  for (const [, name = ''] of template.matchAll(/\{([^{}]{1,200})\}/g))
    if (!byName.has(`path/${name}`)) byName.set(`path/${name}`, { name, in: 'path' });
  return [...byName.values()];
}
