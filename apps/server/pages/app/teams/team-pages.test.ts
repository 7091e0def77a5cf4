import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../../test/app.ts';
import { addMember } from '../../../../../test/factories.ts';
import { browsePages, type PageBrowser, type ShownPage } from '../../../../../test/page-browser.ts';

let app: TestApp;
let browser: PageBrowser;
let here: string;
beforeAll(async () => {
  app = await buildTestApp();
  here = `/app/o/${app.organizationId}/teams`;
  browser = await browsePages(app, await addMember(app, { role: 'admin' }));
});
afterAll(() => app?.close());

async function createTeam(title: string): Promise<{ address: string; page: ShownPage }> {
  await browser.open(here);
  const page = await browser.send(here, { title });
  return { page, address: page.url.split('?')[0] as string };
}

const actionsOf = ({ forms }: ShownPage): string[] => forms.map(({ action }) => action);

test('a team is made, found by its title, renamed and deleted', async () => {
  const { page, address } = await createTeam('Writers & <more>');
  expect(page.text).toContain('The team was created.');
  expect(page.source).toContain('<h1>Writers &amp; &lt;more&gt;</h1>');
  expect((await browser.open(`${here}?title=WRITERS`)).links).toContain(address);
  expect((await browser.open(`${here}?title=nothing`)).text).toContain('No matching teams.');
  await browser.open(address);
  expect((await browser.send(address, { title: 'Authors' })).source).toContain('<h1>Authors</h1>');
  expect((await browser.send(address, { title: 'x'.repeat(65) })).text).toContain(
    'Must not be longer than 64',
  );
  await browser.open(address);
  expect((await browser.send(`${address}/delete`)).url).toBe(`${here}?done=team-deleted`);
  expect((await browser.open(address)).status).toBe(404);
});

test('a title of nothing but blanks leaves something to click on, also in the audit', async () => {
  const made = await app.request('PUT', `/v1/orgs/${app.organizationId}/teams`, { body: { title: ' ' } });
  const address = `${here}/${made.json().id}`;
  for (const listed of [here, `/app/o/${app.organizationId}/audit`]) {
    const { source } = await browser.open(listed);
    expect(source).toContain('>Untitled</a>');
    expect(source).not.toMatch(/<a [^>]*>\s*<\/a>/);
  }
  expect((await browser.open(address)).source).toContain('<h1>Untitled</h1>');
});

test('people are added by their addresses, as what is chosen; who is unknown is named', async () => {
  const { address } = await createTeam('Readers');
  const [ann, bob] = [await addMember(app, { role: 'read' }), await addMember(app, { role: null })];
  await browser.open(address);
  const memberships = `${ann.email.toUpperCase()}\r\n nobody@example.com,`;
  const refused = await browser.send(`${address}/members`, { memberships, role: 'owner' });
  expect(refused.status).toBe(400);
  expect(refused.text).toContain('“nobody@example.com” is not a member of the organization.');
  const form = refused.forms.find(({ action }) => action === `${address}/members`);
  expect(form?.fields).toMatchObject({ role: 'owner' });
  expect(form?.fields.memberships).toContain('nobody@example.com');
  expect(refused.text).toContain('The team has no members yet.');

  const added = await browser.send(`${address}/members`, {
    memberships: `${ann.email}\n${bob.email}`,
    role: 'owner',
  });
  expect(added.text).toContain('2 members');
  await browser.send(`${address}/members/${bob.userId}/member`);
  const { items } = (
    await app.request('GET', `/v1${address.slice('/app'.length).replace('/o/', '/orgs/')}/members`)
  ).json();
  expect(
    items.map((one: { organization: { id: string }; team: { role: string } }) => [
      one.organization.id,
      one.team.role,
    ]),
  ).toEqual(
    expect.arrayContaining([
      [ann.userId, 'owner'],
      [bob.userId, 'member'],
    ]),
  );
});

test('an owner manages who is in the team, and nothing else; also as a guest', async () => {
  const { address } = await createTeam('Guests');
  const owner = await addMember(app, { role: null });
  const other = await addMember(app, { role: 'read' });
  await browser.open(address);
  await browser.send(`${address}/members`, { memberships: owner.email, role: 'owner' });
  const guest = await browsePages(app, owner);
  const page = await guest.open(address);
  expect(actionsOf(page)).toContain(`${address}/members`);
  expect(actionsOf(page)).not.toContain(`${address}/delete`);
  expect(actionsOf(page)).not.toContain(address);
  expect((await guest.send(`${address}/members`, { memberships: other.userId })).text).toContain('2 members');
  const reader = await browsePages(app, other);
  expect(actionsOf(await reader.open(address))).toEqual(['/app/sign-out']);
  // After this they can no longer see it.
  await guest.open(address);
  const left = await guest.send(`${address}/members/${owner.userId}/remove`);
  expect(left.url).toBe(`/app/o/${app.organizationId}?done=team-changed`);
  expect((await guest.open(address)).status).toBe(403);
});
