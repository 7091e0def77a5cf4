import { cutText } from '@lectern/std/cut-text';
import { wholeSchemaOf } from './content-schema.ts';
import { listEncodings } from './list-encodings.ts';
import { listMethods } from './list-methods.ts';
import { MAX_SCHEMAS } from './reference/schema-reader.ts';
import { type Json, listOf, recordOf, refOf, resolve } from './resolve.ts';
import { createReadSchema, MAX_VALUE, type SchemaWords } from './schema-words.ts';
import { isObject } from './spec-grammar.ts';

const MAX_DESCRIPTION = 300;
const MAX_RESPONSE_DESCRIPTION = 120;
/** The maximum number of characters of one operation. In specs with very many operations, each has fewer. */
const MAX_WORDS = 6000;
const MAX_WORDS_OF_SPEC = 2_000_000;
const LEAST_WORDS = 1000;
/** The maximum number of callbacks whose words are listed with those of their operation. */
const MAX_CALLBACKS = 100;
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
  const readCodes = createReadCodes(spec);
  const maximum = Math.min(MAX_WORDS, Math.max(LEAST_WORDS, MAX_WORDS_OF_SPEC / Math.max(1, operations)));

  const listMedia = (content: unknown): Json[] =>
    Object.values(recordOf(content)).map((one) => resolve(spec, one));

  let turn = 0;
  /** How many schemas may still be read for the operation and its callbacks: as many as its page shows. */
  let schemasLeft = MAX_SCHEMAS;

  /** The nearest fields first: where there are too many, the deepest ones are left out. */
  function addFields(schemas: readonly unknown[], words: Set<string>): void {
    let level: readonly SchemaWords[] = schemas.map(readSchema);
    let length = lengthOf(words);
    turn += 1;
    while (level.length > 0) {
      const next: SchemaWords[] = [];
      for (const read of level) {
        // What follows would be cut.
        if (schemasLeft === 0 || length > maximum) return;
        if (read.lastTurn === turn) continue;
        read.lastTurn = turn;
        schemasLeft -= 1;
        for (const word of read.words) {
          if (!words.has(word)) length += word.length + 1;
          words.add(word);
        }
        for (const inner of read.listInner()) next.push(inner);
      }
      level = next;
    }
  }

  /** The words of an operation and, after them, those of its callbacks. */
  return (item, operation) => {
    const words = new Set<string>();
    schemasLeft = MAX_SCHEMAS;
    const { description } = operation;
    if (typeof description === 'string') words.add(cutText(description.trim(), MAX_DESCRIPTION));
    const responses = listResponses(spec, operation);
    addRequest({ item, operation, responses }, words);
    for (const [status, { content }] of responses)
      if (isFailure(status)) for (const code of readCodes(content)) words.add(code);
    for (const [, response] of responses)
      if (typeof response.description === 'string')
        words.add(cutText(response.description, MAX_RESPONSE_DESCRIPTION));
    for (const callback of listCallbacks(spec, operation)) addRequest(callback, words);
    return cutText([...words].join(' ').trim(), maximum);
  };

  /** Adds the names and values of what is sent and received. */
  function addRequest({ item, operation, responses }: OperationParts, words: Set<string>): void {
    const parameters = [...listOf(item.parameters), ...listOf(operation.parameters)].map((value) =>
      resolve(spec, value),
    );
    for (const { name } of parameters) if (typeof name === 'string') words.add(name);
    const headers: Json[] = [];
    const seen = new Set<unknown>();
    const addHeaders = (all: unknown): void => {
      for (const [name, header] of Object.entries(recordOf(all))) {
        words.add(name);
        const written = refOf(header) ?? header;
        if (!seen.has(written)) headers.push(resolve(spec, header));
        seen.add(written);
      }
    };
    for (const [status, response] of responses) {
      if (status !== 'default') words.add(status);
      addHeaders(response.headers);
    }
    const waiting = [
      ...parameters,
      ...listMedia(resolve(spec, operation.requestBody).content),
      ...responses.flatMap(([, { content }]) => listMedia(content)),
      ...headers.splice(0),
    ];
    const schemas: unknown[] = [];
    for (let n = 0; n < waiting.length; n += 1) {
      const one = waiting[n] as Json;
      schemas.push(wholeSchemaOf(one));
      waiting.push(...listMedia(one.content));
      for (const { encoding } of listEncodings(one)) {
        if (typeof encoding.contentType === 'string') words.add(encoding.contentType);
        addHeaders(encoding.headers);
      }
      waiting.push(...headers.splice(0));
    }
    addFields(
      schemas.filter((schema) => schema !== undefined),
      words,
    );
    for (const [, { links }] of responses) for (const name of Object.keys(recordOf(links))) words.add(name);
  }
}

/** The characters of words that are joined by spaces. */
const lengthOf = (words: ReadonlySet<string>): number =>
  [...words].reduce((sum, word) => sum + word.length + 1, 0);

interface OperationParts {
  item: Json;
  operation: Json;
  responses: readonly [status: string, response: Json][];
}

const listResponses = (spec: Json, { responses }: Json): OperationParts['responses'] =>
  Object.entries(recordOf(responses)).map(([status, response]) => [status, resolve(spec, response)]);

/** The first callbacks of an operation and, after them, those of its callbacks. */
function* listCallbacks(spec: Json, operation: Json): Generator<OperationParts> {
  const listed = new Set<Json>();
  const waiting = [operation];
  for (let n = 0; n < waiting.length; n += 1)
    for (const callback of Object.values(recordOf(waiting[n]?.callbacks)))
      for (const value of Object.values(resolve(spec, callback))) {
        const item = resolve(spec, value);
        for (const [, one] of listMethods(item)) {
          if (listed.size >= MAX_CALLBACKS) return;
          if (listed.has(one)) continue;
          listed.add(one);
          waiting.push(one);
          yield { item, operation: one, responses: listResponses(spec, one) };
        }
      }
}

const isFailure = (status: string): boolean => /^(?:[45]|default)/.test(status);

/** Reads the codes in the examples of a failure, once for all operations that share it: words written like identifiers. */
function createReadCodes(spec: Json): (content: unknown) => readonly string[] {
  const known = new WeakMap<object, readonly string[]>();
  return (content) => {
    if (!isObject(content)) return [];
    const codes = known.get(content) ?? listCodes(spec, content);
    known.set(content, codes);
    return codes;
  };
}

function listCodes(spec: Json, content: Json): string[] {
  const waiting = Object.values(content).flatMap((media): unknown[] => {
    const { example, examples } = resolve(spec, media);
    const named = Object.values(recordOf(examples)).map((one) => resolve(spec, one));
    return [example, ...named.flatMap(({ value, dataValue }) => [value, dataValue])];
  });
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
