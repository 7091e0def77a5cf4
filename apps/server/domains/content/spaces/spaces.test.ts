import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../../test/app.ts';
import { createTestClock } from '../../../../../test/clock.ts';
import {
  addCollection,
  addMember,
  addOrganization,
  addSpace,
  addUserToken,
  grantRole,
} from '../../../../../test/factories.ts';
import { violationsOfClientSchema } from '../../../../../test/oracle.ts';
import { listReadableSpaces } from './spaces.queries.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const clock = createTestClock();
let app: TestApp;

beforeAll(async () => {
  app = await buildTestApp({ clock: clock.now });
});
afterAll(() => app.close());

const url = (spaceId: string): string => `/v1/spaces/${spaceId}`;
const listUrl = (organizationId = app.organizationId): string => `/v1/orgs/${organizationId}/spaces`;

describe('creating a space', () => {
  test('gives a space that both clients know, with its address', async () => {
    const response = await app.request('POST', listUrl(), {
      body: { title: 'Guide', emoji: '1f600', language: 'fr' },
    });
    expect(response.statusCode).toBe(201);
    const space = response.json();
    expect(violationsOfClientSchema('Space', space)).toEqual([]);
    expect(space).toMatchObject({
      title: 'Guide',
      emoji: '1f600',
      language: 'fr',
      visibility: 'private',
      editMode: 'live',
    });
    expect(response.headers.location).toBe(space.urls.location);
    expect((await app.request('GET', new URL(space.urls.location).pathname)).json()).toEqual(space);
    const content = (await app.request('GET', `${url(space.id)}/content`)).json();
    expect(content).toMatchObject({ id: space.revision, pages: [], files: [], parents: [] });
  });

  test('takes a share key with the read of it, which grants nothing', async () => {
    const spaceId = await addSpace(app);
    const read = async (options = {}) => app.request('GET', `${url(spaceId)}?shareKey=abc`, options);
    expect((await read()).json()).toEqual((await app.request('GET', url(spaceId))).json());
    const guest = await addMember(app, { role: null });
    expect((await read({ token: guest.token })).statusCode).toBe(404);
    expect((await read({ token: null })).statusCode).toBe(401);
  });

  test('needs nothing, not even a body', async () => {
    const response = await app.request('POST', listUrl(), {
      headers: { 'content-type': 'application/json' },
    });
    expect(response.statusCode).toBe(201);
    expect(response.json()).toMatchObject({ title: 'Untitled', emoji: '1f4d4', defaultLevel: 'inherit' });
  });

  test.each(['', ' ', '\u00a0\t\u3000'])('takes a blank title (%j) for none, also later', async (title) => {
    const space = (await app.request('POST', listUrl(), { body: { title } })).json();
    expect(space.title).toBe('Untitled');
    await app.request('PATCH', url(space.id), { body: { title: 'Guide' } });
    const renamed = (await app.request('PATCH', url(space.id), { body: { title } })).json();
    expect(renamed.title).toBe('Untitled');
    // Spaces and collections that were created before.
    const collectionId = await addCollection(app);
    const { db } = app.context;
    await db.updateTable('space').set({ title }).where('space_id', '=', space.id).execute();
    await db.updateTable('collection').set({ title }).where('collection_id', '=', collectionId).execute();
    const migration = await readFile(
      'apps/server/platform/db/migrations/earlier/0043_blank_titles.sql',
      'utf8',
    );
    await app.database.sql.unsafe(migration);
    for (const path of [url(space.id), `/v1/collections/${collectionId}`])
      expect((await app.request('GET', path)).json().title).toBe('Untitled');
  });

  test.each([
    ['title', { title: 'x'.repeat(51) }],
    ['title', { title: 5 }],
    ['emoji', { emoji: '1'.repeat(51) }],
    ['emoji', { emoji: '' }],
    ['emoji', { emoji: 'smile' }],
    ['emoji', { emoji: '7 up 🎉' }],
    ['emoji', { emoji: '12' + '\u{200d}' }],
    ['editMode', { editMode: 'open' }],
    ['language', { language: 'xx' }],
  ])('refuses a bad %s by its name', async (path, body) => {
    const response = await app.request('POST', listUrl(), { body });
    expect(response.statusCode).toBe(400);
    expect(response.json().error.details).toMatchObject([{ path }]);
  });

  test.each(['🎉', '👩🏽‍💻', '🇯🇵', '7️⃣', '1f389', '1F469-200d-1f4bb'])(
    'keeps the emoji %s as it is given',
    async (emoji) => {
      const response = await app.request('POST', listUrl(), { body: { emoji } });
      expect(response.statusCode, response.body).toBe(201);
      expect(response.json().emoji).toBe(emoji);
    },
  );

  test('is for administrators; an unknown collection is 404', async () => {
    const member = await addMember(app, { role: 'create' });
    expect((await app.request('POST', listUrl(), { token: member.token, body: {} })).statusCode).toBe(403);
    expect((await app.request('POST', listUrl(), { body: { parent: app.organizationId } })).statusCode).toBe(
      404,
    );
    expect((await app.request('POST', listUrl(), { token: null, body: {} })).statusCode).toBe(401);
  });
});

describe('changing a space', () => {
  test('leaves what is absent, and null returns a field to its default', async () => {
    const spaceId = await addSpace(app, { title: 'Before' });
    const changed = await app.request('PATCH', url(spaceId), {
      body: {
        emoji: '1f680',
        icon: 'https://example.com/i.png',
        language: 'de',
        editMode: 'locked',
        defaultLevel: 'comment',
        mergeRules: { type: 'none' },
      },
    });
    expect(changed.statusCode, changed.body).toBe(200);
    expect(changed.json()).toMatchObject({
      title: 'Before',
      emoji: '1f680',
      language: 'de',
      editMode: 'locked',
      defaultLevel: 'comment',
      mergeRules: { type: 'none' },
      urls: { icon: 'https://example.com/i.png' },
    });
    expect(violationsOfClientSchema('Space', changed.json())).toEqual([]);
    const reset = await app.request('PATCH', url(spaceId), {
      body: {
        title: null,
        emoji: null,
        icon: null,
        language: null,
        editMode: null,
        defaultLevel: null,
        mergeRules: null,
      },
    });
    expect(reset.json()).toMatchObject({
      title: 'Untitled',
      emoji: '1f4d4',
      editMode: 'live',
      defaultLevel: null,
      mergeRules: { type: 'inherit' },
    });
    expect(reset.json().language).toBeUndefined();
    expect(reset.json().urls.icon).toBeUndefined();
    expect(violationsOfClientSchema('Space', reset.json())).toEqual([]);
  });

  test('takes no icon but one of the web, since readers’ browsers fetch it', async () => {
    const spaceId = await addSpace(app);
    for (const icon of ['javascript:alert(1)', 'data:text/html,x', 'icon.png']) {
      const refused = await app.request('PATCH', url(spaceId), { body: { icon } });
      expect(refused.statusCode, icon).toBe(400);
      expect(refused.json().error.details).toMatchObject([{ path: 'icon' }]);
    }
  });

  test('takes a merge rule of its own only if its expression can be evaluated', async () => {
    const spaceId = await addSpace(app);
    const put = (...expressions: string[]) => {
      const rules = expressions.map((expression) => ({ rule: 'custom', expression }));
      return app.request('PATCH', url(spaceId), { body: { mergeRules: { type: 'rules', rules } } });
    };
    const valid = 'reviews.some(review => review.status === "approved")';
    expect((await put(valid)).json().mergeRules.rules).toEqual([{ rule: 'custom', expression: valid }]);
    const refused = await put(
      valid,
      'changeRequest.subject !=',
      'reviews.length > 1 &&\n alert()',
      'Date.now() > 1',
    );
    expect(refused.statusCode).toBe(400);
    expect(refused.json().error).toMatchObject({
      reason: 'invalid-request',
      details: [
        {
          path: 'mergeRules.rules.1.expression',
          message:
            'is not a valid expression (line 1, column 25): Expected a value, but the expression ends here.',
        },
        {
          path: 'mergeRules.rules.2.expression',
          message: expect.stringMatching(
            /^is not a valid expression \(line 2, column 7\): Only these methods/,
          ),
        },
        {
          path: 'mergeRules.rules.3.expression',
          message: 'must not depend on the time: Date.now() can be used in content only.',
        },
      ],
    });
    expect((await app.request('GET', url(spaceId))).json().mergeRules.rules).toHaveLength(1);
  });

  test('takes a merge rule that names reviewers only if somebody can meet it', async () => {
    const spaceId = await addSpace(app);
    const rules = [
      { rule: 'require_specific_reviewers', users: [], teams: ['editors'] },
      { rule: 'require_one_of_specific_reviewers', users: [] },
      { rule: 'allow_bypass', users: [], role: 'admin' },
    ];
    const body = { mergeRules: { type: 'rules', rules } };
    const refused = await app.request('PATCH', url(spaceId), { body });
    expect(refused.statusCode).toBe(400);
    expect(refused.json().error.details).toEqual([
      { path: 'mergeRules.rules.0.teams.0', message: 'is not an id' },
      { path: 'mergeRules.rules.1.users', message: 'must name at least one reviewer, or a team in teams' },
    ]);
  });

  test('takes merge rules that the clients know, and no others', async () => {
    const spaceId = await addSpace(app);
    const rules = { type: 'rules', rules: [{ rule: 'require_at_least_one_review' }] };
    const changed = await app.request('PATCH', url(spaceId), { body: { mergeRules: rules } });
    expect(changed.json().mergeRules).toEqual(rules);
    const refused = await app.request('PATCH', url(spaceId), {
      body: { mergeRules: { type: 'rules', rules: [{ rule: 'x' }] } },
    });
    expect(refused.statusCode).toBe(400);
  });

  test('changes who may see it, at once', async () => {
    const spaceId = await addSpace(app);
    const reader = await addMember(app, { role: 'read' });
    const guest = await addMember(app, { role: null });
    const statusFor = async (token: string): Promise<number> =>
      (await app.request('GET', url(spaceId), { token })).statusCode;
    expect([await statusFor(reader.token), await statusFor(guest.token)]).toEqual([200, 404]);
    await app.request('PATCH', url(spaceId), { body: { defaultLevel: null } });
    expect(await statusFor(reader.token)).toBe(404);
    await app.request('PATCH', url(spaceId), { body: { defaultLevel: 'edit' } });
    const seen = (await app.request('GET', url(spaceId), { token: reader.token })).json();
    expect(seen.permissions).toMatchObject({
      view: true,
      edit: true,
      comment: true,
      review: false,
      merge: false,
      admin: false,
    });
  });
});

describe('listing spaces', () => {
  test('goes through all pages, oldest first, and shows what the caller may read', async () => {
    const { organizationId, creatorId } = await addOrganization(app);
    const token = await addUserToken(app, creatorId);
    const ids: string[] = [];
    for (let index = 0; index < 5; index += 1)
      ids.push(await addSpace(app, { organizationId, title: `S${index}` }));
    const seen: string[] = [];
    let page: string | undefined;
    do {
      const query = page === undefined ? '' : `&page=${encodeURIComponent(page)}`;
      const list = (await app.request('GET', `${listUrl(organizationId)}?limit=2${query}`, { token })).json();
      expect(list.count).toBe(5);
      seen.push(...list.items.map((space: { id: string }) => space.id));
      page = list.next?.page;
    } while (page);
    expect(seen).toEqual(ids);

    await app.request('PATCH', url(ids[0] as string), { token, body: { defaultLevel: null } });
    await app.request('DELETE', url(ids[1] as string), { token });
    const reader = await addMember(app, { organizationId, role: 'read' });
    const list = (await app.request('GET', listUrl(organizationId), { token: reader.token })).json();
    expect(list.items.map((space: { id: string }) => space.id)).toEqual(ids.slice(2));
    expect(list.count).toBe(3);
    const guest = await addMember(app, { organizationId, role: null });
    expect((await app.request('GET', listUrl(organizationId), { token: guest.token })).json()).toEqual({
      count: 0,
      items: [],
    });
    expect((await app.request('GET', listUrl(organizationId))).statusCode).toBe(404);
  });

  test('tells on each the caller’s own role, and shows guests what they were granted', async () => {
    const { organizationId, creatorId } = await addOrganization(app);
    const token = await addUserToken(app, creatorId);
    const own = await addSpace(app, { organizationId });
    const other = await addSpace(app, { organizationId });
    const parentId = await addCollection(app, { organizationId, defaultLevel: 'comment' });
    const inside = await addSpace(app, { organizationId, parentId });
    const member = await addMember(app, { organizationId, role: 'create' });
    await grantRole(app, { organizationId, userId: member.userId, spaceId: own, role: 'admin' });
    const guest = await addMember(app, { organizationId, role: null });
    await grantRole(app, { organizationId, userId: guest.userId, spaceId: inside, role: 'read' });
    const rolesFor = async (as: string) => {
      const list = (await app.request('GET', listUrl(organizationId), { token: as })).json();
      expect(list.count).toBe(list.items.length);
      return Object.fromEntries(
        list.items.map(({ id, permissions }: { id: string; permissions: Record<string, boolean> }) => [
          id,
          ['admin', 'triggerGitSync', 'comment', 'view'].find((permission) => permissions[permission]),
        ]),
      );
    };
    expect(await rolesFor(token)).toEqual({ [own]: 'admin', [other]: 'admin', [inside]: 'admin' });
    expect(await rolesFor(member.token)).toEqual({
      [own]: 'admin',
      [other]: 'triggerGitSync',
      [inside]: 'comment',
    });
    expect(await rolesFor(guest.token)).toEqual({ [inside]: 'view' });

    const organization = (await app.request('GET', `/v1/orgs/${organizationId}`, { token })).json();
    const space = (await app.request('GET', url(own), { token })).json();
    expect(space.permissions.installIntegration).toBe(organization.permissions.installIntegration);

    await app.request('DELETE', url(other), { token });
    const actor = (userId: string) => ({
      kind: 'user' as const,
      userId,
      tokenId: userId,
      scopes: ['read' as const],
      expiresAt: null,
    });
    const asMember = { organizationId, actor: actor(member.userId), role: 'create' as const };
    expect(await listReadableSpaces(app.context.db, asMember)).toMatchObject([
      { spaceId: own, role: 'admin' },
      { spaceId: inside, role: 'comment' },
    ]);
    const asGuest = { organizationId, actor: actor(guest.userId), role: null };
    expect(await listReadableSpaces(app.context.db, asGuest)).toMatchObject([
      { spaceId: inside, role: 'read' },
    ]);
  });

  test.each(['limit=0', 'limit=1001', 'limit=x', 'page=x', 'page=eyJhIjoxfQ.AAAAAAAAAAAAAAAA'])(
    'refuses %s',
    async (query) => {
      expect((await app.request('GET', `${listUrl()}?${query}`)).statusCode).toBe(400);
    },
  );
});

describe('the permissions of a space', () => {
  const allowed = async (spaceId: string): Promise<string[]> => {
    const { permissions } = (await app.request('GET', url(spaceId))).json();
    return Object.keys(permissions).filter((name) => permissions[name]);
  };

  test('say that the content of a locked space does not change, until it is live again', async () => {
    const spaceId = await addSpace(app);
    const live = await allowed(spaceId);
    await app.request('PATCH', url(spaceId), { body: { editMode: 'locked' } });
    const locked = ['view', 'access', 'admin', 'viewInviteLinks', 'comment', 'review'];
    expect(await allowed(spaceId)).toEqual(locked);
    expect(live.toSorted()).toEqual([...locked, 'edit', 'triggerGitSync', 'merge'].sort());
    await app.request('PATCH', url(spaceId), { body: { editMode: 'live' } });
    expect(await allowed(spaceId)).toEqual(live);
  });

  test('say that a deleted space can only be viewed and restored', async () => {
    const spaceId = await addSpace(app);
    await app.request('DELETE', url(spaceId));
    expect(await allowed(spaceId)).toEqual(['view', 'admin', 'viewInviteLinks']);
  });
});

describe('deleting a space', () => {
  test('hides it from all but its administrators, who can restore it for seven days', async () => {
    const spaceId = await addSpace(app);
    const reader = await addMember(app, { role: 'read' });
    const deleted = await app.request('DELETE', url(spaceId));
    expect([deleted.statusCode, deleted.body]).toEqual([205, '']);
    expect((await app.request('GET', url(spaceId), { token: reader.token })).statusCode).toBe(404);
    expect((await app.request('GET', url(spaceId))).json().deletedAt).toBeDefined();
    for (const [method, path] of [
      ['GET', '/content'],
      ['GET', '/content/pages'],
      ['GET', '/git/info'],
      ['PATCH', ''],
      ['DELETE', ''],
    ] as const) {
      const response = await app.request(
        method,
        url(spaceId) + path,
        method === 'PATCH' ? { body: { title: 'x' } } : {},
      );
      expect(response.statusCode, `${method} ${path}`).toBe(404);
    }
    const listed = async (query: string, token?: string): Promise<string[]> => {
      const list = `/v1/orgs/${app.organizationId}/spaces?limit=1000${query}`;
      const { items } = (await app.request('GET', list, token ? { token } : {})).json();
      return items.map(({ id }: { id: string }) => id);
    };
    expect(await listed('')).not.toContain(spaceId);
    expect(await listed('&deleted=true')).toContain(spaceId);
    expect(await listed('&deleted=true', reader.token)).toEqual([]);
    expect((await app.request('POST', `${url(spaceId)}/restore`, { token: reader.token })).statusCode).toBe(
      404,
    );
    const restored = await app.request('POST', `${url(spaceId)}/restore`);
    expect(restored.statusCode).toBe(200);
    expect(restored.json().deletedAt).toBeUndefined();
    expect((await app.request('GET', url(spaceId), { token: reader.token })).statusCode).toBe(200);
    expect((await app.request('POST', `${url(spaceId)}/restore`)).statusCode).toBe(409);
  });

  test('cannot be taken back after seven days, when it is gone', async () => {
    const spaceId = await addSpace(app);
    await app.request('DELETE', url(spaceId));
    clock.advance(7 * DAY_MS - 1);
    expect((await app.request('GET', url(spaceId))).json().deletedAt).toBeDefined();
    clock.advance(1);
    expect((await app.request('POST', `${url(spaceId)}/restore`)).statusCode).toBe(404);
    const list = `/v1/orgs/${app.organizationId}/spaces?deleted=true`;
    expect((await app.request('GET', list)).body).not.toContain(spaceId);
    expect((await app.request('GET', url(spaceId))).statusCode).toBe(404);
  });

  test('happens once when asked twice at the same time', async () => {
    const spaceId = await addSpace(app);
    const responses = await Promise.all([1, 2, 3].map(() => app.request('DELETE', url(spaceId))));
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([205, 404, 404]);
  });
});

test('an id that is none, and another organization’s space, are 404', async () => {
  const { organizationId } = await addOrganization(app);
  const foreign = await addSpace(app, { organizationId });
  for (const spaceId of ['x', 'not-a-uuid', foreign.toUpperCase(), foreign]) {
    expect((await app.request('GET', url(spaceId))).statusCode, spaceId).toBe(404);
  }
});
