/** Old addresses of sections and variants whose paths were changed. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { putContent } from '../../../test/content.ts';
import { addSpace } from '../../../test/factories.ts';
import { buildSiteGround, HOST, type SiteGround } from '../../../test/fixtures/published/machines/site.ts';

let setup: SiteGround;
let site: string;
let path: string;
let spaceIds: string[];
beforeAll(async () => {
  setup = await buildSiteGround();
  spaceIds = [];
  for (const title of ['Start', 'Guides', 'Guides 1']) spaceIds.push(await addSpace(setup.app, { title }));
  for (const spaceId of spaceIds)
    await putContent(setup.app, spaceId, { 'README.md': '# Home\n', 'install.md': '# Install\n' });
  const added = await setup.addPublishedSite({ spaceIds: spaceIds.slice(0, 1) });
  path = added.path;
  site = `/v1/orgs/${setup.app.organizationId}/sites/${added.siteId}`;
});
afterAll(() => setup.close());

async function call(method: 'POST' | 'PATCH', url: string, body: object) {
  const response = await setup.app.request(method, site + url, { body });
  expect(response.statusCode, response.body).toBeLessThan(300);
  return response.body === '' ? undefined : response.json();
}

const leadsTo = async (from: string) => {
  const { status, location } = await setup.visit(path + from);
  return [status, location?.slice(path.length)];
};

test('an old path of a section or variant leads to the page at its new one', async () => {
  const section = await call('POST', '/sections', { spaceId: spaceIds[1], title: 'Guides' });
  const variant = await call('POST', '/site-spaces', { spaceId: spaceIds[2], sectionId: section.id });
  await call('PATCH', `/sections/${section.id}`, { path: 'guides-2' });
  await call('PATCH', `/site-spaces/${variant.id}`, { path: 'v1' });
  expect(await leadsTo('/guides-2/install')).toEqual([200, undefined]);
  await call('PATCH', `/sections/${section.id}`, { path: 'guides' });
  expect(await leadsTo('/guides-2')).toEqual([307, '/guides/']);
  expect(await leadsTo('/guides-2/install?a=b')).toEqual([307, '/guides/install?a=b']);
  expect(await leadsTo('/guides-2/install.md')).toEqual([307, '/guides/install.md']);
  expect(await leadsTo('/guides-2/nothing')).toEqual([404, undefined]);
  await call('PATCH', `/site-spaces/${variant.id}`, { path: 'one' });
  expect(await leadsTo('/guides-2/v1/install')).toEqual([307, '/guides/one/install']);
  expect(await leadsTo('/guides/v1/install')).toEqual([307, '/guides/one/install']);
  const url = encodeURIComponent(`https://${HOST}${path}/guides-2/v1/install`);
  const found = (await setup.app.request('GET', `/v1/urls/content?url=${url}`)).json();
  expect([found.space.id, found.page.path]).toEqual([spaceIds[2], 'install']);
});

test('a redirect of the site, and what is at the path now, count first', async () => {
  await call('POST', '/redirects', {
    source: '/guides-2/install',
    destination: { kind: 'external', url: 'https://example.com/' },
  });
  expect((await setup.visit(`${path}/guides-2/install`)).location).toBe('https://example.com/');
  const other = await addSpace(setup.app, { title: 'Other' });
  await putContent(setup.app, other, { 'README.md': '# Other\n' });
  const section = await call('POST', '/sections', { spaceId: other, title: 'Other' });
  await call('PATCH', `/sections/${section.id}`, { path: 'guides-2' });
  expect((await setup.visit(`${path}/guides-2/`)).text).toContain('<h1>Other</h1>');
});

test('tells nothing of a section that the visitor does not see', async () => {
  const hidden = await addSpace(setup.app, { title: 'Hidden' });
  await putContent(setup.app, hidden, { 'README.md': '# Hidden\n' });
  const section = await call('POST', '/sections', { spaceId: hidden, title: 'Hidden' });
  await call('PATCH', `/sections/${section.id}`, {
    path: 'internal',
    condition: 'visitor.claims.plan == "pro"',
  });
  const [old, unknown] = [await setup.visit(`${path}/hidden`), await setup.visit(`${path}/hiddem`)];
  expect([old.status, old.text]).toEqual([404, unknown.text]);
});
