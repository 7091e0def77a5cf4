import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../test/app.ts';
import { putContent } from '../../test/content.ts';
import { addSite, addSpace } from '../../test/factories.ts';
import { runJobs } from '../../test/jobs.ts';
import { startTranslationServer, type TranslationServer } from '../../test/translation-server.ts';
import { buildPublishedApp } from './published-app.ts';

let provider: TranslationServer;
let app: TestApp;
let published: FastifyInstance;
beforeAll(async () => {
  provider = await startTranslationServer();
  app = await buildTestApp({
    config: {
      sitesUrl: 'https://sites.example.com',
      allowPrivateNetworks: true,
      translation: { provider: 'deepl', url: provider.url, key: 'secret', model: undefined },
    },
  });
  published = buildPublishedApp({ log: app.context.log, ...app.app.published });
});
afterAll(async () => {
  await published?.close();
  await app?.close();
  await provider?.close();
});

const PAGES = {
  'README.md': '# Welcome\n\nFirst of all.\n',
  'SUMMARY.md': '# Summary\n\n* [Welcome](README.md)\n* [Guide](guide.md)\n',
  'guide.md': '# Guide\n\nUse it.\n\n```sh\nnpm ci\n```\n',
};

let sourceId: string;
let target: string;
let settings: string;
let site: string;
let base: string;
beforeEach(async () => {
  provider.failures.length = 0;
  sourceId = await addSpace(app, { title: 'Handbook' });
  await putContent(app, sourceId, PAGES);
  const siteId = await addSite(app, { spaceIds: [sourceId], isPublished: true });
  site = `/v1/orgs/${app.organizationId}/sites/${siteId}`;
  base = `/${(await app.context.pointers.sites.find(siteId))?.basename}`;
  const list = `/v1/orgs/${app.organizationId}/translations`;
  const source = { space: sourceId, language: 'en' };
  settings = `${list}/${(await call('POST', list, { title: 'T', source, languages: ['fr'] })).id}`;
  await run();
  target = (await call('GET', `${settings}/languages`)).items[0].space;
  await changeSiteSpace(target, { draft: false });
});

async function call(method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', url: string, body?: object) {
  const response = await app.request(method, url, body ? { body } : {});
  expect(response.statusCode, response.body).toBeLessThan(300);
  return response.body === '' ? undefined : response.json();
}
async function run(): Promise<void> {
  await call('POST', `${settings}/run`);
  await runJobs(app);
}
async function changeSiteSpace(spaceId: string, body: object): Promise<void> {
  const { items } = await call('GET', `${site}/site-spaces`);
  const { id } = items.find(({ space }: { space: { id: string } }) => space.id === spaceId);
  await call('PATCH', `${site}/site-spaces/${id}`, body);
}
async function noticeOn(path: string): Promise<string | undefined> {
  const headers = { host: 'sites.example.com' };
  const { statusCode, body } = await published.inject({ method: 'GET', url: base + path, headers });
  expect(statusCode, path).toBe(200);
  return /<p class="translated">(.*)<\/p>/.exec(body)?.[1];
}

const ORIGINAL = (path: string) => ` <a href="${base}${path}">Lire l’original</a>`;
const MACHINE = 'Cette page a été traduite automatiquement.';
const BEHIND = 'Cette traduction ne contient pas les dernières modifications.';
const MISSING = 'Certaines parties de cette page ne sont pas encore traduites.';

describe('readers of a translated page', () => {
  test('are told that a machine translated it, with a link to the original', async () => {
    expect(await noticeOn('/fr/guide')).toBe(MACHINE + ORIGINAL('/guide'));
    expect(await noticeOn('/guide')).toBeUndefined();
  });

  test('are told that it is behind as soon as that is known', async () => {
    expect(await noticeOn('/fr/guide')).toContain(MACHINE);
    await putContent(app, sourceId, {
      ...PAGES,
      'guide.md': '# Guide\n\nUse it well.\n\n```sh\nnpm ci\n```\n',
    });
    provider.failures.push({ status: 403 });
    await run();
    expect(await noticeOn('/fr/guide')).toBe(BEHIND + ORIGINAL('/guide'));
    await run();
    expect(await noticeOn('/fr/guide')).toBe(MACHINE + ORIGINAL('/guide'));
  });

  test('are told that parts are in another language', async () => {
    await putContent(app, sourceId, { ...PAGES, 'guide.md': `${PAGES['guide.md']}\nMore.\n` });
    provider.failures.push({ status: 403 });
    await run();
    expect(await noticeOn('/fr/guide')).toContain(MISSING);
  });

  test('are told nothing of what people have translated', async () => {
    const { pages } = await call('GET', `/v1/spaces/${target}/content`);
    const document = { markdown: 'Utilisez-le.\n\n```sh\nnpm ci\n```\n' };
    const changes = [{ operation: 'update_page', page: pages[1].id, title: 'Manuel', document }];
    await call('POST', `/v1/spaces/${target}/content`, { changes });
    await run();
    expect(await noticeOn('/fr/guide')).toBeUndefined();
    expect(await noticeOn('/fr/')).toContain(MACHINE);
  });

  test('are told nothing when the settings say so, or are gone', async () => {
    expect(await noticeOn('/fr/guide')).toContain(MACHINE);
    await call('PUT', settings, { title: 'T', tellsReaders: false });
    expect(await noticeOn('/fr/guide')).toBeUndefined();
    await call('PUT', settings, { title: 'T', tellsReaders: true });
    expect(await noticeOn('/fr/guide')).toContain(MACHINE);
    await call('DELETE', settings);
    expect(await noticeOn('/fr/guide')).toBeUndefined();
  });

  test('find no link to an original that the site does not show them', async () => {
    await changeSiteSpace(sourceId, { hidden: true });
    expect(await noticeOn('/fr/guide')).toBe(MACHINE);
  });
});
