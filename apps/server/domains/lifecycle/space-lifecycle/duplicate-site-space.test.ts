import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../../test/app.ts';
import { putContent } from '../../../../../test/content.ts';
import { addMember, addSite, addSpace, grantRole } from '../../../../../test/factories.ts';
import { violationsOfClientSchema } from '../../../../../test/oracle.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp({ config: { sitesUrl: 'https://sites.example.com' } });
});
afterAll(() => app.close());

interface SiteSpace {
  id: string;
  path: string;
  title: string;
  default: boolean;
  draft: boolean;
  hidden: boolean;
  condition?: string;
  section?: string;
  space: { id: string; title: string };
}

async function newSite() {
  const spaceIds = [await addSpace(app, { title: 'Guide' }), await addSpace(app, { title: 'Old guide' })];
  const [spaceId] = spaceIds as [string];
  await putContent(app, spaceId, { 'README.md': '# Home\n\nWords\n' });
  const siteId = await addSite(app, { spaceIds, isPublished: true });
  const url = `/v1/orgs/${app.organizationId}/sites/${siteId}`;
  const list = async (): Promise<SiteSpace[]> =>
    (await app.request('GET', `${url}/site-spaces`)).json().items;
  const [first, second] = (await list()) as [SiteSpace, SiteSpace];
  const duplicate = (id: string, body: object = {}, token = app.adminToken) =>
    app.request('POST', `${url}/site-spaces/${id}/duplicate`, { body, token });
  return { spaceId, siteId, url, list, first, second, duplicate };
}

describe('the duplicate of a site space', () => {
  test('shows a copy of the space right after the original', async () => {
    const { spaceId, first, second, list, duplicate } = await newSite();
    const response = await duplicate(first.id);
    expect(response.statusCode, response.body).toBe(201);
    const copy = response.json();
    expect(violationsOfClientSchema('SiteSpace', copy)).toEqual([]);
    expect(copy).toMatchObject({ default: false, draft: false, title: 'Guide (copy)' });
    expect(copy.space.id).not.toBe(spaceId);
    expect((await list()).map(({ id }) => id)).toEqual([first.id, copy.id, second.id]);
    const pagesOf = async (id: string) =>
      (await app.request('GET', `/v1/spaces/${id}/content/pages`))
        .json()
        .pages.map(({ id: pageId, title }: { id: string; title: string }) => [pageId, title]);
    expect(await pagesOf(copy.space.id)).toEqual(await pagesOf(spaceId));
    await putContent(app, spaceId, { 'README.md': '# Another home\n' });
    expect(await pagesOf(copy.space.id)).not.toEqual(await pagesOf(spaceId));
  });

  test('has the condition and the settings of the original, but a path of its own', async () => {
    const { url, second, duplicate } = await newSite();
    const settings = { condition: 'visitor.claims.beta', hidden: true, title: 'Beta' };
    await app.request('PATCH', `${url}/site-spaces/${second.id}`, { body: settings });
    const copy = (await duplicate(second.id, { draft: true })).json();
    expect(copy).toMatchObject({ ...settings, title: 'Beta (copy)', draft: true });
    expect(copy.path).not.toBe(second.path);
    expect((await duplicate(copy.id)).json().draft).toBe(false);
  });

  test('is in the section of the original', async () => {
    const { url, spaceId, first, duplicate } = await newSite();
    const section = (
      await app.request('POST', `${url}/sections`, { body: { spaceId, title: 'API' } })
    ).json();
    const copy = (await duplicate(section.siteSpaces[0].id)).json();
    expect(copy.section).toBe(section.id);
    expect((await duplicate(first.id)).json().section).not.toBe(section.id);
  });
});

describe('duplicating a site space', () => {
  test('needs admin on the space, beside the role on the site', async () => {
    const { siteId, spaceId, first, list, duplicate } = await newSite();
    const member = await addMember(app, { role: 'read' });
    const status = async () => (await duplicate(first.id, {}, member.token)).statusCode;
    expect(await status()).toBe(403);
    await grantRole(app, { userId: member.userId, siteId, role: 'admin' });
    const refused = await duplicate(first.id, {}, member.token);
    expect([refused.statusCode, refused.json().error.message]).toEqual([
      403,
      expect.stringContaining('on the space'),
    ]);
    await grantRole(app, { userId: member.userId, spaceId, role: 'admin' });
    // The space is at the top of the organization.
    expect(await status()).toBe(403);
    expect(await list()).toHaveLength(2);
  });

  test('does not find what another site shows, nor a space that is deleted', async () => {
    const { first, spaceId } = await newSite();
    const other = await newSite();
    expect((await other.duplicate(first.id)).statusCode).toBe(404);
    expect((await other.duplicate('unknown')).statusCode).toBe(404);
    await app.request('DELETE', `/v1/spaces/${spaceId}`);
    expect((await other.duplicate(first.id)).statusCode).toBe(404);
  });

  test('leaves no space behind if the site has no room for it', async () => {
    const { siteId, first, duplicate } = await newSite();
    await app.database.sql`
      insert into site_space (organization_id, site_id, site_space_id, space_id, path, is_default, position)
      select organization_id, site_id, gen_random_uuid(), space_id, 'v' || n, false, 10 + n
      from site_space, generate_series(1, 998) n
      where site_id = ${siteId} and site_space_id = ${first.id}`;
    const count = async () =>
      (await app.database.sql<{ n: number }[]>`select count(*)::int as n from space`)[0]?.n;
    const before = await count();
    const refused = await duplicate(first.id);
    expect([refused.statusCode, refused.json().error.reason]).toEqual([409, 'site-structure-too-large']);
    expect(await count()).toBe(before);
  });
});
