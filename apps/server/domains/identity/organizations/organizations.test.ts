import { newId } from '@lectern/std/ids';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../../test/app.ts';
import {
  addMember,
  addOrganization,
  addServiceToken,
  addSite,
  addUser,
  addUserToken,
} from '../../../../../test/factories.ts';
import { violationsOfClientSchema } from '../../../../../test/oracle.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

const detailPaths = (response: { json(): { error: { details?: { path: string }[] } } }) =>
  (response.json().error.details ?? []).map(({ path }) => path);

/** Creates a separate organization with its administrator's token, so that tests do not see each other's changes. */
async function newOrganization(): Promise<{ url: string; organizationId: string; token: string }> {
  const { userId, token } = await addUser(app);
  const { organizationId } = await addOrganization(app, { creatorId: userId });
  return { organizationId, token, url: `/v1/orgs/${organizationId}` };
}

describe('POST /v1/orgs', () => {
  test('makes the caller the administrator of a new organization', async () => {
    const { token, userId } = await addUser(app);
    const body = { title: 'Acme', emailDomains: ['@Acme.Example', 'acme.example'], useCase: 'productDocs' };
    const response = await app.request('POST', '/v1/orgs', { token, body });
    expect(response.statusCode).toBe(201);
    const organization = response.json();
    expect(organization).toMatchObject({
      object: 'organization',
      title: 'Acme',
      emailDomains: ['acme.example'],
      type: 'business',
      useCase: 'productDocs',
      defaultRole: 'read',
      sso: false,
      ai: false,
      inviteLinks: false,
      plan: 'enterprise_2024',
      trial: { status: 'notapplicable', count: 0 },
      mergeRules: { type: 'none' },
    });
    expect(organization.permissions).toMatchObject({ admin: true, createContent: true });
    expect(violationsOfClientSchema('Organization', organization)).toEqual([]);
    expect(response.headers.location).toBe(organization.urls.location);
    const read = await app.request('GET', `/v1/orgs/${organization.id}`, { token });
    expect(read.json()).toEqual(organization);
    const members = await app.context.db
      .selectFrom('member')
      .selectAll()
      .where('organization_id', '=', organization.id)
      .execute();
    expect(members).toMatchObject([{ user_id: userId, role: 'admin' }]);
  });

  test.each([
    ['title', {}],
    ['title', { title: 'A' }],
    ['title', { title: '  ' }],
    ['title', { title: ' Acme' }],
    ['title', { title: 'Acme ' }],
    ['title', { title: 'x'.repeat(256) }],
    ['emailDomains', { title: 'Acme', emailDomains: 'acme.example' }],
    ['emailDomains.1', { title: 'Acme', emailDomains: ['acme.example', 'no domain'] }],
    ['useCase', { title: 'Acme', useCase: 'fun' }],
  ])('refuses a wrong %s', async (path, body) => {
    const response = await app.request('POST', '/v1/orgs', { body });
    expect(response.statusCode).toBe(400);
    expect(detailPaths(response)).toContain(path);
  });

  test.each(['ab', 'x'.repeat(255), 'A\nB', '𝒜𝒷'])('accepts the title %j', async (title) => {
    expect((await app.request('POST', '/v1/orgs', { body: { title } })).statusCode).toBe(201);
  });

  test('is for users with the scope “write”', async () => {
    const { userId } = await addUser(app);
    const narrow = await addUserToken(app, userId, { scopes: ['read'] });
    const service = await addServiceToken(app, { role: 'admin' });
    const body = { title: 'Acme' };
    expect((await app.request('POST', '/v1/orgs', { token: null, body })).statusCode).toBe(401);
    expect((await app.request('POST', '/v1/orgs', { token: narrow, body })).statusCode).toBe(403);
    const response = await app.request('POST', '/v1/orgs', { token: service, body });
    expect(response.statusCode).toBe(403);
    expect(response.json().error.message).toContain('user');
  });

  test('can be switched off', async () => {
    const closed = await buildTestApp({ beside: app, config: { allowOrganizationCreation: false } });
    try {
      const response = await closed.request('POST', '/v1/orgs', { body: { title: 'Acme' } });
      expect(response.statusCode).toBe(403);
      expect(response.json().error.message).toContain('operator');
    } finally {
      await closed.close();
    }
  });
});

describe('GET /v1/orgs', () => {
  test('pages through the organizations of the caller, and no others', async () => {
    const { userId, token } = await addUser(app);
    const own: string[] = [];
    for (let n = 0; n < 5; n++) own.push((await addOrganization(app, { creatorId: userId })).organizationId);
    const seen: string[] = [];
    let page: string | undefined;
    do {
      const query = page ? `&page=${encodeURIComponent(page)}` : '';
      const response = await app.request('GET', `/v1/orgs?limit=2${query}`, { token });
      expect(response.statusCode).toBe(200);
      const list = response.json();
      expect(list.count).toBe(5);
      expect(list.items.flatMap((item: object) => violationsOfClientSchema('Organization', item))).toEqual(
        [],
      );
      seen.push(...list.items.map(({ id }: { id: string }) => id));
      page = list.next?.page;
    } while (page);
    expect(seen).toEqual(own);
  });

  test('shows each with the role that the caller has in it', async () => {
    const { token } = await addMember(app, { role: 'read' });
    const [organization] = (await app.request('GET', '/v1/orgs', { token })).json().items;
    expect(organization.permissions).toMatchObject({ admin: false, createContent: false, listMembers: true });
  });

  test('leaves out organizations in which the caller is disabled', async () => {
    const { token, userId } = await addMember(app, { role: 'read' });
    await app.context.db
      .updateTable('member')
      .set({ disabled: true })
      .where('user_id', '=', userId)
      .execute();
    expect((await app.request('GET', '/v1/orgs', { token })).json()).toEqual({ count: 0, items: [] });
  });

  test('shows a service account its own organization', async () => {
    const token = await addServiceToken(app, { role: null });
    const list = (await app.request('GET', '/v1/orgs', { token })).json();
    expect(list).toMatchObject({ count: 1, items: [{ id: app.organizationId }] });
    expect(list.items[0].permissions.listMembers).toBe(false);
  });

  test('refuses the page of another caller’s list and a limit out of range', async () => {
    const { userId, token } = await addUser(app);
    for (let n = 0; n < 2; n++) await addOrganization(app, { creatorId: userId });
    const { next } = (await app.request('GET', '/v1/orgs?limit=1', { token })).json();
    const foreign = await app.request('GET', `/v1/orgs?page=${encodeURIComponent(next.page)}`);
    expect(foreign.statusCode).toBe(400);
    expect(detailPaths(foreign)).toEqual(['page']);
    for (const limit of ['0', '1001', 'x', '1.5']) {
      expect(detailPaths(await app.request('GET', `/v1/orgs?limit=${limit}`, { token }))).toEqual(['limit']);
    }
    expect((await app.request('GET', '/v1/orgs', { token: null })).statusCode).toBe(401);
  });
});

describe('GET /v1/orgs/{organizationId}', () => {
  test.each([
    ['admin', { admin: true, createContent: true, createOpenAPISpec: true, listMembers: true }],
    ['create', { admin: false, createContent: false, createOpenAPISpec: true, listMembers: true }],
    ['read', { admin: false, createContent: false, createOpenAPISpec: false, listMembers: true }],
    [null, { admin: false, createContent: false, createOpenAPISpec: false, listMembers: false }],
  ] as const)('says what the role %s permits', async (role, permissions) => {
    const { token } = await addMember(app, { role });
    const response = await app.request('GET', `/v1/orgs/${app.organizationId}`, { token });
    expect(response.statusCode).toBe(200);
    expect(response.json().permissions).toMatchObject({ view: true, access: true, ...permissions });
    expect(violationsOfClientSchema('Organization', response.json())).toEqual([]);
  });

  test('is 404 for strangers, unknown and malformed ids', async () => {
    const { token } = await addUser(app);
    const { organizationId } = await addOrganization(app);
    expect((await app.request('GET', `/v1/orgs/${app.organizationId}`, { token })).statusCode).toBe(404);
    for (const id of [organizationId, newId(), 'acme', 'me']) {
      expect((await app.request('GET', `/v1/orgs/${id}`)).statusCode).toBe(404);
    }
    expect((await app.request('GET', `/v1/orgs/${app.organizationId}`, { token: null })).statusCode).toBe(
      401,
    );
  });
});

describe('PATCH /v1/orgs/{organizationId}', () => {
  const somebody = newId();
  const settings = {
    title: 'Renamed',
    emailDomains: ['Bücher.example'],
    defaultRole: 'edit',
    logo: 'https://example.com/logo.png',
    sso: true,
    ai: true,
    inviteLinks: true,
    mergeRules: {
      type: 'rules',
      rules: [
        { rule: 'require_at_least_one_review', surplus: 1 },
        { rule: 'allow_bypass', users: [somebody] },
        { rule: 'custom', expression: 'true', message: 'Because.' },
      ],
    },
  };

  test('stores every setting, leaves absent ones alone, and null removes', async () => {
    const { url, token } = await newOrganization();
    const patch = async (body: object) => {
      const response = await app.request('PATCH', url, { token, body });
      expect(response.statusCode, response.body).toBe(200);
      expect(violationsOfClientSchema('Organization', response.json())).toEqual([]);
      return response.json();
    };
    const before = (await app.request('GET', url, { token })).json();
    const hostname = `h-${newId().slice(-12)}`;
    const changed = await patch({ ...settings, hostname, unknown: true });
    expect(changed).toMatchObject({
      title: 'Renamed',
      emailDomains: ['xn--bcher-kva.example'],
      hostname,
      defaultRole: 'edit',
      sso: true,
      ai: true,
      inviteLinks: true,
      urls: { logo: settings.logo },
    });
    expect(changed.mergeRules).toEqual({
      type: 'rules',
      rules: [
        { rule: 'require_at_least_one_review' },
        { rule: 'allow_bypass', users: [somebody] },
        { rule: 'custom', expression: 'true', message: 'Because.' },
      ],
    });
    expect((await app.request('GET', url, { token })).json()).toEqual(changed);
    expect(await patch({})).toEqual(changed);
    expect(await patch({ sso: false })).toEqual({ ...changed, sso: false });

    const names = [...Object.keys(settings), 'hostname', 'defaultContent'];
    const cleared = await patch(Object.fromEntries(names.map((name) => [name, null])));
    const { title, defaultRole, ...rest } = cleared;
    expect({ title, defaultRole }).toEqual({ title: 'Untitled', defaultRole: null });
    expect({ ...before, ...rest }).toEqual(before);
    expect(rest).not.toHaveProperty('hostname');
    expect(rest.urls).not.toHaveProperty('logo');
  });

  test.each([
    ['title', { title: ' x' }],
    ['emailDomains.0', { emailDomains: ['nowhere'] }],
    ['hostname', { hostname: 'ab' }],
    ['hostname', { hostname: 'x'.repeat(33) }],
    ['hostname', { hostname: 'Upper' }],
    ['hostname', { hostname: '-abc' }],
    ['hostname', { hostname: 'abc-' }],
    ['hostname', { hostname: 'a.bc' }],
    ['defaultRole', { defaultRole: 'owner' }],
    ['defaultContent.type', { defaultContent: { type: 'space', space: 'x' } }],
    ['defaultContent.site', { defaultContent: { type: 'site', site: newId() } }],
    ['logo', { logo: 'logo.png' }],
    ['sso', { sso: 'yes' }],
    ['ai', { ai: 1 }],
    ['inviteLinks', { inviteLinks: 'no' }],
    ['mergeRules.type', { mergeRules: { type: 'inherit' } }],
    ['mergeRules.rules', { mergeRules: { type: 'rules' } }],
    ['mergeRules.rules.0.rule', { mergeRules: { type: 'rules', rules: [{ rule: 'require_luck' }] } }],
    [
      'mergeRules.rules.0.expression',
      { mergeRules: { type: 'rules', rules: [{ rule: 'custom', expression: 'reviews.' }] } },
    ],
    [
      'mergeRules.rules.0.users.1',
      { mergeRules: { type: 'rules', rules: [{ rule: 'allow_bypass', users: [newId(), 'me'] }] } },
    ],
  ])('refuses a wrong %s', async (path, body) => {
    const response = await app.request('PATCH', `/v1/orgs/${app.organizationId}`, { body });
    expect(response.statusCode).toBe(400);
    expect(detailPaths(response)).toContain(path);
  });

  test('leads to a site of its own by default, until that is deleted', async () => {
    const url = `/v1/orgs/${app.organizationId}`;
    const site = await addSite(app);
    const defaultContent = { type: 'site', site };
    const changed = await app.request('PATCH', url, { body: { defaultContent } });
    expect(changed.json()).toMatchObject({ defaultContent });
    const { organizationId } = await addOrganization(app);
    const foreign = { type: 'site', site: await addSite(app, { organizationId }) };
    expect((await app.request('PATCH', url, { body: { defaultContent: foreign } })).statusCode).toBe(400);
    expect((await app.request('GET', url)).json()).toMatchObject({ defaultContent });
    await app.request('DELETE', `${url}/sites/${site}`);
    expect((await app.request('GET', url)).json()).not.toHaveProperty('defaultContent');
  });

  test('names every field that is wrong', async () => {
    const body = { title: '', hostname: '?', sso: 3 };
    const response = await app.request('PATCH', `/v1/orgs/${app.organizationId}`, { body });
    expect(new Set(detailPaths(response))).toEqual(new Set(['title', 'hostname', 'sso']));
  });

  test('refuses the character U+0000', async () => {
    for (const body of [
      { title: 'a\0b' },
      { mergeRules: { type: 'rules', rules: [{ rule: 'custom', expression: '\0' }] } },
    ]) {
      expect((await app.request('PATCH', `/v1/orgs/${app.organizationId}`, { body })).statusCode).toBe(400);
    }
  });

  test('is for administrators with the scope “admin”', async () => {
    const url = `/v1/orgs/${app.organizationId}`;
    const body = { title: 'Taken over' };
    const { token: creator } = await addMember(app, { role: 'create' });
    const { token: stranger } = await addUser(app);
    const { userId } = await addMember(app, { role: 'admin' });
    const narrow = await addUserToken(app, userId, { scopes: ['read', 'write'] });
    const refused = await app.request('PATCH', url, { body, token: creator });
    expect(refused.statusCode).toBe(403);
    expect(refused.json().error.message).toContain('admin');
    expect((await app.request('PATCH', url, { body, token: narrow })).statusCode).toBe(403);
    expect((await app.request('PATCH', url, { body, token: stranger })).statusCode).toBe(404);
    expect((await app.request('PATCH', url, { body, token: null })).statusCode).toBe(401);
    expect((await app.request('GET', url)).json().title).not.toBe('Taken over');
  });

  test('a hostname belongs to one organization until that one lets it go', async () => {
    const [a, b] = [await newOrganization(), await newOrganization()];
    const take = (who: typeof a, hostname: string | null) =>
      app.request('PATCH', who.url, { token: who.token, body: { hostname } });
    expect((await take(a, 'shared-name')).statusCode).toBe(200);
    expect((await take(a, 'shared-name')).statusCode).toBe(200);
    const refused = await take(b, 'shared-name');
    expect(refused.statusCode).toBe(409);
    expect(refused.json().error.message).toContain('shared-name');
    expect((await take(a, 'other-name')).statusCode).toBe(200);
    expect((await take(b, 'shared-name')).statusCode).toBe(200);
    expect((await take(a, 'shared-name')).statusCode).toBe(409);
    expect((await take(b, null)).statusCode).toBe(200);
    expect((await take(a, 'shared-name')).json().hostname).toBe('shared-name');
  });

  test('of organizations that take one hostname at once, one gets it', async () => {
    const rivals = await Promise.all(Array.from({ length: 4 }, newOrganization));
    const responses = await Promise.all(
      rivals.map(({ url, token }) => app.request('PATCH', url, { token, body: { hostname: 'wanted' } })),
    );
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409, 409]);
  });

  test('organizations that swap their hostnames at once do not block each other', async () => {
    const [a, b] = [await newOrganization(), await newOrganization()];
    const take = (who: typeof a, hostname: string) =>
      app.request('PATCH', who.url, { token: who.token, body: { hostname } });
    for (let round = 0; round < 5; round++) {
      await Promise.all([take(a, `left-${round}`), take(b, `right-${round}`)]);
      const responses = await Promise.all([take(a, `right-${round}`), take(b, `left-${round}`)]);
      for (const { statusCode } of responses) expect([200, 409]).toContain(statusCode);
    }
    const held = (await app.context.db.selectFrom('hostname_directory').selectAll().execute()).filter(
      ({ organization_id }) => [a.organizationId, b.organizationId].includes(organization_id),
    );
    expect(held).toHaveLength(2);
  });

  test('simultaneous changes of different settings are all kept', async () => {
    const { url, token } = await newOrganization();
    const bodies = [
      { title: 'Both' },
      { hostname: `b-${newId().slice(-8)}` },
      { sso: true },
      { hostname: null },
    ];
    const responses = await Promise.all(bodies.map((body) => app.request('PATCH', url, { token, body })));
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);
    expect((await app.request('GET', url, { token })).json()).toMatchObject({ title: 'Both', sso: true });
  });
});
