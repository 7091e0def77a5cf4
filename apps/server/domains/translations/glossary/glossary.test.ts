import { newId } from '@lectern/std/ids';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../../test/app.ts';
import { addOrganization, addUserToken } from '../../../../../test/factories.ts';

let app: TestApp;
let url: string;
let token: string;
beforeEach(async () => {
  app ??= await buildTestApp();
  const { organizationId, creatorId } = await addOrganization(app);
  token = await addUserToken(app, creatorId);
  url = `/v1/orgs/${organizationId}/translations-glossary`;
});
afterAll(() => app?.close());

interface Entry {
  id: string;
  translations: Record<string, string>;
}
const put = (...operations: object[]) => app.request('PUT', url, { token, body: { operations } });
const insert = (translations: object) => ({ type: 'insert', translations });
const list = async (query = ''): Promise<{ next?: { page: string }; count: number; items: Entry[] }> =>
  (await app.request('GET', `${url}?${query}`, { token })).json();

describe('the glossary', () => {
  test('takes entries, changes and deletes them in one request', async () => {
    const response = await put(insert({ en: 'space', de: 'Bereich' }), insert({ en: 'site', de: 'Site' }));
    expect([response.statusCode, response.body]).toEqual([204, '']);
    const [space, site] = (await list()).items as [Entry, Entry];
    expect((await app.request('GET', `${url}/${space.id}`, { token })).json()).toEqual(space);
    const translations = { en: 'space', de: 'Raum', fr: 'espace' };
    await put({ type: 'update', id: space.id, translations }, { type: 'delete', id: site.id });
    const { count, items } = await list();
    expect([count, items.map((entry) => entry.translations)]).toEqual([1, [translations]]);
    const gone = await app.request('GET', `${url}/${site.id}`, { token });
    expect([gone.statusCode, gone.json().error.reason]).toEqual([404, 'glossary-entry-not-found']);
  });

  test('does nothing if one of the operations names no entry, and names all that do not', async () => {
    const unknown = { type: 'delete', id: newId() };
    const response = await put(insert({ en: 'space' }), unknown, { ...unknown, id: 'nonsense' });
    expect(response.statusCode).toBe(400);
    const paths = response.json().error.details.map((detail: { path: string }) => detail.path);
    expect(paths).toEqual(['operations.1.id', 'operations.2.id']);
    expect((await list()).count).toBe(0);
  });

  test('does not reach entries of another organization', async () => {
    await put(insert({ en: 'space' }));
    const [entry] = (await list()).items as [Entry];
    const other = await addOrganization(app);
    const elsewhere = `/v1/orgs/${other.organizationId}/translations-glossary`;
    const theirs = { token: await addUserToken(app, other.creatorId) };
    expect((await app.request('GET', `${elsewhere}/${entry.id}`, theirs)).statusCode).toBe(404);
    const operations = [{ type: 'delete', id: entry.id }];
    expect((await app.request('PUT', elsewhere, { ...theirs, body: { operations } })).statusCode).toBe(400);
    expect((await list()).count).toBe(1);
  });

  test('is sorted by the terms in a language, in pages, with entries without one at the end', async () => {
    await put(
      insert({ en: 'c' }),
      insert({ en: 'b', fr: 'z' }),
      insert({ en: 'a', fr: 'y' }),
      insert({ de: 'x' }),
      insert({ de: 'w', fr: 'y' }),
    );
    const walk = async (query: string): Promise<string[]> => {
      const texts: string[] = [];
      let page = '';
      do {
        const { items, next } = await list(`${query}limit=1${page}`);
        texts.push(...items.map(({ translations }) => JSON.stringify(translations)));
        page = next ? `&page=${next.page}` : '';
      } while (page !== '');
      return texts;
    };
    expect(await walk('orderBy=fr&')).toEqual([
      '{"en":"a","fr":"y"}',
      '{"de":"w","fr":"y"}',
      '{"en":"b","fr":"z"}',
      '{"en":"c"}',
      '{"de":"x"}',
    ]);
    expect((await walk('')).at(0)).toBe('{"en":"c"}');
  });

  test.each([
    [insert({})],
    [insert({ tlh: 'Qapla' })],
    [insert({ en: '' })],
    [insert({ en: 'two\nlines' })],
    [insert({ en: 'x'.repeat(256) })],
    [{ type: 'replace', id: newId() }],
  ])('refuses %j', async (operation) => {
    expect((await put(operation)).statusCode).toBe(400);
  });

  test('has a limited size', async () => {
    const thousand = Array.from({ length: 1000 }, (_, n) => insert({ en: `term ${n}` }));
    for (let n = 0; n < 5; n += 1) expect((await put(...thousand)).statusCode).toBe(204);
    const response = await put(insert({ en: 'one more' }));
    expect([response.statusCode, response.json().error.reason]).toEqual([409, 'glossary-too-large']);
    expect((await list('limit=1')).count).toBe(5000);
    expect((await put(...thousand, insert({ en: 'too many operations' }))).statusCode).toBe(400);
  });
});
