import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../../test/app.ts';
import { addMember } from '../../../../../test/factories.ts';
import { browsePages, type PageBrowser } from '../../../../../test/page-browser.ts';

let now = new Date('2030-05-01T10:00:00Z');
let app: TestApp;
let browser: PageBrowser;
let here: string;
beforeAll(async () => {
  app = await buildTestApp({ clock: () => now });
  here = `/app/o/${app.organizationId}/audit`;
  const { userId } = await addMember(app, { role: 'admin', displayName: 'Ada' });
  for (let n = 0; n < 101; n += 1) {
    now = new Date(Date.UTC(2030, 4, 1 + (n % 2), 10, 0, n));
    await app.request('PUT', `/v1/orgs/${app.organizationId}/teams`, { body: { title: `Team ${n} <b>` } });
  }
  browser = await browsePages(app, { userId });
});
afterAll(() => app?.close());

test('events are listed from the newest on, in pages that keep what was asked for', async () => {
  const first = await browser.open(`${here}?action=team.created`);
  expect(first.text).toContain('Audit 101');
  expect(first.source).toContain('Team 99 &lt;b&gt;');
  const next = first.links.find((link) => link.includes('page=')) as string;
  const second = await browser.open(next);
  expect(second.text).toContain('Team 0 <b>');
  expect(second.links.some((link) => link.includes('page='))).toBe(false);
});

test('what is asked for narrows the list: who, to what, which days', async () => {
  expect((await browser.open(`${here}?action=team.created&from=2030-05-02&to=2030-05-02`)).text).toContain(
    'Audit 50',
  );
  expect((await browser.open(`${here}?from=2031-01-01`)).text).toContain('No matching events.');
  const page = await browser.open(`${here}?action=team.created&to=2030-05-01`);
  expect(page.text).toContain('Audit 51');
  const target = page.links.find((link) => link.includes('target=')) as string;
  expect((await browser.open(target)).text).toContain('Audit 1 ');
});

test('one event tells what was before and after, from where, and nothing of it is markup', async () => {
  const list = await browser.open(`${here}?action=team.created`);
  const event = list.links.find((link) => /\/audit\/[0-9a-f-]{36}$/.test(link)) as string;
  const page = await browser.open(event);
  expect(page.source).toContain('<h1>Team created</h1>');
  expect(page.source).toMatch(/&quot;title&quot;: &quot;Team \d+ &lt;b&gt;&quot;/);
  expect(page.text).toContain('IP address 127.0.0.1');
  expect((await browser.open(`${here}/nothing`)).status).toBe(404);
});
