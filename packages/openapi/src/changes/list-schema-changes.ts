import type { Json } from '../resolve.ts';
import { below, type ChangeList, type ChangePosition } from './change-list.ts';
import type { SchemaComparer } from './compare-schemas.ts';
import type { InnerDifference, SchemaDifference } from './schema-difference.ts';
import type { ChangeClass, Direction } from './spec-change.ts';

/** The comparison of one operation. */
export interface Comparison {
  before: Json;
  after: Json;
  list: ChangeList;
  schemas: SchemaComparer;
  /** The later names of security schemes that have another name now. */
  schemeNames: ReadonlyMap<string, string>;
  /** What was listed for this operation: a schema that is used in many places of it is listed at the first one. */
  seen: Set<SchemaDifference>;
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
  if (difference?.hasChanges) listDifference(comparison, difference, position);
}

function listDifference(
  comparison: Comparison,
  difference: SchemaDifference,
  position: SchemaPosition,
): void {
  const { list, seen } = comparison;
  if (seen.has(difference) || !list.visit()) return;
  seen.add(difference);
  if (position.path.length > MAX_DEPTH) {
    list.isComplete = false;
    return;
  }
  const here = { ...position, schema: difference.schema ?? position.schema };
  for (const entry of difference.entries) {
    if (!('inner' in entry)) {
      list.add(entry.class, entry.kind, below(here, ...entry.path), entry.name ?? position.name);
      continue;
    }
    if (!entry.inner.hasChanges) continue;
    const there = { ...below(here, ...entry.path), name: entry.name ?? position.name };
    if (entry.whole) listWhole(comparison, entry, { ...there, direction: position.direction });
    else listDifference(comparison, entry.inner, { ...there, direction: position.direction });
  }
}

/** Lists a statement of which any part changed. */
function listWhole({ list }: Comparison, { inner, whole }: InnerDifference, position: SchemaPosition): void {
  const classes = listClasses(list, inner);
  const isText = !classes.has('breaking') && !classes.has('non-breaking');
  if (isText) list.add('documentation', 'text-changed', position, position.name);
  else
    list.add(
      whole === 'condition' || classes.has('breaking') ? 'breaking' : 'non-breaking',
      'form-changed',
      position,
      position.name,
    );
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
