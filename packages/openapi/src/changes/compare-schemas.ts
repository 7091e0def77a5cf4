import type { MergedSchema } from '../merge-all-of.ts';
import { type Json, listOf, nameOfSchema } from '../resolve.ts';
import { alignChoices, compareChoices } from './compare-choices.ts';
import { allows, compareAnnotations, compareLimits, compareTypes, typesOf } from './compare-limits.ts';
import { compareProperties } from './compare-properties.ts';
import { compareStatements } from './compare-statements.ts';
import { FoundChanges } from './found-changes.ts';
import { mayHaveChoices } from './list-choices.ts';
import { SchemaDifference } from './schema-difference.ts';
import { DigestNumbers, SchemaDigests } from './schema-digests.ts';
import type { SchemaPairs, WithoutRefs } from './schema-pairs.ts';
import { SchemaReader, type SchemaUse, useOf } from './schema-reader.ts';
import type { Direction } from './spec-change.ts';
import type { UnchangedParts } from './unchanged-components.ts';

/** Keywords with a schema. */
const PARTS = ['items', 'propertyNames', 'contentSchema', 'unevaluatedItems'];
/** Keywords with schemas by name, or by position. */
const NAMED_PARTS = ['patternProperties', 'prefixItems', 'dependentSchemas'];
/** How deeply alternatives in alternatives are read for their types. */
const MAX_NESTED_CHOICES = 3;

interface Waiting {
  difference: SchemaDifference;
  schemas: [unknown, unknown];
  without?: WithoutRefs;
}

/** Compares the schemas of two versions. Each pair of schemas is compared once in each direction. */
export class SchemaComparer implements SchemaPairs {
  readonly before: SchemaReader;
  readonly after: SchemaReader;
  readonly digests: readonly [SchemaDigests, SchemaDigests];
  readonly #mayGoOn: () => boolean;
  readonly #unchanged: UnchangedParts;
  readonly #known = new Map<string, SchemaDifference>();
  readonly #waiting: Waiting[] = [];

  /** `mayGoOn` is asked for each comparison and for each part of a schema that is read. */
  constructor(before: Json, after: Json, mayGoOn: () => boolean, unchanged: UnchangedParts) {
    this.before = new SchemaReader(before, mayGoOn);
    this.after = new SchemaReader(after, mayGoOn);
    const shared = new DigestNumbers();
    this.digests = [new SchemaDigests(this.before, shared), new SchemaDigests(this.after, shared)];
    this.#mayGoOn = mayGoOn;
    this.#unchanged = unchanged;
  }

  /** Returns the difference of two schemas and of all schemas in them; undefined if they are certainly equal. */
  compare(schemas: [unknown, unknown], direction: Direction): SchemaDifference | undefined {
    const difference = this.differenceOf(schemas, direction);
    // The nearest schemas come first, so that their changes are found even if there are too many to compare.
    for (let at = 0; at < this.#waiting.length && this.#mayGoOn(); at += 1) {
      const { difference: next, schemas: pair, without } = this.#waiting[at] as Waiting;
      this.#compareNext(next, pair, without);
    }
    this.#waiting.length = 0;
    return difference;
  }

  /** `undefined` and `true` allow everything. */
  differenceOf(
    [one, other]: [unknown, unknown],
    direction: Direction,
    without?: WithoutRefs,
  ): SchemaDifference | undefined {
    if (this.#unchanged.isSame(one, other)) return undefined;
    const keys = [this.before.keyOf(one), this.after.keyOf(other)];
    const key = JSON.stringify([direction, ...keys, ...(without ? [[...without[0]], [...without[1]]] : [])]);
    const known = this.#known.get(key);
    if (known) return known;
    const difference = new SchemaDifference(direction, nameOf(keys[1]) ?? nameOf(keys[0]));
    this.#known.set(key, difference);
    this.#waiting.push({ difference, schemas: [one, other], ...(without && { without }) });
    return difference;
  }

  #compareNext(difference: SchemaDifference, [one, other]: [unknown, unknown], without?: WithoutRefs): void {
    const found = new FoundChanges(difference);
    const uses = [useOf(one), useOf(other)] as const;
    if (uses[0] && uses[1] && !(isPlain(uses[0]) && isPlain(uses[1]))) {
      this.#compareUses(found, [one, other], [uses[0], uses[1]], without);
      return;
    }
    const read: [MergedSchema, MergedSchema] = [
      this.before.read(one, without?.[0]),
      this.after.read(other, without?.[1]),
    ];
    // Most schemas have none.
    const haveChoices = read.some(mayHaveChoices);
    const merged = haveChoices ? alignChoices(this, [one, other], read) : read;
    const [before, after] = merged.map(({ schema }) => schema) as [Json, Json];
    if (!haveChoices || !this.#areTypesImplied(before, after)) compareTypes(found, before, after);
    compareLimits(found, before, after);
    compareProperties(this, found, before, after);
    if (haveChoices) compareChoices(this, found, merged);
    compareStatements(this, found, before, after);
    for (const name of PARTS) this.#comparePart(found, [name], before[name], after[name]);
    for (const name of NAMED_PARTS) {
      const [old, now] = [entriesOf(before[name]), entriesOf(after[name])];
      for (const key of new Set([...old.keys(), ...now.keys()]))
        this.#comparePart(found, [name, key], old.get(key), now.get(key));
    }
  }

  /** Whether only one of two schemas states types, which are no others than those of its alternatives. */
  #areTypesImplied(before: Json, after: Json): boolean {
    if ((before.type === undefined) === (after.type === undefined)) return false;
    const [reader, schema] = before.type === undefined ? [this.after, after] : [this.before, before];
    const types = typesOf(schema);
    const isWithin = (option: unknown, depth: number): boolean => {
      const read = reader.read(option).schema;
      const options = [...listOf(read.oneOf), ...listOf(read.anyOf)];
      return read.type === undefined && options.length > 0 && depth < MAX_NESTED_CHOICES
        ? options.every((one) => isWithin(one, depth + 1))
        : [...typesOf(read)].every((type) => allows(types, type));
    };
    return [schema.oneOf, schema.anyOf].some(
      (options) => listOf(options).length > 0 && listOf(options).every((option) => isWithin(option, 0)),
    );
  }

  /** Compares the keywords beside two references. The schemas are compared once for all references to them. */
  #compareUses(
    found: FoundChanges,
    [one, other]: [unknown, unknown],
    [use, otherUse]: [SchemaUse, SchemaUse],
    without?: WithoutRefs,
  ): void {
    const [before, after] = [this.before.read(one).schema, this.after.read(other).schema];
    compareAnnotations(found, before, after, new Set([...use.own, ...otherUse.own]));
    const [hadNull, hasNull] = [typesOf(before).has('null'), typesOf(after).has('null')];
    if (use.isNullable && !otherUse.isNullable && !hasNull) found.addNarrower('type-narrowed', ['type']);
    if (otherUse.isNullable && !use.isNullable && !hadNull) found.addWider('type-widened', ['type']);
    found.addInner([], this.differenceOf([use.target, otherUse.target], found.direction, without));
  }

  /** Compares a part, which may be new or gone as a whole. */
  #comparePart(found: FoundChanges, path: string[], old: unknown, now: unknown): void {
    if (this.#unchanged.isSame(old, now)) return;
    const [wasAnything, isAnything] = [this.before.isAnything(old), this.after.isAnything(now)];
    if (wasAnything && !isAnything) found.addNarrower('form-added', path);
    else if (isAnything && !wasAnything) found.addWider('form-removed', path);
    else found.addInner(path, this.differenceOf([old, now], found.direction));
  }
}

const isPlain = ({ own, isNullable }: SchemaUse): boolean => own.length === 0 && !isNullable;

const nameOf = (key: string | undefined): string | undefined =>
  nameOfSchema(key?.startsWith('ref ') ? key.slice('ref '.length) : undefined);

const entriesOf = (value: unknown): Map<string, unknown> =>
  new Map(typeof value === 'object' && value !== null ? Object.entries(value) : []);
