import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../../test/app.ts';
import {
  type AddedUser,
  addCollection,
  addMember,
  addSpace,
  grantRole,
} from '../../../../../test/factories.ts';
import { browsePages, type PageBrowser, type ShownPage } from '../../../../../test/page-browser.ts';

let app: TestApp;
let browser: PageBrowser;
let teamId: string;
let ann: AddedUser;
beforeAll(async () => {
  app = await buildTestApp();
  browser = await browsePages(app, await addMember(app, { role: 'admin' }));
  ann = await addMember(app, { role: null, displayName: 'Ann', email: 'ann@example.com' });
  const body = { title: 'Writers', members: [ann.userId] };
  teamId = (await app.request('PUT', `/v1/orgs/${app.organizationId}/teams`, { body })).json().id;
});
afterAll(() => app?.close());

const actionsOf = ({ forms }: ShownPage): string[] => forms.map(({ action }) => action);

describe.each(['space', 'collection'] as const)('on a %s', (kind) => {
  let here: string;
  let api: string;
  beforeAll(async () => {
    const above = await addCollection(app, { title: 'Handbook' });
    const id = await (kind === 'space' ? addSpace : addCollection)(app, { title: 'Guides', parentId: above });
    here = `/app/${kind === 'space' ? 's' : 'c'}/${id}/permissions`;
    api = `/v1/${kind}s/${id}/permissions`;
  });

  test('a role is given to who was looked for, changed and taken', async () => {
    await browser.open(here);
    const found = await browser.open(`${here}?search=an`);
    expect(found.text).toContain('ann@example.com');
    expect((await browser.open(`${here}?search=nobody`)).text).toContain('No matching teams or members.');
    await browser.open(`${here}?search=writ`);
    const team = `${here}/teams/${teamId}`;
    expect((await browser.send(team, { role: 'edit' })).text).toContain('The role was added.');
    const { items } = (await app.request('GET', `${api}/teams`)).json();
    expect(items).toEqual([expect.objectContaining({ permission: 'edit' })]);
    const page = await browser.open(here);
    expect(page.forms.find(({ action }) => action === team)?.fields.role).toBe('edit');
    expect(page.text).toContain('Ann ann@example.com edit team “Writers” here');

    await browser.open(`${here}?search=ann`);
    const user = `${here}/users/${ann.userId}`;
    await browser.send(user, { role: 'admin' });
    expect((await browser.open(`${here}?role=admin`)).text).toContain(
      'Ann ann@example.com admin direct role here',
    );
    await browser.send(`${user}/remove`);
    await browser.send(`${team}/remove`);
    expect((await browser.open(here)).text).toContain('No team or member has a direct role on this');
  });

  test('a role that is none is refused', async () => {
    await browser.open(`${here}?search=ann`);
    const refused = await browser.send(`${here}/users/${ann.userId}`, { role: 'king' });
    expect(refused.status).toBe(400);
    // Without the search the form is gone, but its error is shown.
    expect(refused.source).toContain('<p class="problem" role="alert">role must be one of');
  });

  test('the default level is changed, and is what roles come from', async () => {
    const reader = await addMember(app, { role: 'read', displayName: 'Rea' });
    await browser.open(here);
    const changed = await browser.send(`${here}/default`, { defaultLevel: 'comment' });
    expect(changed.text).toContain(`Rea ${reader.email} comment default level here`);
    await browser.send(`${here}/default`, { defaultLevel: 'nobody' });
    expect((await browser.open(here)).text).not.toContain('Rea');
    expect(
      (await browser.open(here)).forms.find(({ action }) => action === `${here}/default`)?.fields,
    ).toMatchObject({
      defaultLevel: 'nobody',
    });
    await browser.send(`${here}/default`, { defaultLevel: 'inherit' });
    expect((await browser.open(here)).text).toContain('read role in the organization');
  });
});

test('who administers one space alone is told no name of a collection that they may not read', async () => {
  const above = await addCollection(app, { title: 'Secret plans' });
  const spaceId = await addSpace(app, { parentId: above });
  const [guest, other] = [await addMember(app, { role: null }), await addMember(app, { role: null })];
  await grantRole(app, { userId: guest.userId, spaceId, role: 'admin' });
  await grantRole(app, { userId: other.userId, collectionId: above, role: 'edit' });
  const page = await (await browsePages(app, guest)).open(`/app/s/${spaceId}/permissions`);
  expect(page.text).toContain('edit direct role on a collection further up');
  expect(page.source).not.toContain('Secret plans');
  expect(page.source).not.toContain(other.email);
  // They may give roles, but not see who there is to give them to.
  expect(page.text).not.toContain('Team or member');
  expect(actionsOf(page)).toContain(`/app/s/${spaceId}/permissions/users/${guest.userId}`);
  expect((await browser.open(`/app/s/${spaceId}/permissions`)).text).toContain('on “Secret plans”');
});

test('only administrators see who may do what in a space', async () => {
  const spaceId = await addSpace(app);
  expect((await browser.open(`/app/s/${spaceId}/permissions`)).status).toBe(200);
  const reader = await browsePages(app, await addMember(app, { role: 'create' }));
  expect((await reader.open(`/app/s/${spaceId}/permissions`)).status).toBe(403);
});
