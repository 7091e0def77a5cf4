/** The conflicts of change requests with their space: which there are, and what answers do. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../../../test/app.ts';
import { addSpace } from '../../../../../../test/factories.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

async function send(method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, body?: object) {
  const response = await app.request(method, url, body ? { body } : {});
  return { status: response.statusCode, body: response.json() };
}

/** A space with a page, which a change request and the space then change. */
async function addConflicting(markdown: string, ours: object, theirs: object) {
  const spaceId = await addSpace(app);
  const content = `/v1/spaces/${spaceId}/content`;
  const inserted = { operation: 'insert_page', document: { markdown } };
  const page: string = (await send('POST', content, { changes: [inserted] })).body.changes[0].page.id;
  const base = `/v1/spaces/${spaceId}/change-requests/1`;
  await send('POST', `/v1/spaces/${spaceId}/change-requests`, {});
  for (const [url, change] of [
    [`${base}/content`, ours],
    [content, theirs],
  ] as const) {
    const changes = [{ operation: 'update_page', page, ...change }];
    expect((await send('POST', url, { changes })).status).toBe(200);
  }
  const read = async () => (await send('GET', `${content}/page/${page}?format=markdown`)).body;
  return { base, content, page, read };
}

const written = (markdown: string) => ({ document: { markdown } });
const idsOf = (items: { id: string }[]) => items.map(({ id }) => id);

test('conflicts are listed before anyone merges, as they are now', async () => {
  const { base, content, page } = await addConflicting(
    '# Page\n\nFirst.\n',
    written('# Page\n\nOurs.\n'),
    written('# Page\n\nTheirs.\n'),
  );
  const listed = await send('GET', `${base}/conflicts`);
  expect(listed.body).toMatchObject({ count: 1, items: [{ ours: 'Ours.', theirs: 'Theirs.' }] });
  const { id } = listed.body.items[0];
  expect((await send('PUT', `${base}/conflicts/${id}/answer`, { choice: 'ours' })).status).toBe(200);
  const changes = [{ operation: 'update_page', page, ...written('# Page\n\nFirst.\n') }];
  await send('POST', content, { changes });
  expect((await send('GET', `${base}/conflicts`)).body).toEqual({ count: 0, items: [] });
  const gone = await send('PUT', `${base}/conflicts/${id}/answer`, { choice: 'theirs' });
  expect(gone).toMatchObject({ status: 404, body: { error: { reason: 'conflict-not-found' } } });
});

test('an answer stays in the list, and can be changed and withdrawn, until the merge', async () => {
  const { base, read } = await addConflicting(
    '# Page\n\nFirst.\n\nBetween.\n\nSecond.\n',
    written('# Page\n\nOurs.\n\nBetween.\n\nOurs too.\n'),
    written('# Page\n\nTheirs.\n\nBetween.\n\nTheirs too.\n'),
  );
  const [first, second] = idsOf((await send('POST', `${base}/merge`)).body.conflicts);
  await send('PUT', `${base}/conflicts/${first}/answer`, { choice: 'ours' });
  expect(idsOf((await send('POST', `${base}/merge`)).body.conflicts)).toEqual([second]);

  const listed = (await send('GET', `${base}/conflicts`)).body;
  expect(listed).toMatchObject({
    count: 2,
    items: [{ id: first, answer: { choice: 'ours' }, answeredBy: {} }, { id: second }],
  });
  expect(listed.items[1]).not.toHaveProperty('answer');
  expect((await send('DELETE', `${base}/conflicts/${first}/answer`)).body).not.toHaveProperty('answer');
  expect((await send('GET', `${base}/checks`)).body.conflicts).toBe(2);
  for (const id of [first, second])
    expect((await send('PUT', `${base}/conflicts/${id}/answer`, { choice: 'theirs' })).status).toBe(200);
  expect((await send('POST', `${base}/merge`)).body.result).toBe('merge');
  expect((await read()).markdown).toBe('# Page\n\nTheirs.\n\nBetween.\n\nTheirs too.\n');

  expect((await send('GET', `${base}/conflicts`)).body).toEqual({ count: 0, items: [] });
  const late = await send('PUT', `${base}/conflicts/${first}/answer`, { choice: 'ours' });
  expect(late.body.error.reason).toBe('change-request-merged');
  expect((await send('POST', `${base}/update`)).body.error.reason).toBe('change-request-merged');
});

test.each([
  [{ choice: 'theirs' }, 'Theirs', '# Theirs\n\nText.\n'],
  [{ choice: 'text', text: '# Both' }, 'Both', '# Both\n\nText.\n'],
])(
  'a title that both sides changed is one conflict: answered by %j, the page has one title',
  async (answer, title, markdown) => {
    const { base, read } = await addConflicting('# Page\n\nText.\n', { title: 'Ours' }, { title: 'Theirs' });
    const [{ id }, ...others] = (await send('GET', `${base}/conflicts`)).body.items;
    expect(others).toEqual([]);
    await send('PUT', `${base}/conflicts/${id}/answer`, answer);
    expect((await send('POST', `${base}/merge`)).body.result).toBe('merge');
    expect(await read()).toMatchObject({ title, markdown });
  },
);

test('the title of a text without a heading is a conflict of its own', async () => {
  const { base, read } = await addConflicting(
    'Text.\n\nMore.\n',
    { title: 'Ours', ...written('Text, ours.\n\nMore.\n') },
    { title: 'Theirs', ...written('Text.\n\nMore, theirs.\n') },
  );
  const { items } = (await send('GET', `${base}/conflicts`)).body;
  expect(items).toMatchObject([{ kind: 'page-field', field: 'title', ours: 'Ours', theirs: 'Theirs' }]);
  const answer = `${base}/conflicts/${items[0].id}/answer`;
  expect((await send('PUT', answer, { choice: 'text', text: ' ' })).body.error.details).toMatchObject([
    { path: 'text' },
  ]);
  await send('PUT', answer, { choice: 'text', text: 'Both' });
  await send('POST', `${base}/merge`);
  expect(await read()).toMatchObject({ title: 'Both', markdown: 'Text, ours.\n\nMore, theirs.\n' });
});

test('a text for a slug must be one', async () => {
  const { base, read } = await addConflicting('# Page\n', { slug: 'ours' }, { slug: 'theirs' });
  const { items } = (await send('GET', `${base}/conflicts`)).body;
  expect(items).toMatchObject([{ kind: 'page-field', field: 'slug' }]);
  const answer = `${base}/conflicts/${items[0].id}/answer`;
  const refused = await send('PUT', answer, { choice: 'text', text: 'not/a slug' });
  expect(refused).toMatchObject({ status: 400, body: { error: { details: [{ path: 'text' }] } } });
  await send('PUT', answer, { choice: 'text', text: 'both' });
  await send('POST', `${base}/merge`);
  expect(await read()).toMatchObject({ path: 'both' });
});

test('a deletion that conflicts names the pages below that the other side changed', async () => {
  const spaceId = await addSpace(app);
  const content = `/v1/spaces/${spaceId}/content`;
  const pages = ['above', 'below'].map((ref) => ({
    operation: 'insert_page',
    ref,
    title: ref,
    document: {},
    ...(ref === 'below' ? { into: 'above' } : {}),
  }));
  const [above, below] = (await send('POST', content, { changes: pages })).body.changes.map(
    ({ page }: { page: { id: string } }) => page.id,
  );
  await send('POST', `/v1/spaces/${spaceId}/change-requests`, {});
  const base = `/v1/spaces/${spaceId}/change-requests/1`;
  await send('POST', `${base}/content`, { changes: [{ operation: 'delete_page', page: above }] });
  await send('POST', content, {
    changes: [{ operation: 'update_page', page: below, ...written('# Below\n\nNew.\n') }],
  });
  expect((await send('GET', `${base}/conflicts`)).body.items).toMatchObject([
    {
      kind: 'page-deleted',
      page: { id: above, title: 'above' },
      deletedBy: 'ours',
      changedPages: [{ id: below, title: 'Below' }],
    },
  ]);
});
