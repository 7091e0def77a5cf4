import { parse } from 'parse5';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../../test/app.ts';
import { addMember, addSpace } from '../../../../../test/factories.ts';
import { signIn } from '../../../../../test/session.ts';

let app: TestApp;
let cookie: string;
beforeAll(async () => {
  app = await buildTestApp();
  cookie = await signIn(app, app.adminToken);
});
afterAll(() => app?.close());

const open = (url: string, as = cookie) => app.request('GET', url, { token: null, headers: { cookie: as } });

/** Opens a page, and returns its source. */
async function show(url: string, as = cookie): Promise<string> {
  const { statusCode, body } = await open(url, as);
  expect(statusCode, url).toBe(200);
  const errors: string[] = [];
  parse(body, { onParseError: ({ code }) => errors.push(code) });
  expect(errors, url).toEqual([]);
  return body;
}

async function send(method: 'POST' | 'PATCH' | 'GET', url: string, body?: unknown, token = app.adminToken) {
  const response = await app.request(method, url, { token, ...(body === undefined ? {} : { body }) });
  expect(response.statusCode, `${method} ${url}: ${response.body}`).toBeLessThan(300);
  return response.json();
}

const write = (page: string, markdown: string) => ({
  changes: [{ operation: 'update_page', page, document: { markdown } }],
});

async function addPage(url: string, title: string): Promise<string> {
  const changes = [{ operation: 'insert_page', title, document: { markdown: `# ${title}\n\nOld.\n` } }];
  return (await send('POST', `${url}/content?compat=false`, { changes })).changes[0].page.id;
}

interface Setup {
  spaceId: string;
  /** The page that the change request edits. */
  pageId: string;
  /** The path of the space in the API. */
  space: string;
  changeRequest: { id: string; revision: string; urls: { app: string } };
}

/** A space with a page, and a draft that edits it. */
async function addChangeRequest(subject = 'Better <words>'): Promise<Setup> {
  const spaceId = await addSpace(app);
  const space = `/v1/spaces/${spaceId}`;
  const pageId = await addPage(space, 'Install');
  await send('POST', `${space}/change-requests`, {
    subject,
    description: {
      object: 'document',
      data: {},
      nodes: ['First & last', 'Second'].map((text) => ({
        object: 'block',
        type: 'paragraph',
        nodes: [{ object: 'text', leaves: [{ object: 'leaf', text, marks: [] }] }],
      })),
    },
  });
  await send('POST', `${space}/change-requests/1/content`, write(pageId, '# Install\n\nNew.\n'));
  const changeRequest = await send('GET', `${space}/change-requests/1`);
  return { spaceId, pageId, space, changeRequest };
}

const openUp = ({ space }: Setup) => send('PATCH', `${space}/change-requests/1`, { status: 'open' });

test('a change request is shown where the API says, with its changes', async () => {
  const setup = await addChangeRequest();
  const { spaceId, pageId, changeRequest } = setup;
  const address = new URL(changeRequest.urls.app).pathname;
  expect(address).toBe(`/app/s/${spaceId}/change-requests/1`);
  const page = await show(address);
  expect(page).toContain('<h1>Better &lt;words&gt; <small class="note">1</small></h1>');
  expect(page).toContain('<dt>Status</dt><dd>Draft</dd>');
  expect(page).not.toContain('<dt>Outdated</dt>');
  expect(page).toContain('<p>First &amp; last</p>\n<p>Second</p>');
  expect(page).toContain('There are no reviews yet.');
  expect(page).toContain('There are no conflicts with the space.');
  const changed = `/app/s/${spaceId}/revisions/${changeRequest.revision}/${pageId}`;
  expect(page).toContain(`<li>Page <a href="${changed}">Install</a> edited: content</li>`);
  expect(await show(`/app/s/${spaceId}/change-requests/${changeRequest.id}`)).toContain(
    'Better &lt;words&gt;',
  );
});

test('reviews, requested reviewers, checks and conflicts are shown', async () => {
  const setup = await addChangeRequest();
  const { space, pageId, changeRequest } = setup;
  const reviewer = await addMember(app, { role: 'review' });
  await send('PATCH', space, {
    mergeRules: { type: 'rules', rules: [{ rule: 'require_at_least_one_review' }] },
  });
  await send('POST', `${space}/change-requests/1/requested-reviewers`, { users: [reviewer.userId] });
  const { displayName } = await send('GET', '/v1/user', undefined, reviewer.token);
  const address = new URL(changeRequest.urls.app).pathname;
  const asked = await show(address);
  expect(asked).toContain(`<p>Requested from ${displayName}.</p>`);
  expect(asked).toMatch(/<code>require_at_least_one_review<\/code><\/th>\s*<td>Failed<\/td>/);

  const review = `${space}/change-requests/1/reviews`;
  await send('POST', review, { status: 'approved' }, reviewer.token);
  const approved = await show(address);
  expect(approved).toMatch(new RegExp(`<th scope="row">${displayName}</th>\\s*<td>Approved</td>`));
  expect(approved).toMatch(/<code>require_at_least_one_review<\/code><\/th>\s*<td>Passed<\/td>/);

  await send('POST', `${space}/change-requests/1/content`, write(pageId, '# Install\n\nNewer.\n'));
  await send('POST', `${space}/content`, write(pageId, '# Install\n\nAnother.\n'));
  const outdated = await show(address);
  expect(outdated).toContain('<td>Approved, outdated</td>');
  expect(outdated).toContain('<dt>Outdated</dt>');
  expect(outdated).toContain('1 conflict with the space has no answer yet.');
});

test('a merged change request names its merge and has no checks', async () => {
  const { space, spaceId, changeRequest } = await addChangeRequest();
  const { revision } = await send('POST', `${space}/change-requests/1/merge`);
  const page = await show(new URL(changeRequest.urls.app).pathname);
  expect(page).toContain('<dt>Status</dt><dd>Merged</dd>');
  expect(page).toMatch(new RegExp(`<dt>Merged</dt><dd><a href="/app/s/${spaceId}/revisions/${revision}">`));
  expect(page).not.toContain('<h2>Merging</h2>');
  expect(page).toContain('edited: content</li>');
});

test('up to 100 changes are listed, with the number of the others', async () => {
  const { space, pageId, changeRequest } = await addChangeRequest();
  for (let n = 0; n < 2; n += 1) {
    const changes = Array.from({ length: 50 }, (_, index) => ({
      operation: 'insert_page',
      title: `Page ${n * 50 + index}`,
      document: {},
    }));
    await send('POST', `${space}/change-requests/1/content`, { changes });
  }
  const delete_ = { changes: [{ operation: 'delete_page', page: pageId }] };
  await send('POST', `${space}/change-requests/1/content`, delete_);
  const page = await show(new URL(changeRequest.urls.app).pathname);
  expect(page.match(/<\/a> added<\/li>/g)).toHaveLength(100);
  expect(page).toContain('<p>1 more change is not shown.</p>');
});

test('change requests are listed by status', async () => {
  const setup = await addChangeRequest('Drafted');
  const { space, spaceId } = setup;
  const list = `/app/s/${spaceId}/change-requests`;
  for (const [number, subject, status] of [
    [2, 'Opened', 'open'],
    [3, 'Put away', 'archived'],
    [4, 'Done', 'open'],
  ] as const) {
    await send('POST', `${space}/change-requests`, { subject });
    await send('PATCH', `${space}/change-requests/${number}`, { status });
  }
  await send('POST', `${space}/change-requests/4/merge`);
  const subjects = async (url: string, as?: string) =>
    [...(await show(url, as)).matchAll(/<th scope="row"><a [^>]+>([^<]+)<\/a>/g)]
      .map(([, subject]) => subject)
      .sort();
  expect(await subjects(list)).toEqual(['Done', 'Drafted', 'Opened', 'Put away']);
  expect(await subjects(`${list}?status=open`)).toEqual(['Opened']);
  expect(await subjects(`${list}?status=draft`)).toEqual(['Drafted']);
  expect(await subjects(`${list}?status=merged`)).toEqual(['Done']);
  expect(await subjects(`${list}?status=archived`)).toEqual(['Put away']);
  const { token } = await addMember(app, { role: 'read' });
  expect(await subjects(list, await signIn(app, token))).toEqual(['Done', 'Opened', 'Put away']);
});

test('a long list of change requests has a link to the rest', async () => {
  const spaceId = await addSpace(app);
  for (let n = 1; n <= 51; n += 1) await send('POST', `/v1/spaces/${spaceId}/change-requests`);
  const first = await show(`/app/s/${spaceId}/change-requests?status=draft`);
  expect(first.match(/<th scope="row">/g)).toHaveLength(50);
  const next = /href="([^"]+)" rel="next"/.exec(first)?.[1]?.replaceAll('&amp;', '&') as string;
  expect(next).toContain('status=draft');
  expect((await show(next)).match(/<th scope="row">/g)).toHaveLength(1);
});

test('drafts are shown only to those who may see them, and nothing is shown to strangers', async () => {
  const setup = await addChangeRequest();
  const { spaceId, changeRequest } = setup;
  const reader = await signIn(app, (await addMember(app, { role: 'read' })).token);
  const editor = await signIn(app, (await addMember(app, { role: 'edit' })).token);
  const stranger = await signIn(app, (await addMember(app, { role: null })).token);
  const statusOf = async (url: string, as: string) => (await open(url, as)).statusCode;
  for (const named of [1, changeRequest.id]) {
    const address = `/app/s/${spaceId}/change-requests/${named}`;
    expect(await statusOf(address, reader)).toBe(404);
    expect(await statusOf(address, editor)).toBe(200);
  }
  await openUp(setup);
  expect(await statusOf(`/app/s/${spaceId}/change-requests/1`, reader)).toBe(200);
  for (const below of ['change-requests', 'change-requests/1', 'revisions'])
    expect(await statusOf(`/app/s/${spaceId}/${below}`, stranger), below).toBe(404);
  for (const named of ['2', 'nonsense', spaceId])
    expect(await statusOf(`/app/s/${spaceId}/change-requests/${named}`, cookie), named).toBe(404);
});
