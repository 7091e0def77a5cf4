import { isSame, type Json, listOf, recordOf, resolve } from '../resolve.ts';
import { below, type ChangePosition } from './change-list.ts';
import { compareBodies, compareDeprecation } from './compare-contents.ts';
import { compareParameters } from './compare-parameters.ts';
import { compareResponses } from './compare-responses.ts';
import { compareServers } from './compare-servers.ts';
import { type ListedOperation, listItem } from './list-operations.ts';
import type { Comparison } from './list-schema-changes.ts';
import type { SchemaDifference } from './schema-difference.ts';
import type { Direction } from './spec-change.ts';

const TEXTS = ['summary', 'description', 'externalDocs', 'operationId', 'x-codeSamples', 'x-code-samples'];

/** Compares two versions of an operation. Of webhooks and callbacks, the client is the receiver of the requests. */
export function compareOperations(
  versions: Omit<Comparison, 'seen' | 'seenHeaders'>,
  before: ListedOperation,
  after: ListedOperation,
): void {
  const comparison = { ...versions, seen: new Set<SchemaDifference>(), seenHeaders: new Set<string>() };
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
  if (!isSame(listOf(before.value.tags), listOf(after.value.tags)))
    list.add('documentation', 'text-changed', below(position, 'tags'), 'tags');
  const name = `${operation.method.toUpperCase()} ${operation.path}`;
  compareDeprecation(list, before.value, after.value, position, name);
  compareParameters(comparison, before, after, { ...position, direction: sent });
  compareBodies(comparison, before.value, after.value, { ...position, direction: sent });
  compareResponses(comparison, before.value, after.value, { ...position, direction: received });
  compareSecurity(comparison, before, after, position);
  if (before.servers !== undefined || after.servers !== undefined)
    compareServers(
      list,
      [before.servers ?? comparison.before.servers, after.servers ?? comparison.after.servers],
      below(position, 'servers'),
    );
  // A callback that has itself as a callback would never end.
  if (operation.kind !== 'callback') compareCallbacks(comparison, before.value, after.value, position);
}

/** Each requirement is an alternative: a client keeps working as long as the one that it uses is there. */
function compareSecurity(
  { list, schemeNames }: Comparison,
  before: ListedOperation,
  after: ListedOperation,
  position: ChangePosition,
): void {
  const waysOf = ({ security }: ListedOperation, nameOf: (name: string) => string): Set<string> => {
    const ways = listOf(security).map((way) =>
      Object.entries(recordOf(way))
        .map(([name, scopes]) => `${nameOf(name)}(${listOf(scopes).map(String).sort().join(' ')})`)
        .sort()
        .join(' and '),
    );
    return new Set(ways.length === 0 ? [''] : ways);
  };
  const [old, now] = [waysOf(before, (name) => schemeNames.get(name) ?? name), waysOf(after, (name) => name)];
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
