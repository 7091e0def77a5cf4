import { addKeywords, type MadeValues } from './combine-schemas.ts';
import { findTarget, isSame, type Json, listOf, recordOf, refOf } from './resolve.ts';
import { SharedReadings } from './shared-readings.ts';
import { isObject } from './spec-grammar.ts';
import { nameValues } from './value-notes.ts';

interface MergeOptions {
  /** Called before each part. No further part is merged once it returns false. */
  mayMerge?: () => boolean;
  /** References to leave out, because the schemas around this one include them already. */
  without?: ReadonlySet<string>;
}

/** A schema as the combination of its parts, and the references that led to them. */
export interface MergedSchema {
  schema: Json;
  refs: ReadonlySet<string>;
}

/**
 * Merges the parts of `allOf` into a schema: the result has the limits of all parts. What cannot be combined, such as
 * two sets of alternatives, stays in the `allOf` of the result, without references.
 */
export const mergeAllOf = (spec: Json, schema: unknown, mayMerge?: () => boolean): Json =>
  mergeParts(spec, schema, mayMerge && { mayMerge }).schema;

/** Without recursion: parts may refer to each other in long chains, and in circles. */
export function mergeParts(
  spec: Json,
  schema: unknown,
  { mayMerge = () => true, without }: MergeOptions = {},
): MergedSchema {
  if (isObject(schema) && isAlone(schema)) return { schema: mayMerge() ? schema : {}, refs: NO_REFS };
  const whole: Json = {};
  const depths = new Map<string, number>();
  const made: MadeValues = new WeakMap();
  /** The references whose schemas are part of it already. */
  const refs = new Set<string>();
  const waiting: { part: unknown; depth: number }[] = [{ part: schema, depth: 0 }];
  for (let next = waiting.pop(); next && mayMerge(); next = waiting.pop()) {
    const { part, depth } = next;
    const { $ref, allOf, ...keywords } = part === false ? { not: {} } : recordOf(part);
    const { own, only } = takeOnlyOptions(nameValues(keywords));
    addKeywords(whole, own, { depth, depths, made });
    // Keywords beside a reference take precedence over its target.
    const inner = Object.keys(own).length === 0 && !allOf ? depth : depth + 1;
    waiting.push(...[...listOf(allOf), ...only].map((one) => ({ part: one, depth: inner })).reverse());
    if (typeof $ref !== 'string' || refs.has($ref) || (without?.has($ref) && depth > 0)) continue;
    refs.add($ref);
    waiting.push({ part: findTarget(spec, $ref), depth: inner });
  }
  return { schema: withNull(whole), refs };
}

const NO_REFS: ReadonlySet<string> = new Set();

/** Whether a schema has no parts: it is its own combination. */
const isAlone = ({ $ref, allOf, oneOf, anyOf, nullable }: Json): boolean =>
  $ref === undefined &&
  allOf === undefined &&
  oneOf === undefined &&
  anyOf === undefined &&
  nullable === undefined;

/** How many parts may still be merged. */
export interface MergeBudget {
  left: number;
}

export const takePart = (budget: MergeBudget) => (): boolean => {
  budget.left -= 1;
  return budget.left >= 0;
};

/** In keywords and fields of merged schemas. */
const MAX_KEPT = 500_000;
const merges = new SharedReadings<unknown, { merged: MergedSchema; cost: number }>(MAX_KEPT);

/**
 * Like `mergeParts`, but only once for all readers of the schema. The budget of each reader is charged for the parts,
 * so that nobody is shown more or less because somebody else came first.
 */
export function mergeOnce(spec: Json, schema: unknown, budget: MergeBudget): MergedSchema {
  const mayMerge = takePart(budget);
  if (!isObject(schema) || isAlone(schema)) return mergeParts(spec, schema, { mayMerge });
  const ref = refOf(schema);
  const key = ref !== undefined && Object.keys(schema).length === 1 ? ref : schema;
  const known = merges.find(spec, key);
  if (known && known.cost <= budget.left) {
    budget.left -= known.cost;
    return known.merged;
  }
  const before = budget.left;
  const merged = mergeParts(spec, schema, { mayMerge });
  const size = Object.keys(merged.schema).length + Object.keys(recordOf(merged.schema.properties)).length;
  if (budget.left >= 0) merges.keep(spec, key, { merged, cost: before - budget.left }, size);
  return merged;
}

/** Takes out an alternative that has only `null` beside it: it holds like any other part. */
function takeOnlyOptions(keywords: Json): { own: Json; only: unknown[] } {
  const own = { ...keywords };
  const only: unknown[] = [];
  for (const name of ['oneOf', 'anyOf']) {
    const all = listOf(own[name]);
    const options = all.filter((option) => !isNull(option));
    if (options.length !== 1 || all.length === 1) continue;
    delete own[name];
    own.nullable = true;
    only.push(options[0]);
  }
  return { own, only };
}

export const isNull = (schema: unknown): boolean => isObject(schema) && schema.type === 'null';

/** Says with types, values and alternatives that `null` is allowed. Specs of the version 3.0 say it with `nullable`. */
function withNull(schema: Json): Json {
  const { nullable, ...whole } = schema;
  if (nullable !== true) return schema;
  if (whole.type !== undefined) whole.type = addNull(whole.type, 'null');
  if ('const' in whole) {
    whole.enum = Array.isArray(whole.enum)
      ? whole.enum.filter((one) => isSame(one, whole.const))
      : [whole.const];
    delete whole.const;
  }
  if (Array.isArray(whole.enum)) whole.enum = addNull(whole.enum, null);
  for (const name of ['oneOf', 'anyOf']) {
    const options = listOf(whole[name]);
    if (options.length > 0 && !options.some(isNull)) whole[name] = [...options, { type: 'null' }];
  }
  return whole;
}

function addNull(values: unknown, empty: 'null' | null): unknown[] {
  const all = Array.isArray(values) ? values : [values];
  return all.includes(empty) ? all : [...all, empty];
}
