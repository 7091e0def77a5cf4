import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../../test/app.ts';
import { putContent } from '../../../../../test/content.ts';
import {
  addCollection,
  addMember,
  addOrganization,
  addSite,
  addSpace,
  grantRole,
} from '../../../../../test/factories.ts';
import type { SitePointer } from '../../../platform/access/pointers.ts';
import { RULES } from '../../../platform/access/policy.ts';
import { createSiteReaders } from '../site-visitors/site-readers.ts';
import { findContent } from './find-content.ts';

let app: TestApp;
let spaceId: string;
let variantId: string;
let pageId: string;
let collectionId: string;
let siteId: string;
let site: string;
let changeRequest: { id: string; number: number };
beforeAll(async () => {
  app = await buildTestApp({ config: { sitesUrl: 'https://sites.example.com' } });
  spaceId = await addSpace(app);
  variantId = await addSpace(app);
  await putContent(app, spaceId, { 'README.md': '# Start\n', 'guides/install.md': '# Install\n' });
  pageId = (await app.request('GET', `/v1/spaces/${spaceId}/content/path/guides%2Finstall`)).json().id;
  collectionId = await addCollection(app);
  siteId = await addSite(app, { spaceIds: [spaceId, variantId], isPublished: true });
  const { basename } = (await app.context.pointers.sites.find(siteId)) as SitePointer;
  site = `https://sites.example.com/${basename}`;
  changeRequest = (
    await app.request('POST', `/v1/spaces/${spaceId}/change-requests`, { body: { subject: 'A' } })
  ).json();
});
afterAll(() => app.close());

async function find(url: string, token?: string) {
  const response = await app.request(
    'GET',
    `/v1/urls/content?url=${encodeURIComponent(url)}`,
    token ? { token } : {},
  );
  if (response.statusCode !== 200) return response.statusCode;
  const { collection, space, changeRequest: found, page } = response.json();
  return Object.fromEntries(
    Object.entries({ collection, space, changeRequest: found, page }).flatMap(([name, object]) =>
      object ? [[name, object.id]] : [],
    ),
  );
}

const appUrl = (path: string) => `${app.context.config.baseUrl}/app${path}`;

test('an address of the app, or of a published site, leads to its content', async () => {
  const page = { space: spaceId, page: pageId };
  const request = { space: spaceId, changeRequest: changeRequest.id };
  const { revision } = (await app.request('GET', `/v1/spaces/${spaceId}`)).json();
  for (const [url, expected] of [
    [appUrl(`/c/${collectionId}`), { collection: collectionId }],
    [appUrl(`/s/${spaceId}`), { space: spaceId }],
    [appUrl(`/s/${spaceId}/?tab=1#top`), { space: spaceId }],
    [appUrl(`/s/${spaceId}/${pageId}`), page],
    [appUrl(`/s/${spaceId}/revisions`), { space: spaceId }],
    [appUrl(`/s/${spaceId}/revisions/${revision}`), { space: spaceId }],
    [appUrl(`/s/${spaceId}/revisions/${revision}/${pageId}`), page],
    [appUrl(`/s/${spaceId}/change-requests/${changeRequest.number}`), request],
    [appUrl(`/s/${spaceId}/change-requests/${changeRequest.id}/${pageId}`), { ...request, page: pageId }],
    [site, { space: spaceId }],
    [`${site}/Guides/Install/#a`, page],
    [`${site}/variant-2/`, { space: variantId }],
    [appUrl(`/s/${spaceId}/unknown`), 404],
    [appUrl(`/s/${spaceId}/change-requests/99`), 404],
    [appUrl(`/s/${spaceId}/revisions/unknown`), 404],
    [appUrl(`/c/${spaceId}`), 404],
    [appUrl('/o/x'), 404],
    [`${site}/guides/unknown`, 404],
    ['https://sites.example.com/no-such-site', 404],
    ['https://example.com/', 404],
    ['nonsense', 404],
  ] as const) {
    expect([url, await find(url)]).toEqual([url, expected]);
  }
});

test('a failure of the database is no answer about a site that is not published', async () => {
  const hidden = await addSite(app, { spaceIds: [spaceId] });
  const { basename } = (await app.context.pointers.sites.find(hidden)) as SitePointer;
  const { pointers } = app.context;
  const memberships = {
    ...pointers.memberships,
    find: () => Promise.reject(new Error('The database is away.')),
  };
  const parts = {
    context: { ...app.context, pointers: { ...pointers, memberships } as unknown as typeof pointers },
    store: app.app.content,
    openSites: createSiteReaders(app.context).openSites,
    findFormerPage: async () => undefined,
    findFormerPlace: async () => undefined,
  };
  const call = { rule: RULES['account:read'], token: app.adminToken, named: {}, now: new Date() };
  await expect(findContent(parts, call, `https://sites.example.com/${basename}`)).rejects.toThrow(
    'database is away',
  );
});

test('only for those with a role on it, and only of a published site unless they have one on the site', async () => {
  const guest = await addMember(app, { role: null });
  const foreign = await addOrganization(app);
  const stranger = await addMember(app, { role: 'admin', organizationId: foreign.organizationId });
  const urls = [appUrl(`/c/${collectionId}`), appUrl(`/s/${spaceId}/${pageId}`), `${site}/guides/install`];
  for (const { token } of [guest, stranger])
    for (const url of urls) expect([url, await find(url, token)]).toEqual([url, 404]);
  await grantRole(app, { userId: guest.userId, spaceId, role: 'read' });
  const page = { space: spaceId, page: pageId };
  expect(await find(urls[1] as string, guest.token)).toEqual(page);
  expect(await find(urls[2] as string, guest.token)).toEqual(page);
  expect(await find(appUrl(`/s/${spaceId}/change-requests/1`), guest.token)).toBe(404);
  await app.request('POST', `/v1/orgs/${app.organizationId}/sites/${siteId}/unpublish`);
  expect(await find(urls[2] as string, guest.token)).toBe(404);
  expect(await find(urls[2] as string)).toEqual(page);
  const withoutToken = await app.request('GET', '/v1/urls/content?url=x', { token: null });
  expect(withoutToken.statusCode).toBe(401);
});
