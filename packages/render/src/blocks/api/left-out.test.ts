import { describeSpec } from '@lectern/openapi/reference/describe-spec';
import type { WantedContent } from '@lectern/openapi/reference/operation-reference';
import { writeReference } from '@lectern/openapi/reference/write-reference';
import type { Json } from '@lectern/openapi/resolve';
import { describe, expect, test } from 'vitest';
import { renderDocument } from '../../render-document.ts';
import { namePart, type WantedPart } from '../../spec-parts.ts';

const NOTE = 'More is not shown here.';

const many = (count: number, of: (n: number) => unknown): Json =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`${n + 1}`, of(n)]));

const list = (count: number, of: (n: number) => unknown): unknown[] =>
  Array.from({ length: count }, (_, n) => of(n));

const specOf = (operation: Json, schemas: Json = {}): Json => ({
  openapi: '3.1.0',
  info: { title: 'Things', version: '1' },
  paths: { '/things': { post: operation } },
  components: { schemas },
});

function describePart(spec: Json, wanted: WantedContent) {
  const described = describeSpec(spec, wanted);
  if (!described) throw new Error('The spec has no such part.');
  return described;
}

const POST: WantedContent = { kind: 'operation', method: 'post', path: '/things' };

/** The page of the operation as HTML. */
function pageOf(spec: Json): string {
  const part: WantedPart = { source: { slug: 'things' }, reference: POST };
  const data = { ref: { kind: 'openapi' as const, spec: 'things' }, path: '/things', method: 'post' };
  const block = { object: 'block' as const, type: 'openapi-operation' as const, isVoid: true as const, data };
  const references = { find: () => undefined, findPicture: () => undefined };
  const parts = new Map([[namePart(part), describePart(spec, POST)]]);
  return String(renderDocument({ nodes: [block as never] }, { references, parts }).html);
}

const json = (count: number) => ({
  'application/json': { schema: { type: 'string' }, examples: many(count, (value) => ({ value })) },
});

describe('an operation that has more than is shown says so', () => {
  const contents = (count: number): Json => ({
    content: Object.fromEntries(list(count, (n) => [`application/type${n}`, {}]) as [string, Json][]),
  });
  test.for<[string, number, (count: number) => Json]>([
    ['responses', 100, (count) => ({ responses: many(count, () => ({ description: 'Fine' })) })],
    ['contents of a body', 20, (count) => ({ requestBody: contents(count) })],
    ['contents of a response', 20, (count) => ({ responses: { 200: contents(count) } })],
    ['examples of a body', 100, (count) => ({ requestBody: { content: json(count) } })],
    [
      'examples of the schema of a body',
      10,
      (count) => ({
        requestBody: { content: { 'application/json': { schema: { examples: list(count, (n) => n) } } } },
      }),
    ],
    [
      'examples of a parameter',
      100,
      (count) => ({
        parameters: [{ name: 'a', in: 'query', schema: {}, examples: many(count, (value) => ({ value })) }],
      }),
    ],
    ['links', 20, (count) => ({ responses: { 200: { links: many(count, () => ({ operationId: 'a' })) } } })],
    ['callbacks', 20, (count) => ({ callbacks: many(count, (n) => ({ [`/c${n}`]: { post: {} } })) })],
    ['servers', 20, (count) => ({ servers: list(count, (n) => ({ url: `https://a${n}.example` })) })],
    ['samples', 20, (count) => ({ 'x-codeSamples': list(count, (n) => ({ lang: `l${n}`, source: 'a' })) })],
  ])('of %s', ([, most, operation]) => {
    const written = (count: number) => writeReference(describePart(specOf(operation(count)), POST));
    expect(written(most)).not.toContain(NOTE);
    expect(written(most + 1)).toContain(NOTE);
  });
});

describe('lists that have more than is shown say how much more', () => {
  const names = (count: number): string[] => Array.from({ length: count }, (_, n) => `v${n}`);
  const scheme = (count: number): Json => ({
    type: 'oauth2',
    flows: { implicit: { scopes: many(count, (n) => `Scope ${n}`) } },
  });
  test.for<[string, number, (count: number) => Json]>([
    [
      'examples of a schema',
      10,
      (count) => ({ parameters: [{ name: 'a', in: 'query', schema: { examples: names(count) } }] }),
    ],
    [
      'choices of a variable',
      100,
      (count) => ({ servers: [{ url: 'https://{v}', variables: { v: { enum: names(count) } } }] }),
    ],
    ['scopes', 1000, (count) => ({ security: [{ scheme: [] }], count })],
  ])('of %s', ([, most, operation]) => {
    const written = (count: number) => {
      const spec = specOf(operation(count));
      Object.assign(spec.components as Json, { securitySchemes: { scheme: scheme(count) } });
      return { markdown: writeReference(describePart(spec, POST)), page: pageOf(spec) };
    };
    expect(written(most).markdown).not.toMatch(/and \d+ more/);
    const { markdown, page } = written(most + 2);
    expect(markdown).toContain('and 2 more');
    // The page of an operation lists the scopes that the operation needs.
    if (most < 1000) expect(page).toContain('and 2 more');
  });
});

test('a sample that is too long is cut with a note', () => {
  const sample = (length: number) => ({ 'x-codeSamples': [{ lang: 'a', source: 'b'.repeat(length) }] });
  const written = (length: number) => writeReference(describePart(specOf(sample(length)), POST));
  expect(written(20_000)).not.toContain('…');
  expect(written(20_001)).toContain('b…');
});

test('a block of more schemas than are shown says so, on the page and in Markdown', () => {
  const schemas = many(501, () => ({ type: 'string' }));
  const reference = { kind: 'schemas' as const, names: Object.keys(schemas) };
  const described = describePart(specOf({}, schemas), reference);
  expect(writeReference(described)).toContain(NOTE);
  const fewer = { ...reference, names: reference.names.slice(1) };
  expect(writeReference(describePart(specOf({}, schemas), fewer))).not.toContain(NOTE);
});

test('the page of an operation says it, too', () => {
  expect(pageOf(specOf({ responses: many(101, () => ({ description: 'Fine' })) }))).toContain(NOTE);
});

test('a description or an example that is too long ends with an ellipsis', () => {
  const long = 'a'.repeat(30_000);
  const content = { 'text/plain': { schema: { type: 'string' }, example: long } };
  const described = describePart(specOf({ description: long, requestBody: { content } }), POST);
  if (described.kind === 'schemas') throw new Error('This is no operation.');
  expect(described.description?.markdown).toMatch(/a…$/);
  expect(described.body?.contents[0]?.examples[0]?.text).toMatch(/a…$/);
});

test('Markdown has the fields of every level that the page has', () => {
  const deep = list(9, (n) => n).reduce<Json>(
    (inner, n) => ({ type: 'object', properties: { [`level${n}`]: inner } }),
    { type: 'string', pattern: '^deepest$' },
  );
  const body = { content: { 'application/json': { schema: deep } } };
  const written = writeReference(describePart(specOf({ requestBody: body }), POST));
  expect(written).toContain('^deepest$');
  expect(written).not.toContain(NOTE);
});

test('what a schema has of itself leads to its heading', () => {
  const Node = { type: 'object', properties: { next: { $ref: '#/components/schemas/Node' } } };
  const reference = { kind: 'schemas' as const, names: ['Node'] };
  const parts = new Map([
    [namePart({ source: { slug: 'things' }, reference }), describePart(specOf({}, { Node }), reference)],
  ]);
  const data = { ref: { kind: 'openapi' as const, spec: 'things' }, schemas: ['Node'] };
  const block = { object: 'block' as const, type: 'openapi-schemas' as const, isVoid: true as const, data };
  const references = { find: () => undefined, findPicture: () => undefined };
  const { html } = renderDocument({ nodes: [block as never] }, { references, parts });
  expect(String(html)).toMatch(/<h2 id="node".*<code>next<\/code>.*<a href="#node">[^<]*<\/a>/s);
});
