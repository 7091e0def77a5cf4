import type { Json } from '../resolve.ts';
import type { ChangeList, ChangePosition } from './change-list.ts';
import type { SchemaComparer } from './compare-schemas.ts';
import type { InnerDifference, SchemaDifference } from './schema-difference.ts';
import type { ChangeClass, Direction } from './spec-change.ts';

/** The comparison of one operation. */
export interface Comparison {
  before: Json;
  after: Json;
  list: ChangeList;
  schemas: SchemaComparer;
  /** The new names of renamed security schemes. */
  schemeNames: ReadonlyMap<string, string>;
  /** What was listed for this operation. A schema that it uses in several places is listed at the first one. */
  seen: Set<SchemaDifference>;
  /** The references of headers of parts that were compared for this operation: such a header can have parts with itself. */
  seenHeaders: Set<string>;
}

export interface DirectedPosition extends ChangePosition {
  direction: Direction;
}

export interface SchemaPosition extends DirectedPosition {
  /** The field, as pages name it. */
  name: string;
}

/** The maximum number of keys of a place: what changed deeper is not listed. */
const MAX_DEPTH = 1000;

/** Lists the differences between two versions of a schema; `undefined` allows everything. */
export function compareSchemas(
  comparison: Comparison,
  schemas: [unknown, unknown],
  position: SchemaPosition,
): void {
  const difference = comparison.schemas.compare(schemas, position.direction);
  if (!difference?.hasChanges) return;
  const { schema, name, path } = position;
  listDifference(comparison, difference, {
    trail: { keys: path, length: path.length },
    schema,
    name,
    operation: position.operation,
  });
}

/** A place, as keys appended to an outer place. It is written out only if there is a change to list. */
interface Trail {
  outer?: Trail;
  keys: readonly string[];
  length: number;
}

interface Visit extends Pick<SchemaPosition, 'name' | 'schema'> {
  trail: Trail;
  /** Whether it is an item, or a field without a name: nobody leaves one out, so that its default says nothing. */
  isItem?: boolean;
  operation: SchemaPosition['operation'] | undefined;
}

const extend = (outer: Trail, keys: readonly string[]): Trail => ({
  outer,
  keys,
  length: outer.length + keys.length,
});

function positionOf({ trail, operation, schema }: Visit): ChangePosition {
  const parts: (readonly string[])[] = [];
  for (let next: Trail | undefined = trail; next; next = next.outer) parts.push(next.keys);
  return { path: parts.reverse().flat(), schema, ...(operation && { operation }) };
}

function listDifference(comparison: Comparison, difference: SchemaDifference, visit: Visit): void {
  const { list, seen } = comparison;
  if (seen.has(difference) || !list.visit()) return;
  seen.add(difference);
  if (visit.trail.length > MAX_DEPTH) {
    list.isComplete = false;
    return;
  }
  const schema = difference.schema ?? visit.schema;
  for (const entry of difference.entries) {
    if ('inner' in entry && !entry.inner.hasChanges) continue;
    const name = entry.name ?? visit.name;
    const there: Visit = { ...visit, trail: extend(visit.trail, entry.path), schema, name };
    if (!('inner' in entry)) {
      const isText = entry.kind === 'default-changed' && visit.isItem === true;
      list.add(isText ? 'documentation' : entry.class, entry.kind, positionOf(there), name);
    } else if (entry.whole) listWhole(comparison, entry, there);
    else listDifference(comparison, entry.inner, { ...there, isItem: isItemAt(entry.path, visit) });
  }
}

const ITEMS = new Set([
  'items',
  'additionalProperties',
  'propertyNames',
  'contains',
  'unevaluatedItems',
  'unevaluatedProperties',
]);

function isItemAt(path: readonly string[], { isItem = false }: Visit): boolean {
  const [outer, last] = [path.at(-2), path.at(-1)];
  if (outer === 'properties') return false;
  if (outer === 'prefixItems' || outer === 'patternProperties') return true;
  return isItem || ITEMS.has(last ?? '');
}

/** Lists a statement of which any part changed. */
function listWhole({ list }: Comparison, { inner, whole }: InnerDifference, visit: Visit): void {
  const classes = listClasses(list, inner);
  const isText = !classes.has('breaking') && !classes.has('non-breaking');
  const position = positionOf(visit);
  if (isText) {
    list.add('documentation', 'text-changed', position, visit.name);
    return;
  }
  const breaks = whole === 'condition' || classes.has('breaking');
  list.add(breaks ? 'breaking' : 'non-breaking', 'form-changed', position, visit.name);
}

/** The classes of all changes in a schema and what it contains. */
function listClasses(list: ChangeList, difference: SchemaDifference): ReadonlySet<ChangeClass> {
  const classes = new Set<ChangeClass>();
  const [visited, waiting] = [new Set([difference]), [difference]];
  for (let next = waiting.pop(); next && list.visit(); next = waiting.pop())
    for (const entry of next.entries)
      if (!('inner' in entry)) classes.add(entry.class);
      else if (entry.inner.hasChanges && !visited.has(entry.inner)) {
        visited.add(entry.inner);
        waiting.push(entry.inner);
      }
  return classes;
}
