import { cutText } from '@lectern/std/cut-text';
import { type Json, recordOf, resolve } from '../resolve.ts';
import { type Direction, exampleValue } from './example-value.ts';
import type { ExampleReference, SchemaReference, ShownExample } from './operation-reference.ts';

const MAX_EXAMPLES = 10;
const MAX_EXAMPLE_LENGTH = 20_000;

/** The examples that the spec gives for a content, else one that is made of its schema. */
export function listExamples(
  spec: Json,
  content: Json,
  { schema, direction }: { schema: SchemaReference | undefined; direction: Direction },
): ExampleReference[] {
  const given = listGivenExamples(spec, content);
  if (given.length > 0)
    return given.map(({ title = '', value }) => ({ title, text: writeText(value), isGenerated: false }));
  const generated = schema && writeExample(schema, direction);
  return generated ? [generated] : [];
}

/** The examples that a spec gives for a parameter, header or content. */
export function listGivenExamples(spec: Json, from: Json): ShownExample[] {
  const named = Object.entries(recordOf(from.examples))
    .slice(0, MAX_EXAMPLES)
    .flatMap(([name, value]): ShownExample[] => {
      const example = resolve(spec, value);
      const given = givenValue(example);
      if (given === undefined) return [];
      const title = typeof example.summary === 'string' && example.summary !== '' ? example.summary : name;
      return [{ title: cutText(title, 200), value: given }];
    });
  if (named.length > 0) return named;
  return 'example' in from ? [{ value: from.example }] : [];
}

/** 3.2 gives values as data or as they are sent. */
const givenValue = ({ value, dataValue, serializedValue }: Json): unknown =>
  value ?? dataValue ?? serializedValue;

/** Undefined for a schema that says nothing of its values. */
export function writeExample(schema: SchemaReference, direction: Direction): ExampleReference | undefined {
  if (schema.kind === 'any' && schema.alternatives.length === 0 && schema.example === undefined)
    return undefined;
  return {
    title: '',
    text: writeText(exampleValue(schema, direction)),
    isGenerated: schema.example === undefined,
  };
}

const writeText = (value: unknown): string =>
  cutText(typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? ''), MAX_EXAMPLE_LENGTH);
