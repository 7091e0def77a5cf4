import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { SPEC_NAMES, SPECS } from '../../../test/corpora-specs.ts';
import { type ProcessedSpec, processSpec, type SpecOutcome } from './process-spec.ts';

const ENTRY = 'https://api.example/specs/openapi.yaml';
const LF = String.fromCharCode(10);
const lines = (...all: string[]): string => all.join(LF);

const processText = (text: string): SpecOutcome =>
  processSpec({ files: [{ url: ENTRY, bytes: Buffer.from(text) }], mayRefer: false, unreadable: [] });

function processFiles(files: Record<string, unknown>, unreadable: { url: string; reason: string }[] = []) {
  const [entry, ...others] = Object.entries(files).map(([name, value]) => ({
    url: new URL(name, ENTRY).href,
    bytes: Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)),
  }));
  if (!entry) throw new Error('A spec needs a file.');
  return processSpec({ files: [entry, ...others], mayRefer: true, unreadable });
}

function assertProcessed(outcome: SpecOutcome): asserts outcome is ProcessedSpec {
  expect(outcome).toMatchObject({ state: 'processed' });
}

type Json = Record<string, never>;
function specOf(outcome: SpecOutcome): Json {
  assertProcessed(outcome);
  const [entry] = JSON.parse(gunzipSync(outcome.filesystem).toString());
  return entry.specification;
}

const SPEC = { openapi: '3.1.0', info: { title: 'Pets', version: '1' }, paths: {} };
const problemsOf = (outcome: SpecOutcome) => ('problems' in outcome ? outcome.problems : []);

describe.skipIf(SPEC_NAMES.length === 0)('the specs of the corpora', () => {
  test.for(SPEC_NAMES)('%s is processed', (name) => {
    const outcome = processText(readFileSync(new URL(name, SPECS), 'utf8'));
    assertProcessed(outcome);
    expect(outcome.problems).toEqual([]);
    expect(outcome.outline.operations.length + outcome.outline.webhooks.length).toBeGreaterThan(0);
    expect(specOf(outcome).openapi).toMatch(/^3\.[12]/);
  });
});

test('the outline names operations, webhooks and schemas', () => {
  const outcome = processText(
    lines(
      'openapi: 3.1.0',
      'info: {title: Pets, version: 1.10}',
      'paths:',
      '  /pets:',
      '    get: {operationId: listPets, tags: [pets], summary: List pets, deprecated: true}',
      '    parameters: []',
      '  /dogs:',
      "    $ref: '#/components/pathItems/Dogs'",
      'webhooks:',
      '  petAdded: {post: {}}',
      'components:',
      '  pathItems: {Dogs: {put: {}}}',
      '  schemas: {Pet: {}}',
    ),
  );
  assertProcessed(outcome);
  expect(outcome.outline).toEqual({
    title: 'Pets',
    form: 8,
    operations: [
      {
        path: '/pets',
        method: 'get',
        operationId: 'listPets',
        tags: ['pets'],
        summary: 'List pets',
        deprecated: true,
        bytes: 5400,
      },
      { path: '/dogs', method: 'put', tags: [], deprecated: false, bytes: 5400 },
    ],
    webhooks: [{ name: 'petAdded', method: 'post', tags: [], deprecated: false, bytes: 5400 }],
    schemas: ['Pet'],
    schemaPages: [1],
    schemaWords: [],
    tags: [],
  });
  expect(specOf(outcome).info).toEqual({ title: 'Pets', version: '1.10' });
});

test('a version that is written as a number is read as it is written', () => {
  const outcome = processText('swagger: 2.0\ninfo: {title: A, version: 1.0}\npaths: {}\n');
  expect(specOf(outcome)).toMatchObject({ openapi: '3.1.1', info: { version: '1.0' } });
  assertProcessed(outcome);
  expect(outcome.specVersion).toBe('2.0');
});

test('security schemes of 2.0 keep what is said of them, and what hides them', () => {
  const flow = { type: 'oauth2', flow: 'accessCode', authorizationUrl: 'https://a.test', scopes: {} };
  const securityDefinitions = {
    shown: { ...flow, tokenUrl: 'https://b.test', description: 'Ask us.' },
    hidden: { ...flow, tokenUrl: 'https://c.test', 'x-internal': true },
  };
  const spec = { swagger: '2.0', info: { title: 'A', version: '1' }, paths: {}, securityDefinitions };
  expect(specOf(processText(JSON.stringify(spec))).components).toMatchObject({
    securitySchemes: { shown: { description: 'Ask us.', flows: { authorizationCode: {} } } },
  });
  expect(JSON.stringify(specOf(processText(JSON.stringify(spec))))).not.toContain('c.test');
});

describe('what cannot be read has a line and a column', () => {
  test.each([
    ['JSON', '{\n  "openapi": "3.1.0",\n  "info": {"title" "A"}\n}', 3, 'syntax'],
    ['YAML', 'openapi: 3.1.0\ninfo:\n  title: [A\npaths: {}\n', 4, 'syntax'],
    ['a version', '{\n  "info": {},\n  "openapi": "4.0.0"}', 3, 'unsupported-version'],
    ['a version in YAML', 'info: {}\nopenapi: 4.0.0\n', 2, 'unsupported-version'],
    ['a name', 'openapi: 3.1.0\ninfo:\n  __proto__: {}\n', 3, 'invalid-name'],
  ])('%s', (_, text, line, code) => {
    const outcome = processText(text);
    expect(outcome).toMatchObject({ state: 'failed', problems: [{ severity: 'error', code, line }] });
    expect(problemsOf(outcome)[0]?.column).toBeGreaterThan(0);
  });

  test.each([
    ['is no object', '[1, 2]'],
    ['is empty', ''],
    ['is something else', '{"hello": "world"}'],
    ['is text', 'Just some words.'],
  ])('a file that %s is no spec', (_, text) => {
    expect(processText(text)).toMatchObject({ state: 'failed', problems: [{ code: 'not-a-spec' }] });
  });
});

test('warnings keep a spec usable and say where they are', () => {
  const text = lines(
    'openapi: 3.0.3',
    'info: {title: Pets}',
    'paths:',
    '  pets:',
    '    get:',
    '      operationId: same',
    '      responses:',
    "        200: {$ref: '#/components/responses/Gone'}",
    '  /dogs:',
    '    get: {operationId: same}',
  );
  const outcome = processText(text);
  assertProcessed(outcome);
  expect(outcome.problems.map(({ code, line, column }) => [code, line, column])).toEqual([
    ['missing-field', 2, 7],
    ['invalid-path', 5, 5],
    ['unresolved-reference', 8, 21],
    ['duplicate-operation', 10, 24],
  ]);
  const asJson = JSON.stringify({ ...SPEC, info: { title: 'A' }, paths: { dogs: {} } }, null, 1);
  expect(problemsOf(processText(asJson)).map(({ line }) => line)).toEqual([3, 7]);
});

test('of very many problems the first hundred are told, each briefly', () => {
  const name = 'x'.repeat(10_000);
  const paths = Object.fromEntries(Array.from({ length: 1000 }, (_, at) => [`${at}${name}`, {}]));
  const outcome = processText(JSON.stringify({ ...SPEC, paths }));
  assertProcessed(outcome);
  expect([outcome.problems.length, outcome.problemCount]).toEqual([100, 1000]);
  expect(Math.max(...outcome.problems.map(({ message }) => message.length))).toBe(500);
});

test('references in circles stay references', () => {
  const Node = { type: 'object', properties: { next: { $ref: '#/components/schemas/Node' } } };
  const spec = specOf(processText(JSON.stringify({ ...SPEC, components: { schemas: { Node } } })));
  expect(spec.components).toEqual({ schemas: { Node } });
});

test('what looks like a reference in an example is data', () => {
  const Pet = { example: { $ref: './nowhere.json' }, 'x-more': { $ref: './nowhere.json' } };
  assertProcessed(processText(JSON.stringify({ ...SPEC, components: { schemas: { Pet } } })));
});

describe('a spec of several files', () => {
  test('tells which files it needs', () => {
    const spec = { ...SPEC, paths: { '/pets': { $ref: 'paths/pets.yaml' } } };
    expect(processFiles({ 'openapi.yaml': spec })).toEqual({
      state: 'incomplete',
      wanted: ['https://api.example/specs/paths/pets.yaml'],
    });
  });

  test('becomes one file, in which circles over files stay references', () => {
    const files = {
      'openapi.yaml': {
        openapi: '3.0.3',
        info: { title: 'Pets', version: '1' },
        paths: { '/pets': { $ref: 'paths/pets.json' } },
        components: { schemas: { Pet: { type: 'string', nullable: true } } },
      },
      'paths/pets.json': {
        get: {
          responses: { 200: { $ref: '../shared.json#/responses/Pets' } },
          parameters: [{ $ref: '../shared.json#/limit' }],
        },
      },
      'shared.json': {
        limit: { name: 'limit', in: 'query', schema: { $ref: 'openapi.yaml#/components/schemas/Pet' } },
        responses: {
          Pets: { description: 'Pets', content: { 'application/json': { schema: { $ref: '#/Pet' } } } },
        },
        Pet: {
          type: 'object',
          nullable: true,
          properties: { parent: { $ref: 'shared.json#/Pet' }, tag: { $ref: '#/Tag' } },
        },
        Tag: { type: 'object', properties: { pets: { type: 'array', items: { $ref: '#/Pet' } } } },
      },
    };
    const spec = specOf(processFiles(files)) as unknown as Record<string, Record<string, unknown>>;
    expect(spec.paths).toEqual({
      '/pets': {
        get: {
          responses: { 200: { $ref: '#/components/responses/Pets' } },
          parameters: [{ $ref: '#/components/parameters/limit' }],
        },
      },
    });
    expect(spec.components).toEqual({
      schemas: {
        Pet: { type: ['string', 'null'] },
        Pet_2: {
          type: ['object', 'null'],
          properties: {
            parent: { $ref: '#/components/schemas/Pet_2' },
            tag: { $ref: '#/components/schemas/Tag' },
          },
        },
        Tag: {
          type: 'object',
          properties: { pets: { type: 'array', items: { $ref: '#/components/schemas/Pet_2' } } },
        },
      },
      responses: {
        Pets: {
          description: 'Pets',
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Pet_2' } } },
        },
      },
      parameters: { limit: { name: 'limit', in: 'query', schema: { $ref: '#/components/schemas/Pet' } } },
    });
  });

  test('is upgraded from 2.0 as a whole', () => {
    const spec = specOf(
      processFiles({
        'openapi.yaml': {
          swagger: '2.0',
          info: { title: 'Pets', version: '1' },
          paths: { '/pets': { $ref: 'pets.json' } },
        },
        'pets.json': {
          post: {
            consumes: ['application/json'],
            parameters: [{ in: 'body', name: 'pet', schema: { $ref: 'pet.json' } }],
            responses: { 200: { description: 'A pet' } },
          },
        },
        'pet.json': { type: 'object' },
      }),
    );
    expect(spec).toMatchObject({
      paths: {
        '/pets': {
          post: {
            requestBody: {
              content: { 'application/json': { schema: { $ref: '#/components/schemas/pet' } } },
            },
          },
        },
      },
      components: { schemas: { pet: { type: 'object' } } },
    });
  });

  test('fails if one of them is missing or broken', () => {
    const spec = { ...SPEC, components: { schemas: { Pet: { $ref: 'pet.json' } } } };
    const url = 'https://api.example/specs/pet.json';
    expect(processFiles({ 'openapi.yaml': spec }, [{ url, reason: 'it answers 404.' }])).toMatchObject({
      state: 'failed',
      problems: [{ code: 'unreadable-file', line: 1, message: expect.stringContaining('404') }],
    });
    expect(processFiles({ 'openapi.yaml': spec, 'pet.json': '{"a": ' })).toMatchObject({
      state: 'failed',
      problems: [{ code: 'syntax', file: url, line: 1 }],
    });
    expect(
      problemsOf(
        processFiles({
          'openapi.yaml': { ...spec, components: { schemas: { Pet: { $ref: 'pet.json#/Gone' } } } },
          'pet.json': {},
        }),
      ),
    ).toMatchObject([{ code: 'unresolved-reference', severity: 'warning' }]);
  });

  test('that is a text is refused by the name of the file', () => {
    const text = lines('openapi: 3.1.0', 'paths:', '  /pets:', "    $ref: './pets.yaml'");
    expect(processText(text)).toMatchObject({
      state: 'failed',
      problems: [{ code: 'external-reference', line: 4, message: expect.stringContaining('./pets.yaml') }],
    });
  });

  test('ends where paths refer to each other in circles', () => {
    const outcome = processFiles({
      'openapi.yaml': { ...SPEC, paths: { '/a': { $ref: 'a.json' } } },
      'a.json': { $ref: 'b.json' },
      'b.json': { $ref: 'a.json' },
    });
    expect(problemsOf(outcome)).toMatchObject([{ code: 'unresolved-reference' }]);
  });
});

test('keywords may have the names of methods of objects', () => {
  const named = { constructor: { a: { b: { c: {} } } }, toString: { $ref: '#/nowhere' } };
  const outcome = processText(
    JSON.stringify({ ...SPEC, ...named, components: { schemas: { Named: named } } }),
  );
  expect(problemsOf(outcome)).toEqual([]);
  expect(specOf(outcome)).toMatchObject(named);
});

test('a problem in a list has its path in the spec', () => {
  const part = { oneOf: [{}, { properties: { a: { items: { $ref: '#/nowhere' } } } }] };
  const text = JSON.stringify({ ...SPEC, components: { schemas: { Part: part } } });
  const [problem] = problemsOf(processText(text));
  expect(problem).toMatchObject({
    code: 'unresolved-reference',
    line: 1,
    column: text.indexOf('"#/nowhere"') + 1,
  });
});

test('marks are found however their keys are written', () => {
  const text = JSON.stringify({ ...SPEC, components: { schemas: { A: { 'x-internal': true }, B: {} } } });
  const spec = specOf(processText(text.replace('x-internal', 'x\\u002dinternal')));
  expect(spec.components).toEqual({ schemas: { B: {} } });
});

describe('what would exhaust the service is refused', () => {
  test('an alias that repeats without end', () => {
    const bomb = [...'abcdefghij'].map((name, at, all) => {
      const before = all[at - 1];
      return `${name}: &${name} [${Array(10)
        .fill(before ? `*${before}` : 'x')
        .join(', ')}]`;
    });
    expect(processText(lines('openapi: 3.1.0', ...bomb))).toMatchObject({
      state: 'failed',
      problems: [{ code: 'too-large' }],
    });
  });

  test('an alias that leads back to itself', () => {
    expect(processText('openapi: 3.1.0\nx-a: &a\n  b: *a\n')).toMatchObject({
      state: 'failed',
      problems: [{ code: 'too-deep' }],
    });
  });

  test.each([
    ['JSON', `{"openapi": "3.1.0", "x-a": ${'['.repeat(100_000)}${']'.repeat(100_000)}}`],
    ['YAML', `openapi: 3.1.0\nx-a: ${'['.repeat(10_000)}${']'.repeat(10_000)}\nb: c\n`],
  ])('nesting in %s', (_, text) => {
    expect(processText(text)).toMatchObject({ state: 'failed', problems: [{ code: 'too-deep' }] });
  });
});
