/** The HTML of pages of APIs grows with what they say, and not with the places in which they could say it. */
import { readFileSync } from 'node:fs';
import type { Block } from '@lectern/markdown/document';
import { outlineSpec } from '@lectern/openapi/outline-spec';
import { processSpec } from '@lectern/openapi/process-spec';
import { describeSpec } from '@lectern/openapi/reference/describe-spec';
import type { WantedContent } from '@lectern/openapi/reference/operation-reference';
import type { Json } from '@lectern/openapi/resolve';
import { readStoredSpec } from '@lectern/openapi/stored-spec';
import { expect, test } from 'vitest';
import { SPEC_NAMES, SPECS } from '../../../../../test/corpora-specs.ts';
import { renderDocument } from '../../render-document.ts';
import { listParts, namePart } from '../../spec-parts.ts';

const references = { find: () => undefined, findPicture: () => undefined };
const ref = { kind: 'openapi' as const, spec: 'things' };

const blockOf = (data: object): Block => ({ object: 'block', isVoid: true, ...data }) as Block;
const operationBlock = (path: string): Block =>
  blockOf({ type: 'openapi-operation', data: { ref, method: 'post', path } });
const schemasBlock = (schemas: string[]): Block =>
  blockOf({ type: 'openapi-schemas', data: { ref, schemas, grouped: false } });

function renderPage(
  spec: Json,
  nodes: Block[],
  tools: { apiRequestHref?: string; isOperationPage?: boolean } = {},
): string {
  const parts = new Map(
    listParts(nodes).flatMap((part) => {
      const described = describeSpec(spec, part.reference as WantedContent);
      return described ? [[namePart(part), described] as const] : [];
    }),
  );
  return String(renderDocument({ nodes }, { references, parts, ...tools }).html);
}

const object = (count: number): Json => ({
  type: 'object',
  properties: Object.fromEntries(
    Array.from({ length: count }, (_, n) => [`field${String(n).padStart(3, '0')}`, { type: 'string' }]),
  ),
});
const content = (schema: Json): Json => ({ content: { 'application/json': { schema } } });
const specOf = (operations: Json[], schemas: Json = {}): Json => ({
  openapi: '3.1.0',
  info: { title: 'Things', version: '1' },
  servers: [{ url: 'https://api.example.com' }],
  paths: Object.fromEntries(operations.map((post, n) => [`/things/${n}`, { post }])),
  components: { schemas },
});

/** The bytes by which a page grows with each of the things that it shows more of. */
function growthOf(pageWith: (count: number) => string): number {
  const [few, many] = [pageWith(10), pageWith(110)].map((page) => Buffer.byteLength(page)) as [
    number,
    number,
  ];
  return (many - few) / 100;
}

test('a field takes 120 bytes beside its anchor, which is there once', () => {
  const page = (count: number): string =>
    renderPage(specOf([{ responses: { 200: { headers: {}, ...content(object(count)) } } }]), [
      operationBlock('/things/0'),
    ]);
  const anchor = 'post-things-0.200.field042';
  expect(page(110).split(`${anchor}"`)).toHaveLength(2);
  // Its line in the generated example is among them.
  const line = '  "field042": "text",\n'.length;
  expect(growthOf((count) => page(count)) - anchor.length - line).toBeLessThan(120);
});

test('the anchors of the page of one operation do not name it', () => {
  const spec = specOf([{ requestBody: content(object(1)) }]);
  const html = renderPage(spec, [operationBlock('/things/0')], { isOperationPage: true });
  expect(html).toContain('<li id="body.field000">');
  expect(html).toContain('<h2 id="post-things-0"');
});

test('an operation that readers can call takes 300 bytes for that, and the first has the words', () => {
  const calls = (count: number, tools: object): string =>
    renderPage(
      specOf(Array.from({ length: 120 }, () => ({ requestBody: content(object(5)) }))),
      Array.from({ length: count }, (_, n) => operationBlock(`/things/${n}`)),
      tools,
    );
  const called = { apiRequestHref: '/~/api-request' };
  expect(growthOf((count) => calls(count, called)) - growthOf((count) => calls(count, {}))).toBeLessThan(300);
  expect(calls(3, called).split('data-words=')).toHaveLength(2);
});

test('the length of an operation is estimated with its callbacks and the headers of its responses', () => {
  const callback = (inner: number): Json => ({
    requestBody: content(object(40)),
    responses: { 200: { headers: { 'X-One': { schema: { type: 'string' } } }, ...content(object(10)) } },
    ...(inner > 0 ? { callbacks: { deeper: { '{$url}/deeper': { post: callback(inner - 1) } } } } : {}),
  });
  for (const operation of [
    { responses: {} },
    {
      callbacks: Object.fromEntries(
        Array.from({ length: 15 }, (_, n) => [`on${n}`, { '{$url}': { post: callback(0) } }]),
      ),
    },
    { callbacks: { on: { '{$url}': { post: callback(3) } } } },
    {
      responses: {
        200: {
          headers: Object.fromEntries(
            Array.from({ length: 90 }, (_, n) => [`X-${n}`, { schema: { type: 'string' } }]),
          ),
        },
      },
    },
  ]) {
    const spec = specOf([operation]);
    const [{ bytes } = { bytes: 0 }] = outlineSpec(spec).operations;
    const shown = Buffer.byteLength(renderPage(spec, [operationBlock('/things/0')]));
    expect(bytes / shown).toBeGreaterThan(0.9);
    expect(bytes / shown).toBeLessThan(3);
  }
});

/** Of real specs, with descriptions and examples. */
test.skipIf(SPEC_NAMES.length === 0).each([
  ['box-2025.v3.0.json', 500],
  ['swagger-petstore.v3.0.yaml', 330],
])('the models of %s take %i bytes for each field that is shown', (file, most) => {
  const bytes = readFileSync(new URL(file, SPECS));
  const outcome = processSpec({
    files: [{ url: 'https://example.com/spec', bytes }],
    mayRefer: false,
    unreadable: [],
  });
  if (outcome.state !== 'processed') throw new Error(JSON.stringify(outcome));
  const spec = readStoredSpec(outcome.filesystem);
  const html = renderPage(spec, [schemasBlock(outcome.outline.schemas)]);
  const fields = html.split('<li id=').length - 1;
  expect(Buffer.byteLength(html) / fields).toBeLessThan(most);
});
