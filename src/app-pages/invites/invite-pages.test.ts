import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/app.ts';
import { addMember, addSpace, addUser } from '../../../test/factories.ts';
import { browsePages, type PageBrowser } from '../../../test/page-browser.ts';

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
      'All of them are already members.',
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

describe('links that anybody may join by', () => {
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
