import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../../test/app.ts';
import { addMember } from '../../../../../test/factories.ts';
import { browsePages, type PageBrowser } from '../../../../../test/page-browser.ts';

let app: TestApp;
let browser: PageBrowser;
let here: string;
beforeAll(async () => {
  app = await buildTestApp();
  here = `/app/o/${app.organizationId}/settings`;
  browser = await browsePages(app, await addMember(app, { role: 'admin' }));
});
afterAll(() => app?.close());

const readOrganization = async () => (await app.request('GET', `/v1/orgs/${app.organizationId}`)).json();

test('the settings of an organization are shown and saved', async () => {
  const before = await browser.open(here);
  expect(before.text).toContain('Invite links');
  const form = before.forms.find(({ action }) => action === here);
  expect(form?.fields).toMatchObject({ title: (await readOrganization()).title, defaultRole: 'read' });
  const saved = await browser.send(here, {
    title: ' Acme & Sons ',
    defaultRole: 'guest',
    inviteLinks: 'on',
    sso: 'on',
  });
  expect(saved.text).toContain('Saved.');
  expect(saved.text).toContain('Acme & Sons');
  const expected = { title: 'Acme & Sons', defaultRole: null, inviteLinks: true, sso: true };
  expect(await readOrganization()).toMatchObject(expected);
  for (const name of ['inviteLinks', 'sso']) expect(saved.source).toContain(`name="${name}" checked`);

  // Boxes that are not ticked are not sent.
  await browser.send(here, { defaultRole: 'edit' });
  const after = { title: 'Acme & Sons', defaultRole: 'edit', inviteLinks: false, sso: false };
  expect(await readOrganization()).toMatchObject(after);
});

test('a title that is too short is refused beside its field', async () => {
  await browser.open(here);
  const page = await browser.send(here, { title: 'A' });
  expect(page.status).toBe(400);
  expect(page.source).toContain('aria-invalid="true"');
  expect(page.source).toContain('value="A"');
});
