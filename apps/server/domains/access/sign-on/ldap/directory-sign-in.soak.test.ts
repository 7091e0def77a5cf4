import { newId } from '@lectern/std/ids';
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addAccount, turnOnSecondFactor } from '../../../../../../test/accounts.ts';
import { buildTestApp, type TestApp } from '../../../../../../test/app.ts';
import { BASE, type LdapServer, startLdapServer } from '../../../../../../test/ldap-server.ts';
import { SsoBrowser } from '../../../../../../test/sso-browser.ts';
import { checkDirectories } from './check-directories.ts';

let app: TestApp;
let server: LdapServer;
let teamId: string;
const lines: string[] = [];
const group = (cn: string) => `cn=${cn},ou=groups,${BASE}`;

const signIn = (
  browser: SsoBrowser,
  user: string,
  { password = user, name = 'main', to = '/app/s/1' } = {},
): Promise<LightMyRequestResponse> => browser.post(`/app/sign-in/directory/${name}`, { user, password, to });
const problemOn = ({ body }: LightMyRequestResponse): string =>
  /<p class="problem"[^>]*>([^<]*)</.exec(body)?.[1] ?? '';
const userOf = async (browser: SsoBrowser) => (await browser.get('/v1/session')).json().user;
const memberOf = (userId: string) =>
  app.request('GET', `/v1/orgs/${app.organizationId}/members/${userId}`).then((response) => response.json());
const teamsOf = async (userId: string): Promise<string[]> => {
  const response = await app.request('GET', `/v1/orgs/${app.organizationId}/members/${userId}/teams`);
  return response.json().items.map(({ team }: { team: { id: string } }) => team.id);
};

beforeAll(async () => {
  server = await startLdapServer();
  app = await buildTestApp({ onLog: (line) => lines.push(line) });
  const { organizationId } = app;
  const made = await app.request('PUT', `/v1/orgs/${organizationId}/teams`, { body: { title: 'Engineers' } });
  teamId = made.json().id;
  app.context.config.ldapDirectories.push(
    server.directory({
      groups: [
        { group: group('engineers'), organizationId, role: 'edit', teamId },
        { group: group('administrators'), organizationId, role: 'admin' },
        { group: group('engineers'), organizationId: newId(), role: 'admin' },
      ],
    }),
    server.directory({ name: 'closed', label: 'Closed', signUp: false }),
    server.directory({ name: 'away', label: 'Away', url: 'ldap://127.0.0.1:1' }),
  );
  await server.addPerson('ada', { cn: 'Ada Lovelace' });
  await server.addPerson('grace', { cn: 'Grace Hopper' });
  await server.addGroup('engineers', [`uid=ada,ou=people,${BASE}`]);
});
afterAll(async () => {
  await app?.close();
  await server?.close();
});

test('the page has a form, which leads back to where the reader was', async () => {
  const browser = new SsoBrowser(app);
  const page = await browser.get('/app/sign-in/directory/main?to=%2Fapp%2Fs%2F1');
  expect(page.body).toContain('Sign in with Company');
  expect(page.body).toContain('name="to" value="/app/s/1"');
  const response = await signIn(browser, 'ada');
  expect(response.statusCode, response.body).toBe(303);
  expect(new URL(response.headers.location as string).pathname).toBe('/app/s/1');
  const session = (await browser.get('/v1/session')).json();
  expect(session).toMatchObject({ method: 'ldap', user: { displayName: 'Ada Lovelace' } });
});

test('a form of another site is refused, and an unknown directory is not found', async () => {
  const fields = { user: 'ada', password: 'ada' };
  const foreign = await new SsoBrowser(app).postFromElsewhere('/app/sign-in/directory/main', fields);
  expect(foreign.statusCode).toBe(403);
  expect((await new SsoBrowser(app).get('/app/sign-in/directory/none')).statusCode).toBe(404);
});

test('administrators of the instance see each directory, whether it can be used, and why somebody could not sign in', async () => {
  const list = async () => {
    const response = await app.request('GET', '/v1/instance/ldap');
    expect(response.statusCode, response.body).toBe(200);
    expect(response.body).not.toContain('a-password-of-the-reader');
    return response.json().items;
  };
  const { organizationId } = app;
  const { title } = (await app.request('GET', `/v1/orgs/${organizationId}`)).json();
  await signIn(new SsoBrowser(app), 'ada');
  const [main, closed, away] = await list();
  expect(main).toMatchObject({
    object: 'instance-ldap-directory',
    name: 'main',
    label: 'Company',
    base: BASE,
    encryption: 'none',
    groups: [
      {
        group: group('engineers'),
        organization: { id: organizationId, title },
        role: 'edit',
        team: { id: teamId, title: 'Engineers' },
      },
      { group: group('administrators'), role: 'admin' },
      { organization: { title: null } },
    ],
    lastUsedAt: expect.any(String),
    warnings: [`The group ${group('administrators')} cannot be found.`],
  });
  expect(main).not.toHaveProperty('fault');
  expect(closed).toMatchObject({ name: 'closed', signUp: false, warnings: [] });
  expect(closed).not.toHaveProperty('lastUsedAt');
  expect(away.fault).toMatch(/ECONNREFUSED/);

  // A mistyped password is no problem of the directory.
  const before = (await list())[0].lastProblem;
  await signIn(new SsoBrowser(app), 'ada', { password: 'mistyped' });
  expect((await list())[0].lastProblem).toEqual(before);
  await signIn(new SsoBrowser(app), 'grace', { name: 'closed' });
  await signIn(new SsoBrowser(app), 'grace', { name: 'away' });
  const problems = (await list()).map(({ lastProblem }: { lastProblem?: object }) => lastProblem);
  expect(problems.slice(1)).toMatchObject([
    { reason: 'no-account', message: expect.stringContaining('no account for you') },
    {
      reason: 'directory-unreachable',
      message: 'The directory does not respond. Try again in a few minutes.',
    },
  ]);
});

describe('checks', () => {
  /** Half a minute more than the interval later. */
  const check = async (): Promise<void> => {
    await app.context.db
      .updateTable('instance_identity')
      .set({ last_used_at: new Date(Date.now() - 16 * 60_000), checked_at: null })
      .execute();
    await checkDirectories(app.context, new AbortController().signal);
  };
  const isSignedIn = async (browser: SsoBrowser): Promise<boolean> => (await userOf(browser)) !== undefined;

  test('end the access of who is removed or leaves the filter, and of nobody while the directory is away', async () => {
    const people = ['mary', 'joan', 'jean'];
    for (const name of people) await server.addPerson(name);
    const [mary, joan, jean] = people.map(() => new SsoBrowser(app)) as [SsoBrowser, SsoBrowser, SsoBrowser];
    for (const [index, browser] of [mary, joan, jean].entries())
      expect((await signIn(browser, people[index] as string)).statusCode).toBe(303);
    await check();
    expect(await Promise.all([mary, joan, jean].map(isSignedIn))).toEqual([true, true, true]);
    const [directory] = app.context.config.ldapDirectories;
    const { url } = directory as { url: string };
    await server.remove(`uid=mary,ou=people,${BASE}`);
    Object.assign(directory as object, { url: 'ldap://127.0.0.1:1' });
    await check();
    expect(await isSignedIn(mary)).toBe(true);
    Object.assign(directory as object, { url, filter: '(&(uid={user})(!(sn=joan)))' });
    await server.set(`uid=joan,ou=people,${BASE}`, 'sn', ['joan']);
    await check();
    expect(await Promise.all([mary, joan, jean].map(isSignedIn))).toEqual([false, false, true]);
    Object.assign(directory as object, { filter: '(|(uid={user})(mail={user}))' });
  });
});

describe('groups', () => {
  test('make somebody a member, with a role and teams, and take back what they gave', async () => {
    const browser = new SsoBrowser(app);
    await signIn(browser, 'ada');
    const { id } = await userOf(browser);
    expect(await memberOf(id)).toMatchObject({ role: 'edit', sso: false });
    expect(await teamsOf(id)).toEqual([teamId]);
    await server.set(group('engineers'), 'member', [`uid=grace,ou=people,${BASE}`]);
    await signIn(new SsoBrowser(app), 'ada');
    expect((await memberOf(id)).role).toBeNull();
    expect(await teamsOf(id)).toEqual([]);
    await server.set(group('engineers'), 'member', [`uid=ada,ou=people,${BASE}`]);
    const audit = await app.request('GET', `/v1/orgs/${app.organizationId}/audit-events?limit=100`);
    const actions = audit.json().items.map(({ action }: { action: string }) => action);
    for (const action of ['member.joined', 'member.updated', 'team-member.added', 'team-member.removed'])
      expect(actions).toContain(action);
  });

  test('leave what people gave', async () => {
    const { userId } = await addAccount(app, { email: 'kept@company.example', role: 'read' });
    await app.request('PUT', `/v1/orgs/${app.organizationId}/teams/${teamId}/members/${userId}`, {
      body: {},
    });
    await server.addPerson('kept');
    await verify(userId);
    await signIn(new SsoBrowser(app), 'kept');
    expect((await memberOf(userId)).role).toBe('read');
    expect(await teamsOf(userId)).toEqual([teamId]);
  });

  test('never take the last administrator', async () => {
    const lone = new SsoBrowser(app);
    await server.addPerson('lone');
    await server.addGroup('administrators', [`uid=lone,ou=people,${BASE}`]);
    await signIn(lone, 'lone');
    const { id } = await userOf(lone);
    expect((await memberOf(id)).role).toBe('admin');
    const others = app.context.db
      .updateTable('member')
      .where('organization_id', '=', app.organizationId)
      .where('user_id', '<>', id)
      .where('role', '=', 'admin');
    await others.set({ disabled: true }).execute();
    await server.remove(group('administrators'));
    expect((await signIn(new SsoBrowser(app), 'lone')).statusCode).toBe(303);
    expect((await memberOf(id)).role).toBe('admin');
    await others.set({ disabled: false }).execute();
    await signIn(new SsoBrowser(app), 'lone');
    expect((await memberOf(id)).role).toBeNull();
  });

  test('do not bring back whom an invitation waits for, or whom the organization deactivated', async () => {
    const { db } = app.context;
    const { organizationId } = app;
    const waiting = await addAccount(app, { email: 'waiting@company.example', role: 'read' });
    await db.updateTable('member').set({ disabled: true }).where('user_id', '=', waiting.userId).execute();
    const former = await addAccount(app, { email: 'former@company.example' });
    await db
      .insertInto('provisioned_user')
      .values({
        organization_id: organizationId,
        user_id: former.userId,
        user_name: 'former',
        user_name_folded: 'former',
        former_teams: [],
        created_at: new Date(),
        updated_at: new Date(),
      })
      .execute();
    const people = [await server.addPerson('waiting'), await server.addPerson('former')];
    await server.set(group('engineers'), 'member', [...people, `uid=ada,ou=people,${BASE}`]);
    for (const [name, { userId }] of Object.entries({ waiting, former })) {
      await verify(userId);
      expect((await signIn(new SsoBrowser(app), name)).statusCode).toBe(303);
    }
    const rows = await db
      .selectFrom('member')
      .select(['role', 'disabled'])
      .where('user_id', 'in', [waiting.userId, former.userId])
      .execute();
    expect(rows).toEqual([{ role: 'read', disabled: true }]);
  });
});

const verify = (userId: string, at: Date | null = new Date()) =>
  app.context.db
    .updateTable('user_account')
    .set({ email_verified_at: at })
    .where('user_id', '=', userId)
    .execute();

describe('accounts', () => {
  test('are opened by a verified address, and afterwards by the id of the entry', async () => {
    const { userId } = await addAccount(app, { email: 'grace@company.example' });
    await verify(userId, null);
    const refused = await signIn(new SsoBrowser(app), 'grace');
    expect(refused.statusCode).toBe(403);
    expect(problemOn(refused)).toMatch(/never verified/);
    await verify(userId);
    const browser = new SsoBrowser(app);
    await signIn(browser, 'grace');
    expect((await userOf(browser)).id).toBe(userId);
    await server.set(`uid=grace,ou=people,${BASE}`, 'mail', ['hopper@company.example']);
    await signIn(browser, 'grace');
    expect((await userOf(browser)).id).toBe(userId);
  });

  test('an address that another person gets does not open the account of the one before', async () => {
    const heir = new SsoBrowser(app);
    await server.addPerson('heir', { mail: 'heir@company.example' });
    await signIn(heir, 'heir');
    const first = (await userOf(heir)).id;
    await server.remove(`uid=heir,ou=people,${BASE}`);
    await server.addPerson('heir', { mail: 'elsewhere@company.example' });
    const other = new SsoBrowser(app);
    await signIn(other, 'heir');
    expect((await userOf(other)).id).not.toBe(first);
  });

  test('are not created where the operator does not allow it, and need an address', async () => {
    await server.addPerson('new');
    const refused = await signIn(new SsoBrowser(app), 'new', { name: 'closed' });
    expect([refused.statusCode, problemOn(refused)]).toEqual([403, expect.stringMatching(/no account/)]);
    const dn = await server.addPerson('mute');
    await server.set(dn, 'mail', []);
    expect(problemOn(await signIn(new SsoBrowser(app), 'mute'))).toMatch(/no email address/);
  });

  test('keep their second factor', async () => {
    const { userId, token } = await addAccount(app, { email: 'careful@company.example', role: 'read' });
    await verify(userId);
    const factor = await turnOnSecondFactor(app, token);
    const dn = await server.addPerson('careful');
    await server.set(group('engineers'), 'member', [dn]);
    const browser = new SsoBrowser(app);
    const asked = await signIn(browser, 'careful');
    expect(asked.statusCode).toBe(200);
    expect((await browser.get('/v1/session')).statusCode).toBe(401);
    const proof = /name="proof" value="([^"]+)"/.exec(asked.body)?.[1] as string;
    const enter = (code: string, name = 'main') =>
      browser.post(`/app/sign-in/directory/${name}/code`, { proof, code, to: '/app' });
    expect((await enter('')).statusCode).toBe(401);
    expect((await enter('000000')).statusCode).toBe(401);
    expect((await enter(factor.recoveryCodes[0] as string, 'closed')).statusCode).toBe(401);
    expect((await memberOf(userId)).role).toBe('read');
    expect((await browser.get('/v1/session')).statusCode).toBe(401);
    expect((await enter(factor.recoveryCodes[0] as string)).statusCode).toBe(303);
    expect(await userOf(browser)).toMatchObject({ id: userId });
    expect((await memberOf(userId)).role).toBe('edit');
  });
});

describe('refusals', () => {
  test('are the same for an unknown name and a wrong password', async () => {
    const pages = [
      await signIn(new SsoBrowser(app), 'ada', { password: 'wrong' }),
      await signIn(new SsoBrowser(app), 'unknown', { password: 'wrong' }),
      await signIn(new SsoBrowser(app), 'ada', { password: '' }),
      await signIn(new SsoBrowser(app), '*', { password: 'ada' }),
    ];
    for (const page of pages) {
      expect(page.statusCode).toBe(401);
      expect(problemOn(page)).toBe('The user name or the password is incorrect.');
      expect(page.headers['set-cookie']).toBeUndefined();
    }
    expect(pages[0]?.body).toContain('value="ada"');
  });

  test('say in the language of the reader that the directory is away', async () => {
    const german = await app.server.inject({
      method: 'POST',
      url: '/app/sign-in/directory/away',
      remoteAddress: '10.9.9.9',
      headers: {
        origin: new URL(app.context.config.baseUrl).origin,
        'content-type': 'application/x-www-form-urlencoded',
        'accept-language': 'de',
      },
      payload: 'user=ada&password=ada',
    });
    expect([german.statusCode, problemOn(german)]).toEqual([
      503,
      'Das Verzeichnis antwortet nicht. Versuchen Sie es in ein paar Minuten noch einmal.',
    ]);
  });

  test('come to an end after ten wrong passwords, however the name is written', async () => {
    await server.addPerson('victim');
    // Another process, because one limits all attempts of an address, too.
    const { ldapDirectories } = app.context.config;
    const second = await buildTestApp({ beside: app, config: { ldapDirectories } });
    const attempt = (at: TestApp, user: string, password: string) =>
      at.server.inject({
        method: 'POST',
        url: '/app/sign-in/directory/main',
        remoteAddress: '10.8.8.8',
        headers: {
          origin: new URL(at.context.config.baseUrl).origin,
          'content-type': 'application/x-www-form-urlencoded',
        },
        payload: new URLSearchParams({ user, password }).toString(),
      });
    for (const user of ['victim', 'VICTIM', 'ｖｉｃｔｉｍ', 'vic\ufe00tim', ...Array(6).fill('victim')])
      expect((await attempt(app, user, 'wrong')).statusCode, user).toBe(401);
    const late = await attempt(second, 'victim', 'victim');
    expect([late.statusCode, problemOn(late)]).toEqual([429, expect.stringMatching(/^Too many incorrect/)]);
    expect((await signIn(new SsoBrowser(app), 'victim')).statusCode).toBe(303);
    await second.close();
  });

  test('write no name and no password into the log', async () => {
    lines.length = 0;
    await signIn(new SsoBrowser(app), 'a-name-of-mine', { password: 'a-password-of-mine' });
    await signIn(new SsoBrowser(app), 'a-name-of-mine', { password: 'a-password-of-mine', name: 'away' });
    const log = lines.join('\n');
    expect(log).toContain('directory-credentials');
    expect(log).toContain('directory-unreachable');
    expect(log).not.toMatch(/-of-mine/);
  });
});

test('one directory that hangs does not hold up another one', async () => {
  const other = await startLdapServer();
  try {
    await other.addPerson('slow');
    app.context.config.ldapDirectories.push(other.directory({ name: 'slow', timeoutSeconds: 2 }));
    other.pause(true);
    const waiting = Array.from({ length: 40 }, () => signIn(new SsoBrowser(app), 'slow', { name: 'slow' }));
    const quick = await signIn(new SsoBrowser(app), 'ada');
    expect(quick.statusCode).toBe(303);
    const pages = await Promise.all(waiting);
    expect(new Set(pages.map(({ statusCode }) => statusCode))).toEqual(new Set([503]));
    expect(pages.filter((page) => /Many people/.test(problemOn(page)))).toHaveLength(10);
    other.pause(false);
    expect((await signIn(new SsoBrowser(app), 'slow', { name: 'slow' })).statusCode).toBe(303);
  } finally {
    await other.close();
  }
});
