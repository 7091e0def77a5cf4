import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../../test/app.ts';
import { type AddedUser, addMember, addSpace, grantRole } from '../../../../../test/factories.ts';
import { browsePages, type PageBrowser } from '../../../../../test/page-browser.ts';

let app: TestApp;
let administrator: AddedUser;
let browser: PageBrowser;
let here: string;
beforeAll(async () => {
  app = await buildTestApp();
  here = `/app/o/${app.organizationId}/members`;
  administrator = await addMember(app, { role: 'admin', displayName: 'Ada' });
  browser = await browsePages(app, administrator);
});
afterAll(() => app?.close());

const roleOf = async (userId: string): Promise<string | null | undefined> =>
  (await app.request('GET', `/v1/orgs/${app.organizationId}/members/${userId}`)).json().role;

describe('the members of an organization', () => {
  test('are listed with what is known of them, and looked for', async () => {
    const cleo = await addMember(app, { role: null, displayName: 'Cleo <b>', email: 'cleo@example.com' });
    const all = await browser.open(here);
    expect(all.source).toContain('Cleo &lt;b&gt;');
    expect(all.links).toContain(`${here}/${cleo.userId}`);
    const found = await browser.open(`${here}?search=CLEO&role=guest&order=name`);
    expect(found.text).toContain('Members 1');
    expect(found.text).toContain('cleo@example.com');
    expect((await browser.open(`${here}?search=cleo&role=admin`)).text).toContain('No matching members.');
    expect((await browser.open(`${here}?role=owner`)).status).toBe(400);
  });

  test('come in pages, and the way on keeps what was asked for', async () => {
    for (let n = 0; n < 101; n += 1) await addMember(app, { role: 'edit', displayName: `Ed ${n}` });
    const first = await browser.open(`${here}?search=ed&role=edit&order=oldest`);
    expect(first.text).toContain('Members 101');
    const next = first.links.find((link) => link.includes('page=')) as string;
    const second = await browser.open(next);
    expect(second.text).toContain('Ed 100');
    expect(second.text).not.toContain('Ed 99');
    expect(second.links.some((link) => link.includes('page='))).toBe(false);
  });

  test('are shown to readers without ways to invite; guests are not shown them', async () => {
    const reader = await browsePages(app, await addMember(app, { role: 'read' }));
    const page = await reader.open(`${here}?search=ada`);
    expect(page.text).toContain('Ada');
    expect(page.text).toContain(administrator.email);
    expect(page.links).not.toContain(`/app/o/${app.organizationId}/invites`);
    const guest = await browsePages(app, await addMember(app, { role: null }));
    expect((await guest.open(here)).status).toBe(403);
  });
});

describe('a member', () => {
  test('is seen when looking at a page of the organization, also at one of its spaces', async () => {
    const spaceId = await addSpace(app);
    for (const path of [here, `/app/s/${spaceId}`]) {
      const { userId } = await addMember(app, { role: 'read' });
      expect((await browser.open(`${here}/${userId}`)).text).toContain('Last seen never');
      await (await browsePages(app, { userId })).open(path);
      expect((await browser.open(`${here}/${userId}`)).text).not.toContain('Last seen never');
    }
  });

  test('is shown with teams and spaces, and gets another role', async () => {
    const spaceId = await addSpace(app, { title: 'Guides' });
    const guest = await addMember(app, { role: null });
    await grantRole(app, { userId: guest.userId, spaceId, role: 'edit' });
    const page = await browser.open(`${here}/${guest.userId}`);
    expect(page.text).toContain('Guides edit');
    expect(page.links).toContain(`/app/s/${spaceId}`);
    const changed = await browser.send(`${here}/${guest.userId}/role`, { role: 'review' });
    expect(changed.text).toContain('The role was changed.');
    expect(await roleOf(guest.userId)).toBe('review');
    expect((await browser.send(`${here}/${guest.userId}/role`, { role: 'king' })).text).toContain(
      'Must be one of',
    );
    await browser.open(`${here}/${guest.userId}`);
    await browser.send(`${here}/${guest.userId}/role`, { role: 'guest' });
    expect(await roleOf(guest.userId)).toBe(null);
    const events = await app.request('GET', `/v1/orgs/${app.organizationId}/audit-events?limit=1`);
    expect(events.json().items[0]).toMatchObject({ action: 'member.updated', source: 'ui' });
  });

  test('belongs to the single sign-on when told so', async () => {
    const { userId } = await addMember(app, { role: 'read' });
    await browser.open(`${here}/${userId}`);
    const page = await browser.send(`${here}/${userId}/sso`);
    expect(page.text).toContain('Single sign-on yes');
    expect(page.forms.map(({ action }) => action)).not.toContain(`${here}/${userId}/sso`);
  });

  test('is removed with everything, at once', async () => {
    const { userId, token } = await addMember(app, { role: 'read' });
    await browser.open(`${here}/${userId}`);
    expect((await browser.send(`${here}/${userId}/remove`)).url).toBe(`${here}?done=member-removed`);
    expect((await browser.open(`${here}/${userId}`)).status).toBe(404);
    expect((await app.request('GET', '/v1/user', { token })).statusCode).toBe(401);
  });

  test('leaves, and is signed out when nothing is left', async () => {
    const { userId } = await addMember(app, { role: null });
    const guest = await browsePages(app, { userId });
    const page = await guest.open(`${here}/me`);
    expect(page.text).toContain('Leave organization');
    expect(page.forms.map(({ action }) => action)).toEqual(['/app/sign-out', `${here}/${userId}/remove`]);
    expect((await guest.send(`${here}/${userId}/remove`)).url).toContain('/app/sign-in');
  });

  test('who alone administers stays one: the form says so', async () => {
    const alone = await buildTestApp();
    const { id: userId } = (await alone.request('GET', '/v1/user')).json();
    const own = await browsePages(alone, { userId });
    const address = `/app/o/${alone.organizationId}/members/${userId}`;
    await own.open(address);
    const refused = await own.send(`${address}/role`, { role: 'read' });
    expect(refused.status).toBe(409);
    expect(refused.text).toContain('Make another member an administrator first');
    expect(refused.forms.find(({ action }) => action === `${address}/role`)?.fields.role).toBe('read');
    await own.open(address);
    const kept = await own.send(`${address}/remove`);
    expect(kept.status).toBe(409);
    expect(kept.source).toContain('<details open>');
    await alone.close();
  });
});
