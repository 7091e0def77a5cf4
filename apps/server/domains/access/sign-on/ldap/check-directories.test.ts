import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { addAccount } from '../../../../../../test/accounts.ts';
import { buildTestApp, type TestApp } from '../../../../../../test/app.ts';
import { createTestClock } from '../../../../../../test/clock.ts';
import { addUserToken } from '../../../../../../test/factories.ts';
import { directoryAt } from '../../../../../../test/ldap-directory.ts';
import { type LdapForger, startLdapForger } from '../../../../../../test/ldap-forger.ts';
import { SsoBrowser } from '../../../../../../test/sso-browser.ts';
import { checkDirectories } from './check-directories.ts';

const GROUP = 'cn=writers,dc=company,dc=example';
const clock = createTestClock(new Date('2030-01-01T00:00:00.000Z'));
const lines: string[] = [];
let app: TestApp;
let forger: LdapForger;
/** What the directory has, by the names that people sign in with. */
const people = new Map<string, { id: string; attributes: Record<string, string[]> }>();

beforeAll(async () => {
  forger = await startLdapForger();
  app = await buildTestApp({ clock: clock.now, onLog: (line) => lines.push(line) });
  const groups = [{ group: GROUP, organizationId: app.organizationId, role: 'edit' as const }];
  app.context.config.ldapDirectories.push(
    directoryAt(forger.port, { filter: '(uid={user})', groups, timeoutSeconds: 2 }),
  );
});
afterAll(async () => {
  await app?.close();
  await forger?.close();
});
beforeEach(() => {
  people.clear();
  lines.length = 0;
  forger.instead = undefined;
  forger.binds.clear();
  // Without a name in the question, the first entry shows that there are people.
  forger.find = (request) =>
    [...people]
      .filter(([name, { id }], index) => {
        const isNamed = [...people].some((one) => request.includes(one[0]) || request.includes(one[1].id));
        return isNamed
          ? request.includes(name) || request.includes(id)
          : asksForAnybody(request) && index === 0;
      })
      .map(([name, { attributes }]) => ({ dn: `cn=${name},dc=company,dc=example`, attributes }));
});
/** The search for any person has no value, such as the id of somebody who is gone. */
const asksForAnybody = (request: Buffer): boolean => !/id-of-/.test(request.toString('latin1'));

let count = 0;
/** Somebody who is signed in in a browser, and has a token that is a password for programs. */
async function signInSomebody({ groups = [GROUP] }: { groups?: string[] } = {}) {
  count += 1;
  const name = `person${count}x`;
  const id = `id-of-${count}x`;
  const attributes = {
    entryUUID: [id],
    mail: [`${name}@company.example`],
    cn: [name],
    memberOf: groups,
  };
  people.set(name, { id, attributes });
  const browser = new SsoBrowser(app);
  const response = await browser.post('/app/sign-in/directory/main', {
    user: name,
    password: 'x',
    to: '/app',
  });
  expect(response.statusCode, response.body).toBe(303);
  const { user } = (await browser.get('/v1/session')).json();
  const token = await addUserToken(app, user.id);
  return {
    name,
    userId: user.id as string,
    attributes,
    canAct: async () => {
      const session = (await browser.get('/v1/session')).json();
      const byToken = await app.request('GET', '/v1/user', { token });
      expect(byToken.statusCode === 200).toBe(session.user !== undefined);
      return session.user !== undefined;
    },
  };
}

async function check(minutes = 15): Promise<void> {
  clock.advance(minutes * 60_000);
  await checkDirectories(app.context, new AbortController().signal);
}
const roleOf = async (userId: string) =>
  (await app.request('GET', `/v1/orgs/${app.organizationId}/members/${userId}`)).json().role;

test('who is removed from the directory loses sessions, tokens and what groups gave; others stay', async () => {
  const [gone, kept] = [await signInSomebody(), await signInSomebody()];
  people.delete(gone.name);
  await check(14);
  expect(await gone.canAct()).toBe(true);
  await check(1);
  expect(await gone.canAct()).toBe(false);
  expect(await kept.canAct()).toBe(true);
  expect(await roleOf(gone.userId)).toBeNull();
  expect(await roleOf(kept.userId)).toBe('edit');
  const events = await app.context.db
    .selectFrom('audit_event')
    .select(['action', 'payload'])
    .where('target_id', '=', gone.userId)
    .where('action', '=', 'user.updated')
    .execute();
  expect(events).toMatchObject([{ payload: { provider: { id: 'ldap/main' }, after: { sessions: 0 } } }]);
});

test('who is deactivated loses access, and can act again once the directory lets them in', async () => {
  const person = await signInSomebody();
  await signInSomebody();
  Object.assign(person.attributes, { userAccountControl: ['514'] });
  await check();
  expect(await person.canAct()).toBe(false);
  // Somebody may come back by another way: the directory said all that it had to say.
  const token = await addUserToken(app, person.userId);
  await check();
  expect((await app.request('GET', '/v1/user', { token })).statusCode).toBe(200);
  Object.assign(person.attributes, { userAccountControl: ['512'] });
  const browser = new SsoBrowser(app);
  const again = { user: person.name, password: 'x', to: '/app' };
  await browser.post('/app/sign-in/directory/main', again);
  expect((await browser.get('/v1/session')).json().user.id).toBe(person.userId);
  people.delete(person.name);
  await check();
  expect((await browser.get('/v1/session')).json().user).toBeUndefined();
});

test('who leaves a group loses its role and stays signed in', async () => {
  const person = await signInSomebody();
  person.attributes.memberOf = [];
  await check();
  expect(await person.canAct()).toBe(true);
  expect(await roleOf(person.userId)).toBeNull();
});

test.each<[string, () => void]>([
  ['hangs up', () => Object.assign(forger, { instead: (socket: { destroy(): void }) => socket.destroy() })],
  ['refuses the account that searches', () => forger.binds.set('cn=reader', { code: 49, message: '' })],
  ['is busy', () => forger.binds.set('cn=reader', { code: 51, message: '' })],
  ['shows nobody', () => people.clear()],
])('a directory that %s signs nobody out, and is asked again at once', async (_case, breakIt) => {
  const person = await signInSomebody();
  await signInSomebody();
  const before = new Map(people);
  breakIt();
  await check();
  expect(await person.canAct()).toBe(true);
  expect(lines.join()).toContain('a directory could not be checked');
  forger.instead = undefined;
  forger.binds.clear();
  for (const [name, entry] of before) if (name !== person.name) people.set(name, entry);
  people.delete(person.name);
  await check(0);
  expect(await person.canAct()).toBe(false);
});

test('an entry that cannot be read says nothing about its person, nor about others', async () => {
  const [unclear, gone] = [await signInSomebody(), await signInSomebody()];
  await signInSomebody();
  unclear.attributes.entryUUID = ['one', 'two'];
  people.delete(gone.name);
  await check();
  expect(await unclear.canAct()).toBe(true);
  expect(await gone.canAct()).toBe(false);
});

test('people without a session of the directory are not asked about', async () => {
  const { userId, token } = await addAccount(app);
  expect(userId).toBeDefined();
  await check();
  expect((await app.request('GET', '/v1/user', { token })).statusCode).toBe(200);
  expect(lines.join()).not.toContain(userId);
});
