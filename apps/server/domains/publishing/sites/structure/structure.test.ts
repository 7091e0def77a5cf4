import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../../../test/app.ts';
import { addMember, addSite, addSpace, grantRole } from '../../../../../../test/factories.ts';
import { findFaults } from '../../../../../../test/fixtures/publishing/sites/structure/edits/random-edits.ts';
import { loadStructure } from '../structure.queries.ts';

let app: TestApp;
let spaceId: string;
let siteId: string;
beforeAll(async () => {
  app = await buildTestApp();
  spaceId = await addSpace(app, { title: 'Guide' });
});
afterAll(() => app?.close());
beforeEach(async () => {
  siteId = await addSite(app, { title: 'Docs', spaceIds: [spaceId] });
});

interface Node {
  object: string;
  id: string;
  title: string;
  path: string;
  default: boolean;
  siteSpaces?: Node[];
  children?: Node[];
  [more: string]: unknown;
}

const url = (path: string): string => `/v1/orgs/${app.organizationId}/sites/${siteId}/${path}`;
const send = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: object, options = {}) =>
  app.request(method, url(path), { ...(body ? { body } : {}), ...options });
const get = async (path: string) => (await send('GET', path)).json();
const read = async (): Promise<Node[]> => (await get('structure')).structure;

async function add(path: string, body: object): Promise<Node> {
  const response = await send('POST', path, body);
  expect(response.statusCode, response.body).toBe(201);
  return response.json();
}

/** Writes the structure as text: nested titles, with the paths of parts that are not defaults. */
const draw = (nodes: readonly Node[]): string =>
  nodes
    .map((node) => {
      const inner = node.siteSpaces ?? node.children;
      const path = node.path === undefined || node.default ? '' : `/${node.path}`;
      return `${node.title}${path}${inner ? `(${draw(inner)})` : ''}`;
    })
    .join(' ');

describe('sections', () => {
  test('that are titled like their spaces have the path of the title', async () => {
    const spaceId = await addSpace(app, { title: 'Blog' });
    const section = await add('sections', { spaceId });
    expect(section).toMatchObject({ path: 'blog', siteSpaces: [{ path: 'variant', default: true }] });
    const again = await add('sections', { spaceId });
    expect(again).toMatchObject({ path: 'blog-2' });
  });

  test('the first one takes along what stood at the root, and the last one gives it back', async () => {
    const second = await addSpace(app, { title: 'API' });
    await add('site-spaces', { spaceId: second });
    expect(draw(await read())).toBe('Guide API/api');
    const section = await add('sections', { spaceId: second, icon: 'code' });
    expect(section).toMatchObject({
      title: 'API',
      path: 'api-2',
      default: false,
      draft: false,
      icon: 'code',
    });
    expect(draw(await read())).toBe('Guide(Guide API/api) API/api-2(API)');
    const [first] = await read();
    expect((await send('DELETE', `sections/${section.id}`)).statusCode).toBe(205);
    expect((await send('DELETE', `sections/${first?.id}`)).statusCode).toBe(205);
    expect((await get('structure')).type).toBe('siteSpaces');
    expect(draw(await read())).toBe('Guide API/api');
  });

  test('the last one stays while groups and links would stand beside its site spaces', async () => {
    await add('external-links', { title: 'Status', url: 'https://example.com/' });
    const [section, link] = await read();
    const refused = await send('DELETE', `sections/${section?.id}`);
    expect([refused.statusCode, refused.json().error.reason]).toEqual([409, 'last-section']);
    await send('DELETE', `external-links/${link?.id}`);
    expect((await send('DELETE', `sections/${section?.id}`)).statusCode).toBe(205);
    expect(draw(await read())).toBe('Guide');
  });

  test('deleting the default one promotes the next, and drafts only if there is nothing else', async () => {
    const draft = await add('sections', { spaceId, title: 'Draft', draft: true });
    const live = await add('sections', { spaceId, title: 'Live' });
    const [first] = await read();
    await send('DELETE', `sections/${first?.id}`);
    expect(draw(await read())).toBe('Draft/draft(Guide) Live(Guide)');
    await send('DELETE', `sections/${live.id}`);
    expect((await read()).map(({ id, default: isDefault }) => [id, isDefault])).toEqual([[draft.id, true]]);
  });

  test('take all fields; null removes, and absent ones stay', async () => {
    const { id } = await add('sections', { spaceId });
    const full = {
      title: 'For developers',
      localizedTitle: { de: 'Für Entwickler' },
      path: 'dev',
      condition: 'visitor.claims.isDeveloper',
      icon: 'code',
      draft: true,
      description: 'All of the API',
      localizedDescription: { de: 'Alles' },
    };
    expect((await send('PATCH', `sections/${id}`, full)).json()).toMatchObject(full);
    expect((await send('PATCH', `sections/${id}`, {})).json()).toMatchObject(full);
    const none = {
      condition: null,
      icon: null,
      description: null,
      localizedTitle: null,
      localizedDescription: {},
    };
    const removed = (await send('PATCH', `sections/${id}`, none)).json();
    for (const name of Object.keys(none)) expect(removed).not.toHaveProperty(name);
    expect(removed).toMatchObject({ title: 'For developers', path: 'dev', draft: true });
  });

  test.each([
    ['title', { title: 'x' }],
    ['title', { title: 'x'.repeat(129) }],
    ['path', { path: '' }],
    ['path', { path: 'a/b' }],
    ['path', { path: 'Upper' }],
    ['path', { path: '~a' }],
    ['path', { path: '..' }],
    ['path', { path: 'sitemap.xml' }],
    ['path', { path: 'x'.repeat(101) }],
    ['condition', { condition: '' }],
    ['condition', { condition: 'x'.repeat(1025) }],
    ['condition', { condition: 'visitor.claims.' }],
    ['description', { description: 'x'.repeat(257) }],
    ['icon', { icon: 'x'.repeat(51) }],
    ['localizedTitle', { localizedTitle: { xx: 'x' } }],
  ])('refuse a bad %s by its name', async (path, body) => {
    const { id } = await add('sections', { spaceId });
    const response = await send('PATCH', `sections/${id}`, body);
    expect(response.statusCode, response.body).toBe(400);
    expect(response.json().error.details[0].path).toContain(path);
  });

  test('a bad condition is refused with its place', async () => {
    const { id } = await add('sections', { spaceId });
    const { error } = (await send('PATCH', `sections/${id}`, { condition: 'a &&' })).json();
    expect(error.details[0].message).toContain('line 1, column 5');
  });

  test('have paths of their own, also among site spaces', async () => {
    const { id } = await add('sections', { spaceId, title: 'API' });
    const { items } = await get('site-spaces');
    const taken = async (path: string, body: object) => {
      const response = await send('PATCH', path, body);
      return [response.statusCode, response.json().error?.reason];
    };
    expect(await taken(`sections/${id}`, { path: 'guide' })).toEqual([409, 'site-path-taken']);
    expect(await taken(`sections/${id}`, { path: items[0].path })).toEqual([409, 'site-path-taken']);
    expect(await taken(`site-spaces/${items[0].id}`, { path: 'api' })).toEqual([409, 'site-path-taken']);
    expect(await taken(`sections/${id}`, { path: 'api' })).toEqual([200, undefined]);
  });

  test('the section and its site space that are shown first can be chosen', async () => {
    const { id } = await add('sections', { spaceId, title: 'API' });
    const extra = await add('site-spaces', { spaceId, sectionId: id, title: 'Version 2' });
    expect(extra).toMatchObject({ section: id, default: false, title: 'Version 2', path: 'version-2' });
    const changed = await send('PATCH', `sections/${id}`, { defaultSiteSpace: extra.id });
    expect(changed.json().siteSpaces.map((one: Node) => one.default)).toEqual([false, true]);
    const site = `/v1/orgs/${app.organizationId}/sites/${siteId}`;
    const body = { defaultSiteSection: id, defaultSiteSpace: changed.json().siteSpaces[0].id };
    expect((await app.request('PATCH', site, { body })).statusCode).toBe(200);
    expect(draw(await read())).toBe('Guide/guide(Guide) API(Guide Version 2/version-2)');
    const [other] = (await get('sections')).items;
    const elsewhere = { defaultSiteSpace: other.siteSpaces[0].id };
    expect((await app.request('PATCH', site, { body: elsewhere })).statusCode).toBe(404);
    expect((await send('PATCH', `sections/${id}`, elsewhere)).statusCode).toBe(404);
  });
});

describe('site spaces', () => {
  test('go to the default section, and are listed with the filter', async () => {
    const { id } = await add('sections', { spaceId, title: 'API' });
    const [first] = await read();
    expect(await add('site-spaces', { spaceId })).toMatchObject({ section: first?.id });
    expect(await add('site-spaces', { spaceId, sectionId: id })).toMatchObject({ section: id });
    const listed = async (query: string): Promise<boolean[]> =>
      (await get(`site-spaces?${query}`)).items.map((one: Node) => one.default);
    expect(await listed('')).toEqual([true, false, true, false]);
    const all = (await get('site-spaces')).items.map((one: Node) => one.id);
    const byDefault = await get('site-spaces?default=true');
    expect(byDefault).toEqual({ count: 1, items: [expect.objectContaining({ id: all[0], default: true })] });
    const others = await get('site-spaces?default=false');
    expect([others.count, others.items.map((one: Node) => one.id)]).toEqual([3, all.slice(1)]);
    await send('PATCH', '', { defaultSiteSection: id });
    expect((await get('site-spaces?default=true')).items[0].id).toBe(all[2]);
    expect((await get('site-spaces?default=false')).count).toBe(3);
    const { next, count } = await get('site-spaces?limit=3');
    expect(count).toBe(4);
    expect((await get(`site-spaces?limit=3&page=${next.page}`)).items).toHaveLength(1);
    expect((await send('GET', `site-spaces?default=true&page=${next.page}`)).statusCode).toBe(400);
  });

  test('take all fields, and another space in place of theirs', async () => {
    const other = await addSpace(app, { title: 'Other' });
    const { id } = await add('site-spaces', { spaceId, draft: true });
    const body = {
      path: 'v2',
      condition: 'visitor.claims.beta',
      hidden: true,
      draft: false,
      title: 'Second',
    };
    expect((await send('PATCH', `site-spaces/${id}`, body)).json()).toMatchObject(body);
    const swapped = (await send('PATCH', `site-spaces/${id}`, { spaceId: other, title: null })).json();
    expect(swapped).toMatchObject({ id, path: 'v2', title: 'Other', space: { id: other } });
    expect((await send('PATCH', `site-spaces/${id}`, { condition: null })).json()).not.toHaveProperty(
      'condition',
    );
  });

  test('show a page of the space first', async () => {
    const page = { operation: 'insert_page', title: 'Start', document: { markdown: 'Text.' } };
    const edited = await app.request('POST', `/v1/spaces/${spaceId}/content`, { body: { changes: [page] } });
    expect(edited.statusCode, edited.body).toBeLessThan(300);
    const { pages } = (await app.request('GET', `/v1/spaces/${spaceId}/content`)).json();
    const [{ id: pageId }] = pages;
    expect(await add('site-spaces', { spaceId, pageId })).toMatchObject({ pageId });
    expect((await send('POST', 'site-spaces', { spaceId, pageId: 'unknown' })).statusCode).toBe(404);
    expect((await send('POST', 'site-spaces', { spaceId: null, pageId })).statusCode).toBe(400);
  });

  test('of a new space: created by administrators only', async () => {
    const created = await add('site-spaces', { spaceId: null, title: 'Fresh' });
    expect(created).toMatchObject({
      title: 'Fresh',
      space: { title: 'Fresh', permissions: { admin: true } },
    });
    const creator = await addMember(app, { role: 'create' });
    const refused = await send('POST', 'sections', { spaceId: null }, { token: creator.token });
    expect([refused.statusCode, refused.json().error.reason]).toEqual([403, 'insufficient-role']);
    expect((await send('POST', 'sections', { spaceId: null, template: { id: 'x' } })).statusCode).toBe(501);
  });

  test('need the role to create content on the space as well', async () => {
    const guest = await addMember(app, { role: null });
    await grantRole(app, { userId: guest.userId, siteId, role: 'create' });
    const tryIt = async () =>
      (await send('POST', 'site-spaces', { spaceId }, { token: guest.token })).statusCode;
    expect(await tryIt()).toBe(404);
    await grantRole(app, { userId: guest.userId, spaceId, role: 'review' });
    expect(await tryIt()).toBe(403);
    await grantRole(app, { userId: guest.userId, spaceId, role: 'create' });
    expect(await tryIt()).toBe(201);
  });

  test('move among themselves and into other sections', async () => {
    const section = await add('sections', { spaceId, title: 'API' });
    const second = await add('site-spaces', { spaceId, title: 'Second' });
    const third = await add('site-spaces', { spaceId, title: 'Third' });
    const at = (siteSpace: string) => ({ type: 'site-space', siteSpace });
    const move = (id: string, position: object) => send('POST', `site-spaces/${id}/move`, { position });
    expect((await move(third.id, { before: at(second.id) })).statusCode).toBe(200);
    expect(draw(await read())).toBe('Guide(Guide Third/third Second/second) API/api(Guide)');
    await move(third.id, {});
    expect(draw(await read())).toBe('Guide(Guide Second/second Third/third) API/api(Guide)');
    const [first] = (await get('site-spaces')).items;
    await move(third.id, { after: at(first.id), before: at(second.id) });
    expect(draw(await read())).toBe('Guide(Guide Third/third Second/second) API/api(Guide)');
    expect((await move(second.id, { after: at(first.id), before: at(third.id) })).statusCode).toBe(200);
    expect((await move(first.id, { before: at(third.id), after: at(second.id) })).statusCode).toBe(200);
    const [lone] = section.siteSpaces as Node[];
    expect((await move(first.id, { after: at(lone?.id as string) })).json()).toMatchObject({
      default: false,
    });
    expect(draw(await read())).toBe('Guide(Second/second Third) API/api(Guide Guide/variant-1)');
    for (const position of [{ before: at(third.id) }, { after: at(third.id), before: at(second.id) }])
      expect((await move(third.id, position)).statusCode).toBe(400);
  });
});

describe('groups and links', () => {
  test('hold each other, and what a deleted group held takes its place', async () => {
    const one = await add('sections', { spaceId, title: 'One' });
    const outer = await add('section-groups', { title: 'Outer', sections: [one.id], icon: 'code' });
    const inner = await add('section-groups', { title: 'Inner', parent: outer.id, draft: true });
    await add('sections', { spaceId, title: 'Two', siteSectionGroupId: inner.id });
    const link = await add('external-links', {
      title: 'Status',
      url: 'https://example.com/',
      parent: inner.id,
    });
    expect(link).toMatchObject({ sectionGroup: inner.id });
    expect(draw(await read())).toBe('Guide(Guide) Outer(One/one(Guide) Inner(Two/two(Guide) Status))');
    const groups = (await get('section-groups')).items;
    expect(groups.map(({ title }: Node) => title)).toEqual(['Outer', 'Inner']);
    expect(groups[0].sections.map(({ title }: Node) => title)).toEqual(['One']);

    const cycle = await send('PATCH', `section-groups/${outer.id}`, { parentSectionGroupId: inner.id });
    expect([cycle.statusCode, cycle.json().error.reason]).toEqual([409, 'section-group-cycle']);
    expect((await send('DELETE', `section-groups/${inner.id}`)).statusCode).toBe(205);
    expect(draw(await read())).toBe('Guide(Guide) Outer(One/one(Guide) Two/two(Guide) Status)');
    await send('DELETE', `section-groups/${outer.id}/sections/${one.id}`);
    expect(draw(await read())).toBe('Guide(Guide) Outer(Two/two(Guide) Status) One/one(Guide)');
    expect((await send('DELETE', `section-groups/${outer.id}/sections/${one.id}`)).statusCode).toBe(404);
  });

  test('nest five levels deep', async () => {
    let parent: string | undefined;
    for (let level = 1; level <= 5; level++)
      parent = (await add('section-groups', { title: 'Group', ...(parent ? { parent } : {}) })).id;
    const refused = await send('POST', 'section-groups', { title: 'Group', parent });
    expect([refused.statusCode, refused.json().error.reason]).toEqual([409, 'site-structure-too-large']);
  });

  test('links lead to websites only, and take all fields', async () => {
    const bad = await send('POST', 'external-links', { title: 'Bad', url: 'javascript:alert(1)' });
    expect(bad.statusCode).toBe(400);
    const { id } = await add('external-links', { title: 'Status', url: 'https://example.com/' });
    const body = { title: 'News', url: 'https://example.com/news', description: 'All news', icon: 'rss' };
    expect((await send('PATCH', `external-links/${id}`, body)).json()).toMatchObject(body);
    expect((await send('PATCH', `external-links/${id}`, { condition: '(' })).statusCode).toBe(400);
  });

  test('anything can be sorted next to anything of its level', async () => {
    const section = await add('sections', { spaceId, title: 'One' });
    const group = await add('section-groups', { title: 'Group', sections: [section.id] });
    const link = await add('external-links', { title: 'Status', url: 'https://example.com/' });
    const ref = ({ object: type, id }: Node) => ({ type, id });
    const sort = (item: Node, position: object) =>
      send('PATCH', 'structure/sort', { item: ref(item), position });
    expect((await sort(link, { before: ref(section) })).json()).toMatchObject({ sectionGroup: group.id });
    expect(draw(await read())).toBe('Guide(Guide) Group(Status One/one(Guide))');
    const [first] = await read();
    await sort(group, { before: ref(first as Node) });
    await sort(section, { after: ref(first as Node) });
    expect(draw(await read())).toBe('Group(Status) Guide(Guide) One/one(Guide)');
    const [inSection] = (first as Node).siteSpaces as [Node];
    for (const [item, position] of [
      [inSection, { before: ref(section) }],
      [section, { before: ref(inSection) }],
      [section, { before: ref(section) }],
      [section, { after: ref(group), before: ref(link) }],
    ] as const)
      expect((await sort(item, position)).statusCode).toBe(400);
    const minimal = await app.request('PATCH', url('structure/sort'), {
      body: { item: ref(section), position: {} },
      headers: { prefer: 'respond-async, return=minimal' },
    });
    expect([minimal.statusCode, minimal.body, minimal.headers['preference-applied']]).toEqual([
      204,
      '',
      'return=minimal',
    ]);
  });
});

describe('for readers', () => {
  test('drafts and empty sections have no address; share keys are in those of sites that need them', async () => {
    const section = await add('sections', { spaceId, title: 'API' });
    await add('sections', { spaceId, title: 'Draft', draft: true });
    const site = `/v1/orgs/${app.organizationId}/sites/${siteId}`;
    const { basename } = (await app.request('POST', `${site}/publish`)).json();
    const base = `${app.context.config.sitesUrl}/${basename}/`;
    const addresses = async (query = '') =>
      (await get(`sections${query}`)).items.map(
        ({ urls }: { urls: { published?: string } }) => urls.published,
      );
    expect(await addresses()).toEqual([base, `${base}api/`, undefined]);
    const link = (await app.request('POST', `${site}/share-links`, { body: { name: 'A link' } })).json();
    const key = link.urls.published.slice(base.length).split('/')[0];
    expect(await addresses(`?shareKey=${key}`)).toEqual([base, `${base}api/`, undefined]);
    await app.request('PATCH', site, { body: { visibility: 'share-link' } });
    expect(await addresses(`?shareKey=${key}`)).toEqual([`${base}${key}/`, `${base}${key}/api/`, undefined]);
    expect(await addresses('?shareKey=unknown')).toEqual([base, `${base}api/`, undefined]);
    const space = async (query: string) =>
      (await app.request('GET', `/v1/spaces/${spaceId}${query}`)).json().urls.published;
    expect(await space(`?shareKey=${key}`)).toBe(`${base}${key}/`);
    await app.request('PATCH', `${site}/share-links/${link.id}`, { body: { active: false } });
    expect(await addresses(`?shareKey=${key}`)).toEqual([base, `${base}api/`, undefined]);
    expect(await space(`?shareKey=${key}`)).toBe(base);
    const [only] = section.siteSpaces as Node[];
    await send('DELETE', `site-spaces/${only?.id}`);
    expect(await addresses()).toEqual([base, undefined, undefined]);
  });

  test('a space in a draft, or in a draft group, is on no site', async () => {
    const hidden = await addSpace(app, { title: 'Hidden' });
    const section = await add('sections', { spaceId: hidden, title: 'Hidden' });
    const outer = await add('section-groups', { title: 'Outer' });
    const inner = await add('section-groups', { title: 'Inner', parent: outer.id, sections: [section.id] });
    await app.request('POST', url('publish'));
    const visibility = async () => (await app.request('GET', `/v1/spaces/${hidden}`)).json().visibility;
    expect(await visibility()).toBe('public');
    for (const path of [
      `section-groups/${outer.id}`,
      `section-groups/${inner.id}`,
      `sections/${section.id}`,
    ]) {
      await send('PATCH', path, { draft: true });
      expect(await visibility()).toBe('private');
      await send('PATCH', path, { draft: false });
      expect(await visibility()).toBe('public');
    }
  });
});

test('random operations over HTTP, several at once, leave the stored structure whole', async () => {
  const kinds = ['space', 'section', 'group', 'remove', 'remove', 'move', 'move', 'default'] as const;
  const edits = fc.sample(
    fc.record({ kind: fc.constantFrom(...kinds), a: fc.nat(99), b: fc.nat(99), isAfter: fc.boolean() }),
    60,
  );
  const statuses = new Set<number>();
  const note = ({ statusCode }: { statusCode: number }): void => {
    statuses.add(statusCode);
    expect([200, 201, 205, 400, 404, 409]).toContain(statusCode);
  };
  const flatten = (nodes: readonly Node[]): Node[] =>
    nodes.flatMap((node) => [node, ...flatten(node.children ?? []), ...(node.siteSpaces ?? [])]);
  const apply = async (nodes: readonly Node[], edit: (typeof edits)[number]): Promise<void> => {
    const [one, other] = [nodes[edit.a % nodes.length], nodes[edit.b % nodes.length]];
    const paths: Record<string, string> = {
      'site-space': 'site-spaces',
      'site-section': 'sections',
      'site-section-group': 'section-groups',
    };
    if (edit.kind === 'space') note(await send('POST', 'site-spaces', { spaceId }));
    else if (edit.kind === 'section') note(await send('POST', 'sections', { spaceId }));
    else if (edit.kind === 'group') note(await send('POST', 'section-groups', { title: 'Group' }));
    else if (!one || !other) return;
    else if (edit.kind === 'remove') note(await send('DELETE', `${paths[one.object]}/${one.id}`));
    else if (edit.kind === 'move') {
      const position = { [edit.isAfter ? 'after' : 'before']: { type: other.object, id: other.id } };
      note(await send('PATCH', 'structure/sort', { item: { type: one.object, id: one.id }, position }));
    } else
      note(
        await app.request('PATCH', `/v1/orgs/${app.organizationId}/sites/${siteId}`, {
          body: { defaultSiteSection: one.id },
        }),
      );
  };
  for (let at = 0; at < edits.length; at += 3) {
    const nodes = flatten(await read());
    await Promise.all(edits.slice(at, at + 3).map((edit) => apply(nodes, edit)));
    const stored = await loadStructure(app.context.db, { organizationId: app.organizationId, siteId });
    expect(findFaults(stored)).toEqual([]);
  }
  expect(statuses).toContain(201);
  expect(statuses).toContain(205);
});
