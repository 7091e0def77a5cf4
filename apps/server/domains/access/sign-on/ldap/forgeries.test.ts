import { once } from 'node:events';
import { createServer } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { directoryAt } from '../../../../../../test/ldap-directory.ts';
import { type LdapForger, startLdapForger, writeResult } from '../../../../../../test/ldap-forger.ts';
import type { LdapDirectory } from '../../../../platform/config.ts';
import { SignOnRefusal } from '../refusal.ts';
import { askDirectory } from './ask-directory.ts';

const DN = 'cn=Ada,dc=company,dc=example';
const ATTRIBUTES = { entryUUID: ['an-id'], mail: ['ada@company.example'], cn: ['Ada'] };

let forger: LdapForger;

const ask = (changes: Partial<LdapDirectory> = {}) =>
  askDirectory(directoryAt(forger.port, { filter: '(uid={user})', timeoutSeconds: 1, ...changes }), {
    user: 'ada',
    password: 'of ada',
  });
const reasonOf = async (work: Promise<unknown>): Promise<string> => {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof SignOnRefusal)) throw error ?? new Error('nothing was refused');
  return error.reason;
};

beforeAll(async () => {
  forger = await startLdapForger();
});
afterAll(() => forger?.close());
beforeEach(() => {
  forger.binds.clear();
  forger.bound.length = 0;
  forger.references = [];
  forger.instead = undefined;
  forger.entries = [{ dn: DN, attributes: ATTRIBUTES }];
});

test('the password of a person is sent for their entry only', async () => {
  expect(await ask()).toMatchObject({ nameId: 'an-id', email: 'ada@company.example' });
  const reader = { dn: 'cn=reader', password: 'of the reader' };
  expect(forger.bound).toEqual([reader, { dn: DN, password: 'of ada' }, reader]);
});

test.each([
  ['no name', '', {}],
  ['the name of a mechanism', 'EXTERNAL', {}],
  ['no id', DN, { entryUUID: [] }],
  ['two ids', DN, { entryUUID: ['a', 'b'] }],
  ['an id with control characters', DN, { entryUUID: ['a\0b'] }],
  ['an id that is too long', DN, { entryUUID: ['a'.repeat(300)] }],
])('an entry with %s is refused', async (_name, dn, attributes) => {
  forger.entries = [{ dn, attributes: { ...ATTRIBUTES, ...attributes } }];
  expect(await reasonOf(ask())).toBe('directory-settings');
});

test('more entries than were asked for are refused', async () => {
  forger.entries = [{ dn: DN, attributes: ATTRIBUTES }];
  forger.entries.push({ dn: 'cn=Eve,dc=company,dc=example', attributes: ATTRIBUTES });
  expect(await reasonOf(ask())).toBe('directory-ambiguous');
});

test('references to other directories are not followed', async () => {
  const other = createServer();
  let connections = 0;
  other.on('connection', () => {
    connections += 1;
  });
  other.listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as { port: number };
  forger.references = [`ldap://127.0.0.1:${port}/dc=company,dc=example??sub`];
  forger.entries = [];
  expect(await ask()).toBeUndefined();
  forger.entries = [{ dn: DN, attributes: ATTRIBUTES }];
  forger.binds.set(DN, { code: 10, message: `ldap://127.0.0.1:${port}/` });
  expect(await reasonOf(ask())).toBe('directory-settings');
  expect(connections).toBe(0);
  other.close();
});

test.each([
  ['data 52e', undefined],
  ['data 525', undefined],
  ['data 532', 'directory-password-expired'],
  ['data 773', 'directory-password-expired'],
  ['data 533', 'directory-inactive'],
  ['data 701', 'directory-inactive'],
  ['data 775', 'directory-inactive'],
])('what Active Directory means by “%s” is understood', async (text, reason) => {
  const message = `80090308: LdapErr: DSID-0C090447, comment: AcceptSecurityContext error, ${text}, v3839`;
  forger.binds.set(DN, { code: 49, message });
  if (reason === undefined) expect(await ask()).toBeUndefined();
  else expect(await reasonOf(ask())).toBe(reason);
});

test.each([
  ['deactivated', { userAccountControl: ['514'] }],
  ['with flags that are no number', { userAccountControl: ['?'] }],
  ['locked', { nsAccountLock: ['TRUE'] }],
])('an account that is %s is refused, even if the directory accepts its password', async (_name, more) => {
  forger.entries = [{ dn: DN, attributes: { ...ATTRIBUTES, ...more } }];
  expect(await reasonOf(ask())).toBe('directory-inactive');
  forger.binds.set(DN, { code: 49, message: 'no' });
  expect(await ask(), 'but nobody else is told').toBeUndefined();
});

test('a list of groups of which only a part is sent is refused', async () => {
  const group = 'cn=writers,dc=company,dc=example';
  const groups = [{ group, organizationId: 'any', role: 'edit' as const }];
  forger.entries = [{ dn: DN, attributes: { ...ATTRIBUTES, memberOf: [group] } }];
  expect((await ask({ groups }))?.groups).toEqual([group]);
  forger.entries = [{ dn: DN, attributes: { ...ATTRIBUTES, 'memberOf;range=0-1499': [group] } }];
  expect(await reasonOf(ask({ groups }))).toBe('directory-groups');
});

test('a search that returns groups without end is refused', async () => {
  const groups = [{ group: 'cn=writers,dc=company', organizationId: 'any', role: 'edit' as const }];
  const groupSearch = { base: 'dc=company', filter: '(member={dn})' };
  const many = Array.from({ length: 2001 }, (_, n) => ({ dn: `cn=${n},dc=company`, attributes: {} }));
  const { entries } = forger;
  // The first search is for the person, the second for the groups.
  let searches = 0;
  Object.defineProperty(forger, 'entries', {
    configurable: true,
    get: () => {
      searches += 1;
      return searches > 1 ? many : entries;
    },
  });
  expect(await reasonOf(ask({ groups, groupSearch, timeoutSeconds: 10 }))).toBe('directory-groups');
  Object.defineProperty(forger, 'entries', { configurable: true, writable: true, value: entries });
});

test.each([
  ['is refused', () => writeResult(1, 0x78, 2, 'no'), /refuses StartTLS/],
  ['is the response to another request', () => writeResult(2, 0x78, 0, ''), /refuses StartTLS/],
  ['is another response', () => writeResult(1, 0x61, 0, ''), /refuses StartTLS/],
  [
    'comes with the beginning of a response that pretends to be encrypted',
    () => Buffer.concat([writeResult(1, 0x78, 0, ''), Buffer.from('302a020103612504000425', 'hex')]),
    /more than one response/,
  ],
  ['does not end', () => Buffer.from('3084ffffffff0201', 'hex'), /in time/],
  ['is too long', () => Buffer.alloc(10_000, 0x30), /more than one response/],
])('StartTLS that %s is the end, before any password is sent', async (_name, bytes, detail) => {
  forger.instead = (socket) => void socket.write(bytes());
  const error = await ask({ encryption: 'start-tls' }).catch((thrown: unknown) => thrown);
  expect((error as SignOnRefusal).detail).toMatch(detail);
  expect(forger.bound).toEqual([]);
});

test('a directory that closes the connection, or sends what is no response, is away', async () => {
  forger.instead = (socket) => void socket.destroy();
  expect(await reasonOf(ask())).toBe('directory-unreachable');
  expect(await reasonOf(ask({ encryption: 'start-tls' }))).toBe('directory-settings');
  forger.instead = (socket) => void socket.write('HTTP/1.1 400 Bad Request\r\n\r\n');
  expect(await reasonOf(ask())).toBe('directory-unreachable');
});
