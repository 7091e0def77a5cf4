import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../../test/app.ts';
import { putContent } from '../../../../../test/content.ts';
import { addMember, addOrganization, addSpace, addUserToken } from '../../../../../test/factories.ts';
import { editAt } from '../../../../../test/fixtures/content/search/search.ts';
import { petSpec, publishSpec } from '../../../../../test/fixtures/review/openapi-drift/drift.ts';

let app: TestApp;
let organizationId: string;
let token: string;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app?.close());
beforeEach(async () => {
  const made = await addOrganization(app);
  organizationId = made.organizationId;
  token = await addUserToken(app, made.creatorId);
});

const publish = (source: string, slug = 'pets') => publishSpec(app, { organizationId, token, slug, source });
const ask = (query = '', version = 'latest', caller = token) =>
  app.request('GET', `/v1/orgs/${organizationId}/openapi/pets/versions/${version}/pages${query}`, {
    token: caller,
  });

async function addPages(title: string, pages: Record<string, string>): Promise<string> {
  const spaceId = await addSpace(app, { organizationId, title });
  const summary = Object.keys(pages).map((name) => `* [${name}](${name}.md)`);
  await putContent(app, spaceId, {
    'SUMMARY.md': summary.join('\n'),
    ...Object.fromEntries(
      Object.entries(pages).map(([name, text]) => [`${name}.md`, `# ${name}\n\n${text}\n`]),
    ),
  });
  return spaceId;
}

test('pages are listed with the places that name what changed, and the changes', async () => {
  const base = await publish(petSpec({ methods: ['get', 'delete'], fields: ['name', 'tag_id'] }));
  const version = await publish(petSpec({ methods: ['get'], fields: ['name'] }));
  const spaceId = await addPages('Guides', {
    calls: 'Text.\n\n## Remove\n\nSend `DELETE /pets`. Nothing is left.',
    other: 'Nothing of it: `DELETE /users`, tag_id.',
    fields: 'What `GET /pets` returns: tag_id.',
  });
  const response = (await ask()).json();
  expect(response).toMatchObject({ count: 2, base, version, isComplete: true });
  expect(response.items.map(({ page }: { page: { title: string } }) => page.title)).toEqual([
    'calls',
    'fields',
  ]);
  const [calls] = response.items;
  expect(calls).toEqual({
    space: { id: spaceId, title: 'Guides', urls: { app: expect.stringContaining(`/app/s/${spaceId}`) } },
    page: {
      id: expect.any(String),
      title: 'calls',
      path: 'calls',
      urls: { app: expect.stringContaining(`/app/s/${spaceId}/`) },
    },
    places: [
      {
        kind: 'prose',
        anchor: 'remove',
        title: 'Remove',
        excerpt: 'Send DELETE /pets. Nothing is left.',
        name: 'DELETE /pets',
        changes: [
          {
            class: 'breaking',
            kind: 'operation-removed',
            operation: { kind: 'operation', method: 'delete', path: '/pets' },
            place: '',
            name: 'DELETE /pets',
          },
        ],
        changeCount: 1,
      },
    ],
    placeCount: 1,
  });
  expect(response.items[1].places).toMatchObject([
    { name: 'GET /pets', changes: [{ kind: 'property-removed' }] },
    { name: 'tag_id', changes: [{ kind: 'property-removed', name: 'tag_id', schema: 'Pet' }] },
  ]);
});

test('a base and a class are chosen, and a version without an earlier one touches nothing', async () => {
  const first = await publish(petSpec({ methods: ['get'] }));
  await addPages('Guides', { calls: '`GET /pets`, `POST /pets`' });
  expect((await ask()).json()).toEqual({ count: 0, base: null, version: first, isComplete: true, items: [] });
  await publish(petSpec({ methods: ['get'], summary: 'Other' }));
  expect((await ask()).json()).toMatchObject({ count: 0 });
  const third = await publish(petSpec({ methods: ['post'] }));
  expect((await ask('?class=breaking')).json().items[0].places).toMatchObject([{ name: 'GET /pets' }]);
  expect((await ask('?class=non-breaking')).json().items[0].places).toMatchObject([{ name: 'POST /pets' }]);
  expect((await ask('?class=documentation')).json().count).toBe(0);
  const back = (await ask(`?base=${third}&class=breaking`, first)).json();
  expect(back).toMatchObject({ base: third, version: first, items: [{ places: [{ name: 'POST /pets' }] }] });
});

test('reusable contents count, and the list has pages', async () => {
  await publish(petSpec({ methods: ['get', 'delete'] }));
  await publish(petSpec({ methods: ['get'] }));
  await addPages('Guides', Object.fromEntries([1, 2, 3].map((n) => [`p${n}`, 'DELETE /pets'])));
  const spaceId = await addSpace(app, { organizationId, title: 'Shared' });
  await putContent(app, spaceId, {
    'SUMMARY.md': '* [a](a.md)',
    'a.md': '# a\n\n{% include ".gitbook/includes/notice.md" %}\n',
    '.gitbook/includes/notice.md': '---\ntitle: Notice\n---\n\nDELETE /pets\n',
  });
  const seen: string[] = [];
  let query = '?limit=3';
  for (let turn = 0; turn < 2; turn += 1) {
    const response = (await ask(query)).json();
    expect(response.count).toBe(4);
    for (const { page, reusableContent } of response.items) seen.push(page?.title ?? reusableContent.title);
    query = `?limit=3&page=${response.next?.page}`;
  }
  expect(seen).toEqual(['p1', 'p2', 'p3', 'Notice']);
  expect((await ask('?page=wrong')).statusCode).toBe(400);
});

test('only pages that the caller may read are listed, as they are now', async () => {
  await publish(petSpec({ methods: ['get', 'delete'] }));
  await publish(petSpec({ methods: ['get'] }));
  const spaceId = await addPages('Guides', { calls: 'DELETE /pets' });
  const hidden = await addPages('Hidden', { calls: 'DELETE /pets' });
  await app.request('PATCH', `/v1/spaces/${hidden}`, { token, body: { defaultLevel: null } });
  const member = await addMember(app, { organizationId, role: 'read' });
  expect((await ask()).json().count).toBe(2);
  expect((await ask('', 'latest', member.token)).json()).toMatchObject({
    count: 1,
    items: [{ space: { id: spaceId } }],
  });
  const guest = await addMember(app, { organizationId, role: null });
  expect((await ask('', 'latest', guest.token)).statusCode).toBe(403);
  await editAt(app, spaceId, 'calls', '# calls\n\nNothing any more.\n');
  expect((await ask('', 'latest', member.token)).json().count).toBe(0);
});

test('a page with very many places is cut, and the list says so', async () => {
  await publish(petSpec({ methods: ['get', 'delete'] }));
  await publish(petSpec({ methods: ['get'] }));
  await addPages('Guides', {
    calls: Array.from({ length: 201 }, (_, n) => `${n}: DELETE /pets`).join('\n\n'),
  });
  const response = (await ask()).json();
  expect(response).toMatchObject({ count: 1, isComplete: false, items: [{ placeCount: 200 }] });
  expect(response.items[0].places).toHaveLength(20);
});

test('a text that is not UTF-8, and one of foreign markup, is read as far as it goes', async () => {
  await publish(petSpec({ methods: ['get', 'delete'] }));
  await publish(petSpec({ methods: ['get'] }));
  const spaceId = await addSpace(app, { organizationId, title: 'Odd' });
  await putContent(app, spaceId, {
    'SUMMARY.md': '* [a](a.md)\n* [b](b.md)',
    'a.md': Buffer.concat([Buffer.from('# a\n\nDELETE /pets '), Buffer.from([0xff, 0xfe])]),
    'b.md': '# b\n\n<div>\n<custom-tag>DELETE /pets</custom-tag>\n</div>\n\n{% unknown %}\n',
  });
  const { items, isComplete } = (await ask()).json();
  expect(isComplete).toBe(true);
  expect(items.map(({ page }: { page: { title: string } }) => page.title)).toEqual(['a', 'b']);
});

test('unknown versions and bases are errors', async () => {
  const version = await publish(petSpec({ methods: ['get'] }));
  const other = await publish(petSpec({ methods: ['get'] }), 'cats');
  expect((await ask('', other)).statusCode).toBe(404);
  expect((await ask(`?base=${other}`, version)).json().error.details).toEqual([
    { path: 'base', message: 'is not a version of this spec' },
  ]);
  expect((await ask('?class=some')).statusCode).toBe(400);
  expect(
    (await app.request('GET', `/v1/orgs/${organizationId}/openapi/none/versions/latest/pages`, { token }))
      .statusCode,
  ).toBe(404);
});
