import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../../test/app.ts';
import { addMember, addSpace } from '../../../../../test/factories.ts';

let app: TestApp;
let other: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
  other = await buildTestApp({ beside: app });
});
afterAll(async () => {
  await other.close();
  await app.close();
});

type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';

async function send(method: Method, url: string, body?: unknown, by?: { token: string }) {
  const response = await app.request(method, url, {
    ...(body ? { body } : {}),
    ...(by ? { token: by.token } : {}),
  });
  return { status: response.statusCode, body: response.body === '' ? undefined : response.json() };
}

const MARKDOWN = 'The first word.\n\n* one\n* two\n\nThe last word.\n';

/** A page in a space, or in a change request of it. */
async function addPlace(kind: 'space' | 'change request') {
  const space = `/v1/spaces/${await addSpace(app)}`;
  const place =
    kind === 'space'
      ? space
      : `${space}/change-requests/${(await send('POST', `${space}/change-requests`, {})).body.number}`;
  const added = await send('POST', `${place}/content?compat=false`, {
    changes: [{ operation: 'insert_page', title: 'Page', document: { markdown: `# Page\n\n${MARKDOWN}` } }],
  });
  const page: string = added.body.changes[0].page.id;
  return { space, place, page };
}

const readSource = async (place: string, page: string): Promise<string> =>
  (await send('GET', `${place}/content/page/${page}?format=markdown`)).body.markdown;

async function keysOf(place: string, page: string): Promise<string[]> {
  const { body } = await send('GET', `${place}/content/page/${page}`);
  return body.document.nodes.map(({ key }: { key: string }) => key);
}

const write = (place: string, page: string, markdown: string) =>
  send('POST', `${place}/content`, {
    changes: [{ operation: 'update_page', page, document: { markdown: `# Page\n\n${markdown}` } }],
  });

const BODY = { markdown: 'Rather so.' };

/** Suggests another first word. */
async function suggest(place: string, page: string, by?: { token: string }) {
  const [key] = await keysOf(place, page);
  const text = [{ at: { key }, offset: 4, remove: 5, insert: 'second' }];
  return send('POST', `${place}/comments`, { body: BODY, page, node: key, suggestion: { text } }, by);
}

test.each(['space', 'change request'] as const)(
  'a suggestion in a %s is posted, listed and applied as an edit of its author',
  async (kind) => {
    const { place, page } = await addPlace(kind);
    const author = await addMember(app, { role: kind === 'space' ? 'comment' : 'edit', displayName: 'Ann' });
    const editor = await addMember(app, { role: 'edit', displayName: 'Ed' });
    const posted = await suggest(place, page, author);
    expect(posted).toMatchObject({
      status: 200,
      body: { suggestion: { state: 'open', text: [{ offset: 4, remove: 5, insert: 'second' }] } },
    });
    const { suggestion } = posted.body;
    expect(suggestion.decidedAt ?? suggestion.decidedBy).toBeUndefined();
    expect(suggestion.revision).toBe(posted.body.target.revision);
    const url = `${place}/comments/${posted.body.id}`;
    expect((await send('GET', `${place}/comments`)).body.items[0].suggestion).toEqual(suggestion);

    // Others edit the page, also above and in the same paragraph.
    await write(place, page, `New.\n\n${MARKDOWN.replace('word.', 'word!')}`);
    const applied = await send('POST', `${url}/apply`, undefined, editor);
    expect(applied.body).toMatchObject({
      suggestion: { state: 'applied', decidedBy: { id: editor.userId }, decidedAt: expect.any(String) },
      status: 'resolved',
      resolvedBy: { id: editor.userId },
      outdated: false,
    });
    expect((await send('GET', place)).body.comments).toBe(0);
    expect(await readSource(place, page)).toBe(
      `# Page\n\nNew.\n\n${MARKDOWN.replace('word.', 'word!').replace('first', 'second')}`,
    );
    expect((await send('GET', url)).body.suggestion).toEqual(applied.body.suggestion);

    const { appliedIn } = applied.body.suggestion;
    const { body: content } = await send('GET', `${place}/content`);
    expect(content).toMatchObject({ id: appliedIn });
    const rows = await app.context.db
      .selectFrom('revision')
      .select(['author_id', 'co_author_id', 'may_coalesce'])
      .where('revision_id', '=', appliedIn)
      .execute();
    expect(rows).toEqual([{ author_id: author.userId, co_author_id: editor.userId, may_coalesce: false }]);
    if (kind === 'space') {
      const { items } = (await send('GET', `${place}/revisions`)).body;
      expect(items[0]).toMatchObject({ createdBy: { id: author.userId }, coAuthor: { id: editor.userId } });
      expect(items[1].coAuthor).toBeUndefined();
    }
    if (kind === 'change request') {
      const { items } = (await send('GET', `${place}/contributors`)).body;
      const ids = items.map(({ user }: { user: { id: string } }) => user.id);
      expect(ids).toEqual(expect.arrayContaining([author.userId, editor.userId]));
    }

    for (const action of ['apply', 'dismiss'])
      expect(await send('POST', `${url}/${action}`, undefined, editor)).toMatchObject({
        status: 409,
        body: { error: { reason: 'suggestion-decided', message: expect.stringContaining('applied') } },
      });
    expect((await send('DELETE', url, undefined, author)).status).toBe(205);
    expect((await send('POST', `${url}/apply`, undefined, editor)).status).toBe(404);
  },
);

test.each(['space', 'change request'] as const)('a suggestion in a %s is dismissed', async (kind) => {
  const { place, page } = await addPlace(kind);
  const [author, other, editor] = await Promise.all([
    addMember(app, { role: 'edit' }),
    addMember(app, { role: 'comment' }),
    addMember(app, { role: 'edit' }),
  ]);
  const source = await readSource(place, page);
  for (const by of [author, editor]) {
    const url = `${place}/comments/${(await suggest(place, page, author)).body.id}`;
    const refused = await send('POST', `${url}/dismiss`, undefined, other);
    if (kind === 'space') expect(refused.body.error.reason).toBe('may-not-dismiss');
    else expect([403, 404]).toContain(refused.status);
    expect((await send('POST', `${url}/dismiss`, undefined, by)).body.suggestion).toMatchObject({
      state: 'dismissed',
      decidedBy: { id: by.userId },
    });
    expect(await send('POST', `${url}/apply`, undefined, editor)).toMatchObject({
      status: 409,
      body: { error: { reason: 'suggestion-decided', message: expect.stringContaining('dismissed') } },
    });
  }
  expect(await readSource(place, page)).toBe(source);
});

test('whoever can comment suggests, and whoever can edit applies', async () => {
  const { place, page } = await addPlace('space');
  for (const role of ['read', 'comment', 'edit', 'review', 'admin'] as const) {
    const member = await addMember(app, { role });
    const posted = await suggest(place, page, member);
    expect(posted.status, role).toBe(role === 'read' ? 403 : 200);
    const { id } = (await suggest(place, page)).body;
    const mayEdit = !['read', 'comment'].includes(role);
    const applied = await send('POST', `${place}/comments/${id}/apply`, undefined, member);
    expect(applied.status, role).toBe(mayEdit ? 200 : 403);
    await write(place, page, MARKDOWN);
  }
  const elsewhere = await addPlace('space');
  const { id } = (await suggest(place, page)).body;
  for (const action of ['apply', 'dismiss'])
    expect((await send('POST', `${elsewhere.place}/comments/${id}/${action}`)).body.error.reason).toBe(
      'comment-not-found',
    );
});

test.each([
  ['two people apply', ['apply', 'apply']],
  ['one applies and one dismisses', ['apply', 'dismiss']],
] as const)('when %s a suggestion at the same time, one of them wins', async (_name, actions) => {
  const { place, page } = await addPlace('space');
  const url = `${place}/comments/${(await suggest(place, page)).body.id}`;
  // Two services share the database.
  const results = await Promise.all(
    actions.map(async (action, i) => {
      const response = await [app, other][i]!.request('POST', `${url}/${action}`);
      return { status: response.statusCode, body: response.json() };
    }),
  );
  expect(results.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(results.find(({ status }) => status === 409)?.body.error.reason).toBe('suggestion-decided');
  const { state } = (await send('GET', url)).body.suggestion;
  expect(await readSource(place, page)).toBe(
    `# Page\n\n${state === 'applied' ? MARKDOWN.replace('first', 'second') : MARKDOWN}`,
  );
});

test.each([
  ['the words were changed', MARKDOWN.replace('first', 'third')],
  ['the block is gone', MARKDOWN.replace('The first word.\n\n', '')],
])('a suggestion conflicts if %s, and stays open', async (_name, markdown) => {
  const { place, page } = await addPlace('space');
  const url = `${place}/comments/${(await suggest(place, page)).body.id}`;
  await write(place, page, markdown);
  expect(await send('POST', `${url}/apply`)).toMatchObject({
    status: 409,
    body: { error: { reason: 'edit-conflicts' } },
  });
  expect((await send('GET', url)).body.suggestion.state).toBe('open');
  expect(await readSource(place, page)).toBe(`# Page\n\n${markdown}`);
  await write(place, page, MARKDOWN);
  expect((await send('POST', `${url}/apply`)).status).toBe(200);
});

test('whoever can read previews what a suggestion would change', async () => {
  const { place, page } = await addPlace('space');
  const [commenter, reader] = [
    await addMember(app, { role: 'comment' }),
    await addMember(app, { role: 'read' }),
  ];
  const body = { page, markdown: `# Page\n\n${MARKDOWN.replace('first', 'second')}` };
  const preview = await send('POST', `${place}/content/render`, body, commenter);
  expect(preview.status).toBe(200);
  expect(preview.body.blocks[0].html).toContain('The second word.');
  expect((await send('POST', `${place}/content/render`, body, reader)).body).toEqual(preview.body);
  expect(await readSource(place, page)).toBe(`# Page\n\n${MARKDOWN}`);
});

test('a suggestion for a page that is gone conflicts', async () => {
  const { place, page } = await addPlace('space');
  const url = `${place}/comments/${(await suggest(place, page)).body.id}`;
  await send('POST', `${place}/content`, { changes: [{ operation: 'delete_page', page }] });
  expect((await send('POST', `${url}/apply`)).body.error.reason).toBe('edit-conflicts');
  expect((await send('GET', url)).body).toMatchObject({ outdated: true, suggestion: { state: 'open' } });
});

test('blocks are suggested, and texts among them', async () => {
  const { place, page } = await addPlace('space');
  const [first, , last] = await keysOf(place, page);
  const node = (text: string) => ({
    object: 'block',
    type: 'paragraph',
    data: {},
    nodes: [{ object: 'text', leaves: [{ object: 'leaf', text, marks: [] }] }],
  });
  const blocks = [
    { at: { key: last }, offset: 0, remove: 3, insert: 'A' },
    { operation: 'insert', after: { key: first }, nodes: [node('Between.')] },
  ];
  const text = [{ at: { key: first }, offset: 0, remove: 3, insert: 'One' }];
  const posted = await send('POST', `${place}/comments`, { body: BODY, page, suggestion: { blocks, text } });
  expect(posted.body.suggestion).toMatchObject({ state: 'open', blocks, text });
  expect((await send('POST', `${place}/comments/${posted.body.id}/apply`)).status).toBe(200);
  expect(await readSource(place, page)).toBe(
    '# Page\n\nOne first word.\n\nBetween.\n\n* one\n* two\n\nA last word.\n',
  );
});

test('what cannot be applied is refused when it is posted, with its path', async () => {
  const { place, page } = await addPlace('space');
  const [key] = await keysOf(place, page);
  const splice = { at: { key }, offset: 0, insert: 'x' };
  const group = (
    await send('POST', `${place}/content`, {
      changes: [{ operation: 'insert_page', type: 'group', title: 'Group' }],
    })
  ).body.changes[0].page.id;
  const refusals: [path: string, body: object][] = [
    ['page', { suggestion: { text: [splice] } }],
    ['suggestion', { page, suggestion: {} }],
    ['suggestion', { page, suggestion: { text: [{ ...splice, insert: '' }] } }],
    [
      'suggestion.blocks.1.at',
      { page, suggestion: { blocks: [splice, { operation: 'delete', at: { key: 'no' } }] } },
    ],
    ['suggestion.text.0.at', { page, suggestion: { text: [{ ...splice, at: { key: 'no' } }] } }],
    ['suggestion.blocks.0.at', { page, suggestion: { blocks: [{ ...splice, at: { key: 'no' } }] } }],
    ['suggestion.text.0.offset', { page, suggestion: { text: [{ ...splice, offset: 1000 }] } }],
    ['suggestion.blocks', { page: group, suggestion: { blocks: [{ operation: 'insert', nodes: [] }] } }],
    ['suggestion', { page, suggestion: { text: [{ ...splice, insert: 'x'.repeat(100_001) }] } }],
  ];
  for (const [path, fields] of refusals) {
    const { status, body } = await send('POST', `${place}/comments`, { body: BODY, ...fields });
    expect([status, body.error?.details?.[0]?.path]).toEqual([400, path]);
  }
  expect((await send('GET', `${place}/comments`)).body.count).toBe(0);
  const { id } = (await send('POST', `${place}/comments`, { body: BODY, page })).body;
  for (const action of ['apply', 'dismiss'])
    expect((await send('POST', `${place}/comments/${id}/${action}`)).body.error.reason).toBe(
      'suggestion-not-found',
    );
});

test('nothing is applied to what cannot be edited', async () => {
  const { space, place, page } = await addPlace('change request');
  const url = `${place}/comments/${(await suggest(place, page)).body.id}`;
  await send('PATCH', space, { editMode: 'locked' });
  expect((await send('POST', `${url}/apply`)).body.error.reason).toBe('space-locked');
  await send('PATCH', space, { editMode: 'live' });
  await send('PATCH', place, { status: 'archived' });
  expect((await send('POST', `${url}/apply`)).body.error.reason).toBe('change-request-archived');
  await send('PATCH', place, { status: 'open' });
  await send('POST', `${place}/merge`);
  expect((await send('POST', `${url}/apply`)).body.error.reason).toBe('change-request-merged');
  expect((await send('GET', url)).body.suggestion.state).toBe('open');
});
