import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../../test/app.ts';
import { addMember, addSpace } from '../../../../../test/factories.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

test('a merge names its change request and everybody who edited it, the author first', async () => {
  const spaceId = await addSpace(app);
  const space = `/v1/spaces/${spaceId}`;
  const [author, other, commenter] = await Promise.all(
    ['editor', 'editor', 'editor'].map(() => addMember(app, { role: 'edit' })),
  );
  const opened = await app.request('POST', `${space}/change-requests`, {
    token: author?.token,
    body: { subject: 'Explain the upgrade' },
  });
  const { id, number } = opened.json();
  const base = `${space}/change-requests/${id}`;
  await app.request('PATCH', base, { token: author?.token, body: { status: 'open' } });
  const insert = (title: string) => ({
    changes: [{ operation: 'insert_page', title, document: { markdown: 'Text' } }],
  });
  for (const title of ['One', 'Two'])
    await app.request('POST', `${base}/content`, { token: other?.token, body: insert(title) });
  await app.request('POST', `${base}/content`, { token: author?.token, body: insert('Three') });
  await app.request('POST', `${base}/comments`, {
    token: commenter?.token,
    body: { body: { markdown: 'Good.' } },
  });
  expect((await app.request('POST', `${base}/merge`)).json().result).toBe('merge');
  const { items } = (await app.request('GET', `${space}/revisions`)).json();
  expect(items[0]).toMatchObject({
    type: 'merge',
    mergedFrom: {
      object: 'change-request',
      id,
      number,
      subject: 'Explain the upgrade',
      contributors: [{ id: author?.userId }, { id: other?.userId }],
    },
  });
  expect(items[0].mergedFrom.contributors).toHaveLength(2);
  expect(items[1]).not.toHaveProperty('mergedFrom');
});
