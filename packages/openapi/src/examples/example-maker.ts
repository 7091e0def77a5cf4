import { type MergeBudget, type MergedSchema, mergeOnce, mergeParts, takePart } from '../merge-all-of.ts';
import { writeJson } from '../numbers/json-text.ts';
import { isNumber } from '../numbers/long-number.ts';
import { type Json, listOf, recordOf, refOf } from '../resolve.ts';
import { SharedReadings } from '../shared-readings.ts';
import { isObject } from '../spec-grammar.ts';
import { type Direction, ValueChecker } from './check-value.ts';
import { listChoices } from './list-choices.ts';
import { listNumbers } from './list-numbers.ts';
import { listTexts } from './list-texts.ts';
import { isPlain, listTypes } from './value-types.ts';

/** The levels to which optional fields are filled in, in the order in which they are tried. */
const OPTIONAL_DEPTHS = [8, 4, 2, 1, 0];
const MAX_LENGTH = 16_000;
const MAX_VALUES = 2500;
const MAX_TRIED_VALUES = 6000;
const MAX_PARTS = 20_000;
const MAX_DEPTH = 40;
const MAX_ITEMS = 100;
const MAX_CHOICES = 10;
/** How many values are tried for one schema, and how many for each of its alternatives. */
const MAX_TRIES = 40;
const MAX_TRIES_OF_CHOICE = 6;
const MAX_TRIED_LEAVES = 4;
/** How many values that a discriminator selects are tried, to find one that no other alternative allows. */
const MAX_SELECTED = 6;

export interface Made {
  value: unknown;
}

/** Makes values that a schema allows. Undefined if none is found. */
export class ExampleMaker {
  readonly #spec: Json;

  constructor(spec: Json) {
    this.#spec = spec;
  }

  /** The same value for all who ask for one, which none of them may change. */
  make(schema: unknown, direction: Direction): Made | undefined {
    const ref = refOf(schema);
    const key = ref !== undefined && Object.keys(schema as Json).length === 1 ? ref : schema;
    const known = EXAMPLES[direction].find(this.#spec, key);
    if (known) return known.made;
    const { made, isDirected } = this.#makeFirst(schema, direction);
    const size = made ? 100 + writeJson(made.value).length : 100;
    for (const one of isDirected ? [direction] : DIRECTIONS)
      EXAMPLES[one].keep(this.#spec, key, { made }, size);
    return made;
  }

  /** `isDirected`: whether another value may be made for the other direction. */
  #makeFirst(schema: unknown, direction: Direction): { made: Made | undefined; isDirected: boolean } {
    const checker = new ValueChecker(this.#spec, direction);
    const toFirst = (made?: Made) => ({ made, isDirected: checker.isDirected });
    let left = MAX_TRIED_VALUES;
    for (const optionalDepth of OPTIONAL_DEPTHS) {
      if (left <= 0) return toFirst();
      const attempt = new Attempt(this.#spec, { checker, direction, optionalDepth });
      const made = attempt.make(schema);
      left -= attempt.valueCount;
      if (!made || writeJson(made.value, 2).length > MAX_LENGTH) continue;
      // The parts of the value are checked where that is needed; the whole is checked once more.
      const whole = new ValueChecker(this.#spec, direction);
      const isValid = whole.isValid(schema, made.value);
      checker.isDirected ||= whole.isDirected;
      if (isValid) return toFirst(made);
    }
    return toFirst();
  }
}

/** A schema and those around it. */
interface Place {
  refs: ReadonlySet<string>;
  depth: number;
  within: Place | undefined;
  /** How many alternatives within alternatives were chosen. */
  choices?: number;
}

interface WantedValue {
  within: Place | undefined;
  depth: number;
  variant: number;
}

interface ObjectShape {
  fields: 'all' | 'required' | 'allowed';
  variant: number;
}

class Attempt {
  readonly #spec: Json;
  readonly #checker: ValueChecker;
  readonly #direction: Direction;
  readonly #optionalDepth: number;
  readonly #merged = new Map<string, MergedSchema>();
  /** Values that were made of a schema, by its depth and the variant: schemas are used at many places. */
  readonly #known = new WeakMap<object, Map<string, Made | undefined>>();
  #valuesLeft = MAX_VALUES;
  /**
   * How often a schema within itself was left out. Values from which something was left out are not reused at other
   * places.
   */
  #cutCount = 0;
  readonly #parts: MergeBudget = { left: MAX_PARTS };

  constructor(spec: Json, options: { checker: ValueChecker; direction: Direction; optionalDepth: number }) {
    this.#spec = spec;
    this.#checker = options.checker;
    this.#direction = options.direction;
    this.#optionalDepth = options.optionalDepth;
  }

  get valueCount(): number {
    return MAX_VALUES - this.#valuesLeft;
  }

  make(schema: unknown, within?: Place, variant = 0): Made | undefined {
    const depth = (within?.depth ?? -1) + 1;
    const cutCount = this.#cutCount;
    const known = isObject(schema)
      ? (this.#known.get(schema) ?? new Map<string, Made | undefined>())
      : undefined;
    const key = `${Math.min(depth, this.#optionalDepth)}/${variant}`;
    if (known?.has(key)) {
      const again = known.get(key);
      // It is written out at each place.
      if (again) this.#valuesLeft -= countValues(again.value, MAX_VALUES);
      return this.#valuesLeft < 0 ? undefined : again;
    }
    const made =
      variant === 0 && depth <= MAX_DEPTH && isLeaf(schema)
        ? this.#makeLeaf(schema, { within, depth, variant })
        : this.#make(schema, { within, depth, variant });
    if (known && this.#cutCount === cutCount) this.#known.set(schema as object, known.set(key, made));
    return made;
  }

  /** Makes a value that is the same everywhere only once. Its cost counts for each example that has it. */
  #makeLeaf(schema: Json, wanted: WantedValue): Made | undefined {
    const known = LEAVES.find(this.#spec, schema);
    if (known && known.cost <= this.#valuesLeft) {
      this.#valuesLeft -= known.cost;
      return known.made;
    }
    const before = this.#valuesLeft;
    const made = this.#make(schema, wanted);
    if (this.#valuesLeft >= 0) LEAVES.keep(this.#spec, schema, { made, cost: before - this.#valuesLeft });
    return made;
  }

  #make(schema: unknown, { within, depth, variant }: WantedValue): Made | undefined {
    this.#valuesLeft -= 1;
    if (schema === false || this.#valuesLeft < 0 || depth > MAX_DEPTH) return undefined;
    const merged = this.#merge(schema);
    const place: Place = { refs: merged.refs, depth, within };
    // A value that has to contain itself is written out once, in case that one of its alternatives ends it.
    if (countWithin(merged.refs, within) > 1) return this.#cut();
    const mustCheck = !isPlain(merged, schema);
    const isSelected = merged.schema.discriminator !== undefined && merged.schema.oneOf !== undefined;
    const selected = new Map<string, Made>();
    let tries = 0;
    for (const value of this.#listValues(merged, place, variant)) {
      if (!mustCheck || this.#checker.isValid(schema, value)) {
        if (!isSelected || this.#checker.isExactlyValid(schema, value)) return { value };
        selected.set(writeJson(value), { value });
        if (selected.size >= MAX_SELECTED) break;
      }
      tries += 1;
      if (tries >= MAX_TRIES) break;
    }
    return [...selected.values()][0];
  }

  #cut(): undefined {
    this.#cutCount += 1;
    return undefined;
  }

  /** Values that are likely to be valid, the best ones first. */
  *#listValues(merged: MergedSchema, place: Place, variant: number): Generator<unknown> {
    const { schema } = merged;
    const given = listGiven(schema).filter((value) => this.#checker.isValid(schema, value));
    yield* given.slice(variant);
    const values = 'const' in schema ? [schema.const] : schema.enum;
    if (Array.isArray(values)) {
      const rotated = values.map((_, n) => values[(n + variant) % values.length]);
      yield* rotated.filter((value) => value !== null);
      yield* rotated.filter((value) => value === null);
      return;
    }
    const rest = Math.max(0, variant - given.length);
    const choices = listChoices(this.#spec, merged, {
      variant: rest,
      isRecursive: (option) => countWithin(this.#merge(option).refs, place) > 0,
    });
    for (const choice of choices) {
      const chosen = this.#mergeWithout(choice, merged.refs);
      const own = new Set([...chosen.refs].filter((ref) => !merged.refs.has(ref)));
      if (countWithin(own, place.within) > 1) {
        this.#cut();
        continue;
      }
      let tries = 0;
      // Alternatives may refer to each other in circles.
      const refs = new Set([...merged.refs, ...chosen.refs]);
      const inner = { refs, depth: place.depth, within: place.within, choices: (place.choices ?? 0) + 1 };
      if (inner.choices > MAX_CHOICES) return;
      for (const value of this.#listValues({ schema: chosen.schema, refs }, inner, rest)) {
        // As one schema: apart, its parts do not know each other's fields.
        if (this.#checker.isValid(chosen.schema, value)) yield value;
        tries += 1;
        if (tries >= MAX_TRIES_OF_CHOICE) break;
      }
    }
    if (choices.length === 0)
      for (const type of listTypes(schema, rest)) yield* this.#listOfType(type, schema, place, rest);
  }

  *#listOfType(type: string, schema: Json, place: Place, variant: number): Generator<unknown> {
    switch (type) {
      case 'object':
        for (const added of [0, 1, 2]) {
          let count = 0;
          for (const fields of ['all', 'allowed', 'required'] as const) {
            const made = this.#makeObject(schema, place, { fields, variant: variant + added });
            if (!made) continue;
            count += 1;
            yield made.value;
          }
          if (count === 0) return;
        }
        return;
      case 'array':
        for (const added of [0, 1, 2]) {
          const made = this.#makeList(schema, place, { variant: variant + added, more: added });
          if (!made) break;
          yield made.value;
        }
        if (listOf(schema.prefixItems).length > 0 || schema.items !== undefined) yield [];
        return;
      case 'string':
        yield* this.#listLeaves(schema, [
          ...this.#listContents(schema, place),
          ...listTexts(schema, variant),
        ]);
        return;
      case 'integer':
      case 'number':
        yield* this.#listLeaves(schema, listNumbers(schema, type === 'integer', variant));
        return;
      case 'boolean':
        yield variant % 2 === 0;
        yield variant % 2 !== 0;
        return;
      default:
        yield null;
    }
  }

  *#listLeaves(schema: Json, values: Iterable<unknown>): Generator<unknown> {
    let count = 0;
    for (const value of values) {
      this.#valuesLeft -= 0.2;
      if (count >= MAX_TRIED_LEAVES || this.#valuesLeft < 0) return;
      if (!this.#checker.isValid(schema, value)) continue;
      yield value;
      count += 1;
    }
  }

  /** Texts that contain JSON. */
  #listContents({ contentMediaType, contentSchema, contentEncoding }: Json, place: Place): string[] {
    if (contentMediaType !== 'application/json' || !isObject(contentSchema)) return [];
    const made = this.make(contentSchema, place);
    if (!made) return [];
    const text = writeJson(made.value);
    return [contentEncoding === 'base64' ? Buffer.from(text).toString('base64') : text];
  }

  #makeObject(schema: Json, place: Place, { fields, variant }: ObjectShape): Made | undefined {
    const value: Json = {};
    const properties = recordOf(schema.properties);
    const required = new Set(listOf(schema.required).map(String));
    const most = typeof schema.maxProperties === 'number' ? schema.maxProperties : Infinity;
    const sent = Object.keys(properties).filter((name) => !this.#isUnsent(properties[name]));
    const add = (name: string): boolean => {
      const made = this.make(this.#schemaOfField(schema, name), place, variant);
      if (made) setField(value, name, made.value);
      return made !== undefined;
    };
    const needed = [...required].filter((name) => !Object.hasOwn(properties, name) || sent.includes(name));
    for (const [name, others] of Object.entries(recordOf(schema.dependentRequired)))
      if (required.has(name))
        needed.push(
          ...listOf(others)
            .map(String)
            .filter((one) => !needed.includes(one)),
        );
    // Fields are written in the order of the schema.
    const order = [...sent, ...needed.filter((name) => !sent.includes(name))];
    const isFilled = place.depth < this.#optionalDepth && fields !== 'required';
    let room = most - needed.length;
    for (const name of order) {
      if (needed.includes(name)) {
        if (!add(name)) return undefined;
      } else if (isFilled && fields === 'all' && room > 0 && !this.#isWithin(properties[name], place)) {
        if (add(name)) room -= 1;
      }
    }
    if (isFilled && fields === 'allowed')
      for (const name of sent) {
        if (needed.includes(name) || this.#isWithin(properties[name], place) || !add(name)) continue;
        if (!this.#checker.isValid(schema, value)) delete value[name];
      }
    this.#completeDependencies(schema, value, add);
    this.#addOthers(schema, place, { value, variant, sent, most, isFilled: isFilled && fields === 'all' });
    const least = typeof schema.minProperties === 'number' ? schema.minProperties : 0;
    return Object.keys(value).length < least ? undefined : { value };
  }

  /** Adds fields that others require, or else leaves out the fields that require them. */
  #completeDependencies(schema: Json, value: Json, add: (name: string) => boolean): void {
    for (const [name, others] of Object.entries(recordOf(schema.dependentRequired)))
      for (const other of listOf(others).map(String))
        if (Object.hasOwn(value, name) && !Object.hasOwn(value, other) && !add(other)) delete value[name];
  }

  /** Adds fields that the schema does not name, as many as it needs, or one to show that there can be some. */
  #addOthers(
    schema: Json,
    place: Place,
    known: { value: Json; variant: number; sent: readonly string[]; most: number; isFilled: boolean },
  ): void {
    const { value, variant, sent, most, isFilled } = known;
    const least = typeof schema.minProperties === 'number' ? schema.minProperties : 0;
    if (least > MAX_ITEMS) return;
    const patterns = Object.keys(recordOf(schema.patternProperties));
    const others = schema.additionalProperties ?? schema.unevaluatedProperties;
    const isShown =
      isFilled && isObject(others) && Object.keys(others).length > 0 && !this.#isWithin(others, place);
    const count = (): number => Object.keys(value).length;
    let shown = isShown || (isFilled && sent.length === 0 && patterns.length > 0) ? 1 : 0;
    for (const name of this.#listNames(schema, place, { sent, patterns, variant })) {
      if (count() >= most || (count() >= least && shown <= 0)) return;
      if (Object.hasOwn(value, name)) continue;
      const made = this.make(this.#schemaOfField(schema, name), place, variant);
      if (!made) continue;
      setField(value, name, made.value);
      shown -= 1;
    }
  }

  /** Names of fields that the schema could have. */
  *#listNames(
    schema: Json,
    place: Place,
    { sent, patterns, variant }: { sent: readonly string[]; patterns: readonly string[]; variant: number },
  ): Generator<string> {
    if (Number(schema.minProperties ?? 0) > 0) yield* sent;
    for (let n = 0; n < MAX_ITEMS; n += 1) {
      for (const pattern of patterns)
        yield* this.#listLeaves({ pattern }, listTexts({ pattern }, n)) as Generator<string>;
      if (schema.additionalProperties === false && patterns.length > 0) continue;
      if (isObject(schema.propertyNames)) {
        const name = this.make({ type: 'string', allOf: [schema.propertyNames] }, place, n)?.value;
        if (typeof name === 'string') yield name;
      } else {
        const own = schema['x-additionalPropertiesName'];
        yield (typeof own === 'string' && own !== '' ? own : 'name') +
          (n + variant === 0 ? '' : n + variant + 1);
      }
    }
  }

  #schemaOfField(schema: Json, name: string): unknown {
    const own = recordOf(schema.properties);
    const parts = [
      ...(Object.hasOwn(own, name) ? [own[name]] : []),
      ...Object.entries(recordOf(schema.patternProperties)).flatMap(([pattern, part]) =>
        this.#checker.isValid({ pattern }, name) ? [part] : [],
      ),
    ];
    if (parts.length === 0) return schema.additionalProperties ?? schema.unevaluatedProperties ?? true;
    return parts.length === 1 ? parts[0] : { allOf: parts };
  }

  #makeList(
    schema: Json,
    place: Place,
    { variant, more }: { variant: number; more: number },
  ): Made | undefined {
    const first = listOf(schema.prefixItems);
    const least = typeof schema.minItems === 'number' ? schema.minItems : 0;
    const most = typeof schema.maxItems === 'number' ? schema.maxItems : Infinity;
    const others = schema.items ?? schema.unevaluatedItems;
    const contained = [schema, ...listOf(schema.allOf).map(recordOf)].flatMap(
      ({ contains, minContains = 1 }) =>
        isObject(contains) ? Array<unknown>(Math.min(Number(minContains), MAX_ITEMS)).fill(contains) : [],
    );
    const isShown = isObject(others) && !this.#isWithin(others, place) ? 1 : 0;
    const wanted = Math.max(least, first.length + contained.length, isShown && first.length + 1) + more;
    const count = others === false ? Math.min(wanted, first.length) : wanted;
    if (least > MAX_ITEMS || count > 10 * MAX_ITEMS) return undefined;
    const value: unknown[] = [];
    for (let n = 0; n < Math.min(count, most); n += 1) {
      const part = n < first.length ? first[n] : (others ?? true);
      const extra = contained[n - first.length];
      const item = this.#makeItem(extra === undefined ? part : { allOf: [part, extra] }, place, {
        variant: variant + (n < first.length ? 0 : n - first.length),
        value,
        isUnique: schema.uniqueItems === true,
      });
      // A list may end before an item that cannot be made.
      if (!item) return value.length >= least && contained.length === 0 ? { value } : undefined;
      value.push(item.value);
    }
    return { value };
  }

  #makeItem(
    schema: unknown,
    place: Place,
    { variant, value, isUnique }: { variant: number; value: readonly unknown[]; isUnique: boolean },
  ): Made | undefined {
    const known = new Set(value.map((item) => writeJson(item)));
    // Items are alike if they need not differ, so that the example is short to read.
    for (let n = 0; n < (isUnique ? MAX_ITEMS : 1); n += 1) {
      const made = this.make(schema, place, isUnique ? variant + n : 0);
      if (!isUnique || (made && !known.has(writeJson(made.value)))) return made;
    }
    return undefined;
  }

  #isUnsent(schema: unknown): boolean {
    const { readOnly, writeOnly } = this.#merge(schema).schema;
    if (readOnly === true || writeOnly === true) this.#checker.isDirected = true;
    return (this.#direction === 'request' ? readOnly : writeOnly) === true;
  }

  /** Whether a schema is one of those around it. */
  #isWithin(schema: unknown, place: Place): boolean {
    const isWithin = countWithin(this.#merge(schema).refs, place) > 0;
    if (isWithin) this.#cut();
    return isWithin;
  }

  #merge(schema: unknown): MergedSchema {
    const ref = refOf(schema);
    const key = ref !== undefined && Object.keys(recordOf(schema)).length === 1 ? ref : undefined;
    const known = key === undefined ? undefined : this.#merged.get(key);
    if (known) return known;
    const merged = mergeOnce(this.#spec, schema, this.#parts);
    if (key !== undefined) this.#merged.set(key, merged);
    return merged;
  }

  #mergeWithout(schema: unknown, without: ReadonlySet<string>): MergedSchema {
    return mergeParts(this.#spec, schema, { without, mayMerge: takePart(this.#parts) });
  }
}

/** The characters of the examples that are kept of a spec. */
const MAX_KEPT_CHARACTERS = 4_000_000;
const DIRECTIONS = ['request', 'response'] as const;
const EXAMPLES: Record<Direction, SharedReadings<unknown, { made: Made | undefined }>> = {
  request: new SharedReadings(MAX_KEPT_CHARACTERS),
  response: new SharedReadings(MAX_KEPT_CHARACTERS),
};

const MAX_KEPT = 50_000;
/** What was made of schemas of texts, numbers and the like, which contain no others. */
const LEAVES = new SharedReadings<object, { made: Made | undefined; cost: number }>(MAX_KEPT);

const LEAF_TYPES = new Set<unknown>(['string', 'number', 'integer', 'boolean', 'null']);

const isLeaf = (schema: unknown): schema is Json => {
  if (!isObject(schema)) return false;
  const { type, $ref, allOf, anyOf, oneOf } = schema;
  return (
    (Array.isArray(type) ? type : [type]).every((one) => LEAF_TYPES.has(one)) &&
    [$ref, allOf, anyOf, oneOf].every((part) => part === undefined) &&
    !Object.values(schema).some(isObject)
  );
};

/** The number of values within a value and itself, up to a maximum. */
function countValues(value: unknown, most: number): number {
  if (typeof value !== 'object' || value === null || isNumber(value)) return 1;
  let count = 1;
  for (const inner of Object.values(value)) {
    if (count >= most) return most;
    count += countValues(inner, most - count);
  }
  return count;
}

/** How often one of the references leads to a schema around it. */
function countWithin(refs: ReadonlySet<string>, within: Place | undefined): number {
  let count = 0;
  for (let place = within; place && refs.size > 0; place = place.within)
    if ([...refs].some((ref) => place?.refs.has(ref))) count += 1;
  return count;
}

/** Examples that the schema gives, and a default that says something. */
function listGiven(schema: Json): unknown[] {
  const examples = 'example' in schema ? [schema.example] : listOf(schema.examples);
  const { default: given } = schema;
  const isSaying = given !== undefined && given !== null && (typeof given !== 'object' || isNumber(given));
  return [...examples.filter((value) => value !== null), ...(isSaying ? [given] : [])];
}

const setField = (value: Json, name: string, field: unknown): void => {
  Object.defineProperty(value, name, { value: field, enumerable: true, configurable: true, writable: true });
};
