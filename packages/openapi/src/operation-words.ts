import { cutText } from '@lectern/std/cut-text';
import { isNull, mergeAllOf } from './merge-all-of.ts';
import { isNumber } from './numbers/long-number.ts';
import { type Json, listOf, recordOf, refOf, resolve } from './resolve.ts';
import { isObject } from './spec-grammar.ts';

const MAX_DESCRIPTION = 300;
const MAX_RESPONSE_DESCRIPTION = 120;
/** The maximum number of characters of one operation. In specs with very many operations, each has fewer. */
const MAX_WORDS = 6000;
const MAX_WORDS_OF_SPEC = 2_000_000;
const LEAST_WORDS = 1000;
/** The maximum number of schemas that are read for one operation, including those nested in others. */
const MAX_PARTS = 300;
/** A longer value is a text and not a code. */
const MAX_VALUE = 60;
const MAX_VALUES = 100;
/** The parts of the examples of one operation that are searched for codes. */
const MAX_EXAMPLE_PARTS = 100;

/**
 * Lists the words by which people search for an operation beside its name: the beginning of its description, its
 * parameters and headers, its fields and their values, and its statuses with what they mean.
 */
export type ListOperationWords = (item: Json, operation: Json) => string;

/** `operations`: how many there are. */
export function createOperationWords(spec: Json, operations: number): ListOperationWords {
  const readSchema = createReadSchema(spec);
  const readCodes = createReadCodes();
  const maximum = Math.min(MAX_WORDS, Math.max(LEAST_WORDS, MAX_WORDS_OF_SPEC / Math.max(1, operations)));

  let turn = 0;

  /** The nearest fields first: where there are too many, the deepest ones are left out. */
  function addFields(schemas: readonly unknown[], words: Set<string>): void {
    let level: readonly SchemaWords[] = schemas.map(readSchema);
    let length = lengthOf(words);
    turn += 1;
    for (let partsLeft = MAX_PARTS; level.length > 0 && partsLeft > 0; ) {
      const next: SchemaWords[] = [];
      for (const read of level) {
        // What follows would be cut.
        if (partsLeft === 0 || length > maximum) return;
        if (read.lastTurn === turn) continue;
        read.lastTurn = turn;
        partsLeft -= 1;
        for (const word of read.words) {
          if (!words.has(word)) length += word.length + 1;
          words.add(word);
        }
        for (const inner of read.listInner()) next.push(inner);
      }
      level = next;
    }
  }

  return (item, operation) => {
    const words = new Set<string>();
    const { description } = operation;
    if (typeof description === 'string') words.add(cutText(description.trim(), MAX_DESCRIPTION));
    const parameters = [...listOf(item.parameters), ...listOf(operation.parameters)].map((value) =>
      resolve(spec, value),
    );
    for (const { name } of parameters) if (typeof name === 'string') words.add(name);
    const responses = Object.entries(recordOf(operation.responses)).map(
      ([status, response]): [string, Json] => [status, resolve(spec, response)],
    );
    for (const [status, { headers }] of responses) {
      if (status !== 'default') words.add(status);
      for (const name of Object.keys(recordOf(headers))) words.add(name);
    }
    const request = listMedia(resolve(spec, operation.requestBody).content);
    const media = responses.flatMap(([, { content }]) => listMedia(content));
    const schemas = [
      ...parameters.flatMap(({ schema, content }) => [schema, ...listMedia(content).map(schemaOf)]),
      ...request.map(schemaOf),
      ...media.map(schemaOf),
    ];
    addFields(
      schemas.filter((schema) => schema !== undefined),
      words,
    );
    for (const [status, { content }] of responses)
      if (isFailure(status)) for (const code of readCodes(content)) words.add(code);
    for (const [, response] of responses)
      if (typeof response.description === 'string')
        words.add(cutText(response.description, MAX_RESPONSE_DESCRIPTION));
    return cutText([...words].join(' ').trim(), maximum);
  };
}

/** The characters of words that are joined by spaces. */
const lengthOf = (words: ReadonlySet<string>): number =>
  [...words].reduce((sum, word) => sum + word.length + 1, 0);

const listMedia = (content: unknown): Json[] => Object.values(recordOf(content)).map(recordOf);

const schemaOf = ({ schema, itemSchema }: Json): unknown => schema ?? itemSchema;

const isFailure = (status: string): boolean => /^(?:[45]|default)/.test(status);

interface SchemaWords {
  /** The names and the values of its fields. */
  words: readonly string[];
  /** Those of the schemas within it. */
  listInner: () => readonly SchemaWords[];
  /** The operation for which it was read last. */
  lastTurn: number;
}

/** Reads each schema once, however many operations use it. */
function createReadSchema(spec: Json): (schema: unknown) => SchemaWords {
  const byRef = new Map<string, SchemaWords>();
  const bySchema = new WeakMap<object, SchemaWords>();
  const read = (schema: unknown): SchemaWords => {
    if (!isObject(schema)) return NO_WORDS;
    const ref = Object.keys(schema).length === 1 ? refOf(schema) : undefined;
    const known = ref === undefined ? bySchema.get(schema) : byRef.get(ref);
    if (known) return known;
    let partsLeft = MAX_PARTS;
    const merged = mergeAllOf(spec, schema, () => {
      partsLeft -= 1;
      return partsLeft >= 0;
    });
    let inner: readonly SchemaWords[] | undefined;
    const found: SchemaWords = {
      words: readWords(merged),
      listInner: () => {
        inner ??= listInner(merged).map(read);
        return inner;
      },
      lastTurn: 0,
    };
    if (ref === undefined) bySchema.set(schema, found);
    else byRef.set(ref, found);
    return found;
  };
  return read;
}

const NO_WORDS: SchemaWords = { words: [], listInner: () => [], lastTurn: 0 };

function readWords(schema: Json): string[] {
  const values = [
    ...listOf(schema.enum),
    schema.const,
    ...Object.keys(recordOf(recordOf(schema.discriminator).mapping)),
  ];
  return [...Object.keys(recordOf(schema.properties)), ...values.slice(0, MAX_VALUES).flatMap(toWord)];
}

function listInner(schema: Json): Json[] {
  const inner = [
    ...Object.values(recordOf(schema.properties)),
    schema.items,
    ...listOf(schema.prefixItems),
    schema.additionalProperties,
    ...Object.values(recordOf(schema.patternProperties)),
    ...listOf(schema.oneOf),
    ...listOf(schema.anyOf),
    ...listOf(schema.allOf),
    ...Object.values(recordOf(schema.dependentSchemas)),
    schema.if,
    schema.then,
    schema.else,
  ];
  return inner.filter((one): one is Json => isObject(one) && !isNull(one));
}

const toWord = (value: unknown): string[] => {
  const isCode = (typeof value === 'string' && value.length <= MAX_VALUE) || isNumber(value);
  return isCode && value !== '' ? [String(value)] : [];
};

/** Reads the codes in the examples of a failure, once for all operations that share it: words written like identifiers. */
function createReadCodes(): (content: unknown) => readonly string[] {
  const known = new WeakMap<object, readonly string[]>();
  return (content) => {
    if (!isObject(content)) return [];
    const codes = known.get(content) ?? listCodes(content);
    known.set(content, codes);
    return codes;
  };
}

function listCodes(content: Json): string[] {
  const waiting: unknown[] = listMedia(content).flatMap(({ example, examples }) => [
    example,
    ...Object.values(recordOf(examples)).map((one) => recordOf(one).value),
  ]);
  const codes: string[] = [];
  for (let n = 0; n < waiting.length && n < MAX_EXAMPLE_PARTS; n += 1) {
    const value = waiting[n];
    if (typeof value === 'string' && value.length <= MAX_VALUE && CODE.test(value)) codes.push(value);
    else if (typeof value === 'object' && value !== null)
      for (const inner of Object.values(value).slice(0, MAX_EXAMPLE_PARTS)) waiting.push(inner);
  }
  return codes;
}

/** card_declined, rate-limited, PAYMENT.FAILED, InvalidCursor, E1042. */
const CODE = /^(?=.*(?:[a-z][A-Z]|[_.-]|[A-Z]{2}|[A-Z]\d))[A-Za-z][A-Za-z0-9]*(?:[_.-][A-Za-z0-9]+)*$/;
