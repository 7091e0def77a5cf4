import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../../../test/app.ts';
import { addMember, addSite, addSpace } from '../../../../../../test/factories.ts';
import { DEFAULT_CUSTOMIZATION } from './default-customization.ts';
import { listCustomizations } from './list-customizations.ts';

let app: TestApp;
let siteId: string;
let siteSpaceId: string;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app?.close());
beforeEach(async () => {
  siteId = await addSite(app, { spaceIds: [await addSpace(app), await addSpace(app)] });
  const { rows } = await siteSpaces();
  siteSpaceId = rows[1]?.site_space_id as string;
});

const siteSpaces = async () => ({
  rows: await app.context.db
    .selectFrom('site_space')
    .selectAll()
    .where('site_id', '=', siteId)
    .orderBy('position')
    .execute(),
});
const storedSite = async () =>
  app.context.db.selectFrom('site').selectAll().where('site_id', '=', siteId).executeTakeFirstOrThrow();

const site = () => `/v1/orgs/${app.organizationId}/sites/${siteId}/customization`;
const siteSpace = (id = siteSpaceId) =>
  `/v1/orgs/${app.organizationId}/sites/${siteId}/site-spaces/${id}/customization`;

async function ask(method: 'GET' | 'PUT' | 'PATCH', url: string, body?: object) {
  const response = await app.request(method, url, body ? { body } : {});
  expect(response.statusCode, response.body).toBe(200);
  return response.json();
}

const RED = { light: '#b00020', dark: '#ff8a8a' };
const LINK = { title: 'Status', to: { kind: 'url', url: 'https://status.example.com' } };

describe('the customization of a site', () => {
  test('is the default theme, complete and without a warning, until somebody changes it', async () => {
    const { pdf, git, warnings, pageActions, ...rest } = await ask('GET', `${site()}?unmasked=true`);
    expect({ ...rest, pageActions: { items: pageActions.items } }).toEqual(DEFAULT_CUSTOMIZATION);
    expect(warnings).toEqual([]);
    expect([pdf, git, pageActions.externalAI]).toEqual([{ enabled: true }, { showEditLink: true }, false]);
  });

  test('stores only what differs, and is read complete', async () => {
    const result = await ask('PUT', site(), {
      title: 'Docs of Acme',
      styling: { ...DEFAULT_CUSTOMIZATION.styling, primaryColor: RED, headingFont: null, unknown: 1 },
      header: { preset: 'default', links: [{ title: 'More', to: null, links: [LINK] }] },
      favicon: { emoji: '1f4d4' },
      unknown: true,
    });
    expect((await storedSite()).customization).toEqual({
      title: 'Docs of Acme',
      styling: { primaryColor: RED },
      header: { links: [{ title: 'More', to: null, links: [LINK] }] },
      favicon: { emoji: '1f4d4' },
    });
    expect(result).toMatchObject({
      styling: { ...DEFAULT_CUSTOMIZATION.styling, primaryColor: RED },
      footer: { groups: [] },
      favicon: { emoji: '1f4d4' },
      updatedAt: expect.any(String),
    });
    expect(await ask('GET', site())).toEqual(result);
    // A PUT replaces everything.
    expect((await ask('PUT', site(), {})).title).toBeUndefined();
    expect((await storedSite()).customization).toEqual({});
  });

  test('takes the switches of older clients, and what it answered', async () => {
    const old = { pageActions: { externalAI: true, markdown: false, mcp: false }, pdf: { enabled: true } };
    const result = await ask('PUT', site(), old);
    expect(result.pageActions).toEqual({
      items: ['external-ai', 'pdf'],
      externalAI: true,
      markdown: false,
      mcp: false,
    });
    const again = await ask('PUT', site(), result);
    expect(again).toEqual({ ...result, updatedAt: again.updatedAt });
  });

  test('warns of colors that are hard to read, and of what has no effect, but refuses neither', async () => {
    const result = await ask('PUT', site(), {
      styling: { primaryColor: { light: '#ff0', dark: '#ff0' }, infoColor: { light: '#ddd', dark: '#ddd' } },
      header: {
        preset: 'custom',
        backgroundColor: { light: '#000', dark: '#777' },
        linkColor: { light: '#fff', dark: '#888' },
        links: [],
      },
      ai: { mode: 'assistant', greeting: 'Hello' },
    });
    expect(result.warnings.map(({ path }: { path: string }) => path)).toEqual([
      'styling.primaryColor.light',
      'styling.infoColor.light',
      'header.linkColor.dark',
      'ai.mode',
    ]);
    expect(result.warnings[0].message).toContain('#ff0 on #ffffff has a contrast of 1:1');
    expect(result.ai).toEqual({ mode: 'none', greeting: 'Hello' });
    expect((await ask('GET', site())).warnings).toHaveLength(3);
  });

  test.each([
    [
      'a script as a link',
      { header: { links: [{ ...LINK, links: [], to: { kind: 'url', url: 'javascript:alert(1)' } }] } },
    ],
    [
      'a script as a logo',
      { header: { logo: { light: 'javascript:alert(1)', dark: 'https://example.com' } } },
    ],
    [
      'data as a favicon',
      { favicon: { icon: { light: 'data:image/png;base64,AA', dark: 'https://a.example' } } },
    ],
    [
      'a target of no kind',
      { footer: { groups: [{ title: 'A', links: [{ title: 'A', to: { kind: 'nothing' } }] }] } },
    ],
    ['a color by name', { styling: { primaryColor: { light: 'red', dark: 'red' } } }],
    ['a color for one mode', { styling: { primaryColor: { light: '#fff' } } }],
    ['a theme that does not exist', { styling: { theme: 'baroque' } }],
    [
      'a style sheet in the name of a font',
      {
        styling: {
          font: {
            id: 'a',
            custom: true,
            fontFamily: 'a; } body {',
            fontFaces: [{ weight: 400, sources: [{ url: 'https://example.com/a.woff2' }] }],
          },
        },
      },
    ],
    ['too many links', { header: { links: Array.from({ length: 51 }, () => ({ ...LINK, links: [] })) } }],
    [
      'too much of everything',
      {
        footer: {
          groups: Array.from({ length: 50 }, () => ({
            title: 'A',
            links: Array.from({ length: 50 }, () => LINK),
          })),
        },
      },
    ],
    ['a condition that is no expression', { header: { links: [{ ...LINK, links: [], condition: 'a +' }] } }],
    ['a text in a language that does not exist', { localizedTitle: { xx: 'Title' } }],
  ])('refuses %s', async (_what, body) => {
    const response = await app.request('PUT', site(), { body });
    expect(response.statusCode, response.body).toBe(400);
    expect(response.json().error.message).not.toBe('');
    expect((await storedSite()).customization).toEqual({});
  });

  test('names the place of a condition that is no expression', async () => {
    const body = {
      header: {
        links: [
          { ...LINK, links: [] },
          { ...LINK, links: [], condition: '1 +' },
        ],
      },
    };
    const { error } = (await app.request('PUT', site(), { body })).json();
    expect(error.details).toEqual([
      {
        path: 'header.links.1.condition',
        message: expect.stringMatching(/^is not a valid expression \(line 1, column/),
      },
    ]);
  });

  test('is read by readers and changed by creators', async () => {
    const [reader, creator] = [
      await addMember(app, { role: 'read' }),
      await addMember(app, { role: 'create' }),
    ];
    const put = (token: string) => app.request('PUT', site(), { token, body: {} });
    expect((await app.request('GET', site(), { token: reader.token })).statusCode).toBe(200);
    expect((await put(reader.token)).statusCode).toBe(403);
    expect((await put(creator.token)).statusCode).toBe(200);
  });
});

describe('the customization of a site space', () => {
  test('is that of the site, field by field, but for its own', async () => {
    await ask('PUT', site(), {
      title: 'Docs',
      styling: { primaryColor: RED },
      footer: { groups: [], copyright: 'A' },
    });
    expect(await ask('GET', siteSpace())).toMatchObject({ title: 'Docs', hasOverrides: false });
    await ask('PATCH', siteSpace(), {
      styling: { theme: 'bold', sidebar: { list: 'pill' } },
      footer: { copyright: 'B' },
    });
    const response = await ask('PATCH', siteSpace(), {
      title: 'Dokumente',
      footer: { copyright: null },
      unknown: 1,
    });
    expect(response).toMatchObject({
      title: 'Dokumente',
      styling: { theme: 'bold', primaryColor: RED, sidebar: { background: 'default', list: 'pill' } },
      footer: { copyright: 'A' },
      hasOverrides: true,
    });
    expect(await ask('GET', siteSpace())).toEqual(response);
    expect((await siteSpaces()).rows[1]?.customization).toEqual({
      title: 'Dokumente',
      styling: { theme: 'bold', sidebar: { list: 'pill' } },
    });
    // The overrides of the site space stay when the site changes.
    await ask('PUT', site(), { title: 'New', styling: { theme: 'muted' }, pagination: { enabled: false } });
    expect(await ask('GET', siteSpace())).toMatchObject({
      title: 'Dokumente',
      styling: { theme: 'bold', primaryColor: DEFAULT_CUSTOMIZATION.styling.primaryColor },
      pagination: { enabled: false },
    });
    const first = (await siteSpaces()).rows[0]?.site_space_id as string;
    expect(await ask('GET', siteSpace(first))).toMatchObject({ title: 'New', hasOverrides: false });
  });

  test('is that of the site again without its own', async () => {
    const nulls = { title: null, styling: { theme: null, sidebar: { list: null } } };
    await ask('PATCH', siteSpace(), {
      title: 'A title',
      styling: { theme: 'bold', sidebar: { list: 'line' } },
    });
    expect((await ask('PATCH', siteSpace(), nulls)).hasOverrides).toBe(false);
    await ask('PATCH', siteSpace(), { title: 'A title' });
    const deleted = await app.request('DELETE', siteSpace());
    expect([deleted.statusCode, deleted.body]).toEqual([204, '']);
    expect(await ask('GET', siteSpace())).toMatchObject({ hasOverrides: false });
    expect((await siteSpaces()).rows[1]?.customization).toBeNull();
  });

  test('is not found below another site', async () => {
    const other = await addSite(app, { spaceIds: [await addSpace(app)] });
    const url = `/v1/orgs/${app.organizationId}/sites/${other}/site-spaces/${siteSpaceId}/customization`;
    for (const method of ['GET', 'PATCH', 'DELETE'] as const)
      expect((await app.request(method, url, method === 'PATCH' ? { body: {} } : {})).statusCode).toBe(404);
  });
});

test('all customizations of a site are loaded by one statement', async () => {
  await ask('PUT', site(), { title: 'Docs' });
  await ask('PATCH', siteSpace(), { styling: { theme: 'bold' } });
  const key = { organizationId: app.organizationId, siteId };
  const all = await listCustomizations(app.context.db, key);
  expect(all?.site.customization.title).toBe('Docs');
  expect(Object.keys(all?.siteSpaces ?? {})).toEqual([siteSpaceId]);
  expect(all?.siteSpaces[siteSpaceId]?.customization).toMatchObject({
    title: 'Docs',
    styling: { theme: 'bold' },
  });
  expect(all?.siteSpaces[siteSpaceId]?.updatedAt).toBeInstanceOf(Date);
});

test('a change of the customization replaces the pointer of the site', async () => {
  const pointer = await app.context.pointers.sites.find(siteId);
  await ask('PATCH', siteSpace(), { title: 'A title' });
  expect(await app.context.pointers.sites.find(siteId)).not.toBe(pointer);
});
