import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BASE, type LdapServer, startLdapServer } from '../../../../../../test/ldap-server.ts';
import type { LdapDirectory } from '../../../../platform/config.ts';
import { SignOnRefusal } from '../refusal.ts';
import { askDirectory } from './ask-directory.ts';

let server: LdapServer;
const ask = (user: string, password: string, changes: Partial<LdapDirectory> = {}) =>
  askDirectory(server.directory(changes), { user, password });
const reasonOf = async (work: Promise<unknown>): Promise<string> => {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof SignOnRefusal)) throw error ?? new Error('nothing was refused');
  return error.reason;
};

beforeAll(async () => {
  server = await startLdapServer();
  await server.addPerson('ada', { cn: 'Ada Lovelace', userPassword: 'engine' });
});
afterAll(() => server?.close());

test('a person is known by the name or the address, and by an id that stays', async () => {
  const person = await ask('ada', 'engine');
  expect(person).toMatchObject({ email: 'ada@company.example', displayName: 'Ada Lovelace', groups: [] });
  expect(person?.nameId).toMatch(/^[0-9a-f-]{36}$/);
  expect(await ask('ADA@company.example', 'engine')).toEqual(person);
  expect(await ask('ada', 'wrong')).toBeUndefined();
  expect(await ask('nobody', 'engine')).toBeUndefined();
  await server.set(`uid=ada,ou=people,${BASE}`, 'mail', ['ada.king@company.example']);
  expect(await ask('ada', 'engine')).toEqual({ ...person, email: 'ada.king@company.example' });
  await server.set(`uid=ada,ou=people,${BASE}`, 'mail', ['ada@company.example']);
});

describe('what people type is never syntax', () => {
  test.each([
    '*',
    'a*',
    'ada)(uid=*',
    '*)(|(uid=ada',
    'ada)(objectClass=*))(|(uid=x',
    '\\61da',
    'ada\\',
    'ada,ou=people',
    '',
    ' ',
    'ada\0',
    'ada\u200b',
    '(',
    '&',
    '{user}',
  ])('%j is nobody', async (user) => {
    expect(await ask(user, 'engine')).toBeUndefined();
  });

  test('a name that is too long is nobody', async () => {
    expect(await ask('a'.repeat(100_000), 'engine')).toBeUndefined();
  });

  test('nor is it in a name to bind with', async () => {
    const userDn = `uid={user},ou=people,${BASE}`;
    const options = { userDn, bind: undefined };
    expect(await ask('ada', 'engine', options)).toMatchObject({ email: 'ada@company.example' });
    for (const user of [`ada,ou=people,${BASE}`, 'x+uid=ada', 'ada,', '#616461', 'ada\\', '"ada"', 'x'])
      expect(await ask(user, 'engine', options), user).toBeUndefined();
  });

  test('but names with such characters are found', async () => {
    const uid = 'o\\2c (d)*\\\\5c';
    await server.add(`uid=${uid.replaceAll('\\\\5c', '\\5c')},ou=people,${BASE}`, {
      objectClass: 'inetOrgPerson',
      uid: 'o, (d)*\\',
      cn: 'O',
      sn: 'O',
      userPassword: 'secret',
      mail: 'o@company.example',
    });
    expect(await ask('o, (d)*\\', 'secret')).toMatchObject({ email: 'o@company.example' });
    const userDn = `uid={user},ou=people,${BASE}`;
    expect(await ask('o, (d)*\\', 'secret', { userDn, bind: undefined })).toMatchObject({ displayName: 'O' });
    await server.addPerson('zoë', { userPassword: 'pâsswörd 鍵', mail: 'zoe@company.example' });
    expect(await ask('zoë', 'pâsswörd 鍵')).toMatchObject({ displayName: 'zoë' });
  });
});

describe('a password', () => {
  test.each(['', '\0', 'engine\0', 'engine\0more'])('is not %j', async (password) => {
    expect(await ask('ada', password)).toBeUndefined();
    expect(await ask('ada', password, { userDn: `uid={user},ou=people,${BASE}` })).toBeUndefined();
  });
});

test('two entries that match are refused, and an entry without an address says so', async () => {
  await server.addPerson('twin', { mail: 'same@company.example' });
  await server.addPerson('other', { mail: 'same@company.example' });
  await server.addPerson('third', { mail: 'same@company.example' });
  expect(await reasonOf(ask('same@company.example', 'twin'))).toBe('directory-ambiguous');
  const dn = await server.addPerson('mute');
  await server.set(dn, 'mail', []);
  expect(await ask('mute', 'mute')).toMatchObject({ email: undefined, emailProblem: 'directory-no-email' });
  await server.set(dn, 'mail', ['not an address', 'mute@company.example']);
  expect(await ask('mute', 'mute')).toMatchObject({ email: 'mute@company.example' });
  const emailDomains = ['other.example'];
  expect(await reasonOf(ask('mute', 'mute', { emailDomains }))).toBe('email-domain');
});

describe('groups', () => {
  const groups = ['engineers', 'leads'].map((cn) => ({
    group: ` CN=${cn}, ou=Groups,${BASE.toUpperCase()}`,
    organizationId: 'any',
    role: 'edit' as const,
  }));
  const engineers = `cn=engineers,ou=groups,${BASE}`;

  beforeAll(async () => {
    const dn = await server.addPerson('grace');
    await server.addGroup('engineers', [dn]);
    await server.addGroup('leads', [`uid=ada,ou=people,${BASE}`]);
    await server.addGroup('unnamed', [dn]);
  });

  test('are those of the entry, or those that a search finds', async () => {
    expect((await ask('grace', 'grace', { groups }))?.groups).toEqual([engineers]);
    const groupSearch = { base: `ou=groups,${BASE}`, filter: '(&(objectClass=groupOfNames)(member={dn}))' };
    expect((await ask('grace', 'grace', { groups, groupSearch }))?.groups).toEqual([engineers]);
    const byUid = { base: `ou=groups,${BASE}`, filter: '(cn={uid})' };
    expect((await ask('grace', 'grace', { groups, groupSearch: byUid }))?.groups).toEqual([]);
  });

  test('may be very many in the entry; a search that the directory cuts off is refused', async () => {
    const dn = `uid=grace,ou=people,${BASE}`;
    for (let n = 0; n < 600; n += 1) await server.addGroup(`group-${n}`, [dn]);
    expect((await ask('grace', 'grace', { groups }))?.groups).toEqual([engineers]);
    const groupSearch = { base: BASE, filter: '(member={dn})' };
    // slapd limits searches to 500 entries.
    expect(await reasonOf(ask('grace', 'grace', { groups, groupSearch }))).toBe('directory-groups');
  });

  test('nested ones are asked for as Active Directory wants it', async () => {
    const filter = '(member:1.2.840.113556.1.4.1941:={dn})';
    const groupSearch = { base: BASE, filter };
    // slapd does not know the rule, so that nothing matches.
    expect((await ask('grace', 'grace', { groups, groupSearch }))?.groups).toEqual([]);
  });
});

describe('encryption', () => {
  const tls = (changes: Partial<LdapDirectory>) =>
    ask('ada', 'engine', { ca: server.certificate, ...changes });

  test('is by ldaps:// or StartTLS, with a certificate that is verified', async () => {
    const ldaps = { encryption: 'ldaps' as const, url: `ldaps://localhost:${server.tlsPort}` };
    const startTls = { encryption: 'start-tls' as const, url: `ldap://localhost:${server.port}` };
    for (const way of [ldaps, startTls]) {
      expect(await tls(way)).toMatchObject({ displayName: 'Ada Lovelace' });
      // The certificate is of no authority that the machine knows.
      expect(await reasonOf(tls({ ...way, ca: undefined }))).toBe('directory-settings');
      const other = way.url.replace('localhost', '127.0.0.1');
      expect(await reasonOf(tls({ ...way, url: other })), 'of another host').toBe('directory-settings');
    }
  });
});

test('a bind account that is refused, and a base that does not exist, are the settings', async () => {
  const bind = { dn: `cn=reader,${BASE}`, password: 'wrong' };
  expect(await reasonOf(ask('ada', 'engine', { bind }))).toBe('directory-settings');
  expect(await reasonOf(ask('ada', 'engine', { base: 'dc=elsewhere' }))).toBe('directory-settings');
  expect(await reasonOf(ask('ada', 'engine', { idAttribute: 'employeeNumber' }))).toBe('directory-settings');
  expect(await reasonOf(ask('ada', 'engine', { filter: '(uid={user}' }))).toBe('directory-settings');
});

test('a directory that does not respond, or is not there, ends in time', async () => {
  server.pause(true);
  expect(await reasonOf(ask('ada', 'engine', { timeoutSeconds: 1 }))).toBe('directory-unreachable');
  const startTls = { encryption: 'start-tls' as const, timeoutSeconds: 1 };
  expect(await reasonOf(ask('ada', 'engine', startTls))).toBe('directory-unreachable');
  server.pause(false);
  expect(await reasonOf(ask('ada', 'engine', { url: 'ldap://127.0.0.1:1' }))).toBe('directory-unreachable');
  expect(await ask('ada', 'engine')).toMatchObject({ displayName: 'Ada Lovelace' });
});

test('entries of Active Directory are read with its schema', async () => {
  const corporate = await startLdapServer({ schema: 'active-directory' });
  try {
    const dn = `cn=Grace Hopper,ou=people,${BASE}`;
    const group = `cn=Writers,ou=groups,${BASE}`;
    await corporate.add(dn, {
      objectClass: ['user', 'extensibleObject'],
      instanceType: '4',
      nTSecurityDescriptor: 'none',
      objectCategory: `cn=Person,cn=Schema,${BASE}`,
      cn: 'Grace Hopper',
      sn: 'Hopper',
      displayName: 'Grace Hopper',
      sAMAccountName: 'grace',
      userPrincipalName: 'grace@corp.example',
      userAccountControl: '512',
      mail: 'grace@company.example',
      memberOf: group,
      userPassword: 'cobol',
    });
    const guid = Buffer.from('00ff61c3280a0d7b8090a0b0c0d0e0f0', 'hex');
    await corporate.set(dn, 'objectGUID', [guid]);
    const directory = corporate.directory({
      // The schema has no rules by which slapd could compare sAMAccountName.
      filter: '(&(objectClass=user)(|(sAMAccountName={user})(cn={user})(mail={user})))',
      idAttribute: 'objectguid',
      nameAttribute: 'displayName',
      groups: [{ group, organizationId: 'any', role: 'edit' }],
    });
    const person = {
      nameId: guid.toString('hex'),
      email: 'grace@company.example',
      displayName: 'Grace Hopper',
      groups: [group.toLowerCase()],
    };
    const given = { user: 'grace hopper', password: 'cobol' };
    expect(await askDirectory(directory, given)).toMatchObject(person);
    await corporate.set(dn, 'userAccountControl', ['514']);
    expect(await reasonOf(askDirectory(directory, given))).toBe('directory-inactive');
  } finally {
    await corporate.close();
  }
});
