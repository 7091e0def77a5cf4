import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../../test/app.ts';
import { addMember, addSpace, addUserToken, grantRole } from '../../../../../test/factories.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

interface Node {
  object: string;
  type: string;
  range?: [number, number];
  source?: string;
  nodes?: Node[];
  fragments?: Node[];
}

async function addPage(markdown: string): Promise<string> {
  const spaceId = await addSpace(app);
  const changes = [{ operation: 'insert_page', title: 'Page', document: { markdown } }];
  const {
    changes: [page],
  } = (await app.request('POST', `/v1/spaces/${spaceId}/content`, { body: { changes } })).json();
  return `/v1/spaces/${spaceId}/content/page/${page.page.id}`;
}

const read = async (url: string, token?: string) => {
  const response = await app.request('GET', url, token === undefined ? {} : { token });
  return { status: response.statusCode, body: response.json() };
};

function placesOf(nodes: Node[]): Node[] {
  return nodes.flatMap((node) => {
    const inner = placesOf([...(node.nodes ?? []), ...(node.fragments ?? [])]);
    return node.object === 'block' || node.object === 'fragment' ? [node, ...inner] : inner;
  });
}

const SOURCE = `---
description: About.
keywords:
  - one
  - two
---

# Page

Text with an emoji 😀.

* item

  {% unknown %}

{% hint style="info" %}
Inside.
{% endhint %}

| a | b |
| - | - |
| 1 | 2 |

<!-- a comment -->

End.
`;

test.each([
  ['line feeds', SOURCE],
  ['carriage returns', SOURCE.replaceAll('\n', '\r\n')],
])('each block has its range in the source, and front matter is data: %s', async (_name, markdown) => {
  const url = await addPage(markdown);
  const source: string = (await read(`${url}?format=markdown`)).body.markdown;
  const { body } = await read(`${url}?ranges=true`);
  expect(body.frontMatter).toEqual({ description: 'About.', keywords: ['one', 'two'] });
  const nodes: Node[] = body.document.nodes;
  const places = placesOf(nodes);
  const missing = places.filter(({ range, type }) => !range && type !== 'code-line');
  expect(missing).toEqual([]);
  const texts = places.map(({ range }) => range && source.slice(...range));
  for (const text of ['Text with an emoji 😀.', 'Inside.', '1', '2', 'End.', '{% unknown %}'])
    expect(texts).toContain(text);
  for (const { range, source: own } of places)
    if (own !== undefined && range) expect(own).toBe(source.slice(...range));
  expect(places.flatMap(({ source: own }) => own ?? [])).toEqual(['{% unknown %}']);
  const { body: plain } = await read(url);
  const { body: space } = await read(url.replace(/\/content\/page\/.*$/, ''));
  expect(body.revision).toBe(space.revision);
  expect(plain).not.toHaveProperty('frontMatter');
  expect(plain).not.toHaveProperty('revision');
  expect(JSON.stringify(plain.document)).not.toContain('"range"');
});

test('only those who can edit the page see ranges, whatever was read before', async () => {
  const url = await addPage(SOURCE);
  const spaceId = url.split('/')[3] as string;
  expect((await read(`${url}?ranges=true`)).status).toBe(200);
  for (const role of ['read', 'comment', 'edit'] as const) {
    const { userId } = await addMember(app, { role: null });
    const token = await addUserToken(app, userId, { scopes: ['read'] });
    await grantRole(app, { userId, spaceId, role });
    const { status, body } = await read(`${url}?ranges=true`, token);
    expect([role, status]).toEqual([role, role === 'edit' ? 200 : 403]);
    if (role !== 'edit') expect(body.error.reason).toBe('insufficient-role');
    expect((await read(url, token)).status).toBe(200);
  }
});

test.each(['format=markdown', 'evaluated=true', 'evaluated=deterministic-only', 'dereferenced=true'])(
  'ranges cannot be combined with %s',
  async (option) => {
    const url = await addPage('Text.\n');
    const { status, body } = await read(`${url}?ranges=true&${option}`);
    expect([status, body.error.details?.[0].path]).toEqual([400, 'ranges']);
    const combined = (await read(`${url}?ranges=false&${option}`)).status;
    expect(combined).toBe(200);
  },
);

test('a page without a source has neither ranges nor front matter', async () => {
  const spaceId = await addSpace(app);
  const changes = [{ operation: 'insert_page', type: 'group', title: 'Group' }];
  const {
    changes: [page],
  } = (await app.request('POST', `/v1/spaces/${spaceId}/content`, { body: { changes } })).json();
  const { status, body } = await read(`/v1/spaces/${spaceId}/content/page/${page.page.id}?ranges=true`);
  expect([status, body.frontMatter]).toEqual([200, undefined]);
});
