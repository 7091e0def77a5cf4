/** Schemas that are referred to by address or anchor are read like those that are referred to by pointers. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compareSpecs } from '../changes/compare-specs.ts';
import { type ProcessedSpec, processSpec, type SpecOutcome } from '../process-spec.ts';
import { describeSpec } from '../reference/describe-spec.ts';
import type { OperationReference, SchemaReference } from '../reference/operation-reference.ts';
import { writeReference } from '../reference/write-reference.ts';
import { type Json, recordOf } from '../resolve.ts';
import { readStoredSpec } from '../stored-spec.ts';

const RUNS = process.env.LECTERN_SOAK ? 100 : 4;
const ENTRY = 'https://api.example/specs/openapi.json';

function processFiles(
  files: Record<string, unknown>,
  unreadable: { url: string; reason: string }[] = [],
): SpecOutcome {
  const [entry, ...others] = Object.entries(files).map(([name, value]) => ({
    url: new URL(name, ENTRY).href,
    bytes: Buffer.from(JSON.stringify(value)),
  }));
  if (!entry) throw new Error('A spec needs a file.');
  return processSpec({ files: [entry, ...others], mayRefer: true, unreadable });
}

function processed(outcome: SpecOutcome): ProcessedSpec & { spec: Json } {
  if (outcome.state !== 'processed') throw new Error(JSON.stringify(outcome));
  return { ...outcome, spec: readStoredSpec(outcome.filesystem) };
}

const specWith = (schema: unknown, schemas: Json, more: Json = {}): Json => ({
  openapi: '3.1.0',
  info: { title: 'Things', version: '1' },
  paths: {
    '/things': {
      post: { responses: { 200: { description: '', content: { 'application/json': { schema } } } } },
    },
  },
  components: { schemas },
  ...more,
});

function describePost(spec: Json): OperationReference {
  const described = describeSpec(spec, { kind: 'operation', method: 'post', path: '/things' });
  if (described?.kind !== 'operation') throw new Error('There is no such operation.');
  return described;
}

const schemaOf = (spec: Json): SchemaReference =>
  describePost(spec).responses[0]?.contents[0]?.schema as SchemaReference;

/** The names and types of all fields, however deep, without those that are folded. */
const fieldsOf = ({ fields, items, alternatives, ...schema }: SchemaReference): string[] => [
  ...fields.flatMap((field) => [
    `${field.name}: ${field.schema.type}`,
    ...fieldsOf(field.schema).map((inner) => `${field.name}.${inner}`),
  ]),
  ...(items ? [`[]: ${items.type}`, ...fieldsOf(items).map((inner) => `[].${inner}`)] : []),
  ...alternatives.flatMap(({ options }) => options.flatMap((option) => fieldsOf(option.schema))),
  ...(schema.isFolded ? ['folded'] : []),
];

const exampleOf = (spec: Json): unknown => {
  const text = describePost(spec).responses[0]?.contents[0]?.examples[0]?.text;
  return text === undefined ? undefined : JSON.parse(text);
};

/** Whether another validator takes the value for valid. Undefined if it follows relative addresses in circles. */
function isValid(spec: Json, schema: Json, value: unknown): boolean | undefined {
  const ajv = new Ajv2020({ strict: false, logger: false, validateSchema: false });
  ajv.addSchema({ components: spec.components, $id: ENTRY });
  try {
    return ajv.compile({ $id: `${ENTRY}-body`, $ref: `${ENTRY}${schema.$ref}` })(value) as boolean;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** What changed for those who use the API, whatever the schemas are called. */
const listDrift = (before: Json, after: Json): unknown[] =>
  compareSpecs(structuredClone(before), structuredClone(after)).changes.filter(
    ({ kind }) => kind !== 'schema-added' && kind !== 'schema-removed',
  );

const LEAF = { type: 'object', required: ['leaf'], properties: { leaf: { type: 'integer', minimum: 7 } } };
const ID = 'https://ids.example/schemas/leaf';

/** Ways to name a schema. `from`: what is around the reference. */
interface Naming {
  name: string;
  ref: Json;
  schemas: Json;
  /** The address of the schema with the reference. */
  id?: string;
  files?: Record<string, unknown>;
}
const NAMINGS: Naming[] = [
  { name: 'an anchor', ref: { $ref: '#leaf' }, schemas: { Leaf: { ...LEAF, $anchor: 'leaf' } } },
  {
    name: 'an anchor among definitions',
    ref: { $ref: '#leaf' },
    schemas: { Rest: { $defs: { one: { ...LEAF, $anchor: 'leaf' } } } },
  },
  { name: 'an address', ref: { $ref: ID }, schemas: { Leaf: { ...LEAF, $id: ID } } },
  {
    name: 'an address relative to another one',
    id: 'https://ids.example/schemas/root',
    ref: { $ref: 'leaf' },
    schemas: { Leaf: { ...LEAF, $id: ID } },
  },
  {
    name: 'an anchor at an address',
    ref: { $ref: `${ID}#here` },
    schemas: { Leaf: { $id: ID, $defs: { x: { ...LEAF, $anchor: 'here' } } } },
  },
  {
    name: 'a pointer at an address',
    ref: { $ref: `${ID}#/$defs/x` },
    schemas: { Leaf: { $id: ID, $defs: { x: LEAF } } },
  },
  {
    name: 'a relative address of definitions',
    ref: { $ref: `${ID}/inner` },
    schemas: { Leaf: { $id: `${ID}/`, $defs: { x: { ...LEAF, $id: 'inner' } } } },
  },
  {
    name: 'a dynamic anchor',
    ref: { $dynamicRef: '#leaf' },
    schemas: { Leaf: { ...LEAF, $dynamicAnchor: 'leaf' } },
  },
  {
    name: 'a dynamic reference to an anchor',
    ref: { $dynamicRef: '#leaf' },
    schemas: { Leaf: { ...LEAF, $anchor: 'leaf' } },
  },
  {
    name: 'a dynamic reference to a pointer',
    ref: { $dynamicRef: '#/components/schemas/Leaf' },
    schemas: { Leaf: LEAF },
  },
  {
    name: 'an anchor in another file',
    ref: { $ref: 'other.json#leaf' },
    schemas: {},
    files: { 'other.json': { $defs: { one: { ...LEAF, $anchor: 'leaf' } } } },
  },
  {
    name: 'the address of another file',
    ref: { $ref: ID },
    schemas: { Load: { $ref: 'other.json' } },
    files: { 'other.json': { ...LEAF, $id: ID } },
  },
];

/** Where the reference is. */
const PLACES: [name: string, place: (ref: Json) => Json][] = [
  ['a field', (ref) => ({ type: 'object', required: ['a'], properties: { a: ref } })],
  ['items', (ref) => ({ type: 'array', minItems: 1, items: ref })],
  ['a part', (ref) => ({ allOf: [{ type: 'object', properties: { b: { type: 'string' } } }, ref] })],
  ['an alternative', (ref) => ({ oneOf: [ref, { type: 'string', minLength: 3 }] })],
  ['other fields', (ref) => ({ type: 'object', minProperties: 1, additionalProperties: ref })],
  // biome-ignore lint/suspicious/noThenProperty: A keyword of schemas.
  ['a condition', (ref) => ({ if: { type: 'object' }, then: ref })],
  ['the schema itself', (ref) => ({ ...ref, description: 'Root' })],
  ['definitions', (ref) => ({ $ref: '#/$defs/d', $defs: { d: ref } })],
];

describe('a reference', () => {
  test.for(NAMINGS)('by $name is read as one by a pointer is', ({ ref, schemas, id, files }) => {
    fc.assert(
      fc.property(
        fc.constantFrom('3.1.0', '3.2.0'),
        fc.constantFrom(...PLACES),
        fc.constantFrom(...PLACES),
        (openapi, [outer, around], [, place]) => {
          const isNested = outer !== 'definitions' && outer !== 'the schema itself';
          const build = (written: Json, withId: boolean): Json => {
            const inner = place(written);
            const root = isNested ? around(inner) : inner;
            const pointer =
              withId || root.$defs === undefined
                ? root
                : { ...root, $ref: '#/components/schemas/Root/$defs/d' };
            return withId && id !== undefined ? { $id: id, ...pointer } : pointer;
          };
          // A pointer begins at the schema with an address, and otherwise at the spec.
          const definitions = JSON.stringify(build(ref, true)).split('"#/$defs/d"').length - 1;
          fc.pre(definitions === 0 || (definitions === 1 && id !== undefined && !isNested));
          const body = { $ref: '#/components/schemas/Root' };
          const named = { ...specWith(body, { Root: build(ref, true), ...schemas }), openapi };
          const plain = {
            ...specWith(body, { Root: build({ $ref: '#/components/schemas/Leaf' }, false), Leaf: LEAF }),
            openapi,
          };
          const one = processed(processFiles({ 'openapi.json': named, ...files }));
          const other = processed(processFiles({ 'openapi.json': plain }));
          expect(one.problems).toEqual([]);
          expect(JSON.stringify(one.spec)).not.toMatch(/"\$(?:id|anchor|dynamic\w+)":/);
          const [shown, wanted] = [schemaOf(one.spec), schemaOf(other.spec)].map((schema) =>
            fieldsOf(schema).map((field) =>
              field.replace(/(?:Leaf|leaf|one|x|inner|other)\b(?!\.|:)/, 'Leaf'),
            ),
          );
          expect(shown).toEqual(wanted);
          expect(exampleOf(one.spec)).toEqual(exampleOf(other.spec));
          // That validator takes a dynamic reference for one to its own schema if nothing replaces the anchor.
          const source = '$dynamicRef' in ref ? plain : named;
          const example = exampleOf(one.spec);
          if (!files && example !== undefined)
            expect(isValid(source, body, example) ?? isValid(plain, body, example)).toBe(true);
          expect(listDrift(other.spec, one.spec)).toEqual([]);
          for (const word of ['leaf', 'minimum', '7'])
            expect(writeReference(describePost(one.spec)).includes(word)).toBe(
              writeReference(describePost(other.spec)).includes(word),
            );
          const words = (all: ProcessedSpec): unknown =>
            all.outline.operations.map((operation) => recordOf(operation).words);
          expect(words(one)).toEqual(words(other));
        },
      ),
      { numRuns: RUNS },
    );
  });
});

const GENERIC = {
  List: {
    $id: 'https://ids.example/list',
    type: 'object',
    required: ['rows'],
    properties: {
      rows: { type: 'array', minItems: 1, items: { $dynamicRef: '#T' } },
      next: { $ref: '#/$defs/next' },
    },
    $defs: { next: { type: 'string' }, none: { $dynamicAnchor: 'T', not: {} } },
  },
  Users: {
    $id: 'https://ids.example/users',
    $ref: 'list',
    $defs: {
      T: {
        $dynamicAnchor: 'T',
        type: 'object',
        required: ['user'],
        properties: { user: { type: 'string' } },
      },
    },
  },
  Numbers: {
    $id: 'https://ids.example/numbers',
    $ref: 'list',
    $defs: { T: { $dynamicAnchor: 'T', type: 'integer' } },
  },
};

const BOTH = {
  type: 'object',
  required: ['users', 'numbers', 'any'],
  properties: {
    users: { $ref: 'https://ids.example/users' },
    numbers: { $ref: 'https://ids.example/numbers' },
    deep: { $ref: 'https://ids.example/deep' },
  },
};

/** Lists of lists: the outermost schema decides of what. */
const DEEP = {
  $id: 'https://ids.example/deep',
  $ref: 'list-of-lists',
  $defs: { T: { $dynamicAnchor: 'T', type: 'boolean' } },
};
const LIST_OF_LISTS = {
  $id: 'https://ids.example/list-of-lists',
  type: 'array',
  items: { $ref: 'list' },
  $defs: { T: { $dynamicAnchor: 'T', type: 'string' } },
};

test('each list has the items of the schema that it is a list of', () => {
  const source = specWith(
    { $ref: '#/components/schemas/Both' },
    { ...GENERIC, Deep: DEEP, Lists: LIST_OF_LISTS, Both: BOTH },
  );
  const { spec, problems, outline } = processed(processFiles({ 'openapi.json': source }));
  expect(problems).toEqual([]);
  expect(outline.schemas).toEqual(['List', 'Users', 'Numbers', 'Deep', 'Lists', 'Both']);
  const list = (items: Json): Json => ({
    type: 'object',
    required: ['rows'],
    properties: { rows: { type: 'array', minItems: 1, items }, next: { type: 'string' } },
  });
  const plain = specWith(
    {
      ...BOTH,
      properties: {
        users: list(GENERIC.Users.$defs.T),
        numbers: list({ type: 'integer' }),
        deep: { type: 'array', items: list({ type: 'boolean' }) },
      },
    },
    {},
  );
  const other = processed(processFiles({ 'openapi.json': plain }));
  const withoutTypes = (all: string[]): string[] =>
    all.map((field) => field.replace(/: .*(?:List|T|Users|Numbers|Deep)\b.*/, ''));
  const withoutObjects = (all: string[]): string[] => all.map((field) => field.replace(/: .*object.*/, ''));
  expect(withoutTypes(fieldsOf(schemaOf(spec)))).toEqual(withoutObjects(fieldsOf(schemaOf(other.spec))));
  expect(exampleOf(spec)).toEqual(exampleOf(other.spec));
  expect(listDrift(other.spec, spec)).toEqual([]);
  // A list by itself has no items at all.
  const alone = specWith({ $ref: '#/components/schemas/List' }, GENERIC);
  expect(exampleOf(processed(processFiles({ 'openapi.json': alone })).spec)).toBeUndefined();
});

test.for([
  ['$dynamicRef', { $dynamicAnchor: 'node' }, { $dynamicRef: '#node' }],
  ['$recursiveRef', { $recursiveAnchor: true }, { $recursiveRef: '#' }],
] as const)('a tree that repeats itself by %s repeats the schema that extends it', ([, anchor, again]) => {
  const source = specWith(
    { $ref: '#/components/schemas/Strict' },
    {
      Tree: {
        $id: 'https://ids.example/tree',
        ...anchor,
        type: 'object',
        properties: { value: { type: 'integer' }, children: { type: 'array', items: again } },
      },
      Strict: {
        $id: 'https://ids.example/strict',
        ...anchor,
        $ref: 'tree',
        required: ['name'],
        properties: { name: { type: 'string' } },
        unevaluatedProperties: false,
      },
    },
  );
  const { spec } = processed(processFiles({ 'openapi.json': source }));
  const fields = fieldsOf(schemaOf(spec));
  expect(fields).toContain('name: string');
  expect(fields).toContain('children.[].folded');
  const example = exampleOf(spec) as Json;
  expect(example).toMatchObject({ name: expect.any(String) });
  if ('$dynamicAnchor' in anchor)
    expect(isValid(source, { $ref: '#/components/schemas/Strict' }, example)).toBe(true);
  // The tree by itself stays as it is.
  const tree = processed(
    processFiles({
      'openapi.json': { ...source, paths: specWith({ $ref: '#/components/schemas/Tree' }, {}).paths },
    }),
  );
  expect(fieldsOf(schemaOf(tree.spec)).some((field) => field.includes('name'))).toBe(false);
});

test('references that lead nowhere are reported where they are, and once', () => {
  const source = specWith(
    { $ref: '#missing' },
    {
      ...GENERIC,
      List: { ...GENERIC.List, properties: { ...GENERIC.List.properties, lost: { $dynamicRef: '#lost' } } },
    },
  );
  const { problems, spec } = processed(processFiles({ 'openapi.json': source }));
  expect(problems).toMatchObject([
    { code: 'unresolved-reference', severity: 'warning', message: expect.stringContaining('#lost') },
    { code: 'unresolved-reference', severity: 'warning', message: expect.stringContaining('#missing') },
  ]);
  for (const { line } of problems) expect(line).toBe(1);
  expect(schemaOf(spec).fields).toEqual([]);
});

test('a file is found by its address where it is not beside the file that refers to it', () => {
  const source = specWith(
    { $ref: '#/components/schemas/Root' },
    { Root: { $id: 'https://ids.example/a/root', $ref: 'leaf.json' } },
  );
  const first = processFiles({ 'openapi.json': source });
  expect(first).toEqual({ state: 'incomplete', wanted: ['https://api.example/specs/leaf.json'] });
  const missing = [{ url: 'https://api.example/specs/leaf.json', reason: 'There is none.' }];
  expect(processFiles({ 'openapi.json': source }, missing)).toEqual({
    state: 'incomplete',
    wanted: ['https://ids.example/a/leaf.json'],
  });
  const { spec } = processed(
    processFiles({ 'openapi.json': source, 'https://ids.example/a/leaf.json': LEAF }, missing),
  );
  expect(fieldsOf(schemaOf(spec))).toEqual(['leaf: integer']);
});

test('a spec has the address that it states, and its discriminators may name schemas by theirs', () => {
  const source = {
    ...specWith(
      {
        oneOf: [{ $ref: 'https://self.example/api#/components/schemas/Cat' }, { $ref: '#dog' }],
        discriminator: {
          propertyName: 'kind',
          mapping: { c: 'https://self.example/api#/components/schemas/Cat', d: '#dog' },
        },
      },
      {
        Cat: {
          type: 'object',
          required: ['kind'],
          properties: { kind: { type: 'string' }, claws: { type: 'integer' } },
        },
        Dog: {
          $anchor: 'dog',
          type: 'object',
          required: ['kind'],
          properties: { kind: { type: 'string' }, tail: { type: 'boolean' } },
        },
      },
    ),
    openapi: '3.2.0',
    $self: 'https://self.example/api',
  };
  const { spec, problems } = processed(processFiles({ 'openapi.json': source }));
  expect(problems).toEqual([]);
  expect(schemaOf(spec).alternatives[0]?.options.map(({ value, title }) => [value, title])).toEqual([
    ['c', 'Cat'],
    ['d', 'Dog'],
  ]);
});
