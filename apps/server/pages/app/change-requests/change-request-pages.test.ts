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
  });
  await send('POST', `${space}/change-requests/1/content`, write(pageId, '# Install\n\nNew.\n'));
  const changeRequest = await send('GET', `${space}/change-requests/1`);
  return { spaceId, pageId, space, changeRequest };
}

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

test('nothing is shown to strangers', async () => {
  const { spaceId } = await addChangeRequest();
  const stranger = await signIn(app, (await addMember(app, { role: null })).token);
  for (const below of ['change-requests', 'change-requests/1', 'revisions'])
    expect((await open(`/app/s/${spaceId}/${below}`, stranger)).statusCode, below).toBe(404);
});
