import { type Json, resolve } from '../resolve.ts';
import { below } from './change-list.ts';
import { compareDescribed } from './compare-contents.ts';
import type { ListedOperation } from './list-operations.ts';
import type { Comparison, DirectedPosition } from './list-schema-changes.ts';

/** Compares the parameters of an operation and its path. */
export function compareParameters(
  comparison: Comparison,
  before: ListedOperation,
  after: ListedOperation,
  position: DirectedPosition,
): void {
  const { list } = comparison;
  const [old, now] = [parametersOf(comparison.before, before), parametersOf(comparison.after, after)];
  for (const [key, { value, path }] of old) {
    const name = String(value.name);
    const found = now.get(key);
    if (!found) {
      list.add('breaking', 'parameter-removed', below(position, ...path), name);
      continue;
    }
    const there = { ...below(position, ...found.path), direction: position.direction };
    if (found.value.required === true && value.required !== true)
      list.add('breaking', 'parameter-required', there, name);
    else if (value.required === true && found.value.required !== true)
      list.add('non-breaking', 'parameter-optional', there, name);
    for (const keyword of ['allowReserved', 'allowEmptyValue']) {
      const [was, is] = [value[keyword] === true, found.value[keyword] === true];
      if (was !== is) list.add(is ? 'non-breaking' : 'breaking', 'form-changed', below(there, keyword), name);
    }
    compareDescribed(comparison, value, found.value, there, name);
  }
  for (const [key, { value, path }] of now)
    if (!old.has(key))
      list.add(
        value.required === true ? 'breaking' : 'non-breaking',
        'parameter-added',
        below(position, ...path),
        String(value.name),
      );
}

/**
 * An operation's own parameter replaces that of its path. Path parameters are identified by their order, and the case
 * of header names does not matter.
 */
function parametersOf(
  spec: Json,
  { operation, parameters }: ListedOperation,
): Map<string, { value: Json; path: string[] }> {
  const inPath = [...operation.path.matchAll(/\{([^{}]*)\}/g)].map(([, name]) => name);
  return new Map(
    parameters.map(({ value, path }) => {
      const found = resolve(spec, value);
      const position = found.in === 'path' ? inPath.indexOf(String(found.name)) : -1;
      const name = found.in === 'header' ? String(found.name).toLowerCase() : found.name;
      return [`${found.in} ${position < 0 ? name : position}`, { value: found, path }];
    }),
  );
}
