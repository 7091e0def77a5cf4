import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../../test/app.ts';
import { type Files, putContent } from '../../../../../test/content.ts';
import { addOrganization, addSpace, addUserToken } from '../../../../../test/factories.ts';
import { runJobs } from '../../../../../test/jobs.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app?.close());

const PAGES: Files = {
  'README.md': '# Welcome\n\nFirst of all.\n',
  'SUMMARY.md': '# Summary\n\n* [Welcome](README.md)\n* [Guide](guide.md)\n',
  'guide.md': '# Guide\n\n## Use\n\nUse it.\n',
};

let token: string;
let sourceId: string;
let settings: string;
let space: string;
beforeEach(async () => {
  const { organizationId, creatorId } = await addOrganization(app);
  token = await addUserToken(app, creatorId);
  sourceId = await addSpace(app, { organizationId, title: 'Handbook' });
  await putContent(app, sourceId, PAGES);
  const list = `/v1/orgs/${organizationId}/translations`;
  const source = { space: sourceId, language: 'en' };
  const body = { title: 'Handbook', source, languages: ['fr'], provider: 'manual' };
  settings = `${list}/${(await request('POST', list, body)).json().id}`;
  await run();
  space = (await request('GET', `${settings}/pages`)).json().items[0].space;
});

const request = (method: 'GET' | 'POST' | 'PATCH', url: string, body?: object) =>
  app.request(method, url, { token, ...(body ? { body } : {}) });

async function run(): Promise<void> {
  expect((await request('POST', `${settings}/run`)).statusCode).toBe(204);
  await runJobs(app);
}

/** A run because something has changed. */
async function runUnasked(): Promise<void> {
  const organizationId = settings.split('/')[3] as string;
  const payload = { settingsId: settings.split('/').at(-1), isAsked: false };
  const job = { organizationId, jobId: 'j', payload, attempt: 1 };
  await app.app.jobs['translation-sync'].run(job, new AbortController().signal);
}

interface ChangeRequest {
  id: string;
  subject: string;
  status: string;
  revision: string;
}
const requests = async (): Promise<ChangeRequest[]> =>
  (await request('GET', `/v1/spaces/${space}/change-requests`)).json().items;
const openOnes = async () => (await requests()).filter(({ status }) => status === 'open');
const onlyOne = async (): Promise<ChangeRequest> => {
  const found = await openOnes();
  expect(found).toHaveLength(1);
  return found[0] as ChangeRequest;
};
const descriptionOf = async ({ id }: ChangeRequest): Promise<string> =>
  JSON.stringify((await request('GET', `/v1/spaces/${space}/change-requests/${id}`)).json().description);

const guideOf = async () =>
  (await request('GET', `/v1/spaces/${space}/content`)).json().pages[1] as { id: string; title: string };
async function markdownIn({ id }: ChangeRequest | { id: '' }): Promise<string> {
  const content = id === '' ? 'content' : `change-requests/${id}/content`;
  const url = `/v1/spaces/${space}/${content}/page/${(await guideOf()).id}?format=markdown`;
  return (await request('GET', url)).json().markdown;
}
async function editIn({ id }: { id: string }, markdown: string, title?: string): Promise<void> {
  const url = id === '' ? `/v1/spaces/${space}/content` : `/v1/spaces/${space}/change-requests/${id}/content`;
  const change = { operation: 'update_page', page: (await guideOf()).id, document: { markdown } };
  const changes = [title === undefined ? change : { ...change, title }];
  const response = await request('POST', url, { changes });
  expect(response.statusCode, response.body).toBe(200);
}
const merge = async ({ id }: ChangeRequest): Promise<void> => {
  const response = await request('POST', `/v1/spaces/${space}/change-requests/${id}/merge`);
  expect([response.statusCode, response.json().result], response.body).toEqual([200, 'merge']);
};
const statusOf = async (title: string) =>
  (await request('GET', `${settings}/pages`))
    .json()
    .items.find((page: { title: string }) => page.title === title);

const FRENCH = '## Usage <a href="#use" id="use"></a>\n\nUtilisez-le.\n';

describe('where nothing translates, a run', () => {
  test('opens one change request that says what is to be filled in, and no second one', async () => {
    const opened = await onlyOne();
    expect(opened.subject).toBe('Translate into French');
    expect(await descriptionOf(opened)).toContain(
      'Translate 5 blocks from English into French: Welcome (2), Guide (3).',
    );
    await run();
    expect((await onlyOne()).id).toBe(opened.id);
  });

  test('takes what was merged from it for what people wrote, and opens another one for the rest', async () => {
    const first = await onlyOne();
    await editIn(first, FRENCH, 'Manuel');
    await merge(first);
    await run();
    expect(await statusOf('Manuel')).toMatchObject({ status: 'edited', edited: 3, missing: 0 });
    const second = await onlyOne();
    expect(second.id).not.toBe(first.id);
    expect(await descriptionOf(second)).toContain(
      'Translate 2 blocks from English into French: Welcome (2).',
    );
  });

  test('shows the words of the source where a translation is behind, as they change', async () => {
    await editIn({ id: '' }, FRENCH, 'Manuel');
    await run();
    await putContent(app, sourceId, { ...PAGES, 'guide.md': '# Guide\n\n## Use\n\nUse it well.\n' });
    await run();
    const opened = await onlyOne();
    expect(await markdownIn(opened)).toContain('id="use"></a>\n\nUse it well.');
    expect(await markdownIn({ id: '' })).toContain('Utilisez-le.');
    await putContent(app, sourceId, { ...PAGES, 'guide.md': '# Guide\n\n## Use\n\nUse it very well.\n' });
    await run();
    expect((await onlyOne()).id).toBe(opened.id);
    expect(await markdownIn(opened)).toContain('Use it very well.');
  });

  test('leaves the content alone that people have begun to fill in', async () => {
    const opened = await onlyOne();
    await editIn(opened, '## Usage <a href="#use" id="use"></a>\n\nUse it.\n');
    await putContent(app, sourceId, {
      ...PAGES,
      'guide.md': '# Guide\n\n## Use\n\nUse it.\n\nMore of it.\n',
    });
    await run();
    expect(await markdownIn(await onlyOne())).toContain('## Usage');
    expect(await descriptionOf(opened)).toContain('Guide (4)');
  });

  test('does not take words of the source that were merged for a translation', async () => {
    await editIn({ id: '' }, FRENCH, 'Manuel');
    await run();
    await putContent(app, sourceId, { ...PAGES, 'guide.md': '# Guide\n\n## Use\n\nUse it well.\n' });
    await run();
    await merge(await onlyOne());
    await run();
    expect(await statusOf('Manuel')).toMatchObject({ status: 'missing', missing: 1, behind: 0 });
    await editIn({ id: '' }, FRENCH.replace('Utilisez-le.', 'Utilisez-le bien.'));
    await run();
    expect(await statusOf('Manuel')).toMatchObject({ status: 'edited', edited: 3, missing: 0 });
  });

  test('closes it when nothing is left to fill in', async () => {
    const { id } = await onlyOne();
    await editIn({ id: '' }, FRENCH, 'Manuel');
    const { pages } = (await request('GET', `/v1/spaces/${space}/content`)).json();
    const changes = [
      {
        operation: 'update_page',
        page: pages[0].id,
        title: 'Bienvenue',
        document: { markdown: 'Tout d’abord.' },
      },
    ];
    await request('POST', `/v1/spaces/${space}/content`, { changes });
    await run();
    const closed = (await request('GET', `/v1/spaces/${space}/change-requests/${id}`)).json();
    expect([closed.status, await openOnes()]).toEqual(['archived', []]);
    await putContent(app, sourceId, { ...PAGES, 'guide.md': `${PAGES['guide.md']}\nMore of it.\n` });
    await runUnasked();
    expect((await onlyOne()).id).not.toBe(id);
  });

  test('opens another one after somebody archived it only when somebody asks', async () => {
    const { id } = await onlyOne();
    await request('PATCH', `/v1/spaces/${space}/change-requests/${id}`, { status: 'archived' });
    await runUnasked();
    expect(await openOnes()).toEqual([]);
    await run();
    expect(await openOnes()).toHaveLength(1);
  });
});
