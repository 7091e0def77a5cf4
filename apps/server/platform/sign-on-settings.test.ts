import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { makeCertificate } from '../../../test/x509.ts';
import { readConfig } from './config.ts';
import { createScrubberOf } from './log.ts';

const folder = mkdtempSync(join(tmpdir(), 'lectern-settings-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const fileOf = (content: unknown): string => {
  const path = join(folder, `${Math.random()}`);
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
};

const id = '8a1c2a54-7b1e-4f0a-9d55-0d2f6f1b7c11';

describe('OpenID Connect', () => {
  const own = { LECTERN_OIDC_ISSUER: 'https://id.example', LECTERN_OIDC_CLIENT_ID: 'lectern' };

  test('has one provider in the environment, and others in a file', () => {
    const LECTERN_OIDC_FILE = fileOf([
      { name: 'guests', label: 'Guests', issuer: 'https://guests.example', clientId: 'a', signUp: true },
    ]);
    const { oidcProviders } = readConfig({
      ...own,
      LECTERN_OIDC_FILE,
      LECTERN_OIDC_SCOPES: 'email, profile groups',
      LECTERN_OIDC_EMAIL_DOMAINS: '@Company.example other.example',
    });
    expect(oidcProviders).toMatchObject([
      {
        name: 'main',
        label: 'OpenID Connect',
        clientSecret: undefined,
        scopes: ['email', 'profile', 'groups'],
        emailDomains: ['company.example', 'other.example'],
        signUp: false,
        trustsEmail: false,
      },
      { name: 'guests', scopes: ['email', 'profile'], emailDomains: [], signUp: true },
    ]);
    expect(readConfig({}).oidcProviders).toEqual([]);
  });

  const inFile = (more: object) => ({
    LECTERN_OIDC_FILE: fileOf([
      { name: 'a', label: 'A', issuer: 'https://a.example', clientId: 'a', ...more },
    ]),
  });

  test('has groups in a file, written as those of directories', () => {
    const groups = [{ group: 'writers', organization: id, role: 'edit', team: id }];
    const read = (more: object) => readConfig(inFile(more)).oidcProviders[0];
    expect(read({ groups })).toMatchObject({
      groupsClaim: 'groups',
      groups: [{ group: 'writers', organizationId: id, role: 'edit', teamId: id }],
    });
    expect(read({ groups, groupsClaim: 'roles' })).toMatchObject({ groupsClaim: 'roles' });
    expect(read({})).toMatchObject({ groupsClaim: null, groups: [] });
  });

  test.each([
    ['an issuer alone', { LECTERN_OIDC_ISSUER: 'https://id.example' }, 'must be set together'],
    ['no URL', { ...own, LECTERN_OIDC_ISSUER: 'id.example' }, 'must be a URL'],
    ['neither true nor false', { ...own, LECTERN_OIDC_SIGN_UP: 'maybe' }, 'LECTERN_OIDC_SIGN_UP'],
    ['no file', { LECTERN_OIDC_FILE: join(folder, 'none') }, 'cannot be read'],
    ['a group for nothing', inFile({ groups: [{ group: 'a', organization: id }] }), 'neither a role'],
    ['a wrong id', inFile({ groups: [{ group: 'a', organization: 'x', role: 'edit' }] }), 'not an id'],
    ['a claim for nothing', inFile({ groupsClaim: 'roles' }), 'groupsClaim'],
    ['no JSON', { LECTERN_OIDC_FILE: fileOf('[{"clientSecret":"hidden",]') }, 'must be a file with JSON'],
    [
      'an unknown field',
      { LECTERN_OIDC_FILE: fileOf([{ secret: 'hidden' }]) },
      'must be a list of providers',
    ],
    [
      'one name twice',
      {
        ...own,
        LECTERN_OIDC_FILE: fileOf([{ name: 'main', label: 'A', issuer: 'https://a.example', clientId: 'a' }]),
      },
      'Two OpenID Connect providers',
    ],
  ])('is refused with %s', (_name, environment, problem) => {
    expect(() => readConfig(environment)).toThrow(problem);
    expect(() => readConfig(environment)).not.toThrow('hidden');
  });
});

describe('LDAP', () => {
  const own = { LECTERN_LDAP_URL: 'ldaps://ldap.example', LECTERN_LDAP_BASE: 'dc=company,dc=example' };
  const listed = { name: 'staff', url: 'ldap://10.0.0.1:3389', base: 'dc=company,dc=example' };

  test('has one directory in the environment, with the defaults of its kind', () => {
    expect(readConfig({}).ldapDirectories).toEqual([]);
    expect(readConfig(own).ldapDirectories).toEqual([
      {
        name: 'main',
        label: 'LDAP',
        url: 'ldaps://ldap.example',
        encryption: 'ldaps',
        ca: undefined,
        bind: undefined,
        userDn: undefined,
        base: 'dc=company,dc=example',
        filter: '(|(uid={user})(mail={user}))',
        idAttribute: 'entryUUID',
        emailAttribute: 'mail',
        nameAttribute: 'cn',
        groupSearch: undefined,
        groups: [],
        emailDomains: [],
        signUp: false,
        timeoutSeconds: 10,
        checkMinutes: 15,
      },
    ]);
    const [directory] = readConfig({ ...own, LECTERN_LDAP_KIND: 'active-directory' }).ldapDirectories;
    expect(directory).toMatchObject({ idAttribute: 'objectGUID', nameAttribute: 'displayName' });
    expect(directory?.filter).toContain('(sAMAccountName={user})');
  });

  test('encrypts with StartTLS unless that is turned off', () => {
    const read = (more: object) =>
      readConfig({ ...own, LECTERN_LDAP_URL: 'ldap://ldap.example/', ...more }).ldapDirectories[0];
    expect(read({})).toMatchObject({ url: 'ldap://ldap.example', encryption: 'start-tls' });
    expect(read({ LECTERN_LDAP_START_TLS: 'off' })?.encryption).toBe('none');
    const { certificate } = makeCertificate();
    expect(read({ LECTERN_LDAP_CA_FILE: fileOf(certificate) })?.ca).toBe(certificate);
  });

  test('has others in a file, with groups, and passwords that are never shown', () => {
    const groups = [
      { group: 'cn=a,dc=company', organization: id, role: 'edit' },
      { group: 'cn=b,dc=company', organization: id, team: id },
    ];
    const config = readConfig({
      ...own,
      LECTERN_LDAP_BIND_DN: 'cn=reader',
      LECTERN_LDAP_BIND_PASSWORD: 'a-first-password',
      LECTERN_LDAP_FILE: fileOf([
        {
          ...listed,
          nestedGroups: true,
          groups,
          bindDn: 'cn=reader',
          bindPasswordFile: fileOf('a-second-password\n'),
        },
      ]),
    });
    const [first, second] = config.ldapDirectories;
    expect(first?.bind).toEqual({ dn: 'cn=reader', password: 'a-first-password' });
    expect(second).toMatchObject({
      label: 'staff',
      encryption: 'start-tls',
      bind: { password: 'a-second-password' },
      groupSearch: {
        base: 'dc=company,dc=example',
        filter: '(member:1.2.840.113556.1.4.1941:={dn})',
      },
      groups: [
        { group: 'cn=a,dc=company', organizationId: id, role: 'edit' },
        { group: 'cn=b,dc=company', organizationId: id, teamId: id },
      ],
    });
    const setting = config.settings.find(({ name }) => name === 'LECTERN_LDAP_BIND_PASSWORD');
    expect(setting?.isSecret).toBe(true);
    const scrub = createScrubberOf(config);
    expect(scrub('it is a-first-password or a-second-password')).not.toMatch(/a-(?:first|second)-password/);
  });

  const inFile = (more: object) => ({ LECTERN_LDAP_FILE: fileOf([{ ...listed, ...more }]) });

  test.each([
    ['a URL alone', { LECTERN_LDAP_URL: 'ldap://a.example' }, 'must be set together'],
    ['another protocol', { ...own, LECTERN_LDAP_URL: 'https://ldap.example' }, 'needs a url'],
    ['a base in the URL', { ...own, LECTERN_LDAP_URL: 'ldap://ldap.example/dc=x' }, 'needs a url'],
    ['a password in the URL', { ...own, LECTERN_LDAP_URL: 'ldap://a:hidden@ldap.example' }, 'needs a url'],
    ['an unknown kind', { ...own, LECTERN_LDAP_KIND: 'novell' }, 'LECTERN_LDAP_KIND'],
    ['a filter without a place', { ...own, LECTERN_LDAP_FILTER: '(uid=ada)' }, '{user} in its filter'],
    ['a wrong name to bind with', { ...own, LECTERN_LDAP_USER_DN: '{user}@example' }, 'userDn'],
    ['no password to bind with', { ...own, LECTERN_LDAP_BIND_DN: 'cn=reader' }, 'not empty'],
    ['an empty password', inFile({ bindDn: 'cn=reader', bindPasswordFile: fileOf('\n') }), 'not empty'],
    ['two passwords', inFile({ bindDn: 'a=b', bindPassword: 'hidden', bindPasswordFile: '/' }), 'both'],
    ['no certificates', { ...own, LECTERN_LDAP_CA_FILE: fileOf('hidden') }, 'PEM'],
    ['a long wait', { ...own, LECTERN_LDAP_TIMEOUT_SECONDS: '3600' }, 'LECTERN_LDAP_TIMEOUT_SECONDS'],
    ['a rare check', { ...own, LECTERN_LDAP_CHECK_MINUTES: '1441' }, 'LECTERN_LDAP_CHECK_MINUTES'],
    ['an unknown field', inFile({ password: 'hidden' }), 'must be a list of directories'],
    ['no JSON', { LECTERN_LDAP_FILE: fileOf('[{"bindPassword":"hidden",]') }, 'must be a file with JSON'],
    ['a group for nothing', inFile({ groups: [{ group: 'a=b', organization: id }] }), 'neither a role'],
    ['a wrong id', inFile({ groups: [{ group: 'a=b', organization: 'x', role: 'edit' }] }), 'not an id'],
    ['no name of a group', inFile({ groups: [{ group: 'a', organization: id, role: 'edit' }] }), 'group'],
    ['a base of groups alone', inFile({ groupBase: 'ou=groups' }), 'groupFilter'],
    ['one name twice', { ...own, ...inFile({ name: 'main' }) }, 'not the only one'],
  ])('is refused with %s', (_name, environment, problem) => {
    expect(() => readConfig(environment)).toThrow(problem);
    expect(() => readConfig(environment)).not.toThrow('hidden');
  });
});
