import { readCsvRows } from '@lectern/std/csv';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../../test/app.ts';
import { addReadSite, ask, type ReadSite } from '../../../../../test/fixtures/insights/answers/answers.ts';
import { track } from '../../../../../test/fixtures/insights/insights.ts';

let app: TestApp;
let site: ReadSite;
beforeAll(async () => {
  app = await buildTestApp();
  site = await addReadSite(app);
  await track(app, site, [
    site.on('install'),
    site.on('lost', { session: { referrer: 'https://one.example.com/a,b' } }),
    site.on('', { type: 'search_type_query', query: '=1+1, "now"' }),
  ]);
});
afterAll(() => app?.close());

const get = (path: string, headers = {}) => app.request('GET', `${site.url}/answers/${path}`, { headers });
const rowsOf = (text: string) => [...readCsvRows(text, 100)].map(({ values }) => values);

test('an answer is CSV by the query or by the header, with a column for each field', async () => {
  const response = await get('top-pages?format=csv');
  expect([response.statusCode, response.headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8']);
  expect(response.headers['content-disposition']).toBe('attachment; filename="top-pages.csv"');
  const path = `${new URL(site.address).pathname}/install`;
  expect(rowsOf(response.body)).toEqual([
    ['page.id', 'page.space', 'page.title', 'page.path', 'pageViews', 'visitors', 'sessions'],
    [site.pages.install, site.spaceId, 'Install', path, '1', '1', '1'],
  ]);
  expect((await get('top-pages', { accept: 'text/html, text/csv;q=0.9' })).body).toBe(response.body);
  const missing = rowsOf((await get('missing-pages?format=csv')).body);
  expect(missing[0]).toEqual([
    ...['url', 'source', 'redirect', 'suggestion.id', 'suggestion.space', 'suggestion.title'],
    ...['suggestion.path', 'pageViews', 'sessions', 'referrers'],
  ]);
  expect(missing[1]?.[9]).toBe('[{"referrer":"https://one.example.com/a,b","pageViews":1}]');
});

test('a spreadsheet does not calculate what somebody searched', async () => {
  expect(rowsOf((await get('searches?format=csv')).body)[1]?.[0]).toBe(`'=1+1, "now"`);
});

test('an answer is NDJSON with a row on each line', async () => {
  for (const response of [
    await get('top-pages?format=ndjson'),
    await get('top-pages', { accept: 'application/x-ndjson' }),
  ]) {
    expect(response.headers['content-type']).toBe('application/x-ndjson; charset=utf-8');
    expect(response.body.endsWith('\n')).toBe(true);
    expect(
      response.body
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual((await ask(app, site, 'top-pages')).items);
  }
});

test('without rows, CSV has its header, and the query counts before the header', async () => {
  const asked = { accept: 'application/x-ndjson' };
  expect((await get('feedback?format=csv', asked)).body).toBe(
    'page.id,page.space,page.title,page.path,score,bad,ok,good,comments\r\n',
  );
  expect((await get('feedback', { accept: '*/*' })).json()).toMatchObject({ items: [] });
});
