import type { MergedSchema } from '../merge-all-of.ts';
import { writeJson } from '../numbers/json-text.ts';
import { type Json, recordOf, withSortedKeys } from '../resolve.ts';
import { NAMED_SCHEMAS, SINGLE_SCHEMAS } from '../schema-keywords.ts';
import { DOCUMENTATION } from './compare-limits.ts';
import { type Choice, listChoices, mayHaveChoices, mergeOnlyChoices } from './list-choices.ts';
import { listStated, STATEMENTS, type Statement } from './list-statements.ts';
import { isAnnotation, type SchemaReader } from './schema-reader.ts';

/** Whether a keyword is part of a statement, such as a condition. */
const isStated = (name: string): boolean =>
  name === 'then' || name === 'else' || STATEMENTS.some((one) => one === name);

/** What of a schema is read for its digest. */
export interface DigestForm {
  /** What is nested deeper is left out. */
  depth: number;
  /** Whether schemas with other texts and defaults have other digests. */
  hasTexts: boolean;
}

/** Limits the work for schemas that differ only deep inside. Beyond it, they are paired by what is nearer. */
const MAX_DEEP_DIGESTS = 100_000;
/** The depth from which on digests are counted. */
const DEEP = 3;

/** Keywords with a schema, and with schemas by name or by position. */
const PARTS = SINGLE_SCHEMAS.filter((name) => !isStated(name));
const NAMED_PARTS = [...NAMED_SCHEMAS, 'prefixItems'];
/** Keywords that are read in a form of their own. */
const OWN_FORMS = new Set([
  ...PARTS,
  ...NAMED_PARTS,
  ...STATEMENTS,
  ...['then', 'else'],
  'type',
  'enum',
  'required',
  'dependentRequired',
  'oneOf',
  'anyOf',
  'allOf',
  'discriminator',
]);
/** Stands for what is nested too deeply. */
const LEFT_OUT = 'left out';

/** Numbers contents, the same for both versions. */
export class DigestNumbers {
  readonly #numbers = new Map<string, number>();
  readonly #incomplete = new Set<number>();
  #deepDigests = 0;

  /** How many digests were made of deeply nested schemas. */
  get deepDigests(): number {
    return this.#deepDigests;
  }

  get mayReadDeeply(): boolean {
    return this.#deepDigests < MAX_DEEP_DIGESTS;
  }

  countDeep(): void {
    this.#deepDigests += 1;
  }

  numberOf(content: unknown, isWhole: boolean): number {
    const text = writeJson(content);
    const number = this.#numbers.get(text) ?? this.#numbers.size;
    this.#numbers.set(text, number);
    if (!isWhole) this.#incomplete.add(number);
    return number;
  }

  /** Whether nothing was left out of the content because it is nested too deeply. */
  isWhole(number: number): boolean {
    return !this.#incomplete.has(number);
  }
}

/**
 * Returns numbers for the content of schemas: the same number for schemas that allow the same and are only written
 * differently.
 */
export class SchemaDigests {
  readonly numbers: DigestNumbers;
  readonly #reader: SchemaReader;
  readonly #known = new Map<string, number>();

  constructor(reader: SchemaReader, numbers: DigestNumbers) {
    this.#reader = reader;
    this.numbers = numbers;
  }

  digest(schema: unknown, form: DigestForm): number {
    const key = `${form.depth} ${form.hasTexts} ${this.#reader.keyOf(schema)}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    if (form.depth >= DEEP) {
      if (!this.numbers.mayReadDeeply) return -1;
      this.numbers.countDeep();
    }
    const number = this.digestMerged(this.#reader.read(schema), form);
    this.#known.set(key, number);
    return number;
  }

  digestMerged(merged: MergedSchema, form: DigestForm): number {
    return this.#write(form, (inner) => this.#contentOf(merged, form, inner));
  }

  /** The alternatives of a list, in any order. */
  digestChoice(choice: Choice, form: DigestForm): number {
    const outer = { ...form, depth: form.depth + 1 };
    return this.#write(outer, (inner) => contentOfChoice(choice, inner));
  }

  digestStatement(part: Json, keyword: Statement, form: DigestForm): number {
    const outer = { ...form, depth: form.depth + 1 };
    return this.#write(outer, (inner) => contentOfStatement(part, keyword, inner));
  }

  #write({ depth, hasTexts }: DigestForm, contentOf: (inner: Inner) => unknown): number {
    let isWhole = true;
    const isNothing = (schema: unknown): boolean =>
      hasTexts ? this.#reader.keyOf(schema) === 'anything' : this.#reader.isAnything(schema);
    const content = contentOf((schema) => {
      if (isNothing(schema)) return undefined;
      const number = depth === 0 ? undefined : this.digest(schema, { depth: depth - 1, hasTexts });
      if (number === undefined || !this.numbers.isWhole(number)) isWhole = false;
      return number ?? LEFT_OUT;
    });
    return this.numbers.numberOf(content, isWhole);
  }

  #contentOf(read: MergedSchema, { hasTexts }: DigestForm, inner: Inner): unknown {
    const hasChoices = mayHaveChoices(read);
    const merged = hasChoices ? mergeOnlyChoices(this.#reader, read) : read;
    const { schema } = merged;
    const others = Object.keys(schema).filter((name) => !isAnnotation(name) && !OWN_FORMS.has(name));
    return [
      others.sort().map((name) => [name, withSortedKeys(schema[name])]),
      sorted(Array.isArray(schema.type) ? schema.type : [schema.type]),
      sorted(schema.enum),
      sorted(schema.required),
      sortedEntries(schema.dependentRequired, sorted),
      PARTS.map((name) => inner(schema[name])),
      NAMED_PARTS.map((name) => sortedEntries(schema[name], inner)),
      STATEMENTS.map((name) =>
        sorted(listStated(schema, name).map(({ part }) => contentOfStatement(part, name, inner))),
      ),
      hasChoices &&
        sorted(listChoices(this.#reader.spec, merged).map((choice) => contentOfChoice(choice, inner))),
      recordOf(schema.discriminator).propertyName,
      hasTexts && textsOf(schema),
    ];
  }
}

/** Reads a nested schema. */
type Inner = (schema: unknown) => unknown;

const contentOfChoice = ({ variants, discriminator }: Choice, inner: Inner): unknown => [
  discriminator,
  sorted(
    variants.map(({ schema, values }) => [inner(schema), discriminator === undefined ? [] : sorted(values)]),
  ),
];

const contentOfStatement = (part: Json, keyword: Statement, inner: Inner): unknown =>
  keyword === 'pattern'
    ? part.pattern
    : [inner(part[keyword]), ...(keyword === 'if' ? [inner(part.then), inner(part.else)] : [])];

const textsOf = (schema: Json): unknown => [
  DOCUMENTATION.map((name) => withSortedKeys(schema[name])),
  withSortedKeys(schema.default),
  withSortedKeys(schema.xml),
  ['deprecated', 'readOnly', 'writeOnly'].map((name) => schema[name] === true),
];

const sorted = (values: unknown): string[] | undefined =>
  Array.isArray(values) && values.length > 0 ? values.map((one) => writeJson(one)).sort() : undefined;

const sortedEntries = (value: unknown, read: (one: unknown) => unknown): string[] | undefined =>
  sorted(
    typeof value === 'object' && value !== null
      ? Object.entries(value).map(([name, one]) => [name, read(one)])
      : [],
  );
