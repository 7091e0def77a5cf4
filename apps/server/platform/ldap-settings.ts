import { readFileSync } from 'node:fs';
import { parseUrl } from '@lectern/std/parse-url';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { groupsSchema, type InstanceGroup, readGroups } from './group-settings.ts';
import { readSettingsFile } from './settings-file.ts';

/** An LDAP directory with which people sign in to the whole instance. */
export interface LdapDirectory {
  /** Its part of addresses, such as `main`. */
  name: string;
  /** What the sign-in page calls it. */
  label: string;
  /** Host and port. */
  url: string;
  encryption: 'ldaps' | 'start-tls' | 'none';
  /** Certificates of authorities, as PEM; undefined: those of the machine. */
  ca: string | undefined;
  /** The account that searches; undefined: anybody may, or `userDn` makes that unnecessary. */
  bind: { dn: string; password: string } | undefined;
  /** The name to bind with, with `{user}`; undefined: the entry is searched. */
  userDn: string | undefined;
  base: string;
  /** The filter that finds the entry of a person, with `{user}`. */
  filter: string;
  idAttribute: string;
  emailAttribute: string;
  nameAttribute: string;
  /** How the groups of a person are found: in their entry, or by a filter with `{dn}` or `{uid}`. */
  groupSearch: { base: string; filter: string } | undefined;
  groups: InstanceGroup[];
  /** The domains whose addresses people may have; empty: any. */
  emailDomains: string[];
  /** Whether people without an account get one. */
  signUp: boolean;
  timeoutSeconds: number;
  /** How often the people who are signed in are checked; 0: never. */
  checkMinutes: number;
}

/** A day: who is signed in longer is checked at least once. */
const MAX_CHECK_MINUTES = 24 * 60;
const Attribute = Type.String({ pattern: '^[A-Za-z][A-Za-z0-9;-]{0,99}$' });
const Text = Type.String({ minLength: 1, maxLength: 2000 });

const DirectorySchema = Type.Object(
  {
    name: Type.String({ pattern: '^[a-z0-9][a-z0-9-]{0,29}$' }),
    label: Type.Optional(Type.String({ minLength: 1, maxLength: 30 })),
    kind: Type.Optional(Type.Enum(['openldap', 'active-directory'])),
    url: Type.String(),
    startTls: Type.Optional(Type.Boolean()),
    caFile: Type.Optional(Text),
    bindDn: Type.Optional(Text),
    bindPassword: Type.Optional(Text),
    bindPasswordFile: Type.Optional(Text),
    userDn: Type.Optional(Text),
    base: Text,
    filter: Type.Optional(Text),
    idAttribute: Type.Optional(Attribute),
    emailAttribute: Type.Optional(Attribute),
    nameAttribute: Type.Optional(Attribute),
    groupBase: Type.Optional(Text),
    groupFilter: Type.Optional(Text),
    nestedGroups: Type.Optional(Type.Boolean()),
    groups: Type.Optional(groupsSchema({ pattern: '=' })),
    emailDomains: Type.Optional(Type.Array(Type.String())),
    signUp: Type.Optional(Type.Boolean()),
    timeoutSeconds: Type.Optional(Type.Integer({ minimum: 1, maximum: 60 })),
    checkMinutes: Type.Optional(Type.Integer({ minimum: 0, maximum: MAX_CHECK_MINUTES })),
  },
  { additionalProperties: false },
);
const FileSchema = Type.Array(DirectorySchema, { maxItems: 20 });

type Given = Type.Static<typeof DirectorySchema>;

const KINDS = {
  openldap: {
    filter: '(|(uid={user})(mail={user}))',
    idAttribute: 'entryUUID',
    nameAttribute: 'cn',
  },
  'active-directory': {
    filter:
      '(&(objectCategory=person)(objectClass=user)(|(sAMAccountName={user})(userPrincipalName={user})))',
    idAttribute: 'objectGUID',
    nameAttribute: 'displayName',
  },
};
/** LDAP_MATCHING_RULE_IN_CHAIN: also the groups that a group of the person is in. */
const NESTED_FILTER = '(member:1.2.840.113556.1.4.1941:={dn})';
const DEFAULT_TIMEOUT_SECONDS = 10;
const DEFAULT_CHECK_MINUTES = 15;

/** Reads the environment for `readLdapDirectories`, as the other settings are read. */
interface Reader {
  text(name: string, fallback?: string): string | undefined;
  flag(name: string, fallback: boolean): boolean;
  integer(name: string, fallback: number, minimum: number, maximum: number): number;
  problems: string[];
}

/** The directory in the environment, and those in a file. */
export function readLdapDirectories(settings: Reader): LdapDirectory[] {
  const given = [...readOne(settings), ...readFile(settings)];
  const names = new Set<string>();
  return given.map((one) => {
    const problems = names.has(one.name) ? ['is not the only one with this name.'] : [];
    names.add(one.name);
    const directory = toDirectory(one, problems);
    for (const problem of problems)
      settings.problems.push(`The LDAP directory “${one.name}” cannot be used: it ${problem}`);
    return directory;
  });
}

function readOne(settings: Reader): Given[] {
  const url = settings.text('LECTERN_LDAP_URL');
  const base = settings.text('LECTERN_LDAP_BASE');
  const kind = settings.text('LECTERN_LDAP_KIND', 'openldap') ?? 'openldap';
  const texts = {
    label: settings.text('LECTERN_LDAP_NAME', 'LDAP') ?? 'LDAP',
    caFile: settings.text('LECTERN_LDAP_CA_FILE'),
    bindDn: settings.text('LECTERN_LDAP_BIND_DN'),
    bindPassword: settings.text('LECTERN_LDAP_BIND_PASSWORD'),
    bindPasswordFile: settings.text('LECTERN_LDAP_BIND_PASSWORD_FILE'),
    userDn: settings.text('LECTERN_LDAP_USER_DN'),
    filter: settings.text('LECTERN_LDAP_FILTER'),
    idAttribute: settings.text('LECTERN_LDAP_ID_ATTRIBUTE'),
    emailAttribute: settings.text('LECTERN_LDAP_EMAIL_ATTRIBUTE', 'mail'),
    nameAttribute: settings.text('LECTERN_LDAP_NAME_ATTRIBUTE'),
  };
  const directory = {
    name: 'main',
    kind,
    ...Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== undefined)),
    startTls: settings.flag('LECTERN_LDAP_START_TLS', true),
    emailDomains: settings.text('LECTERN_LDAP_EMAIL_DOMAINS')?.split(/[\s,]+/) ?? [],
    signUp: settings.flag('LECTERN_LDAP_SIGN_UP', false),
    timeoutSeconds: settings.integer('LECTERN_LDAP_TIMEOUT_SECONDS', DEFAULT_TIMEOUT_SECONDS, 1, 60),
    checkMinutes: settings.integer('LECTERN_LDAP_CHECK_MINUTES', DEFAULT_CHECK_MINUTES, 0, MAX_CHECK_MINUTES),
  };
  if ((url === undefined) !== (base === undefined))
    settings.problems.push('LECTERN_LDAP_URL and LECTERN_LDAP_BASE must be set together.');
  if (url === undefined || base === undefined) return [];
  const given = { ...directory, url, base };
  if (Value.Check(DirectorySchema, given)) return [given];
  const [first] = Value.Errors(DirectorySchema, given);
  const field = first?.instancePath.slice(1) ?? '';
  const name = field === 'label' ? 'NAME' : field.replaceAll(/[A-Z]/g, '_$&').toUpperCase();
  settings.problems.push(`LECTERN_LDAP_${name} ${first?.message ?? 'is not valid'}.`);
  return [];
}

const readFile = (settings: Reader): Given[] =>
  readSettingsFile(settings, 'LECTERN_LDAP_FILE', { schema: FileSchema, items: 'directories' }) ?? [];

function toDirectory(given: Given, problems: string[]): LdapDirectory {
  const kind = KINDS[given.kind ?? 'openldap'];
  const { url, encryption } = readUrl(given, problems);
  const { userDn, filter = kind.filter } = given;
  if (!filter.includes('{user}')) problems.push('needs {user} in its filter.');
  if (userDn !== undefined && !/=\{user\}(?:[,+]|$)/.test(userDn))
    problems.push('needs {user} as the whole value of an attribute in userDn, as in uid={user},ou=people.');
  return {
    name: given.name,
    label: given.label ?? given.name,
    url,
    encryption,
    ca: given.caFile === undefined ? undefined : readCertificates(given.caFile, problems),
    bind: readBind(given, problems),
    userDn,
    base: given.base,
    filter,
    idAttribute: given.idAttribute ?? kind.idAttribute,
    emailAttribute: given.emailAttribute ?? 'mail',
    nameAttribute: given.nameAttribute ?? kind.nameAttribute,
    groupSearch: readGroupSearch(given, problems),
    groups: readGroups(given.groups ?? [], problems),
    emailDomains: (given.emailDomains ?? [])
      .filter((domain) => domain !== '')
      .map((domain) => domain.toLowerCase().replace(/^@/, '')),
    signUp: given.signUp ?? false,
    timeoutSeconds: given.timeoutSeconds ?? DEFAULT_TIMEOUT_SECONDS,
    checkMinutes: given.checkMinutes ?? DEFAULT_CHECK_MINUTES,
  };
}

function readUrl(
  { url, startTls = true }: Given,
  problems: string[],
): Pick<LdapDirectory, 'url' | 'encryption'> {
  const parsed = parseUrl(url);
  const { protocol = '', hostname = '', pathname = '', search = '', username = '' } = parsed ?? {};
  const isPlain = hostname !== '' && /^\/?$/.test(pathname) && search === '' && username === '';
  if (!/^ldaps?:$/.test(protocol) || !isPlain)
    problems.push('needs a url with only a host and a port, such as ldaps://ldap.example.com.');
  const encryption = protocol === 'ldaps:' ? 'ldaps' : startTls ? 'start-tls' : 'none';
  return { url: `${protocol}//${parsed?.host ?? ''}`, encryption };
}

function readCertificates(file: string, problems: string[]): string | undefined {
  try {
    const pem = readFileSync(file, 'utf8');
    if (pem.includes('-----BEGIN CERTIFICATE-----')) return pem;
    problems.push(`needs certificates in PEM in caFile: ${file}.`);
  } catch {
    problems.push(`cannot read caFile: ${file}.`);
  }
  return undefined;
}

function readBind(
  { bindDn: dn, bindPassword, bindPasswordFile: file }: Given,
  problems: string[],
): LdapDirectory['bind'] {
  if (bindPassword !== undefined && file !== undefined)
    problems.push('has both bindPassword and bindPasswordFile. Set one of them.');
  let password = bindPassword;
  if (file !== undefined) {
    try {
      password = readFileSync(file, 'utf8').replace(/\r?\n$/, '');
    } catch {
      problems.push(`cannot read bindPasswordFile: ${file}.`);
      return undefined;
    }
  }
  if (dn === undefined && password === undefined) return undefined;
  // A directory takes a name without a password for nobody, and says that all is well.
  if (dn !== undefined && password) return { dn, password };
  problems.push('needs both bindDn and a password that is not empty, or neither.');
  return undefined;
}

function readGroupSearch(
  { base, groupBase, groupFilter, nestedGroups = false }: Given,
  problems: string[],
): LdapDirectory['groupSearch'] {
  if (nestedGroups && groupFilter !== undefined)
    problems.push('has both nestedGroups and groupFilter. Set one of them.');
  const filter = nestedGroups ? NESTED_FILTER : groupFilter;
  if (filter === undefined) {
    if (groupBase !== undefined) problems.push('needs groupFilter with groupBase.');
    return undefined;
  }
  if (!/\{dn\}|\{uid\}/.test(filter)) problems.push('needs {dn} or {uid} in groupFilter.');
  return { base: groupBase ?? base, filter };
}
