import { newId } from '@lectern/std/ids';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PASSWORD, setPassword } from '../../../../../test/accounts.ts';
import { buildTestApp, type TestApp } from '../../../../../test/app.ts';
import { addMember, addSpace } from '../../../../../test/factories.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

async function send(
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  url: string,
  { body, token, version }: { body?: unknown; token?: string; version?: string } = {},
) {
  const response = await app.request(method, url, {
    ...(body ? { body } : {}),
    ...(token ? { token } : {}),
    ...(version ? { headers: { 'if-match': `"${version}"` } } : {}),
  });
  return {
    status: response.statusCode,
    etag: response.headers.etag,
    body: response.body === '' ? undefined : response.json(),
  };
}

/** A space with a page, and the address of the caller's working copy of it. */
async function addGround() {
  const spaceId = await addSpace(app);
  const { body } = await send('POST', `/v1/spaces/${spaceId}/content`, {
    body: { changes: [{ operation: 'insert_page', document: { markdown: '# Page\n' } }] },
  });
  const page: string = body.changes[0].page.id;
  const baseRevision: string = (await send('GET', `/v1/spaces/${spaceId}`)).body.revision;
  const list = `/v1/spaces/${spaceId}/working-copies`;
  return { spaceId, page, baseRevision, list, url: `${list}/${page}` };
}

test('a working copy is stored, read, listed, replaced and deleted', async () => {
  const { page, baseRevision, list, url } = await addGround();
  expect((await send('GET', url)).body.error.reason).toBe('working-copy-not-found');
  const stored = await send('PUT', url, { body: { markdown: '# One\n', baseRevision } });
  expect(stored).toMatchObject({
    status: 200,
    etag: `"${stored.body.version}"`,
    body: { object: 'working-copy', page, baseRevision, markdown: '# One\n' },
  });
  const document = { object: 'document', data: {}, nodes: [] };
  const replaced = await send('PUT', url, {
    // The data of a document may be left out, as in an edit.
    body: { document: { object: 'document', nodes: [] }, baseRevision },
    version: stored.body.version,
  });
  expect((await send('GET', url)).body).toEqual(replaced.body);
  expect(replaced.body).toMatchObject({ document });
  expect(replaced.body.markdown).toBeUndefined();
  const { body: listed } = await send('GET', list);
  expect(listed).toMatchObject({ count: 1, items: [{ page, version: replaced.body.version }] });
  expect(listed.items[0].document).toBeUndefined();
  expect((await send('DELETE', url)).status).toBe(204);
  expect((await send('DELETE', url)).status).toBe(404);
});

test('a version from another tab is never overwritten: the answer holds both', async () => {
  const { baseRevision, url } = await addGround();
  const put = (markdown: string, version?: string) =>
    send('PUT', url, { body: { markdown, baseRevision }, ...(version ? { version } : {}) });
  const first = (await put('one')).body.version;
  const second = (await put('two', first)).body.version;
  for (const known of [first, undefined, newId(), 'nonsense']) {
    const refused = await put('mine', known);
    expect(refused).toMatchObject({
      status: 409,
      body: {
        error: {
          reason: 'working-copy-changed',
          details: [{ ours: { markdown: 'mine' }, theirs: { markdown: 'two', version: second } }],
        },
      },
    });
    expect((await send('GET', url)).body.markdown).toBe('two');
  }
  expect((await send('DELETE', url, { version: first })).status).toBe(409);
  expect((await put('mine', second)).status).toBe(200);
});

test('the same text sent again is no conflict', async () => {
  const { baseRevision, url } = await addGround();
  const body = { markdown: 'one', baseRevision };
  const { body: first } = await send('PUT', url, { body });
  expect(await send('PUT', url, { body })).toMatchObject({ status: 200, body: first });
});

test('of two tabs that store at once, one is refused', async () => {
  const { baseRevision, url } = await addGround();
  const responses = await Promise.all(
    ['one', 'two', 'three'].map((markdown) => send('PUT', url, { body: { markdown, baseRevision } })),
  );
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
});

test('each person has their own working copies, of the space and of each change request', async () => {
  const { spaceId, baseRevision, list, url } = await addGround();
  const other = await addMember(app, { role: 'edit' });
  await send('POST', `/v1/spaces/${spaceId}/change-requests`);
  await send('PUT', url, { body: { markdown: 'live', baseRevision } });
  await send('PUT', `${url}?changeRequest=1`, { body: { markdown: 'proposed', baseRevision } });
  await send('PUT', url, { body: { markdown: 'theirs', baseRevision }, token: other.token });
  expect((await send('GET', url)).body.markdown).toBe('live');
  expect((await send('GET', `${url}?changeRequest=1`)).body.markdown).toBe('proposed');
  expect((await send('GET', url, { token: other.token })).body.markdown).toBe('theirs');
  expect((await send('GET', list, { token: other.token })).body.count).toBe(1);
  expect((await send('GET', list)).body.count).toBe(2);
});

test('only the text of a page can be stored, in one form and within its limit', async () => {
  const { spaceId, baseRevision, url } = await addGround();
  const refuse = async (body: object, at = url) =>
    (await send('PUT', at, { body: { baseRevision, ...body } })).body.error.reason;
  expect(await refuse({})).toBe('invalid-request');
  expect(await refuse({ markdown: '', document: { object: 'document', data: {}, nodes: [] } })).toBe(
    'invalid-request',
  );
  expect(await refuse({ markdown: 'x'.repeat(1_000_001) })).toBe('invalid-request');
  expect(await refuse({ markdown: '', baseRevision: newId() })).toBe('revision-not-found');
  const other = `/v1/spaces/${spaceId}/working-copies/${newId()}`;
  expect(await refuse({ markdown: '' }, other)).toBe('page-not-found');
  expect(await refuse({ markdown: '' }, `${url}?changeRequest=9`)).toBe('change-request-not-found');
});

test('a space has a limited number of working copies for each person', async () => {
  const { spaceId, baseRevision, url } = await addGround();
  await send('PUT', url, { body: { markdown: '', baseRevision } });
  const { db } = app.context;
  const row = await db
    .selectFrom('working_copy')
    .selectAll()
    .where('space_id', '=', spaceId)
    .executeTakeFirstOrThrow();
  const others = Array.from({ length: 199 }, () => ({ ...row, page_id: newId() }));
  await db.insertInto('working_copy').values(others).execute();
  await send('POST', `/v1/spaces/${spaceId}/change-requests`);
  const refused = await send('PUT', `${url}?changeRequest=1`, { body: { markdown: '', baseRevision } });
  expect(refused).toMatchObject({ status: 409, body: { error: { reason: 'too-many-working-copies' } } });
  expect((await send('GET', `/v1/spaces/${spaceId}/working-copies`)).body.count).toBe(200);
});

test('working copies of a deleted user are deleted', async () => {
  const { spaceId, baseRevision, url } = await addGround();
  const { userId, token } = await addMember(app, { role: 'edit' });
  await setPassword(app, userId);
  await send('PUT', url, { body: { markdown: 'secret', baseRevision }, token });
  expect((await send('DELETE', `/v1/users/${userId}`, { body: { password: PASSWORD }, token })).status).toBe(
    204,
  );
  const left = await app.context.db
    .selectFrom('working_copy')
    .select('page_id')
    .where('space_id', '=', spaceId)
    .execute();
  expect(left).toEqual([]);
});
