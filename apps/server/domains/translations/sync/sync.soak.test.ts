import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../../test/app.ts';
import { type Files, putContent } from '../../../../../test/content.ts';
import {
  addMember,
  addOrganization,
  addSite,
  addSpace,
  addUserToken,
} from '../../../../../test/factories.ts';
import { runJobs, startJob } from '../../../../../test/jobs.ts';
import { startTranslationServer, type TranslationServer } from '../../../../../test/translation-server.ts';

let now = new Date('2030-01-01T00:00:00Z');
let app: TestApp;
let provider: TranslationServer;
beforeAll(async () => {
  provider = await startTranslationServer();
  app = await buildTestApp({
    clock: () => now,
    config: {
      allowPrivateNetworks: true,
      translation: { provider: 'deepl', url: provider.url, key: 'secret', model: undefined },
    },
  });
});
afterAll(async () => {
  await app?.close();
  await provider?.close();
});

const PAGES: Files = {
  'README.md':
    '---\ndescription: About us\nicon: rocket\n---\n\n# Welcome\n\nFirst of all.\n\nThen `npm ci` and [go](guide.md#use).\n\n```sh\nnpm ci\n```\n',
  'SUMMARY.md': '# Summary\n\n* [Welcome](README.md)\n\n## Group\n\n* [Guide](guide.md "Short")\n',
  'guide.md': '# Guide\n\n## Use\n\nUse it.\n',
};
const GUIDE = PAGES['guide.md'] as string;

let token: string;
let organization: string;
let sourceId: string;
let settings: string;
beforeEach(async () => {
  provider.requests.length = 0;
  provider.failures.length = 0;
  provider.translate = (text, language) => `${language} ${text}`;
  provider.splits = () => false;
  const { organizationId, creatorId } = await addOrganization(app);
  token = await addUserToken(app, creatorId);
  organization = `/v1/orgs/${organizationId}`;
  sourceId = await addSpace(app, { organizationId, title: 'Handbook' });
  await putContent(app, sourceId, PAGES);
});

const request = (method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', url: string, body?: object) =>
  app.request(method, url, { token, ...(body ? { body } : {}) });

async function createSettings(more: object = {}): Promise<void> {
  const body = { title: 'Handbook', source: { space: sourceId, language: 'en' }, languages: ['fr'], ...more };
  settings = `${organization}/translations/${(await request('POST', `${organization}/translations`, body)).json().id}`;
}

async function run(): Promise<void> {
  const response = await request('POST', `${settings}/run`);
  expect([response.statusCode, response.body]).toEqual([204, '']);
  await runJobs(app);
}

interface PageStatus {
  page: string;
  space: string;
  language: string;
  title: string;
  status: string;
  behind: number;
  missing: number;
  edited: number;
  failed: number;
  blocks: number;
}
const statuses = async (query = ''): Promise<PageStatus[]> =>
  (await request('GET', `${settings}/pages?limit=1000${query}`)).json().items;
const statusOf = async (title: string) =>
  (await statuses()).find((page) => page.title.includes(title)) as PageStatus;
const targetOf = async (language = 'fr') =>
  (await statuses()).find((page) => page.language === language)?.space as string;

async function markdownOf(title: string, language = 'fr'): Promise<string> {
  const space = await targetOf(language);
  const { page } = await statusOf(title);
  const found = await request('GET', `/v1/spaces/${space}/content/page/${page}?format=markdown`);
  return found.json().markdown;
}

const headOf = async (spaceId: string): Promise<string> =>
  (await request('GET', `/v1/spaces/${spaceId}`)).json().revision;

async function edit(title: string, markdown: string): Promise<void> {
  const { page, space } = await statusOf(title);
  const body = { changes: [{ operation: 'update_page', page, document: { markdown } }] };
  const response = await request('POST', `/v1/spaces/${space}/content`, body);
  expect(response.statusCode, response.body).toBe(200);
}

describe('a provider that does more than translate', () => {
  test('cannot add to pages: the block stays as it is, is reported, and all others are translated', async () => {
    const added = '[Log in again](https://evil.example/) {{ visitor.claims.email }}';
    provider.translate = (text, language) => `${language} ${text}${text.startsWith('First') ? added : ''}`;
    await createSettings();
    await run();
    expect(await markdownOf('Welcome')).toContain('\n\nFirst of all.\n\nfr Then `npm ci`');
    expect(await markdownOf('Guide')).toContain('fr Use it.');
    expect(await statusOf('Welcome')).toMatchObject({ status: 'missing', failed: 1, missing: 0 });
    expect((await request('GET', `${settings}/languages`)).json().items[0].problem).toBe(
      'The translation contains a template tag that the source does not.',
    );
    provider.translate = (text, language) => `${language} ${text}`;
    await run();
    expect(await markdownOf('Welcome')).toContain('fr First of all.');
    expect((await request('GET', `${settings}/languages`)).json().items[0].problem).toBeUndefined();
  });

  test('cannot keep other texts from being translated by returning too many', async () => {
    provider.splits = (text) => text.startsWith('First');
    await createSettings();
    await run();
    expect(await markdownOf('Welcome')).toContain('\n\nFirst of all.\n\nfr Then `npm ci`');
    expect(await markdownOf('Guide')).toContain('fr Use it.');
    expect(await statusOf('Welcome')).toMatchObject({ status: 'missing', failed: 1 });
    expect((await request('GET', `${settings}/languages`)).json().items[0].problem).toBe(
      'The provider returned a different number of texts than it was sent.',
    );
  });

  test('cannot store characters that nobody sees', async () => {
    provider.translate = (text, language) => `${language}\u0000 \u202e${text}\ud800`;
    await createSettings();
    await run();
    expect(await markdownOf('Guide')).toContain('\n\nfr Use it.\n');
  });

  test('is not read beyond what a translation can have', async () => {
    provider.translate = (text) => text.repeat(text.startsWith('First') ? 1_000_000 : 1);
    await createSettings();
    await run();
    expect(await markdownOf('Welcome')).toContain('First of all.');
    expect(await statusOf('Welcome')).toMatchObject({ failed: 1 });
    expect((await request('GET', `${settings}/languages`)).json().items[0].problem).toBe(
      'The response of the provider is much longer than the request.',
    );
  });
});

describe('a translated space', () => {
  test('has the structure, the files and the ids of its source, and its texts in another language', async () => {
    await createSettings();
    await run();
    const space = (await request('GET', `/v1/spaces/${await targetOf()}`)).json();
    expect(space).toMatchObject({ title: 'Handbook (fr)', language: 'fr' });
    const outline = (pages: { id: string; path?: string; pages: never[] }[]): unknown =>
      pages.map(({ id, path, pages: below }) => [id, path, outline(below)]);
    const contentOf = async (id: string) => (await request('GET', `/v1/spaces/${id}/content`)).json();
    const [source, target] = [await contentOf(sourceId), await contentOf(space.id)];
    expect(outline(target.pages)).toEqual(outline(source.pages));
    expect(target.pages.map(({ title }: { title: string }) => title)).toEqual(['fr Welcome', 'fr Group']);
    expect(target.pages[1].pages[0]).toMatchObject({ title: 'fr Guide', linkTitle: 'fr Short' });
    expect(target.pages[0]).toMatchObject({ description: 'fr About us', icon: 'rocket' });
    expect(await markdownOf('Welcome')).toContain(
      'fr First of all.\n\nfr Then `npm ci` and [go](guide.md#use).\n\n```sh\nnpm ci\n```',
    );
    expect(await markdownOf('Guide')).toContain('## fr Use <a href="#use" id="use"></a>\n\nfr Use it.');
    expect(new Set((await statuses()).map(({ status }) => status))).toEqual(new Set(['current']));
    expect((await request('GET', settings)).json()).toMatchObject({
      status: 'completed',
      stats: { runs: 1, totalPages: 3, latestPages: 3 },
    });
  });

  test('is left alone by a run that has nothing to do', async () => {
    await createSettings();
    await run();
    const head = await headOf(await targetOf());
    provider.requests.length = 0;
    await run();
    expect([await headOf(await targetOf()), provider.requests]).toEqual([head, []]);
  });

  test('follows its source by itself, and asks only for what has changed', async () => {
    await createSettings();
    await run();
    await putContent(app, sourceId, { ...PAGES, 'guide.md': `${GUIDE}\nMore of it.\n` });
    provider.requests.length = 0;
    await startJob(app, 'translation-watch');
    now = new Date(now.getTime() + 61_000);
    await runJobs(app);
    expect(provider.texts()).toEqual(['More of it.']);
    expect(await markdownOf('Guide')).toContain('fr Use it.\n\nfr More of it.');
    expect((await request('GET', settings)).json().stats).toMatchObject({
      runs: 2,
      latestWords: 3,
      latestPages: 1,
    });
  });

  test('keeps what a person wrote, says so, and overwrites nothing when the source changes', async () => {
    await createSettings();
    await run();
    await edit(
      'Guide',
      '## Mode d’emploi <a href="#use" id="use"></a>\n\nUtilisez-le.\n\nUne note en plus.\n',
    );
    await run();
    expect(await statusOf('Guide')).toMatchObject({ status: 'edited', edited: 2, behind: 0 });
    await putContent(app, sourceId, { ...PAGES, 'guide.md': '# Guide\n\n## Use\n\nUse it well.\n\nNew.\n' });
    await run();
    const markdown = await markdownOf('Guide');
    for (const kept of ['## Mode d’emploi', 'Utilisez-le.', 'Une note en plus.', 'fr New.'])
      expect(markdown).toContain(kept);
    expect(markdown).not.toContain('Use it well');
    expect(await statusOf('Guide')).toMatchObject({ status: 'behind', edited: 1, behind: 1 });
    expect((await statuses('&status=behind')).length).toBe(1);
    await edit('Guide', markdown.replace('Utilisez-le.', 'Utilisez-le bien.').replace(/^# .*\n/, ''));
    await run();
    expect(await statusOf('Guide')).toMatchObject({ status: 'edited', behind: 0 });
  });

  test('keeps pages that people added to it, and loses pages that the source loses', async () => {
    await createSettings();
    await run();
    const space = await targetOf();
    const changes = [{ operation: 'insert_page', title: 'Mentions', document: { markdown: 'Ici.' } }];
    expect((await request('POST', `/v1/spaces/${space}/content`, { changes })).statusCode).toBe(200);
    await putContent(app, sourceId, { 'README.md': PAGES['README.md'] as string });
    await run();
    const { pages } = (await request('GET', `/v1/spaces/${space}/content`)).json();
    expect(pages.map(({ title }: { title: string }) => title)).toEqual(['fr Welcome', 'Mentions']);
    expect((await statuses()).map(({ title }) => title)).toEqual(['fr Welcome']);
  });

  test('reuses translations in every space of the organization', async () => {
    await createSettings();
    await run();
    provider.requests.length = 0;
    await createSettings({ title: 'Again' });
    await run();
    expect([provider.requests, (await statusOf('Guide')).status]).toEqual([[], 'current']);
  });

  test('is translated again where a term of the glossary has changed', async () => {
    await createSettings();
    await run();
    provider.requests.length = 0;
    const operations = [{ type: 'insert', translations: { en: 'guide', fr: 'manuel' } }];
    await request('PUT', `${organization}/translations-glossary`, { operations });
    await run();
    expect(provider.texts()).toEqual(['Guide']);
  });

  test('leaves in the language of the source what comes back without its placeholders, and reports it', async () => {
    await createSettings();
    provider.translate = (text) => text.replace(/<x[^>]*>/g, '');
    await run();
    expect(await markdownOf('Welcome')).toContain('Then `npm ci` and [go](guide.md#use).');
    expect(await statusOf('Welcome')).toMatchObject({ status: 'missing', failed: 1 });
    provider.translate = (text, language) => `${language} ${text}`;
    provider.requests.length = 0;
    await run();
    expect(provider.texts()).toEqual(['Then <x id="1"/> and <g id="2">go</g>.']);
    expect(await statusOf('Welcome')).toMatchObject({ status: 'current', failed: 0 });
  });

  test('asks once more for what came back without its placeholders', async () => {
    await createSettings();
    const asked = new Map<string, number>();
    provider.translate = (text, language) => {
      asked.set(text, (asked.get(text) ?? 0) + 1);
      return `${language} ${asked.get(text) === 1 ? text.replace(/<x[^>]*>/g, '') : text}`;
    };
    await run();
    expect(await markdownOf('Welcome')).toContain('fr Then `npm ci` and [go](guide.md#use).');
    expect(await statusOf('Welcome')).toMatchObject({ status: 'current', failed: 0 });
    expect(new Set(asked.values())).toEqual(new Set([1, 2]));
    expect(asked.get('Then <x id="1"/> and <g id="2">go</g>.')).toBe(2);
  });

  test('waits for a provider that is busy, and keeps what it has when one fails', async () => {
    await createSettings();
    provider.failures.push({ status: 429 }, { status: 503 });
    await run();
    expect((await statusOf('Guide')).status).toBe('current');
    await putContent(app, sourceId, { ...PAGES, 'guide.md': '# Guide\n\n## Use\n\nUse it now.\n' });
    provider.failures.push({ status: 403 });
    await run();
    expect(await statusOf('Guide')).toMatchObject({ status: 'behind', behind: 1 });
    expect(await markdownOf('Guide')).toContain('fr Use it.');
    await run();
    expect(await markdownOf('Guide')).toContain('fr Use it now.');
  });

  test('is not readable by default for those who cannot read its source', async () => {
    await request('PATCH', `/v1/spaces/${sourceId}`, { defaultLevel: null });
    await createSettings();
    await run();
    const organizationId = organization.split('/')[3] as string;
    const member = await addMember(app, { role: 'create', organizationId });
    const target = await targetOf();
    const asMember = (url: string) => app.request('GET', url, { token: member.token });
    expect((await asMember(`/v1/spaces/${target}`)).statusCode).toBe(404);
    expect((await asMember(`${settings}/pages`)).json()).toEqual({ count: 0, items: [] });
  });

  test('asks for nothing that was answered when its run is cut off', async () => {
    await createSettings();
    const organizationId = organization.split('/')[3] as string;
    const payload = { settingsId: settings.split('/').at(-1), isAsked: true };
    const controller = new AbortController();
    let asked = 0;
    provider.translate = (text, language) => {
      asked += 1;
      // The first request was answered, and the second one is in progress.
      if (asked > 50) controller.abort();
      return `${language} ${text}`;
    };
    const many = Array.from({ length: 120 }, (_, n) => `Paragraph ${'i'.repeat(n + 1)}.`);
    await putContent(app, sourceId, { ...PAGES, 'guide.md': `# Guide\n\n${many.join('\n\n')}\n` });
    const job = { organizationId, jobId: 'j', payload, attempt: 1 };
    await expect(app.app.jobs['translation-sync'].run(job, controller.signal)).rejects.toThrow();
    const before = provider.texts();
    expect(before).toHaveLength(100);
    await run();
    const after = provider.texts().slice(before.length);
    expect(after.filter((text) => before.slice(0, 50).includes(text))).toEqual([]);
    expect(after).toEqual(expect.arrayContaining(before.slice(50)));
    expect((await statusOf('Guide')).status).toBe('current');
  });

  test('is one, and loses nothing, when two runs and an edit happen at once', async () => {
    await createSettings({ languages: ['fr', 'de'] });
    await Promise.all([request('POST', `${settings}/run`), request('POST', `${settings}/run`)]);
    await runJobs(app);
    const { items } = (await request('GET', `${organization}/spaces?limit=100`)).json();
    expect(items.map(({ title }: { title: string }) => title).sort()).toEqual([
      'Handbook',
      'Handbook (de)',
      'Handbook (fr)',
    ]);
    await putContent(app, sourceId, { ...PAGES, 'guide.md': `${GUIDE}\nMore of it.\n` });
    await request('POST', `${settings}/run`);
    const guide = (await statuses('&language=fr')).find(({ title }) => title === 'fr Guide') as PageStatus;
    const changes = [
      { operation: 'update_page', page: guide.page, document: { markdown: '## fr Use\n\nUtilisez-le.\n' } },
    ];
    const [edited] = await Promise.all([
      request('POST', `/v1/spaces/${guide.space}/content`, { changes }),
      runJobs(app),
    ]);
    expect(edited.statusCode, edited.body).toBe(200);
    await run();
    const url = `/v1/spaces/${guide.space}/content/page/${guide.page}?format=markdown`;
    expect((await request('GET', url)).json().markdown).toContain('Utilisez-le.');
  });

  test('keeps the pages that people added when it gets another source, and is no longer listed without its language', async () => {
    await createSettings();
    await run();
    const space = await targetOf();
    const changes = [{ operation: 'insert_page', title: 'Mentions', document: { markdown: 'Ici.' } }];
    await request('POST', `/v1/spaces/${space}/content`, { changes });
    const other = await addSpace(app, { organizationId: organization.split('/')[3] as string });
    await putContent(app, other, { 'README.md': '# Other\n' });
    await request('PUT', settings, { title: 'T', source: { space: other, language: 'en' } });
    await run();
    const { pages } = (await request('GET', `/v1/spaces/${space}/content`)).json();
    expect(pages.map(({ title }: { title: string }) => title)).toEqual(['fr Other', 'Mentions']);
    await request('PUT', settings, { title: 'T', languages: [] });
    expect(await statuses()).toEqual([]);
  });

  test('stays when its settings are deleted', async () => {
    await createSettings();
    await run();
    const space = await targetOf();
    await request('DELETE', settings);
    expect((await request('GET', `/v1/spaces/${space}`)).statusCode).toBe(200);
  });

  test('is created anew only when somebody asks for it after it was deleted', async () => {
    await createSettings();
    await run();
    const space = await targetOf();
    await request('DELETE', `/v1/spaces/${space}`);
    await putContent(app, sourceId, { ...PAGES, 'guide.md': '# Guide\n\nOther.\n' });
    now = new Date(now.getTime() + 61_000);
    await startJob(app, 'translation-watch');
    await runJobs(app);
    expect(await statuses()).toEqual([]);
    await run();
    expect(await targetOf()).not.toBe(space);
    expect(await markdownOf('Guide')).toContain('fr Other.');
  });

  test('of a locked space waits until it is unlocked', async () => {
    await createSettings();
    await run();
    const space = await targetOf();
    const head = await headOf(space);
    await request('PATCH', `/v1/spaces/${space}`, { editMode: 'locked' });
    await putContent(app, sourceId, { ...PAGES, 'guide.md': '# Guide\n\nOther.\n' });
    await run();
    expect(await headOf(space)).toBe(head);
    await request('PATCH', `/v1/spaces/${space}`, { editMode: 'live' });
    await run();
    expect(await markdownOf('Guide')).toContain('fr Other.');
  });
});

describe('on the sites of its source', () => {
  interface PlacedSpace {
    id: string;
    space: { id: string };
  }
  const siteSpacesOf = async (siteId: string): Promise<PlacedSpace[]> => {
    const { structure } = (await request('GET', `${organization}/sites/${siteId}/structure`)).json();
    return structure.flatMap((one: { siteSpaces?: object[] }) => one.siteSpaces ?? [one]);
  };
  const addedSite = () =>
    addSite(app, { organizationId: organization.split('/')[3] as string, spaceIds: [sourceId] });

  test('a translated space is a draft in another language, with the condition of its source', async () => {
    const siteId = await addedSite();
    const [first] = (await siteSpacesOf(siteId)) as [PlacedSpace];
    const condition = 'visitor.claims.plan == "pro"';
    await request('PATCH', `${organization}/sites/${siteId}/site-spaces/${first.id}`, { condition });
    await createSettings();
    await run();
    const [source, added, ...others] = (await siteSpacesOf(siteId)) as [PlacedSpace, PlacedSpace];
    expect([source.space.id, added.space.id, others]).toEqual([sourceId, await targetOf(), []]);
    expect(added).toMatchObject({ title: 'Français', path: 'fr', draft: true, condition, default: false });
  });

  /** Runs the job that looks for changes once a minute. */
  async function watch(): Promise<void> {
    now = new Date(now.getTime() + 61_000);
    await startJob(app, 'translation-watch');
    await runJobs(app);
  }

  test('it is placed by itself on sites that get the source later, and languages that come later are, too', async () => {
    await createSettings();
    await run();
    const siteId = await addedSite();
    await watch();
    const fr = await targetOf();
    expect((await siteSpacesOf(siteId)).map(({ space }) => space.id)).toEqual([sourceId, fr]);
    await request('PUT', settings, { title: 'T', language: 'de' });
    await run();
    expect((await siteSpacesOf(siteId)).map(({ space }) => space.id)).toEqual([
      sourceId,
      fr,
      await targetOf('de'),
    ]);
  });

  test('it is not placed on sites that somebody has put it on, or that have another space', async () => {
    await createSettings();
    await run();
    const organizationId = organization.split('/')[3] as string;
    const fr = await targetOf();
    const [has, other] = [
      await addSite(app, { organizationId, spaceIds: [sourceId, fr] }),
      await addSite(app, { organizationId, spaceIds: [await addSpace(app, { organizationId })] }),
    ];
    await watch();
    expect([await siteSpacesOf(has), await siteSpacesOf(other)].map(({ length }) => length)).toEqual([2, 1]);
  });

  test('it does not come back when the site gets the source again, while other sites get it', async () => {
    const first = await addedSite();
    await createSettings();
    await run();
    for (const { id } of (await siteSpacesOf(first)).reverse())
      await request('DELETE', `${organization}/sites/${first}/site-spaces/${id}`);
    await request('POST', `${organization}/sites/${first}/site-spaces`, { spaceId: sourceId });
    const second = await addedSite();
    await watch();
    const had = await Promise.all([first, second].map(siteSpacesOf));
    expect(had.map((siteSpaces) => siteSpaces.map(({ space }) => space.id))).toEqual([
      [sourceId],
      [sourceId, await targetOf()],
    ]);
    const { runs } = (await request('GET', settings)).json().stats;
    await watch();
    expect((await request('GET', settings)).json().stats.runs).toBe(runs);
  });

  test('it does not come back after it was taken off', async () => {
    const siteId = await addedSite();
    await createSettings();
    await run();
    const [, added] = (await siteSpacesOf(siteId)) as [PlacedSpace, PlacedSpace];
    await request('DELETE', `${organization}/sites/${siteId}/site-spaces/${added.id}`);
    await putContent(app, sourceId, { ...PAGES, 'guide.md': '# Guide\n\nOther.\n' });
    await run();
    expect(await siteSpacesOf(siteId)).toHaveLength(1);
  });
});

test('settings without a source have nothing to run', async () => {
  await createSettings();
  const { id } = (await request('POST', `${organization}/translations`, { title: 'Empty' })).json();
  const response = await request('POST', `${organization}/translations/${id}/run`);
  expect([response.statusCode, response.json().error.reason]).toEqual([409, 'translation-without-source']);
});

test('a provider that is not configured translates nothing, and the space waits in the language of the source', async () => {
  await createSettings({ provider: 'manual' });
  await run();
  expect(provider.requests).toEqual([]);
  expect(await statusOf('Guide')).toMatchObject({ status: 'missing', missing: 4 });
  expect(await markdownOf('Guide')).toContain('Use it.');
});
