import type { Entry } from 'ldapts';
import type { LdapDirectory } from '../../../../platform/config.ts';
import { readAddress } from '../../invites/invited-address.ts';
import { type AssertedPerson, tidyName } from '../asserted-person.ts';
import { SignOnRefusal } from '../refusal.ts';

const MAX_ID_LENGTH = 255;
/** ACCOUNTDISABLE of Active Directory. */
const DISABLED = 2;

type Settings = Pick<
  LdapDirectory,
  'idAttribute' | 'emailAttribute' | 'nameAttribute' | 'emailDomains' | 'groups' | 'groupSearch'
>;

/** What is asked of the entry of a person. */
export const attributesOf = (settings: Settings): string[] => [
  settings.idAttribute,
  settings.emailAttribute,
  settings.nameAttribute,
  'givenName',
  'sn',
  'uid',
  'userAccountControl',
  'nsAccountLock',
  ...(readsMemberOf(settings) ? ['memberOf'] : []),
];

/** Groups are read only if they give something. */
export const readsMemberOf = ({ groups, groupSearch }: Settings): boolean =>
  groups.length > 0 && groupSearch === undefined;

/** The person of an entry, without groups. Throws a refusal for one with whom nobody can be admitted. */
export function readEntry(settings: Settings, entry: Entry): AssertedPerson {
  if (isInactive(entry)) throw new SignOnRefusal('directory-inactive');
  const { emailDomains } = settings;
  const email = textsOf(entry, settings.emailAttribute)
    .map(readAddress)
    .find((address) => address !== undefined);
  const domain = email?.slice(email.lastIndexOf('@') + 1);
  if (domain !== undefined && emailDomains.length > 0 && !emailDomains.includes(domain))
    throw new SignOnRefusal('email-domain', domain);
  const [name] = textsOf(entry, settings.nameAttribute);
  const parts = ['givenName', 'sn'].flatMap((part) => textsOf(entry, part)[0] ?? []).join(' ');
  return {
    nameId: readId(entry, settings.idAttribute),
    email,
    ...(email === undefined ? { emailProblem: 'directory-no-email' as const } : {}),
    displayName: tidyName(name ?? '') ?? tidyName(parts),
    sessionEndsAt: undefined,
  };
}

/** The values of an attribute, by a name in any case. */
export function textsOf(entry: Entry, attribute: string): string[] {
  return valuesOf(entry, attribute)
    .map(String)
    .filter((text) => text !== '');
}

function valuesOf(entry: Entry, attribute: string): (string | Buffer)[] {
  const wanted = attribute.toLowerCase();
  const name = Object.keys(entry).find((key) => key !== 'dn' && key.toLowerCase() === wanted);
  const value = name === undefined ? [] : entry[name];
  return (Array.isArray(value) ? value : [value]) as (string | Buffer)[];
}

/** The permanent name of a person, which must be one that cannot be confused with another one. */
function readId(entry: Entry, attribute: string): string {
  const [value, ...others] = valuesOf(entry, attribute);
  const isBinary = attribute.toLowerCase() === 'objectguid';
  const id = Buffer.isBuffer(value) ? value.toString(isBinary ? 'hex' : 'utf8') : (value ?? '');
  if (
    others.length > 0 ||
    id === '' ||
    id.length > MAX_ID_LENGTH ||
    /[\p{C}\ufffd]/u.test(id) ||
    (isBinary && !Buffer.isBuffer(value))
  )
    throw new SignOnRefusal('directory-settings', `The entry has no usable ${attribute}.`);
  return id;
}

function isInactive(entry: Entry): boolean {
  const flags = Number(textsOf(entry, 'userAccountControl')[0] ?? 0);
  const isLocked = textsOf(entry, 'nsAccountLock')[0]?.toLowerCase() === 'true';
  return !Number.isInteger(flags) || (flags & DISABLED) !== 0 || isLocked;
}
