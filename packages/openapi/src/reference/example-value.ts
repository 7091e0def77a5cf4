import type { LimitName, SchemaReference } from './operation-reference.ts';

/** Example values of string formats. */
const TEXTS: Record<string, string> = {
  date: '2026-01-31',
  'date-time': '2026-01-31T12:00:00Z',
  time: '12:00:00Z',
  duration: 'PT1H',
  email: 'user@example.com',
  'idn-email': 'user@example.com',
  hostname: 'example.com',
  ipv4: '192.0.2.1',
  ipv6: '2001:db8::1',
  uri: 'https://example.com',
  url: 'https://example.com',
  uuid: '123e4567-e89b-12d3-a456-426614174000',
  byte: 'aGVsbG8=',
  binary: '<binary>',
  password: '********',
};

/** The direction in which a value is sent: read-only fields are left out of requests. */
export type Direction = 'request' | 'response';

/** Returns a value that a schema allows, from its examples, defaults and enumerations where it has some. */
export function exampleValue(schema: SchemaReference, direction: Direction): unknown {
  if (schema.example !== undefined) return schema.example;
  if (schema.enumValues?.[0] !== undefined) return readValue(schema.enumValues[0]);
  if (schema.default !== undefined && schema.default !== 'null') return readValue(schema.default);
  const chosen = schema.alternatives.find(({ kind }) => kind === 'oneOf' || kind === 'anyOf');
  const [option] = chosen?.options ?? [];
  const selected =
    chosen?.discriminator !== undefined && option?.value !== undefined
      ? { [chosen.discriminator]: option.value }
      : {};
  switch (schema.kind) {
    case 'object':
      return {
        ...objectOf(option && exampleValue(option.schema, direction)),
        ...exampleFields(schema, direction),
        ...selected,
      };
    case 'array':
      return schema.items ? [exampleValue(schema.items, direction)] : exampleList(schema, direction);
    case 'string':
      return exampleText(schema);
    case 'integer':
    case 'number':
      return exampleNumber(schema);
    case 'boolean':
      return true;
    case 'null':
      return null;
    case 'any': {
      if (option) return exampleValue(option.schema, direction);
      return schema.fields.length > 0 ? exampleFields(schema, direction) : {};
    }
  }
}

const objectOf = (value: unknown): object => (typeof value === 'object' && value !== null ? value : {});

function exampleFields({ fields }: SchemaReference, direction: Direction): Record<string, unknown> {
  const shown = fields.filter(
    ({ name, schema }) =>
      !/^\/.*\/$/.test(name) &&
      !(name === '*' && isAnything(schema)) &&
      !(direction === 'request' ? schema.isReadOnly : schema.isWriteOnly),
  );
  return Object.fromEntries(
    shown.map(({ name, schema }) => [name === '*' ? 'name' : name, exampleValue(schema, direction)]),
  );
}

/** An example of additional properties that may have any value would say nothing. */
const isAnything = ({ kind, fields, alternatives, example }: SchemaReference): boolean =>
  kind === 'any' && fields.length === 0 && alternatives.length === 0 && example === undefined;

const exampleList = ({ fields }: SchemaReference, direction: Direction): unknown[] =>
  fields.map(({ schema }) => exampleValue(schema, direction));

const limitOf = ({ limits }: SchemaReference, wanted: LimitName): string | undefined =>
  limits.find(([name]) => name === wanted)?.[1];

function exampleText(schema: SchemaReference): string {
  const text = TEXTS[limitOf(schema, 'format') ?? ''] ?? 'text';
  const shortest = Math.min(Number(limitOf(schema, 'minLength') ?? 0), 100);
  return text.length >= shortest ? text : text.padEnd(shortest, text);
}

function exampleNumber(schema: SchemaReference): number {
  const minimum = limitOf(schema, 'minimum');
  const above = limitOf(schema, 'exclusiveMinimum');
  const least = minimum ?? (above === undefined ? undefined : String(Number(above) + 1));
  const number = Number(least ?? limitOf(schema, 'multipleOf') ?? limitOf(schema, 'maximum') ?? 1);
  return Number.isFinite(number) ? number : 1;
}

/** Reads a value; values that were cut are no longer JSON. */
function readValue(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return json;
  }
}
