import { newId } from '@lectern/std/ids';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../../test/app.ts';
import {
  addMember,
  addOrganization,
  addSpace,
  addUserToken,
  grantRole,
} from '../../../../../test/factories.ts';

let app: TestApp;
let url: string;
let spaceId: string;
beforeAll(async () => {
  app = await buildTestApp();
  url = `/v1/orgs/${app.organizationId}/translations`;
  spaceId = await addSpace(app);
});
afterAll(() => app?.close());

const create = async (body: object, token = app.adminToken) => app.request('POST', url, { body, token });
const made = async (body: object) => {
  const response = await create(body);
  expect(response.statusCode, response.body).toBe(201);
  return response.json();
};

describe('translation settings', () => {
  test('need no more than a title', async () => {
    const response = await create({ title: 'Handbook' });
    const settings = response.json();
    expect(settings).toEqual({
      object: 'translation-settings',
      id: settings.id,
      title: 'Handbook',
      languages: [],
      status: 'pending',
      stats: {
        runs: 0,
        totalWords: 0,
        totalPages: 0,
        totalDuration: 0,
        latestRunDuration: 0,
        latestPages: 0,
        latestWords: 0,
      },
      tellsReaders: true,
      tone: 'default',
      provider: null,
      instructions: { object: 'document', data: {}, nodes: [] },
      createdAt: settings.updatedAt,
      updatedAt: settings.updatedAt,
      permissions: { view: true, edit: true },
      urls: { location: `${app.context.config.baseUrl}${url}/${settings.id}` },
    });
    expect(response.headers.location).toBe(settings.urls.location);
    expect((await app.request('GET', `${url}/${settings.id}`)).json()).toEqual(settings);
  });

  test('keep what they are given', async () => {
    const nodes = [{ object: 'block', type: 'paragraph', isVoid: false, data: {}, nodes: [] }];
    const settings = await made({
      title: 'All',
      source: { space: spaceId, language: 'en' },
      languages: ['fr', 'de', 'fr'],
      tone: 'formal',
      provider: 'deepl',
      instructions: { object: 'document', nodes },
    });
    expect(settings).toMatchObject({
      source: { space: spaceId, language: 'en' },
      languages: ['fr', 'de'],
      language: 'fr',
      tone: 'formal',
      provider: 'deepl',
      instructions: { object: 'document', data: {}, nodes },
    });
  });

  test('are named by their languages if the client sends no title', async () => {
    const settings = await made({ source: { space: spaceId, language: 'en' }, language: 'pt-br' });
    expect(settings).toMatchObject({ title: 'English to Brazilian Portuguese', languages: ['pt-br'] });
  });

  test('change by a PUT, in which absent fields keep their values', async () => {
    const before = await made({ title: 'Before', languages: ['fr'], tone: 'formal', provider: 'openai' });
    const put = (body: object) => app.request('PUT', `${url}/${before.id}`, { body });
    expect((await put({ title: 'After' })).json()).toMatchObject({
      title: 'After',
      languages: ['fr'],
      tone: 'formal',
      createdAt: before.createdAt,
    });
    const instructions = { object: 'document', data: {}, nodes: [] };
    expect((await put({ instructions, language: 'nl', provider: null })).json()).toMatchObject({
      title: 'After',
      languages: ['fr', 'nl'],
      provider: null,
    });
    expect((await put({ title: 'After', languages: [] })).json()).not.toHaveProperty('language');
    expect((await put({ tone: 'default' })).json().error.details).toEqual([
      { path: 'title', message: 'is required' },
    ]);
  });

  test('are deleted, and are then gone', async () => {
    const { id } = await made({ title: 'Doomed' });
    const response = await app.request('DELETE', `${url}/${id}`);
    expect([response.statusCode, response.body]).toEqual([205, '']);
    for (const method of ['GET', 'PUT', 'DELETE'] as const) {
      const gone = await app.request(method, `${url}/${id}`, { body: { title: 'T' } });
      expect([gone.statusCode, gone.json().error.reason]).toEqual([404, 'translation-settings-not-found']);
    }
    expect((await app.request('GET', `${url}/nonsense`)).statusCode).toBe(404);
  });

  test.each([
    [{}, 'title'],
    [{ title: '' }, 'title'],
    [{ title: 'x'.repeat(101) }, 'title'],
    [{ languages: ['fr'] }, 'title'],
    [{ title: 'T', languages: ['tlh'] }, 'languages.0'],
    [{ title: 'T', tone: 'rude' }, 'tone'],
    [{ title: 'T', provider: 'nobody' }, 'provider'],
    [{ title: 'T', source: { space: 's' } }, 'source.language'],
  ])('are refused with %j', async (body, path) => {
    const response = await create(body);
    expect(response.statusCode).toBe(400);
    expect(response.json().error.details.map((detail: { path: string }) => detail.path)).toContain(path);
  });

  test('do not translate a language into itself', async () => {
    const source = { space: spaceId, language: 'en' };
    const response = await create({ title: 'T', source, languages: ['fr', 'en'] });
    expect(response.json().error.details[0].path).toBe('languages');
  });

  test('are of the organization that the address names', async () => {
    const { id } = await made({ title: 'Here' });
    const other = await addOrganization(app);
    const token = await addUserToken(app, other.creatorId);
    const elsewhere = `/v1/orgs/${other.organizationId}/translations`;
    expect((await app.request('GET', `${elsewhere}/${id}`, { token })).statusCode).toBe(404);
    expect((await app.request('GET', elsewhere, { token })).json()).toEqual({ count: 0, items: [] });
  });

  test('are listed oldest first, in pages', async () => {
    const { organizationId, creatorId } = await addOrganization(app);
    const token = await addUserToken(app, creatorId);
    const list = `/v1/orgs/${organizationId}/translations`;
    for (const title of ['1', '2', '3']) await app.request('POST', list, { token, body: { title } });
    const first = (await app.request('GET', `${list}?limit=2`, { token })).json();
    const rest = (await app.request('GET', `${list}?limit=2&page=${first.next.page}`, { token })).json();
    const titles = [...first.items, ...rest.items].map(({ title }) => title);
    expect([titles, first.count, rest.next]).toEqual([['1', '2', '3'], 3, undefined]);
  });

  test('are one of a limited number, also when many are created at once', async () => {
    const { organizationId, creatorId } = await addOrganization(app);
    const token = await addUserToken(app, creatorId);
    const list = `/v1/orgs/${organizationId}/translations`;
    const responses = await Promise.all(
      Array.from({ length: 101 }, () => app.request('POST', list, { token, body: { title: 'One' } })),
    );
    const refused = responses.filter(({ statusCode }) => statusCode === 409);
    expect(refused.map((response) => response.json().error.reason)).toEqual([
      'too-many-translation-settings',
    ]);
  });
});

describe('the source of translation settings', () => {
  const sourced = (space: string) => ({ title: 'T', source: { space, language: 'en' } });

  test('must be a space that the caller sees, in the same organization', async () => {
    const other = await addOrganization(app);
    const foreign = await addSpace(app, { organizationId: other.organizationId });
    for (const space of [foreign, newId(), 'nonsense']) {
      const response = await create(sourced(space));
      expect([response.statusCode, response.json().error.reason]).toEqual([404, 'space-not-found']);
    }
  });

  test('must be one in which the caller can create content', async () => {
    const hidden = await addSpace(app);
    await app.request('PATCH', `/v1/spaces/${hidden}`, { body: { defaultLevel: null } });
    const { userId, token } = await addMember(app, { role: 'create' });
    expect((await create(sourced(hidden), token)).statusCode).toBe(404);
    await grantRole(app, { userId, role: 'edit', spaceId: hidden });
    expect((await create(sourced(hidden), token)).json().error.reason).toBe('insufficient-role');
    await grantRole(app, { userId, role: 'create', spaceId: hidden });
    const settings = await create(sourced(hidden), token);
    expect(settings.statusCode).toBe(201);

    const { token: strangersToken } = await addMember(app, { role: 'create' });
    const { id } = await made({ title: 'Mine' });
    const moved = await app.request('PUT', `${url}/${id}`, { token: strangersToken, body: sourced(hidden) });
    expect(moved.statusCode).toBe(404);
    const kept = { token: strangersToken, body: sourced(hidden) };
    expect((await app.request('PUT', `${url}/${settings.json().id}`, kept)).statusCode).toBe(200);
  });

  test('tells members with fewer rights that they cannot edit', async () => {
    const { id } = await made({ title: 'Read' });
    const { token } = await addMember(app, { role: 'edit' });
    const settings = (await app.request('GET', `${url}/${id}`, { token })).json();
    expect(settings.permissions).toEqual({ view: true, edit: false });
  });
});
