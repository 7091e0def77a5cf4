import type { ConflictAnswer, Sides } from './conflicts.ts';

export type Fields = Readonly<Record<string, unknown>>;

/** Asks for the answer to a conflict of one field; null means a missing value. */
export type ResolveField = (field: string, sides: Sides<unknown>) => ConflictAnswer | undefined;

/** Which side has the merged value, if at most one side changed it or both changed it alike. */
export function unconflictedSide({ base, ours, theirs }: Sides<unknown>): 'ours' | 'theirs' | undefined {
  const [before, left, right] = [base, ours, theirs].map(encode);
  if (left === right || right === before) return 'ours';
  return left === before ? 'theirs' : undefined;
}

/** One text for equal values, whatever the order of their fields. */
export function encode(value: unknown): string {
  return (
    JSON.stringify(value, (_, inner: unknown) => {
      if (typeof inner !== 'object' || inner === null || Array.isArray(inner)) return inner;
      return Object.fromEntries(Object.entries(inner).sort(([left], [right]) => (left < right ? -1 : 1)));
    }) ?? ''
  );
}

/** Merges one value; a conflict without an answer keeps ours. */
export function mergeValue(
  sides: Sides<unknown>,
  resolve: (sides: Sides<unknown>) => ConflictAnswer | undefined,
): unknown {
  const side = unconflictedSide(sides);
  if (side) return sides[side];
  const { base = null, ours = null, theirs = null } = sides;
  const response = resolve({ base, ours, theirs });
  if (response?.choice === 'theirs') return sides.theirs;
  return response?.choice === 'text' ? readAnswer(response.text, sides) : sides.ours;
}

/** A text is the value itself, or the JSON of a value that is not text. */
function readAnswer(text: string, { ours, theirs }: Sides<unknown>): unknown {
  if (typeof ours === 'string' || typeof theirs === 'string') return text;
  try {
    return JSON.parse(text);
  } catch {
    return ours;
  }
}

/** Merges records field by field. */
export function mergeFields(
  { base, ours, theirs }: Sides<Fields>,
  resolve: ResolveField,
): Record<string, unknown> {
  const merged: Record<string, unknown> = {};
  for (const field of new Set([...Object.keys(ours), ...Object.keys(theirs)])) {
    const sides = { base: base[field], ours: ours[field], theirs: theirs[field] };
    const value = mergeValue(sides, (shown) => resolve(field, shown));
    if (value !== undefined) merged[field] = value;
  }
  return merged;
}

const FIELD_ORDER = [
  'type',
  'title',
  'linkTitle',
  'condition',
  'name',
  'contentType',
  'size',
  'blob',
  'dimensions',
  'slug',
  'href',
  'page',
  'anchor',
  'source',
  'document',
  'git',
  'id',
  'createdAt',
  'updatedAt',
];

/** The fields in an order that does not depend on the side they come from, as equal entries have equal hashes. */
export function orderFields(fields: Fields): Record<string, unknown> {
  const rank = (field: string): number => {
    const at = FIELD_ORDER.indexOf(field);
    return at < 0 ? FIELD_ORDER.length : at;
  };
  return Object.fromEntries(
    Object.entries(fields).sort(([left], [right]) => rank(left) - rank(right) || (left < right ? -1 : 1)),
  );
}

/** Returns one of the given values if it equals the merged one, so that its nodes can be shared. */
export function reuseEqual<Value>(merged: Value, known: readonly (Value | undefined)[]): Value {
  const wanted = encode(merged);
  const equal = known.filter((value) => value !== undefined && encode(value) === wanted);
  return equal.sort((left, right) => (JSON.stringify(left) < JSON.stringify(right) ? -1 : 1))[0] ?? merged;
}
