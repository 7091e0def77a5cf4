import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../../test/app.ts';
import { type Files, putContent } from '../../../../../test/content.ts';
import { addOrganization, addSpace, addUserToken } from '../../../../../test/factories.ts';
import { runJobs, startJob } from '../../../../../test/jobs.ts';
import { startTranslationServer, type TranslationServer } from '../../../../../test/translation-server.ts';
import { nextDay } from '../sync/budget.ts';

const LIMIT = 100;
let now = new Date('2030-01-01T12:00:00Z');
let app: TestApp;
let provider: TranslationServer;
beforeAll(async () => {
  provider = await startTranslationServer();
  app = await buildTestApp({
    clock: () => now,
    config: {
      allowPrivateNetworks: true,
      translation: { provider: 'deepl', url: provider.url, key: 'secret', model: undefined },
      translationLimits: { charactersPerDay: LIMIT, callsPerMinute: 1000, pricePerMillionCharacters: 20 },
    },
  });
});
afterAll(async () => {
  await app?.close();
  await provider?.close();
});

const LINES = ['One line of words', 'Another line of words', 'A third line of words', 'And one more of them'];
const PAGES: Files = { 'README.md': `# Welcome\n\n${LINES.join('.\n\n')}.\n\n\`\`\`sh\nnpm ci\n\`\`\`\n` };
const CHARACTERS = 'Welcome'.length + LINES.join('.').length + 1;

let token: string;
let sourceId: string;
let settings: string;
beforeEach(async () => {
  // Each test is on a day of its own, because the clock never goes back.
  now = new Date(nextDay(now).getTime() + 12 * 3_600_000);
  provider.requests.length = 0;
  provider.failures.length = 0;
  const { organizationId, creatorId } = await addOrganization(app);
  token = await addUserToken(app, creatorId);
  sourceId = await addSpace(app, { organizationId, title: 'Handbook' });
  await putContent(app, sourceId, PAGES);
  const list = `/v1/orgs/${organizationId}/translations`;
  const body = { title: 'Handbook', source: { space: sourceId, language: 'en' }, languages: ['fr'] };
  settings = `${list}/${(await request('POST', list, body)).json().id}`;
});

const request = (method: 'GET' | 'POST' | 'PUT', url: string, body?: object) =>
  app.request(method, url, { token, ...(body ? { body } : {}) });
const estimate = async () => {
  const response = await request('POST', `${settings}/estimate`);
  expect(response.statusCode, response.body).toBe(200);
  return response.json();
};
async function run(): Promise<void> {
  expect((await request('POST', `${settings}/run`)).statusCode).toBe(204);
  await runJobs(app);
}
/** Runs the job that looks for changes once a minute. */
async function watch(): Promise<void> {
  now = new Date(now.getTime() + 61_000);
  await startJob(app, 'translation-watch');
  await runJobs(app);
}
const languages = async () => (await request('GET', `${settings}/languages`)).json().items;

describe('an estimate', () => {
  test('counts what a run would translate, and changes and asks nothing', async () => {
    expect(await estimate()).toEqual({
      object: 'translation-estimate',
      provider: 'deepl',
      blocks: 5,
      units: 5,
      characters: CHARACTERS,
      calls: 1,
      remembered: 0,
      cost: Math.round(CHARACTERS * 20) / 1_000_000,
      charactersLeft: LIMIT,
      languages: [{ language: 'fr', blocks: 5, units: 5, characters: CHARACTERS, calls: 1, remembered: 0 }],
    });
    expect([provider.requests, await languages()]).toEqual([[], []]);
  });

  test('knows what the memory has, and what was translated before', async () => {
    await run();
    expect(await estimate()).toMatchObject({ blocks: 0, units: 0, cost: 0, remembered: 0 });
    await request('PUT', settings, { title: 'T', languages: ['fr', 'de'] });
    const again = await estimate();
    expect(
      again.languages.map(({ language, units }: { language: string; units: number }) => [language, units]),
    ).toEqual([
      ['fr', 0],
      ['de', 5],
    ]);
    const list = settings.slice(0, settings.lastIndexOf('/'));
    const body = { title: 'Again', source: { space: sourceId, language: 'en' }, languages: ['fr'] };
    settings = `${list}/${(await request('POST', list, body)).json().id}`;
    expect(await estimate()).toMatchObject({ blocks: 5, units: 0, calls: 0, remembered: 5 });
  });

  test.each([
    ['it was refused', [{ status: 403 }], 0],
    ['it was put off each time', Array.from({ length: 5 }, () => ({ status: 503 })), 0],
    ['its answer was lost', ['reset' as const], CHARACTERS],
    ['its answer was useless', [{ status: 200, body: 'no json' }], CHARACTERS],
  ])(
    'counts a call that failed as used only if it may cost something: %s',
    async (_why, failures, characters) => {
      provider.failures.push(...failures);
      await run();
      expect((await languages())[0].problem).toMatch(/^The provider/);
      expect((await estimate()).charactersLeft).toBe(LIMIT - characters);
    },
  );

  test('costs nothing without a provider', async () => {
    await request('PUT', settings, { title: 'T', provider: 'manual' });
    expect(await estimate()).toMatchObject({ provider: null, units: 5, calls: 0, cost: null });
  });

  test('needs a source', async () => {
    const list = settings.slice(0, settings.lastIndexOf('/'));
    const { id } = (await request('POST', list, { title: 'Empty' })).json();
    const response = await request('POST', `${list}/${id}/estimate`);
    expect([response.statusCode, response.json().error.reason]).toEqual([409, 'translation-without-source']);
  });
});

describe('the limit of a day', () => {
  const LONG = [...LINES, 'And words beyond what a day may cost'];
  beforeEach(() => putContent(app, sourceId, { 'README.md': `# Welcome\n\n${LONG.join('.\n\n')}.\n` }));

  test('stops a run, which says so and goes on the next day', async () => {
    await run();
    const sent = () => provider.texts().join('').length;
    const [french] = await languages();
    expect(sent()).toBeLessThanOrEqual(LIMIT);
    expect(french).toMatchObject({
      language: 'fr',
      pages: { current: 0, edited: 0, behind: 0, missing: 1 },
      problem: 'The daily limit of 100 characters has been reached. Translation resumes tomorrow (UTC).',
      resumesAt: nextDay(now).toISOString(),
    });
    expect((await estimate()).charactersLeft).toBe(LIMIT - sent());
    await watch();
    expect((await languages())[0].pages.missing).toBe(1);
    now = nextDay(now);
    await watch();
    const [later] = await languages();
    expect(later).toMatchObject({ pages: { current: 1, missing: 0 } });
    expect([later.problem, later.resumesAt]).toEqual([undefined, undefined]);
    expect(provider.texts().filter((text) => text === `${LONG.at(-1)}.`)).toHaveLength(1);
  });

  test('is one for all runs of an organization at once', async () => {
    const list = settings.slice(0, settings.lastIndexOf('/'));
    const source = { space: sourceId, language: 'en' };
    for (const language of ['de', 'it', 'es'])
      await request(
        'POST',
        `${list}/${(await request('POST', list, { title: 'T', source, languages: [language] })).json().id}/run`,
      );
    await run();
    expect(provider.texts().join('').length).toBeLessThanOrEqual(LIMIT);
  });
});

test('an import leaves the rest to a run that follows', async () => {
  await run();
  await putContent(app, sourceId, { 'README.md': '# Welcome\n\nOther.\n' });
  const text =
    '<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2"><file target-language="fr"/></xliff>';
  await request('POST', `${settings}/languages/fr/import`, { format: 'xliff', text });
  expect((await languages())[0].pages.behind + (await languages())[0].pages.missing).toBe(1);
  await watch();
  expect((await languages())[0].pages).toMatchObject({ behind: 0, missing: 0 });
});
