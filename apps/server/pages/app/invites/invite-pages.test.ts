import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../../test/app.ts';
import { addMember, addOrganization, addSpace, addUser } from '../../../../../test/factories.ts';
import { browsePages, type PageBrowser, type ShownPage } from '../../../../../test/page-browser.ts';

let app: TestApp;
let browser: PageBrowser;
let here: string;
beforeAll(async () => {
  app = await buildTestApp();
  here = `/app/o/${app.organizationId}/invites`;
  browser = await browsePages(app, await addMember(app, { role: 'admin' }));
});
afterAll(() => app?.close());

describe('people who are invited', () => {
  test('get links that are shown once, beside their addresses', async () => {
    await browser.open(here);
    const emails = 'ann@example.com\r\nBob@example.com, ';
    const page = await browser.send(here, { emails, role: 'edit' });
    expect(page.status).toBe(200);
    expect(page.headers['cache-control']).toBe('no-store');
    expect(page.text).toContain('2 people were invited.');
    const links = [...page.source.matchAll(/<li>([^<]+)<br><code>([^<]+)<\/code><\/li>/g)];
    expect(links.map((match) => match[1])).toEqual(['ann@example.com', 'Bob@example.com']);
    expect((await browser.open(here)).source).not.toContain(links[0]?.[2]);
    const members = await app.request('GET', `/v1/orgs/${app.organizationId}/members?role=edit`);
    expect(members.json().count).toBe(2);
    await browser.open(here);
    expect((await browser.send(here, { emails: 'ann@example.com', role: 'edit' })).text).toContain(
      'Invited again, because they have not accepted yet: ann@example.com. Their earlier links no longer work.',
    );
  });

  test('by what is no address are named, and nobody is invited', async () => {
    await browser.open(here);
    const emails = 'carl@example.com\nnobody';
    const page = await browser.send(here, { emails, role: 'review', sso: 'on' });
    expect(page.status).toBe(400);
    expect(page.text).toContain('Entry 2');
    expect(page.forms.find(({ action }) => action === here)?.fields).toMatchObject({ role: 'review' });
    expect(page.source).toContain('name="sso" checked');
    expect(page.source).toContain('carl@example.com\nnobody</textarea>');
    const found = await app.request('GET', `/v1/orgs/${app.organizationId}/members?search=carl`);
    expect(found.json().count).toBe(0);
  });

  test('get a new link from their page, or lose theirs', async () => {
    const { email, userId } = await addUser(app);
    await browser.open(here);
    await browser.send(here, { emails: email, role: 'read' });
    const member = `/app/o/${app.organizationId}/members/${userId}`;
    const waiting = await browser.open(member);
    expect(waiting.text).toContain('has not accepted the invitation yet');
    const again = await browser.send(`${member}/invitation`);
    expect(again.text).toMatch(/Send this link to them, and do not share it .* http/);
    expect((await browser.send(`${member}/invitation/withdraw`)).text).toContain(
      'The invitation was revoked.',
    );
    expect((await browser.open(member)).status).toBe(404);
  });
});

describe('pending invitations', () => {
  const pendingOf = (page: ShownPage): string =>
    /Pending invitations (.*) Invite links/.exec(page.text)?.[1] ?? '';

  test('are listed until they are accepted, renewed in place, and revoked', async () => {
    const organization = await addOrganization(app);
    const admin = await addMember(app, { organizationId: organization.organizationId, role: 'admin' });
    const own = await browsePages(app, admin);
    const address = `/app/o/${organization.organizationId}/invites`;
    expect(pendingOf(await own.open(address))).toContain('There are no pending invitations.');
    const { email: known } = await addUser(app);
    const sent = await own.send(address, { emails: `new@example.org\n${known}`, role: 'edit' });
    expect(pendingOf(sent)).toMatch(/^2 .*new@example\.org edit/);
    expect(pendingOf(sent)).toContain(`${known} edit`);

    const actions = sent.forms.map(({ action }) => action).filter((action) => action.endsWith('/renew'));
    expect(actions).toHaveLength(2);
    const linkOf = (page: ShownPage): string =>
      /<code>([^<]+\/app\/invitation\/[^<]+)</.exec(page.source)?.[1] ?? '';
    const renewed = await own.send(actions[0] as string);
    expect(renewed.text).toContain('Invited again, because they have not accepted yet:');
    const first = linkOf(renewed);
    const second = linkOf(await own.send(actions[0] as string));
    expect(second).not.toBe(first);
    const statusOf = async (link: string) =>
      (await app.server.inject({ url: new URL(link).pathname })).statusCode;
    expect([await statusOf(first), await statusOf(second)]).toEqual([404, 200]);

    for (const action of actions) {
      const page = await own.send(action.replace('/renew', '/revoke'));
      expect(page.text).toContain('The invitation was revoked.');
    }
    expect(await statusOf(second)).toBe(404);
    expect(pendingOf(await own.open(address))).toContain('There are no pending invitations.');
    const members = await app.request('GET', `/v1/orgs/${organization.organizationId}/members?limit=100`);
    expect(members.statusCode).toBe(404);
    expect((await own.open(`/app/o/${organization.organizationId}/members`)).text).not.toContain(
      'new@example.org',
    );
  });

  test('say what happened to members who have joined', async () => {
    const { userId } = await addMember(app, { role: 'read' });
    const { email } = await app.context.db
      .selectFrom('user_account')
      .select('email')
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow();
    await app.context.db
      .updateTable('user_account')
      .set({ email_verified_at: new Date() })
      .where('user_id', '=', userId)
      .execute();
    await browser.open(here);
    const page = await browser.send(here, { emails: String(email), role: 'edit' });
    expect(page.text).toContain(`Already members, so nothing has changed: ${email}.`);
  });
});

describe('links that anybody may join by', () => {
  test('say that they do not work yet, and can be turned on: by the form, or by a button', async () => {
    const organization = await addOrganization(app);
    const { organizationId } = organization;
    const own = await browsePages(app, await addMember(app, { organizationId, role: 'admin' }));
    const address = `/app/o/${organizationId}/invites`;
    const off = await own.open(address);
    expect(off.text).toContain('The link does not work until you turn them on.');
    // A browser sends no box that is not ticked.
    const made = await own.send(`${address}/links`, { role: 'read', expiresAt: '7' });
    expect(made.text).toContain(
      'Invite links are turned off in this organization, so these links do not work.',
    );
    const link = /<code>[^<]+(\/app\/join\/[^<]+)</.exec(made.source)?.[1] as string;
    expect((await app.server.inject({ url: link })).statusCode).toBe(409);
    const on = await own.send(`${address}/links/turn-on`);
    expect(on.text).toContain('Invite links are on. They now work.');
    expect(on.text).not.toContain('Invite links are turned off');
    expect((await app.server.inject({ url: link })).statusCode).toBe(200);

    await app.context.db
      .updateTable('organization')
      .set({ invite_links: false })
      .where('organization_id', '=', organizationId)
      .execute();
    expect((await app.server.inject({ url: link })).statusCode).toBe(409);
    await own.open(address);
    await own.send(`${address}/links`, { role: 'read', expiresAt: '7', turnOn: 'on' });
    expect((await app.server.inject({ url: link })).statusCode).toBe(200);
  });

  test('lead to the organization or to a place in it, and are deleted', async () => {
    const spaceId = await addSpace(app, { title: 'Guides <1>' });
    await browser.open(here);
    const made = await browser.send(`${here}/links`, { role: 'guest', expiresAt: 'never' });
    expect(made.text).toContain('the organization guest never');
    await browser.send(`${here}/links`, {
      place: `${app.context.config.baseUrl}/app/s/${spaceId}`,
      role: 'comment',
      expiresAt: '7',
    });
    const { items } = (await app.request('GET', `/v1/orgs/${app.organizationId}/link-invites`)).json();
    expect(items).toHaveLength(2);
    const page = await browser.open(here);
    expect(page.text).toContain('“Guides <1>” comment 20');
    for (const { id } of items) await browser.send(`${here}/links/${id}/delete`);
    expect((await browser.open(here)).text).toContain('There are no invite links.');
  });

  test('to nowhere are refused beside the field', async () => {
    await browser.open(here);
    const page = await browser.send(`${here}/links`, { place: 'https://example.com/', role: 'read' });
    expect(page.status).toBe(400);
    expect(page.text).toContain('Must be the address of the page of a space or a collection.');
  });
});
