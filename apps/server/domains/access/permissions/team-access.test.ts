import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../../test/app.ts';
import { putContent } from '../../../../../test/content.ts';
import { addCollection, addMember, addSpace, addTeam, grantRole } from '../../../../../test/factories.ts';
import { addClosed, urlOf } from '../../../../../test/fixtures/access/permissions/permissions.ts';
import { runJobs } from '../../../../../test/jobs.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

test('what a team was given counts wherever something is listed, found or linked to', async () => {
  const { organizationId } = app;
  const outer = await addClosed(app, 'collection');
  const inner = await addCollection(app, { parentId: outer });
  const hidden = await addSpace(app, { parentId: inner, title: 'Behind the wall' });
  await putContent(app, hidden, { 'README.md': '# Lantern\n\nA lantern.\n' });
  const open = await addSpace(app, { title: 'Before the wall' });
  const address = `${app.context.config.baseUrl}/app/s/${hidden}`;
  await putContent(app, open, { 'README.md': `# Here\n\n[there](${address})\n` });
  await runJobs(app);

  const guest = await addMember(app, { role: null });
  const teamId = await addTeam(app, { members: [guest.userId] });
  await grantRole(app, { teamId, spaceId: open, role: 'read' });
  const { token } = guest;
  const get = async (path: string) => (await app.request('GET', path, { token })).json();
  const ids = async (path: string) => (await get(path)).items?.map(({ id }: { id: string }) => id);
  const seen = async () => ({
    spaces: await ids(`/v1/orgs/${organizationId}/spaces`),
    collections: await ids(`/v1/orgs/${organizationId}/collections`),
    inCollection: await ids(`/v1/collections/${inner}/spaces`),
    found: await ids(`/v1/orgs/${organizationId}/search?query=lantern`),
    linked: (await app.request('GET', `/v1/spaces/${open}/links`, { token })).body.includes(
      'Behind the wall',
    ),
    content: (await app.request('GET', `/v1/spaces/${hidden}/content`, { token })).statusCode,
  });

  const without = {
    spaces: [open],
    collections: [],
    inCollection: undefined,
    found: [],
    linked: false,
    content: 404,
  };
  expect(await seen()).toEqual(without);
  await grantRole(app, { teamId, collectionId: outer, role: 'read' });
  expect(await seen()).toEqual({
    spaces: expect.arrayContaining([open, hidden]),
    collections: expect.arrayContaining([outer, inner]),
    inCollection: [hidden],
    found: [hidden],
    linked: true,
    content: 200,
  });
  await app.request('DELETE', urlOf('collection', outer, `/teams/${teamId}`));
  expect(await seen()).toEqual(without);
});

test('the places of a team are its direct roles, without deleted spaces', async () => {
  const teamId = await addTeam(app, { members: [] });
  const [spaceId, gone, collectionId] = [
    await addSpace(app, { title: 'Guides' }),
    await addSpace(app),
    await addCollection(app, { title: 'Handbook' }),
  ];
  await addSpace(app, { parentId: collectionId });
  const created = await app.request('POST', `/v1/orgs/${app.organizationId}/sites`, {
    body: { title: 'Docs' },
  });
  const siteId = created.json().id;
  for (const place of [{ spaceId }, { spaceId: gone }, { collectionId }])
    await grantRole(app, { teamId, role: 'edit', ...place });
  await app.request('PATCH', `/v1/orgs/${app.organizationId}/sites/${siteId}/permissions/teams/${teamId}`, {
    body: { role: 'read' },
  });
  await app.request('DELETE', `/v1/spaces/${gone}`);
  const url = `/v1/orgs/${app.organizationId}/teams/${teamId}/permissions`;
  expect((await app.request('GET', url)).json()).toEqual({
    count: 3,
    items: [
      { permission: 'edit', place: { type: 'collection', id: collectionId, title: 'Handbook' } },
      { permission: 'edit', place: { type: 'space', id: spaceId, title: 'Guides' } },
      { permission: 'read', place: { type: 'site', id: siteId, title: 'Docs' } },
    ],
  });
  const unknown = `/v1/orgs/${app.organizationId}/teams/${spaceId}/permissions`;
  expect((await app.request('GET', unknown)).statusCode).toBe(404);
});
