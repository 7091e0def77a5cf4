import { newId } from '@lectern/std/ids';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addAccount } from '../../../../../test/accounts.ts';
import { buildTestApp, type TestApp } from '../../../../../test/app.ts';
import { addMember, addOrganization, addServiceToken } from '../../../../../test/factories.ts';

let app: TestApp;
let token: string;
beforeAll(async () => {
  app = await buildTestApp();
  token = await addServiceToken(app, { role: 'admin' });
});
afterAll(() => app?.close());

const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
const PATCH_SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';

async function call(
  method: string,
  path: string,
  body?: object,
  by = token,
  organizationId = app.organizationId,
) {
  const response = await app.server.inject({
    method: method as 'GET',
    url: `/v1/orgs/${organizationId}/scim/v2/${path}`,
    headers: {
      authorization: `Bearer ${by}`,
      ...(body ? { 'content-type': 'application/scim+json; charset=utf-8' } : {}),
    },
    ...(body ? { payload: JSON.stringify(body) } : {}),
  });
  const json = response.body === '' ? undefined : response.json();
  return { status: response.statusCode, body: json, headers: response.headers };
}

let last = 0;
const nextEmail = (): string => `person${++last}@directory.example`;
const userOf = (email: string, more: object = {}) => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
  userName: email,
  emails: [{ value: email, type: 'work', primary: true }],
  ...more,
});
const addUser = async (more: object = {}, email = nextEmail()) => {
  const created = await call('POST', 'Users', userOf(email, more));
  expect(created.status, JSON.stringify(created.body)).toBe(201);
  return created.body as { id: string; userName: string; active: boolean };
};
const addGroup = async (displayName: string, members: string[] = []) => {
  const created = await call('POST', 'Groups', { displayName, members: members.map((value) => ({ value })) });
  expect(created.status, JSON.stringify(created.body)).toBe(201);
  return created.body as { id: string };
};
const patch = (path: string, ...Operations: object[]) =>
  call('PATCH', path, { schemas: [PATCH_SCHEMA], Operations });
const memberOf = async (userId: string) =>
  (await app.request('GET', `/v1/orgs/${app.organizationId}/members/${userId}`)).json();
const filter = (text: string) => `filter=${encodeURIComponent(text)}`;
const namesOf = async (query: string) => {
  const { status, body } = await call('GET', `Users?${query}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return (body.Resources as { userName: string }[]).map(({ userName }) => userName);
};
const membersOf = async (groupId: string): Promise<string[]> =>
  (await call('GET', `Groups/${groupId}`)).body.members.map(({ value }: { value: string }) => value).sort();

describe('the service', () => {
  test.each(['ServiceProviderConfig', 'ResourceTypes', 'Schemas'])('describes itself: %s', async (path) => {
    const { status, body, headers } = await call('GET', path);
    expect(status).toBe(200);
    expect(headers['content-type']).toMatch(/^application\/scim\+json/);
    expect(body.schemas).toHaveLength(1);
  });

  test('names every attribute of its responses in its schemas', async () => {
    const user = await addUser({ title: 'Editor', [ENTERPRISE]: { department: 'Docs' } });
    const { body } = await call('GET', 'Schemas');
    const named = new Set(
      body.Resources.flatMap(({ id, attributes }: { id: string; attributes: { name: string }[] }) => [
        id,
        ...attributes.map(({ name }) => name),
      ]),
    );
    const common = new Set(['schemas', 'id', 'externalId', 'meta']);
    expect(Object.keys(user).filter((name) => !common.has(name) && !named.has(name))).toEqual([]);
  });

  test.each([
    ['no token', '', 401],
    ['an editor', 'edit', 403],
  ] as const)('refuses %s, in the form of SCIM', async (_name, role, status) => {
    const by = role ? await addServiceToken(app, { role }) : '';
    const { body, status: given } = await call('GET', 'Users', undefined, by);
    expect(given).toBe(status);
    expect(body).toMatchObject({
      schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
      status: String(status),
    });
  });

  test('does not show one organization to another', async () => {
    const other = await addOrganization(app);
    const { id } = await addUser();
    expect((await call('GET', 'Users', undefined, token, other.organizationId)).status).toBe(404);
    const theirs = await addServiceToken(app, { organizationId: other.organizationId, role: 'admin' });
    const elsewhere = await call('GET', `Users/${id}`, undefined, theirs, other.organizationId);
    expect(elsewhere.status).toBe(404);
  });
});

describe('a user', () => {
  test('is created as a member, with everything that the directory said', async () => {
    const email = nextEmail();
    const { status, body, headers } = await call(
      'POST',
      'Users',
      userOf(email, {
        externalId: 'ext-1',
        name: { givenName: 'Ada', familyName: 'Lovelace' },
        title: 'Editor',
        roles: [{ value: 'edit', primary: true }],
        [ENTERPRISE]: { department: 'Docs', employeeNumber: '7' },
        unknownAttribute: 1,
      }),
    );
    expect(status).toBe(201);
    expect(headers.location).toBe(body.meta.location);
    expect(body).toMatchObject({
      userName: email,
      externalId: 'ext-1',
      displayName: 'Ada Lovelace',
      name: { givenName: 'Ada', familyName: 'Lovelace' },
      title: 'Editor',
      active: true,
      emails: [{ value: email, type: 'work', primary: true }],
      roles: [{ value: 'edit', primary: true }],
      groups: [],
      [ENTERPRISE]: { department: 'Docs', employeeNumber: '7' },
    });
    expect(body).not.toHaveProperty('unknownAttribute');
    expect(await memberOf(body.id)).toMatchObject({ role: 'edit', sso: true });
    expect((await call('GET', `Users/${body.id}`)).body).toEqual(body);
  });

  test('is found by names, ids and attributes', async () => {
    const email = nextEmail();
    const { id } = await addUser(
      { externalId: `x-${email}`, name: { givenName: 'Grace' }, [ENTERPRISE]: { department: 'Navy' } },
      email,
    );
    for (const text of [
      `userName eq "${email.toUpperCase()}"`,
      `userName Eq "${email}" and active eq true`,
      `externalId eq "x-${email}"`,
      `emails[type eq "work" and value eq "${email}"]`,
      `emails.value eq "${email}"`,
      `id eq "${id}"`,
      `urn:ietf:params:scim:schemas:core:2.0:User:userName sw "${email.slice(0, 8)}" and name.givenName eq "grace"`,
      `${ENTERPRISE}:department eq "navy" and not (userName ne "${email}")`,
    ])
      expect(await namesOf(filter(text)), text).toEqual([email]);
    expect(await namesOf(filter(`externalId eq "X-${email}"`))).toEqual([]);
    expect(await namesOf(filter('userName eq "nobody@directory.example"'))).toEqual([]);
  });

  test.each([
    'userName',
    'userName eq',
    'userName xx "a"',
    '(userName eq "a"',
    'password eq "a"',
    'active gt true',
    'meta.created gt "yesterday"',
    'userName eq 1',
  ])('is not looked up by %s', async (text) => {
    const { status, body } = await call('GET', `Users?${filter(text)}`);
    expect(status).toBe(400);
    expect(body.scimType).toBe('invalidFilter');
  });

  test('is listed in pages, with the attributes that are asked for', async () => {
    for (let n = 0; n < 3; n++) await addUser();
    const all = await namesOf('count=200');
    const first = await call('GET', 'Users?startIndex=1&count=2');
    expect(first.body).toMatchObject({ totalResults: all.length, startIndex: 1, itemsPerPage: 2 });
    expect(await namesOf('startIndex=2&count=2')).toEqual(all.slice(1, 3));
    expect(await namesOf('startIndex=-3&count=1')).toEqual(all.slice(0, 1));
    expect((await call('GET', 'Users?count=0')).body).toMatchObject({
      totalResults: all.length,
      Resources: [],
    });
    expect((await call('GET', 'Users?startIndex=100000')).body.Resources).toEqual([]);
    const { body } = await call('GET', 'Users?count=1&attributes=userName,name.givenName');
    expect(Object.keys(body.Resources[0]).sort()).toEqual(['id', 'schemas', 'userName']);
    const without = await call('GET', 'Users?count=1&excludedAttributes=groups,emails');
    expect(without.body.Resources[0]).not.toHaveProperty('groups');
    expect(without.body.Resources[0]).toHaveProperty('userName');
  });

  test('that exists cannot be created again, and a member is taken over', async () => {
    const email = nextEmail();
    await addUser({}, email);
    expect((await call('POST', 'Users', userOf(email.toUpperCase()))).body).toMatchObject({
      status: '409',
      scimType: 'uniqueness',
    });
    const member = await addMember(app, { role: 'review' });
    const { email: known } = (await app.request('GET', '/v1/user', { token: member.token })).json();
    expect(await namesOf(filter(`userName eq "${known}"`))).toEqual([known]);
    const taken = await call('POST', 'Users', {
      ...userOf(known),
      userName: 'login-name',
      externalId: 'taken',
    });
    expect(taken.status).toBe(201);
    expect(taken.body).toMatchObject({
      id: member.userId,
      userName: 'login-name',
      roles: [{ value: 'review' }],
    });
  });

  test('of another owner joins only if the organization has verified the domain', async () => {
    const other = await addOrganization(app);
    const { email, userId } = await addMember(app, {
      role: 'read',
      organizationId: other.organizationId,
      email: `owner@${newId()}.example`,
    });
    const refused = await call('POST', 'Users', userOf(email));
    expect(refused.body).toMatchObject({ status: '409', scimType: 'uniqueness' });
    expect(refused.body.detail).toContain('Verify the domain');
    await app.database.sql`
      insert into organization_domain (organization_id, domain, challenge, verified_at)
      values (${app.organizationId}, ${email.split('@')[1] as string}, 'x', now())`;
    const joined = await call('POST', 'Users', userOf(email));
    expect(joined.status).toBe(201);
    expect(joined.body.id).toBe(userId);
  });

  test.each([
    [{ userName: undefined }, 'userName'],
    [{ userName: 7 }, 'userName'],
    [{ userName: 'no-address', emails: [] }, 'email'],
    [{ active: 'perhaps' }, 'active'],
    [{ roles: [{ value: 'owner' }] }, 'roles'],
    [{ emails: [1] }, 'emails'],
    [{ title: 'x'.repeat(30_000) }, 'characters'],
  ])('is refused with %j', async (wrong, named) => {
    const { status, body } = await call('POST', 'Users', userOf(nextEmail(), wrong));
    expect(status).toBe(400);
    expect(body).toMatchObject({ scimType: 'invalidValue', detail: expect.stringContaining(named) });
  });

  test('loses all access at once when it is deactivated, and gets role and teams back', async () => {
    const member = await addMember(app, { role: 'create' });
    const group = await addGroup('Returning', [member.userId]);
    const read = () => app.request('GET', `/v1/orgs/${app.organizationId}`, { token: member.token });
    expect((await read()).statusCode).toBe(200);
    const { body } = await patch(`Users/${member.userId}`, { op: 'Replace', path: 'active', value: 'False' });
    expect(body).toMatchObject({ active: false, groups: [] });
    expect((await read()).statusCode).toBe(401);
    expect(await membersOf(group.id)).toEqual([]);
    expect(await namesOf(filter(`id eq "${member.userId}" and active eq false`))).toHaveLength(1);

    const back = await patch(`Users/${member.userId}`, { op: 'replace', value: { active: true } });
    expect(back.body).toMatchObject({
      active: true,
      roles: [{ value: 'create' }],
      groups: [{ value: group.id }],
    });
    expect(await membersOf(group.id)).toEqual([member.userId]);
  });

  test('that an administrator removed does not come back by an old directory', async () => {
    const { email, userId } = await addAccount(app, { role: 'read' });
    expect((await call('POST', 'Users', userOf(email))).status).toBe(201);
    await app.request('DELETE', `/v1/orgs/${app.organizationId}/members/${userId}`);
    const { status, body } = await patch(`Users/${userId}`, { op: 'replace', path: 'active', value: true });
    expect(status).toBe(409);
    expect(body.detail).toContain('no longer a member');
  });

  test('is changed in the ways of directories', async () => {
    const { id, userName } = await addUser({ name: { givenName: 'A', familyName: 'B' } });
    const { body } = await patch(
      `Users/${id}`,
      { op: 'Add', path: 'name.givenName', value: 'Anna' },
      { op: 'Replace', path: 'displayName', value: 'Anna B' },
      { op: 'Add', path: 'phoneNumbers[type eq "work"].value', value: '+1 555' },
      { op: 'Add', path: `${ENTERPRISE}:department`, value: 'Support' },
      { op: 'Replace', path: 'roles', value: [{ value: 'comment' }] },
    );
    expect(body).toMatchObject({
      displayName: 'Anna B',
      name: { givenName: 'Anna', familyName: 'B' },
      [ENTERPRISE]: { department: 'Support' },
      roles: [{ value: 'comment', primary: true }],
    });
    const renamed = await call(
      'PUT',
      `Users/${id}`,
      userOf(userName, { displayName: 'Anna C', externalId: 'e' }),
    );
    expect(renamed.body).toMatchObject({
      displayName: 'Anna C',
      externalId: 'e',
      roles: [{ value: 'comment' }],
    });
    expect(renamed.body).not.toHaveProperty('name');
    const email = nextEmail();
    const moved = await call('PUT', `Users/${id}`, userOf(email));
    expect(moved.body.emails).toEqual([{ value: email, type: 'work', primary: true }]);
  });

  test('keeps the address of an account that its owner uses, unless the domain is verified', async () => {
    const { email, userId } = await addAccount(app, { role: 'read' });
    const { body } = await call('PUT', `Users/${userId}`, userOf(nextEmail(), { displayName: 'Known' }));
    expect(body.emails[0].value).toBe(email);
    expect(body.displayName).toBe('Known');
  });

  test('is patched where a path or a filter says', async () => {
    const { id, userName } = await addUser({ phoneNumbers: [{ type: 'work', value: '1' }] });
    const to = async (expected: object, ...operations: object[]) => {
      const { status, body } = await patch(`Users/${id}`, ...operations);
      expect(status, JSON.stringify(body)).toBe(200);
      expect(body).toMatchObject(expected);
    };
    const work = { type: 'work', value: '1' };
    const home = { type: 'home', value: '2', primary: true };
    await to(
      { phoneNumbers: [{ ...work, primary: false }, home] },
      { op: 'add', path: 'phoneNumbers', value: home },
    );
    await to(
      {
        phoneNumbers: [
          { ...work, primary: false },
          { ...home, value: '3' },
        ],
      },
      { op: 'replace', path: 'phoneNumbers[type eq "home"].value', value: '3' },
    );
    await to({ phoneNumbers: [{ type: 'home' }] }, { op: 'remove', path: 'phoneNumbers[type eq "work"]' });
    await to({ nickName: 'N' }, { op: 'add', value: { NICKNAME: 'N', 'name.familyName': 'F', unknown: 1 } });
    await to(
      { name: { familyName: 'F', givenName: 'G' } },
      { op: 'replace', path: 'name', value: { givenName: 'G' } },
    );
    await to(
      { [ENTERPRISE]: { department: 'D', costCenter: 'C' } },
      { op: 'add', path: `${ENTERPRISE}:department`, value: 'D' },
      { op: 'add', value: { [ENTERPRISE]: { costCenter: 'C' } } },
    );
    const email = nextEmail();
    await to(
      { emails: [{ value: email }], userName },
      { op: 'replace', path: 'emails[type eq "work"].value', value: email },
    );
    const { body } = await patch(`Users/${id}`, { op: 'remove', path: 'nickName' });
    expect(body).not.toHaveProperty('nickName');
  });

  test.each([
    '__proto__.polluted',
    'name.__proto__.polluted',
    'constructor.prototype.polluted',
    'emails[type eq "work"].__proto__.polluted',
    'emails[__proto__ eq "work"].constructor',
  ])('changes no other object by the path %s', async (path) => {
    const { id } = await addUser();
    const inValue = path.includes('[') ? [] : [{ op: 'add', value: { [path]: 'yes' } }];
    for (const operation of [{ op: 'add', path, value: 'yes' }, ...inValue])
      expect([200, 400]).toContain((await patch(`Users/${id}`, operation)).status);
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
    expect({}.constructor).toBe(Object);
  });

  test.each([
    [{ op: 'move', path: 'title', value: 'x' }],
    [{ op: 'replace', path: 'title[', value: 'x' }],
    [{ op: 'remove' }],
  ])('refuses the operation %j', async (operation) => {
    const { id } = await addUser();
    expect((await patch(`Users/${id}`, operation)).status).toBe(400);
  });

  test('is deleted, unless it is the last administrator', async () => {
    const { id } = await addUser();
    expect((await call('DELETE', `Users/${id}`)).status).toBe(204);
    for (const method of ['GET', 'DELETE']) expect((await call(method, `Users/${id}`)).status).toBe(404);
    expect((await patch(`Users/${newId()}`, { op: 'replace', path: 'active', value: false })).status).toBe(
      404,
    );
    const { id: administratorId } = (await app.request('GET', '/v1/user')).json();
    const refused = await call('DELETE', `Users/${administratorId}`);
    expect(refused.status).toBe(409);
    expect(refused.body.detail).toContain('administrator');
  });
});

describe('a group', () => {
  test('is a team, which is found by its title and its members', async () => {
    const { id: userId } = await addUser();
    const { id } = await addGroup('Writers of manuals', [userId]);
    const team = (await app.request('GET', `/v1/orgs/${app.organizationId}/teams/${id}`)).json();
    expect(team).toMatchObject({ title: 'Writers of manuals', members: 1 });
    for (const text of [
      'displayName eq "WRITERS of manuals"',
      `members.value eq "${userId}"`,
      `id eq "${id}"`,
    ]) {
      const { body } = await call('GET', `Groups?${filter(text)}&excludedAttributes=members`);
      expect(body.Resources, text).toEqual([
        expect.objectContaining({ id, displayName: 'Writers of manuals' }),
      ]);
      expect(body.Resources[0]).not.toHaveProperty('members');
    }
    const { body } = await call('GET', `Users/${userId}`);
    expect(body.groups).toEqual([expect.objectContaining({ value: id, display: 'Writers of manuals' })]);
  });

  test('changes its members in every form that directories use', async () => {
    const ids = (await Promise.all([addUser(), addUser(), addUser()])).map(({ id }) => id).sort();
    const [a, b, c] = ids as [string, string, string];
    const { id } = await addGroup('Changing', [a]);
    const to = async (expected: string[], ...operations: object[]) => {
      const { status, body } = await patch(`Groups/${id}`, ...operations);
      expect(status, JSON.stringify(body)).toBe(200);
      expect(await membersOf(id)).toEqual(expected);
    };
    await to([a, b], { op: 'add', path: 'members', value: [{ value: b }] });
    await to([b], { op: 'remove', path: `members[value eq "${a}"]` });
    await to([b, c], { op: 'Add', value: { members: [{ value: c }] } });
    await to([c], { op: 'Remove', path: 'members', value: [{ value: b }] });
    await to([a, b], { op: 'replace', path: 'members', value: [{ value: a }, { value: b }] });
    await to([a, b], { op: 'replace', value: { displayName: 'Changed', externalId: 'g' } });
    await to([], { op: 'remove', path: 'members' });
    expect((await call('GET', `Groups/${id}`)).body).toMatchObject({
      displayName: 'Changed',
      externalId: 'g',
    });
    const put = await call('PUT', `Groups/${id}`, { displayName: 'Put', members: [{ value: c }] });
    expect(put.body).toMatchObject({ displayName: 'Put', members: [{ value: c }] });
    expect(put.body).not.toHaveProperty('externalId');
  });

  test('keeps its inactive users until they return', async () => {
    const { id: userId } = await addUser();
    const { id } = await addGroup('Waiting', []);
    await patch(`Users/${userId}`, { op: 'replace', path: 'active', value: false });
    expect(
      (await patch(`Groups/${id}`, { op: 'add', path: 'members', value: [{ value: userId }] })).status,
    ).toBe(200);
    expect(await membersOf(id)).toEqual([]);
    await patch(`Users/${userId}`, { op: 'replace', path: 'active', value: true });
    expect(await membersOf(id)).toEqual([userId]);
  });

  test.each([
    [{ displayName: '' }, 'displayName'],
    [{ displayName: 'x'.repeat(300) }, 'displayName'],
    [{ displayName: 'G', members: [{ value: newId() }] }, 'members'],
    [{ displayName: 'G', members: [{ value: 'nobody' }] }, 'members'],
    [{ displayName: 'G', members: [{}] }, 'members'],
  ])('is refused with %j', async (body, named) => {
    const refused = await call('POST', 'Groups', body);
    expect(refused.body).toMatchObject({
      status: '400',
      scimType: 'invalidValue',
      detail: expect.stringContaining(named),
    });
  });

  test('is deleted with its team', async () => {
    const { id } = await addGroup('Short-lived');
    expect((await call('DELETE', `Groups/${id}`)).status).toBe(204);
    expect((await call('GET', `Groups/${id}`)).status).toBe(404);
    expect((await patch(`Groups/${id}`, { op: 'remove', path: 'members' })).status).toBe(404);
    expect((await call('DELETE', `Groups/${id}`)).status).toBe(404);
  });
});

test('two directories that create the same person at once make one member', async () => {
  const email = nextEmail();
  const answers = await Promise.all([1, 2, 3].map(() => call('POST', 'Users', userOf(email))));
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
  expect(await namesOf(filter(`userName eq "${email}"`))).toEqual([email]);
});
