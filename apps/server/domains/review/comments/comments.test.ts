import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../../test/app.ts';
import { addMember, addServiceToken, addSpace } from '../../../../../test/factories.ts';
import { BY_OPERATOR } from '../../../platform/access/cause.ts';
import { deleteUser } from '../../access/user-deletion/delete-user.service.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';

async function send(method: Method, url: string, { body, token }: { body?: unknown; token?: string } = {}) {
  const response = await app.request(method, url, { ...(body ? { body } : {}), ...(token ? { token } : {}) });
  return { status: response.statusCode, body: response.body === '' ? undefined : response.json() };
}

const text = (markdown: string) => ({ body: { markdown } });

async function addPage(spaceId: string, markdown: string): Promise<string> {
  const { body } = await send('POST', `/v1/spaces/${spaceId}/content`, {
    body: { changes: [{ operation: 'insert_page', document: { markdown } }] },
  });
  return body.changes[0].page.id;
}

const write = (contentUrl: string, page: string, markdown: string) =>
  send('POST', contentUrl, {
    body: { changes: [{ operation: 'update_page', page, document: { markdown } }] },
  });

/** The keys of the blocks of a page. */
async function keysOf(contentUrl: string, page: string): Promise<string[]> {
  const { body } = await send('GET', `${contentUrl}/page/${page}`);
  return body.document.nodes.map(({ key }: { key: string }) => key);
}

async function addChangeRequest(spaceId: string, status?: string): Promise<string> {
  const base = `/v1/spaces/${spaceId}/change-requests`;
  const { number } = (await send('POST', base)).body;
  if (status) await send('PATCH', `${base}/${number}`, { body: { status } });
  return `${base}/${number}`;
}

const openOn = async (url: string): Promise<number> => (await send('GET', url)).body.comments;

test('a comment is posted, listed, changed, resolved, reopened and deleted, and counted at each step', async () => {
  const spaceId = await addSpace(app);
  for (const place of [`/v1/spaces/${spaceId}`, await addChangeRequest(spaceId, 'open')]) {
    const author = await addMember(app, { role: 'comment', displayName: 'Ann' });
    const editor = await addMember(app, { role: 'edit' });
    const posted = await send('POST', `${place}/comments`, { body: text('Is **this** true?'), ...author });
    expect(posted).toMatchObject({
      status: 200,
      body: {
        object: 'comment',
        status: 'open',
        outdated: false,
        postedBy: { id: author.userId, displayName: 'Ann' },
        replies: 0,
        repliers: [],
        reactions: [],
        target: { space: spaceId },
        permissions: { view: true, edit: true, reply: true, delete: true },
        body: { document: { nodes: [{ type: 'paragraph' }] } },
      },
    });
    const url = `${place}/comments/${posted.body.id}`;
    expect(posted.body.urls.location).toContain(`/comments/${posted.body.id}`);
    expect(new URL(posted.body.urls.location).pathname.startsWith(`/v1/spaces/${spaceId}/`)).toBe(true);
    expect((await send('GET', new URL(posted.body.urls.location).pathname)).body.id).toBe(posted.body.id);
    expect(await openOn(place)).toBe(1);

    expect((await send('GET', `${url}?format=markdown`)).body.body).toEqual({
      markdown: 'Is **this** true?',
    });
    const edited = await send('PUT', url, { body: text('It is.'), ...author });
    expect(edited.body).toMatchObject({ editedAt: expect.any(String), status: 'open' });
    expect((await send('GET', `${url}?format=markdown`)).body.body.markdown).toBe('It is.');

    const resolved = await send('PUT', url, { body: { resolved: true }, ...editor });
    expect(resolved.body).toMatchObject({ status: 'resolved', resolvedBy: { id: editor.userId } });
    expect(await openOn(place)).toBe(0);
    const again = await send('PUT', url, { body: { resolved: true }, ...author });
    expect(again.body).toMatchObject({
      resolvedBy: { id: editor.userId },
      resolvedAt: resolved.body.resolvedAt,
    });
    expect((await send('GET', `${place}/comments?status=open`)).body).toMatchObject({ count: 0, items: [] });
    expect((await send('GET', `${place}/comments?status=resolved`)).body).toMatchObject({ count: 1 });
    const reopened = await send('PUT', url, { body: { resolved: false }, ...author });
    expect(reopened.body.status).toBe('open');
    expect(reopened.body.resolvedAt).toBeUndefined();
    expect(await openOn(place)).toBe(1);

    expect((await send('DELETE', url, author)).status).toBe(205);
    expect((await send('GET', url)).body.error.reason).toBe('comment-not-found');
    expect((await send('DELETE', url, author)).status).toBe(404);
    expect(await openOn(place)).toBe(0);
  }
});

test('comments of the space and of each change request are apart', async () => {
  const spaceId = await addSpace(app);
  const space = `/v1/spaces/${spaceId}`;
  const [first, second] = [await addChangeRequest(spaceId), await addChangeRequest(spaceId)];
  const ids = new Map<string, string>();
  for (const place of [space, first, second])
    ids.set(place, (await send('POST', `${place}/comments`, { body: text(place) })).body.id);
  for (const place of ids.keys()) {
    expect((await send('GET', `${place}/comments`)).body).toMatchObject({
      count: 1,
      items: [{ id: ids.get(place) }],
    });
    expect(await openOn(place)).toBe(1);
    for (const [other, id] of ids) {
      const isOwn = other === place;
      expect((await send('GET', `${place}/comments/${id}`)).status).toBe(isOwn ? 200 : 404);
      expect((await send('GET', `${place}/comments/${id}/replies`)).status).toBe(isOwn ? 200 : 404);
    }
  }
  const other = await addSpace(app);
  const id = ids.get(space);
  for (const method of ['GET', 'PUT', 'DELETE'] as const)
    expect((await send(method, `/v1/spaces/${other}/comments/${id}`, { body: {} })).status).toBe(404);
  expect((await send('POST', `/v1/spaces/${other}/comments/${id}/replies`, { body: text('x') })).status).toBe(
    404,
  );
  expect((await send('GET', `${first}/comments/${id}`)).body.error.reason).toBe('comment-not-found');
});

test('what somebody may do follows from their role and from who the author is', async () => {
  const spaceId = await addSpace(app);
  const place = `/v1/spaces/${spaceId}`;
  const people = {
    read: await addMember(app, { role: 'read' }),
    comment: await addMember(app, { role: 'comment' }),
    edit: await addMember(app, { role: 'edit' }),
    review: await addMember(app, { role: 'review' }),
  };
  const { id } = (await send('POST', `${place}/comments`, { body: text('Mine') })).body;
  const url = `${place}/comments/${id}`;
  const expected = {
    read: { view: true, edit: false, reply: false, delete: false },
    comment: { view: true, edit: false, reply: true, delete: false },
    edit: { view: true, edit: false, reply: true, delete: false },
    review: { view: true, edit: false, reply: true, delete: true },
  };
  for (const role of ['read', 'comment', 'edit', 'review'] as const) {
    const { token } = people[role];
    const permissions = (await send('GET', url, { token })).body.permissions;
    expect([role, permissions]).toEqual([role, expected[role]]);
    const reasonOf = async (body: object) =>
      (await send('PUT', url, { body, token })).body.error?.reason ?? 'done';
    const isReader = role === 'read';
    expect(await reasonOf(text('Theirs'))).toBe(isReader ? 'insufficient-role' : 'not-author');
    const mayResolve = role === 'edit' || role === 'review';
    expect(await reasonOf({ resolved: true })).toBe(
      isReader ? 'insufficient-role' : mayResolve ? 'done' : 'may-not-resolve',
    );
    expect(await reasonOf({ addedReactions: ['🎉'] })).toBe(isReader ? 'insufficient-role' : 'done');
    const reply = await send('POST', `${url}/replies`, { body: text('Reply'), token });
    expect(reply.status).toBe(isReader ? 403 : 200);
    if (role !== 'review') expect((await send('DELETE', url, { token })).status).toBe(403);
  }
  // A refused part refuses the whole.
  const { token } = people.comment;
  await send('PUT', url, { body: { resolved: false } });
  expect(
    (await send('PUT', url, { body: { addedReactions: ['1f680'], resolved: true }, token })).status,
  ).toBe(403);
  const { reactions, status } = (await send('GET', url)).body;
  expect(status).toBe('open');
  expect(reactions.map(({ emoji }: { emoji: string }) => emoji)).toEqual(['1f389']);
  expect((await send('DELETE', url, { token: people.review.token })).status).toBe(205);
});

test('reactions are counted by emoji, once for each user, and each user removes their own', async () => {
  const spaceId = await addSpace(app);
  const [ann, bob] = [await addMember(app, { role: 'comment' }), await addMember(app, { role: 'comment' })];
  const { id } = (await send('POST', `/v1/spaces/${spaceId}/comments`, { body: text('Hello') })).body;
  const url = `/v1/spaces/${spaceId}/comments/${id}`;
  const reply = (await send('POST', `${url}/replies`, { body: text('Hi') })).body.id;
  for (const entry of [url, `${url}/replies/${reply}`]) {
    await send('PUT', entry, { body: { addedReactions: ['👍', '1f389'] }, ...ann });
    await send('PUT', entry, { body: { addedReactions: ['1F44D', '👍'] }, ...bob });
    const summary = async () =>
      (await send('GET', entry)).body.reactions.map(
        ({ emoji, count, users }: { emoji: string; count: number; users: { user: { id: string } }[] }) => [
          emoji,
          count,
          users.map(({ user }) => user.id),
        ],
      );
    expect(await summary()).toEqual([
      ['1f389', 1, [ann.userId]],
      ['1f44d', 2, [ann.userId, bob.userId]],
    ]);
    await send('PUT', entry, { body: { removedReactions: ['👍', '1f389', '1f680'] }, ...bob });
    expect(await summary()).toEqual([
      ['1f389', 1, [ann.userId]],
      ['1f44d', 1, [ann.userId]],
    ]);
  }
  expect((await send('PUT', url, { body: { addedReactions: ['no emoji'] } })).status).toBe(400);
  const many = Array.from({ length: 60 }, (_, index) => (0x1f600 + index).toString(16));
  for (const part of [0, 20])
    await send('PUT', url, { body: { addedReactions: many.slice(part, part + 20) } });
  expect((await send('PUT', url, { body: { addedReactions: many.slice(40) } })).body.error.reason).toBe(
    'too-many-reactions',
  );
  expect((await send('GET', url)).body.reactions).toHaveLength(42);
});

test('replies are listed in their order, counted with who wrote them, edited and deleted', async () => {
  const spaceId = await addSpace(app);
  const [ann, bob] = [await addMember(app, { role: 'comment' }), await addMember(app, { role: 'comment' })];
  const { id } = (await send('POST', `/v1/spaces/${spaceId}/comments`, { body: text('Hello') })).body;
  const url = `/v1/spaces/${spaceId}/comments/${id}`;
  const ids: string[] = [];
  for (const [markdown, { token }] of [
    ['one', ann],
    ['two', bob],
    ['three', ann],
  ] as const) {
    const { body } = await send('POST', `${url}/replies`, { body: text(markdown), token });
    expect(body).toMatchObject({ object: 'comment-reply', permissions: { edit: true, delete: true } });
    ids.push(body.id);
  }
  expect((await send('GET', url)).body).toMatchObject({
    replies: 3,
    repliers: [
      { count: 2, user: { id: ann.userId } },
      { count: 1, user: { id: bob.userId } },
    ],
  });
  const first = (await send('GET', `${url}/replies?limit=2&format=markdown`)).body;
  expect(first).toMatchObject({ count: 3, items: [{ body: { markdown: 'one' } }, { id: ids[1] }] });
  const rest = await send('GET', `${url}/replies?limit=2&page=${first.next.page}`);
  expect(rest.body.items).toMatchObject([{ id: ids[2] }]);
  const reply = `${url}/replies/${ids[1]}`;
  expect((await send('PUT', reply, { body: text('x'), token: ann.token })).body.error.reason).toBe(
    'not-author',
  );
  expect((await send('DELETE', reply, ann)).body.error.reason).toBe('comment-of-another');
  expect((await send('PUT', reply, { body: text('two!'), ...bob })).body.editedAt).toBeDefined();
  expect((await send('GET', `${reply}?format=markdown`)).body.body.markdown).toBe('two!');
  expect((await send('DELETE', reply, bob)).status).toBe(205);
  expect((await send('GET', reply)).body.error.reason).toBe('comment-reply-not-found');
  expect((await send('GET', url)).body.replies).toBe(2);
  const commenters = (await send('GET', `/v1/spaces/${spaceId}/commenters`)).body;
  expect(commenters.count).toBe(2);
  expect(commenters.items.map(({ id: one }: { id: string }) => one).sort()).toEqual(
    expect.arrayContaining([ann.userId]),
  );
});

test('a comment follows its block and its text through edits, and is outdated when they are gone', async () => {
  const spaceId = await addSpace(app);
  const changeRequest = await addChangeRequest(spaceId, 'open');
  for (const place of [`/v1/spaces/${spaceId}`, changeRequest]) {
    const content = `${place}/content`;
    const { body: made } = await send('POST', `${content}?compat=false`, {
      body: {
        changes: [
          {
            operation: 'insert_page',
            document: { markdown: '# Page\n\nIntro.\n\nUse the old key.\n\nEnd.\n' },
          },
        ],
      },
    });
    const page = made.changes[0].page.id;
    const [, node] = await keysOf(content, page);
    const range = { start: 4, end: 15, quote: 'the old key' };
    const posted = await send('POST', `${place}/comments`, {
      body: { ...text('Which key?'), page, node, range },
    });
    expect(posted.body.target).toMatchObject({
      page: { id: page, title: 'Page', outdated: false },
      node: { id: node, preview: 'Use the old key.' },
      range,
    });
    const url = `${place}/comments/${posted.body.id}`;
    await write(content, page, '# Page\n\nNew start.\n\nIntro.\n\nPlease use the old key here.\n\nEnd.\n');
    const followed = (await send('GET', url)).body;
    const keys = await keysOf(content, page);
    expect(followed).toMatchObject({
      outdated: false,
      target: { node: { id: keys[2] }, range: { start: 11, end: 22, quote: 'the old key' } },
    });
    expect(followed.target.revision).not.toBe(posted.body.target.revision);
    expect(followed.target.node.id).not.toBe(node);

    await write(content, page, '# Page\n\nNew start.\n\nIntro.\n\nPlease use the new key here.\n\nEnd.\n');
    expect((await send('GET', url)).body.outdated).toBe(true);
    await write(content, page, '# Page\n\nNew start.\n\nIntro.\n\nEnd.\n');
    const gone = (await send('GET', url)).body;
    expect(gone).toMatchObject({
      outdated: true,
      status: 'open',
      target: { ...posted.body.target, page: { id: page, title: 'Page', outdated: false } },
    });
    await write(content, page, '# Page\n\nIntro.\n\nUse the old key.\n\nEnd.\n');
    expect((await send('GET', url)).body).toMatchObject({ outdated: false, target: { node: { id: node } } });

    await send('POST', content, { body: { changes: [{ operation: 'delete_page', page }] } });
    expect((await send('GET', url)).body).toMatchObject({
      outdated: true,
      target: { page: { id: page, title: 'Page', outdated: true }, node: { id: node } },
    });
    expect((await send('GET', `${place}/comments?targetPage=${page}`)).body).toMatchObject({ count: 1 });
  }
});

test('a comment may name the revision in which its block was seen', async () => {
  const spaceId = await addSpace(app);
  const content = `/v1/spaces/${spaceId}/content`;
  const page = await addPage(spaceId, '# Page\n\nIntro.\n\nOld words of a block.\n');
  const [, node] = await keysOf(content, page);
  const { revision } = (await send('GET', `/v1/spaces/${spaceId}`)).body;
  await write(content, page, '# Page\n\nIntro.\n\nOld words of an edited block.\n');
  const body = { ...text('Hm'), page, node };
  const stale = await send('POST', `/v1/spaces/${spaceId}/comments`, { body });
  expect(stale).toMatchObject({ status: 400, body: { error: { details: [{ path: 'node' }] } } });
  const posted = await send('POST', `/v1/spaces/${spaceId}/comments`, { body: { ...body, revision } });
  const [, current] = await keysOf(content, page);
  expect(posted.body).toMatchObject({ outdated: false, target: { node: { id: current } } });
});

test('a comment on a cell follows its row', async () => {
  const spaceId = await addSpace(app);
  const content = `/v1/spaces/${spaceId}/content`;
  const table = (rows: string) => `# Page\n\n| Name | Port |\n| - | - |\n${rows}`;
  const page = await addPage(spaceId, table('| api | 3000 |\n| sites | 3001 |\n'));
  const [node] = await keysOf(content, page);
  const posted = await send('POST', `/v1/spaces/${spaceId}/comments`, {
    body: { ...text('Why?'), page, node, tableCell: { record: 'r2', definition: 'c2' } },
  });
  expect(posted.body.target).toMatchObject({
    node: { preview: '3001' },
    tableCell: { record: 'r2', definition: 'c2' },
  });
  await write(content, page, table('| db | 5432 |\n| api | 3000 |\n| sites | 3001 |\n'));
  const { body } = await send('GET', `/v1/spaces/${spaceId}/comments/${posted.body.id}`);
  expect(body).toMatchObject({ outdated: false, target: { tableCell: { record: 'r3', definition: 'c2' } } });
});

test.each([
  [{}, 'body'],
  [{ body: {} }, 'body'],
  [text(''), 'body'],
  [text(' \n\n '), 'body'],
  [text('x'.repeat(20_001)), 'body'],
  [
    { body: { document: { object: 'document', nodes: [{ object: 'block', type: 'no-such-block' }] } } },
    'body',
  ],
  [{ body: { document: { object: 'document', nodes: [{ object: 'block', type: 'paragraph' }] } } }, 'body'],
  [{ ...text('x'), page: 'nonsense' }, 'page'],
  [{ ...text('x'), node: 'abc' }, 'page'],
  [{ ...text('x'), range: { start: 0, end: 1, quote: 'a' } }, 'node'],
  [{ ...text('x'), tableCell: { record: 'r1', definition: 'c1' } }, 'node'],
])('a comment such as %j is refused', async (body, field) => {
  const spaceId = await addSpace(app);
  const { status, body: response } = await send('POST', `/v1/spaces/${spaceId}/comments`, { body });
  expect(status).toBe(400);
  expect(response.error.details[0].path.split('.')[0]).toBe(field);
  expect(await openOn(`/v1/spaces/${spaceId}`)).toBe(0);
});

test('a body with U+0000 is refused', async () => {
  const spaceId = await addSpace(app);
  for (const body of [text('a\u0000b'), { body: { markdown: 'x' }, node: '\u0000' }])
    expect((await send('POST', `/v1/spaces/${spaceId}/comments`, { body })).body.error.reason).toBe(
      'invalid-request',
    );
  const entity = await send('POST', `/v1/spaces/${spaceId}/comments`, { body: text('a&#0;b &#xd800;') });
  expect(JSON.stringify(entity.body.body)).toContain('a\ufffdb \ufffd');
});

test('huge and deep documents are refused', async () => {
  const spaceId = await addSpace(app);
  let deep: object = { object: 'text', leaves: [{ object: 'leaf', text: 'x', marks: [] }] };
  for (let depth = 0; depth < 2000; depth += 1) deep = { object: 'block', type: 'blockquote', nodes: [deep] };
  const paragraph = (words: string) => ({
    object: 'block',
    type: 'paragraph',
    data: {},
    nodes: [{ object: 'text', leaves: [{ object: 'leaf', text: words, marks: [] }] }],
  });
  for (const nodes of [[deep], [paragraph('x'.repeat(30_000))], Array(10_000).fill(paragraph('x'))]) {
    const { status, body } = await send('POST', `/v1/spaces/${spaceId}/comments`, {
      body: { body: { document: { object: 'document', data: {}, nodes } } },
    });
    expect([status, body.error?.reason]).toEqual([400, 'invalid-request']);
  }
  const small = { object: 'document', data: {}, nodes: [paragraph('Fine')] };
  const posted = await send('POST', `/v1/spaces/${spaceId}/comments`, {
    body: { body: { document: small } },
  });
  expect(posted.status).toBe(200);
  expect((await send('GET', `/v1/spaces/${spaceId}/comments?format=markdown`)).body.items[0].body).toEqual({
    markdown: 'Fine\n',
  });
});

test('a body keeps its first heading and its rules, and loses whatever could run', async () => {
  const spaceId = await addSpace(app);
  const shown = async (markdown: string) => {
    const { body } = await send('POST', `/v1/spaces/${spaceId}/comments`, { body: text(markdown) });
    return body.body.document;
  };
  expect((await shown('# Title\n\nText')).nodes).toHaveLength(2);
  expect((await shown('---\na: b\n---')).nodes.length).toBeGreaterThan(0);
  for (const hostile of [
    '[x](javascript:alert(1))',
    '[x](<java\tscript:alert(1)>)',
    '[x](JAVASCRIPT&colon;alert(1))',
    '![x](data:text/html;base64,PHNjcmlwdD4=)',
    '<javascript:alert(1)>',
    '<a href="javascript:alert(1)">x</a>',
    '[x]\n\n[x]: vbscript:run',
    '{% embed url="javascript:alert(1)" %}',
    '{% content-ref url="javascript:alert(1)" %}\n[x](javascript:alert(1))\n{% endcontent-ref %}',
  ])
    expect([hostile, JSON.stringify(collectUrls(await shown(hostile)))]).toEqual([
      hostile,
      expect.not.stringMatching(/script:|data:/i),
    ]);
});

/** The targets of every reference in a document. */
function collectUrls(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    name === 'url' && typeof inner === 'string' ? [inner] : collectUrls(inner),
  );
}

test('members whom a body mentions are listed with it', async () => {
  const spaceId = await addSpace(app);
  const [ann, bob] = [await addMember(app, { role: 'read' }), await addMember(app, { role: 'read' })];
  const mentioned = async (body: unknown) => {
    const posted = await send('POST', `/v1/spaces/${spaceId}/comments`, { body: { body } });
    return posted.body.mentions.map(({ id }: { id: string }) => id).sort();
  };
  const mention = (user: string) => ({
    object: 'inline',
    type: 'mention',
    isVoid: true,
    data: { ref: { kind: 'user', user } },
  });
  const document = {
    object: 'document',
    data: {},
    nodes: [{ object: 'block', type: 'paragraph', isVoid: false, data: {}, nodes: [mention(ann.userId)] }],
  };
  expect(await mentioned({ document })).toEqual([ann.userId]);
  expect(
    await mentioned({ markdown: `[Ann](/users/${ann.userId}) and [Bob](/users/${bob.userId} "mention")` }),
  ).toEqual([ann.userId, bob.userId].sort());
  expect(
    await mentioned({ markdown: '[x](/users/0190a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b), [y](/users/me)' }),
  ).toEqual([]);
  const { id } = (await send('GET', `/v1/spaces/${spaceId}/comments?limit=1`)).body.items[0];
  const edited = await send('PUT', `/v1/spaces/${spaceId}/comments/${id}`, {
    body: text(`[Bob](/users/${bob.userId})`),
  });
  expect(edited.body.mentions).toMatchObject([{ id: bob.userId }]);
});

test('a list is filtered by status, page and author, and ordered both ways over its pages', async () => {
  const spaceId = await addSpace(app);
  const place = `/v1/spaces/${spaceId}`;
  const ann = await addMember(app, { role: 'comment' });
  const page = await addPage(spaceId, '# Page\n\nText.\n');
  const [node] = await keysOf(`${place}/content`, page);
  const ids: string[] = [];
  for (const target of [{}, { page }, { page, node }, {}])
    ids.push(
      (await send('POST', `${place}/comments`, { body: { ...text('x'), ...target }, ...ann })).body.id,
    );
  await send('POST', `${place}/comments`, { body: text('of the administrator') });
  const idsOf = async (query: string) => {
    const { body } = await send('GET', `${place}/comments?${query}`, { token: ann.token });
    return [body.count, body.items.map(({ id }: { id: string }) => id)];
  };
  expect(await idsOf(`targetPage=${page}&order=asc`)).toEqual([2, ids.slice(1, 3)]);
  expect(await idsOf('targetPage=nonsense')).toEqual([0, []]);
  expect(await idsOf('authors=me&order=asc')).toEqual([4, ids]);
  expect(await idsOf(`authors=${ann.userId}&authors=nobody`)).toEqual([4, [...ids].reverse()]);
  await send('PUT', `${place}/comments/${ids[1]}`, { body: { resolved: true }, ...ann });
  expect(await idsOf(`targetPage=${page}&status=open`)).toEqual([1, [ids[2]]]);
  for (const order of ['asc', 'desc']) {
    const seen: string[] = [];
    let next = '';
    do {
      const { body } = await send('GET', `${place}/comments?limit=2&order=${order}${next}`);
      seen.push(...body.items.map(({ id }: { id: string }) => id));
      next = body.next ? `&page=${body.next.page}` : '';
    } while (next);
    expect(seen).toHaveLength(5);
    expect(new Set(seen).size).toBe(5);
    expect(seen[0] === ids[0]).toBe(order === 'asc');
  }
  const { next } = (await send('GET', `${place}/comments?limit=2`)).body;
  expect((await send('GET', `${place}/comments?order=asc&page=${next.page}`)).body.error.reason).toBe(
    'invalid-cursor',
  );
});

test('parallel posts, resolutions and deletions leave right counts', async () => {
  const spaceId = await addSpace(app);
  const changeRequest = await addChangeRequest(spaceId, 'open');
  for (const place of [`/v1/spaces/${spaceId}`, changeRequest]) {
    const posted = await Promise.all(
      Array.from({ length: 12 }, (_, index) => send('POST', `${place}/comments`, { body: text(`${index}`) })),
    );
    expect(posted.map(({ status }) => status)).toEqual(Array(12).fill(200));
    expect(await openOn(place)).toBe(12);
    await Promise.all(
      posted.map(({ body: { id } }, index) =>
        index % 3 === 0
          ? send('DELETE', `${place}/comments/${id}`)
          : send('PUT', `${place}/comments/${id}`, { body: { resolved: index % 3 === 1 } }),
      ),
    );
    expect(await openOn(place)).toBe(4);
    expect((await send('GET', `${place}/comments`)).body.count).toBe(8);
  }
});

test('comments on a draft are for those who see it; on a merged one the discussion goes on', async () => {
  const spaceId = await addSpace(app);
  const draft = await addChangeRequest(spaceId);
  const [ann, editor] = [await addMember(app, { role: 'comment' }), await addMember(app, { role: 'edit' })];
  const { id } = (await send('POST', `${draft}/comments`, { body: text('Early'), ...editor })).body;
  for (const path of ['/comments', `/comments/${id}`, `/comments/${id}/replies`, '/commenters'])
    expect((await send('GET', draft + path, ann)).body.error.reason).toBe('change-request-not-found');
  expect((await send('POST', `${draft}/comments`, { body: text('x'), ...ann })).status).toBe(404);
  await send('PATCH', draft, { body: { status: 'open' } });
  expect((await send('POST', `${draft}/comments`, { body: text('Now'), ...ann })).status).toBe(200);
  expect((await send('POST', `${draft}/merge`)).body.result).toBe('merge');
  expect((await send('POST', `${draft}/comments`, { body: text('Later'), ...ann })).status).toBe(200);
  expect((await send('GET', `${draft}/comments`, ann)).body.count).toBe(3);
  const contributors = (await send('GET', `${draft}/contributors`)).body.items;
  expect(contributors).toContainEqual(
    expect.objectContaining({
      actionType: 'comment',
      count: 2,
      user: expect.objectContaining({ id: ann.userId }),
    }),
  );
});

test('a service account comments under its own name, and its token’s scope is in the permissions', async () => {
  const spaceId = await addSpace(app);
  const place = `/v1/spaces/${spaceId}`;
  const token = await addServiceToken(app, { role: 'comment' });
  const reading = await addServiceToken(app, { role: 'admin', scopes: ['read'] });
  const posted = await send('POST', `${place}/comments`, { body: text('From a program'), token });
  expect(posted.body).toMatchObject({
    postedBy: { displayName: 'Token of a test' },
    permissions: { edit: true },
  });
  expect(
    (await send('GET', `${place}/comments/${posted.body.id}`, { token: reading })).body.permissions,
  ).toEqual({ view: true, edit: false, reply: false, delete: false });
  expect((await send('GET', `${place}/commenters`)).body).toMatchObject({ count: 0, items: [] });
});

test('a review may carry a comment, which is one of the change request’s', async () => {
  const spaceId = await addSpace(app);
  const changeRequest = await addChangeRequest(spaceId, 'open');
  const reviewer = await addMember(app, { role: 'review' });
  const submit = (body: object) => send('POST', `${changeRequest}/reviews`, { body, ...reviewer });
  expect((await submit({ status: 'approved', comment: { text: 'A' } })).status).toBe(400);
  expect((await send('GET', `${changeRequest}/reviews`)).body.count).toBe(0);
  const empty = { document: { object: 'document', data: {}, nodes: [] } };
  for (const comment of [undefined, {}, { markdown: ' ' }, empty]) {
    const approved = await submit({ status: 'approved', comment });
    expect(approved.status).toBe(201);
    expect(approved.body.comment).toBeUndefined();
  }
  expect((await send('GET', `${changeRequest}/comments`)).body.count).toBe(0);
  const submitted = await submit({
    status: 'changes-requested',
    comment: { markdown: 'Please **explain**.' },
  });
  expect(submitted).toMatchObject({
    status: 201,
    body: {
      comment: {
        object: 'comment',
        target: { review: submitted.body.id },
        postedBy: { id: reviewer.userId },
        permissions: { edit: true },
      },
    },
  });
  expect(await openOn(changeRequest)).toBe(1);
  const { comment } = submitted.body;
  const listed = (await send('GET', `${changeRequest}/comments`)).body;
  expect(listed).toMatchObject({ count: 1, items: [{ id: comment.id, target: comment.target }] });
  expect((await send('GET', `${changeRequest}/reviews`)).body.items).toMatchObject([
    { comment: { id: comment.id, permissions: { edit: false } } },
    ...new Array(4).fill({ status: 'approved' }),
  ]);
  expect((await send('GET', `${changeRequest}/checks`)).status).toBe(200);
  await send('DELETE', `${changeRequest}/comments/${comment.id}`);
  const review = (await send('GET', `${changeRequest}/reviews/${submitted.body.id}`)).body;
  expect(review.status).toBe('changes-requested');
  expect(review.comment).toBeUndefined();
  expect(await openOn(changeRequest)).toBe(0);
});

test('comments outlive their author and what they are on, and leave with the space', async () => {
  const spaceId = await addSpace(app);
  const place = `/v1/spaces/${spaceId}`;
  const author = await addMember(app, { role: 'comment', displayName: 'Ann' });
  const { id } = (await send('POST', `${place}/comments`, { body: text('Still here'), ...author })).body;
  await send('PUT', `${place}/comments/${id}`, {
    body: { addedReactions: ['👍'], resolved: true },
    ...author,
  });
  await deleteUser(app.context, BY_OPERATOR, author.userId);
  const { body } = await send('GET', `${place}/comments/${id}?format=markdown`);
  expect(body).toMatchObject({
    body: { markdown: 'Still here' },
    postedBy: { id: author.userId, displayName: 'Deleted user' },
    resolvedBy: { id: author.userId },
    reactions: [{ count: 1 }],
  });
  const copy = (await send('POST', `${place}/duplicate`)).body.id;
  expect((await send('GET', `/v1/spaces/${copy}`)).body.comments).toBe(0);
  expect((await send('GET', `/v1/spaces/${copy}/comments`)).body.count).toBe(0);
  await send('DELETE', place);
  expect((await send('GET', `${place}/comments`)).status).toBe(404);
  await send('POST', `${place}/restore`);
  expect((await send('GET', `${place}/comments`)).body.count).toBe(1);
});

test('webhooks are told of each comment, and of no text', async () => {
  const url = 'https://example.com/hook';
  const hook = { title: 'Comments', url, events: ['comment.created'] };
  expect((await send('POST', `/v1/orgs/${app.organizationId}/webhooks`, { body: hook })).status).toBe(201);
  const spaceId = await addSpace(app);
  const changeRequest = await addChangeRequest(spaceId, 'open');
  const ids: string[] = [];
  for (const place of [`/v1/spaces/${spaceId}`, changeRequest])
    ids.push((await send('POST', `${place}/comments`, { body: text('Secret') })).body.id);
  expect((await send('POST', `/v1/spaces/${spaceId}/comments`, { body: text('') })).status).toBe(400);
  const reviewer = await addMember(app, { role: 'review' });
  const review = { status: 'approved', comment: { markdown: 'Secret' } };
  ids.push((await send('POST', `${changeRequest}/reviews`, { body: review, ...reviewer })).body.comment.id);
  const events = await app.context.db
    .selectFrom('webhook_event')
    .select(['type', 'payload'])
    .where('space_id', '=', spaceId)
    .orderBy('event_id')
    .execute();
  const on = { changeRequest: expect.objectContaining({ number: 1, status: 'open' }) };
  expect(events).toEqual([
    { type: 'comment.created', payload: { comment: { id: ids[0] } } },
    { type: 'comment.created', payload: { comment: { id: ids[1] }, ...on } },
    { type: 'comment.created', payload: { comment: { id: ids[2] }, ...on } },
  ]);
});

test('a comment and a reply are returned as HTML without scripts, in which users are named', async () => {
  const spaceId = await addSpace(app);
  const { userId } = await addMember(app, { role: 'read', displayName: 'Ann' });
  const markdown = `**So**, [@Ann](/users/${userId})? [a](https://a.example) [b](javascript:x) ![c](https://a.example/c.png)\n\n<script>x</script>`;
  const posted = await send('POST', `/v1/spaces/${spaceId}/comments?format=html`, { body: text(markdown) });
  const { html } = posted.body.body;
  expect(html).toContain('<strong>So</strong>');
  expect(html).toContain('<strong>@Ann</strong>');
  expect(html).toContain('href="https://a.example/"');
  expect(html).not.toMatch(/<script|<img|javascript:|class="broken"[^>]*>@/);
  const url = `/v1/spaces/${spaceId}/comments/${posted.body.id}`;
  expect((await send('GET', `${url}?format=html`)).body.body).toEqual({ html });
  expect((await send('GET', `/v1/spaces/${spaceId}/comments?format=html`)).body.items[0].body).toEqual({
    html,
  });
  const changed = await send('PUT', `${url}?format=html`, { body: text('*No*') });
  expect(changed.body.body.html).toContain('<em>No</em>');
  const reply = (await send('POST', `${url}/replies?format=html`, { body: text('`yes`') })).body;
  expect(reply.body.html).toContain('<code>yes</code>');
  const edited = await send('PUT', `${url}/replies/${reply.id}?format=html`, { body: text('yes') });
  expect(edited.body.body.html).toContain('<p>yes</p>');
});
