import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../../../test/app.ts';
import { addMember } from '../../../../../../test/factories.ts';
import { addReadSite, type ReadSite } from '../../../../../../test/fixtures/insights/answers/answers.ts';
import { track } from '../../../../../../test/fixtures/insights/insights.ts';
import { browsePages, type PageBrowser } from '../../../../../../test/page-browser.ts';

const NOW = new Date('2026-11-22T12:00:00Z');
let app: TestApp;
let site: ReadSite;
let browser: PageBrowser;
let here: string;
beforeAll(async () => {
  app = await buildTestApp({ clock: () => NOW });
  site = await addReadSite(app);
  here = `/app/o/${app.organizationId}/sites/${site.siteId}/insights`;
  const comment = { rating: 'bad', comment: 'Where is <b>Windows</b>?' };
  await track(app, site, [
    site.on('install', { session: { language: 'de' } }),
    site.on('install'),
    site.on('guide'),
    site.on('old/install-linux', { session: { referrer: 'https://one.example.com/list' } }),
    site.on('nowhere'),
    site.on('install', { type: 'page_post_feedback', feedback: { rating: 'bad' } }),
    site.on('install', { type: 'page_post_feedback_comment', feedback: comment }),
    site.on('install', { type: 'search_type_query', query: 'windows <script>', results: 0 }),
    site.on('', { type: 'llms_request', llmsVariant: 'full', session: { userAgent: 'GPTBot/1.0' } }),
  ]);
  const { userId } = await addMember(app, { role: 'create' });
  browser = await browsePages(app, { userId });
});
afterAll(() => app?.close());

test('the page of a site leads to its insights: traffic as a chart and as a table', async () => {
  expect((await browser.open(here.replace('/insights', ''))).links).toContain(here);
  const page = await browser.open(here);
  expect(page.status).toBe(200);
  expect(page.text).toContain('Page views 5 Visitors 1 Sessions 1');
  expect(page.source).toContain('5 page views of 1 visitors from 2026-10-24 to 2026-11-22.');
  expect(page.source).toMatch(/<th scope="row">2026-11-22<\/th><td class="number">5<\/td>/);
  const byLanguage = await browser.open(`${here}?by=language&range=last7Days`);
  expect(byLanguage.text).toMatch(/By language .* en-US 4 .*de 1/);
  expect((await browser.open(`${here}?by=claim`)).text).toContain('Enter the name of a claim');
  const byClaim = await browser.open(`${here}?by=claim&claim=plan&claimValue=`);
  expect(byClaim.text).toMatch(/Page views 5 .* By claim .* none 5/);
  expect((await browser.open(`${here}?by=country`)).text).toMatch(/By country .* unknown 5/);
  expect((await browser.open(`${here}?from=2026-11-20&to=2026-11-21`)).text).toContain('Page views 0');
});

test('the same question is asked on each page, and can be exported', async () => {
  const page = await browser.open(`${here}?range=last7Days&bots=only`);
  expect(page.links).toContain(`${here}/agents?range=last7Days&bots=only`);
  const csv = page.links.find((link) => link.includes('/answers/traffic') && link.includes('csv')) as string;
  const { pathname, search } = new URL(csv);
  const response = await app.server.inject({ url: pathname + search, headers: { cookie: browser.cookie } });
  expect([response.statusCode, response.headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8']);
  expect(response.body.split('\r\n')).toHaveLength(9);
});

test('pages, searches and agents are listed, and nothing of it is markup', async () => {
  const pages = await browser.open(`${here}/pages`);
  expect(pages.links).toContain(`/app/s/${site.spaceId}/${site.pages.install}`);
  expect(pages.source).toContain('Where is &lt;b&gt;Windows&lt;/b&gt;?');
  expect(pages.text).toContain('2 of 4 pages that you can read were not viewed.');
  const searches = await browser.open(`${here}/searches`);
  expect(searches.source).toContain('<th scope="row">windows &lt;script&gt;</th>');
  expect(searches.text).toContain('Searches 1 Queries 1 Sessions without result 1 Sessions without click 1');
  expect((await browser.open(`${here}/agents`)).text).toContain(
    'Requests of people 5 Requests of bots and agents 1',
  );
});

test('one click makes a redirect from a missing page', async () => {
  const page = await browser.open(`${here}/problems?range=last7Days`);
  expect(page.text).toContain('https://one.example.com/list 1');
  const form = page.forms.find(({ fields }) => fields.source === '/old/install-linux');
  expect(form?.fields.destination).toBe('/install/linux');
  const action = `${here}/problems/redirects?range=last7Days`;
  // The forms of all rows have the same action.
  const after = await browser.send(action, form?.fields);
  expect(after.text).toContain('The redirect was created.');
  expect(after.url).toContain('range=last7Days');
  expect(after.text).toContain(`leads to ${site.address}/install/linux`);
});

test('a destination that is not there is told beside its field, as it was entered', async () => {
  await browser.open(`${here}/problems`);
  const refused = await browser.send(`${here}/problems/redirects`, {
    source: '/nowhere',
    destination: '/not/there',
  });
  expect(refused.status).toBe(400);
  expect(refused.text).toContain('Is not the path of a page, section or variant of this site.');
  expect(refused.forms.find(({ fields }) => fields.source === '/nowhere')?.fields.destination).toBe(
    '/not/there',
  );
});

test('who may not change redirects sees no form, and readers see nothing', async () => {
  const { userId } = await addMember(app, { role: 'edit' });
  const editor = await browsePages(app, { userId });
  const page = await editor.open(`${here}/problems`);
  expect(page.status).toBe(200);
  expect(page.forms.some(({ fields }) => 'source' in fields)).toBe(false);
  const reader = await browsePages(app, { userId: (await addMember(app, { role: 'read' })).userId });
  expect((await reader.open(here)).status).toBe(403);
  expect((await reader.open(here.replace('/insights', ''))).links).not.toContain(here);
});
