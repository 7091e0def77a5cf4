import { isSame, type Json, listOf, recordOf, resolve } from '../resolve.ts';
import { below, type ChangePosition } from './change-list.ts';
import { type ListedOperation, listItem } from './list-operations.ts';
import { type Comparison, compareSchemas } from './list-schema-changes.ts';
import type { SchemaDifference } from './schema-difference.ts';
import type { Direction } from './spec-change.ts';

const TEXTS = ['summary', 'description', 'externalDocs', 'tags', 'operationId'];

/** Compares what two versions say of one operation. Of a webhook or a callback, the client is who receives requests. */
export function compareOperations(
  versions: Omit<Comparison, 'seen'>,
  before: ListedOperation,
  after: ListedOperation,
): void {
  const comparison = { ...versions, seen: new Set<SchemaDifference>() };
  const { list } = comparison;
  const { operation } = after;
  const position: ChangePosition = { operation, path: [] };
  const isReversed = operation.kind !== 'operation';
  const [sent, received]: [Direction, Direction] = isReversed
    ? ['response', 'request']
    : ['request', 'response'];
  for (const name of TEXTS)
    if (!isSame(before.value[name], after.value[name]))
      list.add('documentation', 'text-changed', below(position, name), name);
  if (after.value.deprecated === true && before.value.deprecated !== true)
    list.add('non-breaking', 'deprecated', position, `${operation.method.toUpperCase()} ${operation.path}`);
  compareParameters(comparison, before, after, { ...position, direction: sent });
  compareBodies(comparison, before.value, after.value, { ...position, direction: sent });
  compareResponses(comparison, before.value, after.value, { ...position, direction: received });
  compareSecurity(comparison, before, after, position);
  // A callback that has itself as a callback would never end.
  if (operation.kind !== 'callback') compareCallbacks(comparison, before.value, after.value, position);
}

type DirectedPosition = ChangePosition & { direction: Direction };

function compareParameters(
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
    const there = below(position, ...found.path);
    if (found.value.required === true && value.required !== true)
      list.add('breaking', 'parameter-required', there, name);
    else if (value.required === true && found.value.required !== true)
      list.add('non-breaking', 'parameter-optional', there, name);
    for (const keyword of ['style', 'explode', 'allowReserved'])
      if (!isSame(value[keyword], found.value[keyword]))
        list.add('breaking', 'form-changed', below(there, keyword), name);
    for (const keyword of ['description', 'example', 'examples'])
      if (!isSame(value[keyword], found.value[keyword]))
        list.add('documentation', 'text-changed', below(there, keyword), name);
    if (found.value.deprecated === true && value.deprecated !== true)
      list.add('non-breaking', 'deprecated', below(there, 'deprecated'), name);
    const schema = { ...below(there, 'schema'), direction: position.direction, name };
    compareSchemas(comparison, [value.schema, found.value.schema], schema);
    compareContents(comparison, value, found.value, { ...there, direction: position.direction });
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

/** An operation's own parameter replaces that of its path. Path parameters are named by their order. */
function parametersOf(
  spec: Json,
  { operation, parameters }: ListedOperation,
): Map<string, { value: Json; path: string[] }> {
  const inPath = [...operation.path.matchAll(/\{([^{}]*)\}/g)].map(([, name]) => name);
  return new Map(
    parameters.map(({ value, path }) => {
      const found = resolve(spec, value);
      const position = found.in === 'path' ? inPath.indexOf(String(found.name)) : -1;
      return [`${found.in} ${position < 0 ? found.name : position}`, { value: found, path }];
    }),
  );
}

function compareBodies(comparison: Comparison, before: Json, after: Json, position: DirectedPosition): void {
  const { list } = comparison;
  const there = { ...below(position, 'requestBody'), direction: position.direction };
  const [had, has] = [before.requestBody !== undefined, after.requestBody !== undefined];
  const [old, now] = [
    resolve(comparison.before, before.requestBody),
    resolve(comparison.after, after.requestBody),
  ];
  if (had && !has) list.add('breaking', 'body-removed', there, 'body');
  else if (!had && has)
    list.add(now.required === true ? 'breaking' : 'non-breaking', 'body-added', there, 'body');
  if (!had || !has) return;
  if (now.required === true && old.required !== true) list.add('breaking', 'body-required', there, 'body');
  else if (old.required === true && now.required !== true)
    list.add('non-breaking', 'body-optional', there, 'body');
  if (!isSame(old.description, now.description))
    list.add('documentation', 'text-changed', below(there, 'description'), 'body');
  compareContents(comparison, old, now, there);
}

function compareContents(
  comparison: Comparison,
  before: Json,
  after: Json,
  position: DirectedPosition,
): void {
  const { list } = comparison;
  const [old, now] = [recordOf(before.content), recordOf(after.content)];
  for (const type of Object.keys(old)) {
    const there = below(position, 'content', type);
    if (!Object.hasOwn(now, type)) {
      list.add('breaking', 'media-type-removed', there, type);
      continue;
    }
    const [one, other] = [resolve(comparison.before, old[type]), resolve(comparison.after, now[type])];
    for (const keyword of ['example', 'examples'])
      if (!isSame(one[keyword], other[keyword]))
        list.add('documentation', 'text-changed', below(there, keyword), type);
    compareSchemas(comparison, [one.schema, other.schema], {
      ...below(there, 'schema'),
      direction: position.direction,
      name: 'body',
    });
  }
  for (const type of Object.keys(now))
    if (!Object.hasOwn(old, type))
      list.add('non-breaking', 'media-type-added', below(position, 'content', type), type);
}

function compareResponses(
  comparison: Comparison,
  before: Json,
  after: Json,
  position: DirectedPosition,
): void {
  const { list } = comparison;
  const [old, now] = [recordOf(before.responses), recordOf(after.responses)];
  for (const status of Object.keys(old)) {
    const there = { ...below(position, 'responses', status), direction: position.direction };
    if (!Object.hasOwn(now, status)) {
      // An error that no longer happens breaks nobody.
      const isError = /^[45]/.test(status);
      list.add(isError ? 'non-breaking' : 'breaking', 'response-removed', there, status);
      continue;
    }
    const [one, other] = [resolve(comparison.before, old[status]), resolve(comparison.after, now[status])];
    if (one.description !== other.description)
      list.add('documentation', 'text-changed', below(there, 'description'), status);
    compareHeaders(comparison, one, other, there);
    compareContents(comparison, one, other, there);
  }
  for (const status of Object.keys(now))
    if (!Object.hasOwn(old, status))
      list.add('non-breaking', 'response-added', below(position, 'responses', status), status);
}

function compareHeaders(comparison: Comparison, before: Json, after: Json, position: DirectedPosition): void {
  const { list } = comparison;
  const [old, now] = [recordOf(before.headers), recordOf(after.headers)];
  for (const name of Object.keys(old)) {
    const there = below(position, 'headers', name);
    if (!Object.hasOwn(now, name)) {
      list.add('breaking', 'header-removed', there, name);
      continue;
    }
    const [one, other] = [resolve(comparison.before, old[name]), resolve(comparison.after, now[name])];
    if (one.description !== other.description)
      list.add('documentation', 'text-changed', below(there, 'description'), name);
    compareSchemas(comparison, [one.schema, other.schema], {
      ...below(there, 'schema'),
      direction: position.direction,
      name,
    });
  }
  for (const name of Object.keys(now))
    if (!Object.hasOwn(old, name))
      list.add('non-breaking', 'header-added', below(position, 'headers', name), name);
}

/** Each requirement is a way to be allowed: a client that knows one goes on as long as it is there. */
function compareSecurity(
  { list }: Comparison,
  before: ListedOperation,
  after: ListedOperation,
  position: ChangePosition,
): void {
  const waysOf = ({ security }: ListedOperation): Set<string> => {
    const ways = listOf(security).map((way) =>
      Object.entries(recordOf(way))
        .map(([name, scopes]) => `${name}(${listOf(scopes).map(String).sort().join(' ')})`)
        .sort()
        .join(' and '),
    );
    return new Set(ways.length === 0 ? [''] : ways);
  };
  const [old, now] = [waysOf(before), waysOf(after)];
  const there = below(position, 'security');
  const isOpen = now.has('');
  for (const way of old)
    if (!now.has(way))
      list.add(isOpen ? 'non-breaking' : 'breaking', 'security-removed', there, way === '' ? 'none' : way);
  for (const way of now)
    if (!old.has(way)) list.add('non-breaking', 'security-added', there, way === '' ? 'none' : way);
}

function compareCallbacks(comparison: Comparison, before: Json, after: Json, position: ChangePosition): void {
  const { list } = comparison;
  const [old, now] = [
    listCallbacks(comparison.before, before.callbacks),
    listCallbacks(comparison.after, after.callbacks),
  ];
  for (const [key, { name }] of old)
    if (!now.has(key)) list.add('breaking', 'callback-removed', below(position, 'callbacks', name), key);
  for (const [key, { name, listed }] of now) {
    const former = old.get(key);
    if (former) compareOperations(comparison, former.listed, listed);
    else list.add('non-breaking', 'callback-added', below(position, 'callbacks', name), key);
  }
}

function listCallbacks(
  spec: Json,
  callbacks: unknown,
): Map<string, { name: string; listed: ListedOperation }> {
  return new Map(
    Object.entries(recordOf(callbacks)).flatMap(([name, callback]) =>
      Object.entries(resolve(spec, callback)).flatMap(([expression, item]) =>
        listItem(spec, 'callback', `${name} ${expression}`, resolve(spec, item)).map(
          (listed) =>
            [`${listed.operation.method.toUpperCase()} ${name} ${expression}`, { name, listed }] as const,
        ),
      ),
    ),
  );
}
