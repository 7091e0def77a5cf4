import { isRecord } from '@lectern/std/is-record';
import { LADDER, type RoleOrGuest } from '../../../platform/access/roles.ts';
import { scimInvalidValue } from './scim-errors.ts';
import { readBoolean } from './scim-filter.queries.ts';

export const USER_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:User';
export const ENTERPRISE_SCHEMA = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';

/** What a directory wants of a user. */
export interface WantedUser {
  userName: string;
  externalId: string | null;
  /** Undefined: neither an address nor a userName that is one. */
  email: string | undefined;
  displayName: string | undefined;
  active: boolean;
  /** Undefined: the role of a member stays, and new members have the default role. */
  role: RoleOrGuest | undefined;
  attributes: Record<string, unknown>;
}

/** Attributes that are stored and returned without being used. */
const STORED = [
  'name',
  'nickName',
  'profileUrl',
  'title',
  'userType',
  'preferredLanguage',
  'locale',
  'timezone',
  'emails',
  'phoneNumbers',
  'ims',
  'photos',
  'addresses',
  'entitlements',
  'x509Certificates',
  ENTERPRISE_SCHEMA,
];
const KNOWN = [...STORED, 'userName', 'externalId', 'displayName', 'active', 'roles'];
const NAMES = new Map(KNOWN.map((name) => [name.toLowerCase(), name]));

/** Attributes with several values. */
export const MULTIPLE: ReadonlySet<string> = new Set([
  'emails',
  'phoneNumbers',
  'ims',
  'photos',
  'addresses',
  'entitlements',
  'x509Certificates',
  'roles',
]);

/** The attribute as SCIM writes it; its name does not depend on the case. */
export const findAttribute = (name: string): string | undefined => NAMES.get(name.toLowerCase());

const MAX_STORED_LENGTH = 20_000;
const EMAIL = /^[^\s@]+@[^\s@]+$/;

/** Reads a user as a directory describes it. Throws a 400 that names the attribute. */
export function readScimUser(resource: unknown): WantedUser {
  if (!isRecord(resource)) throw scimInvalidValue('The body must be a User of SCIM.');
  const given = namedAsDefined(resource);
  const userName = readText(given, 'userName', 320);
  if (!userName) throw scimInvalidValue('userName is required.');
  const attributes = Object.fromEntries(
    STORED.flatMap((name) => (given[name] == null ? [] : [[name, given[name]] as const])),
  );
  if (JSON.stringify(attributes).length > MAX_STORED_LENGTH)
    throw scimInvalidValue(`The attributes of a user have at most ${MAX_STORED_LENGTH} characters.`);
  const email = readEmail(given.emails) ?? userName;
  return {
    userName,
    externalId: readText(given, 'externalId', 1024) ?? null,
    email: EMAIL.test(email) && email.length <= 254 ? email : undefined,
    displayName: readDisplayName(given),
    active: readActive(given.active),
    role: readRole(given.roles),
    attributes,
  };
}

/** Unknown attributes are left out. */
function namedAsDefined(resource: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(resource).flatMap(([name, value]) => {
      const defined = findAttribute(name);
      return defined === undefined ? [] : [[defined, value] as const];
    }),
  );
}

function readText(given: Record<string, unknown>, name: string, length: number): string | undefined {
  const value = given[name];
  if (value == null) return undefined;
  if (typeof value !== 'string' || value.length > length)
    throw scimInvalidValue(`${name} must be a text of at most ${length} characters.`);
  return value.trim() || undefined;
}

/** The primary address, or the first one. */
function readEmail(emails: unknown): string | undefined {
  if (emails == null) return undefined;
  const list = (Array.isArray(emails) ? emails : [emails]).map((one) =>
    typeof one === 'string' ? { value: one } : one,
  );
  if (!list.every((one) => isRecord(one) && (one.value == null || typeof one.value === 'string')))
    throw scimInvalidValue('emails must be a list of objects with a value.');
  const withValue = (list as { value?: string | null; primary?: unknown }[]).filter(({ value }) =>
    value?.trim(),
  );
  const chosen = withValue.find(({ primary }) => readBoolean(primary)) ?? withValue[0];
  return chosen?.value?.trim();
}

function readDisplayName(given: Record<string, unknown>): string | undefined {
  const name = isRecord(given.name) ? given.name : {};
  const parts = [name.givenName, name.familyName].filter((part) => typeof part === 'string').join(' ');
  const displayName = readText(given, 'displayName', 1000);
  const formatted = typeof name.formatted === 'string' ? name.formatted.trim() : '';
  return (displayName ?? (formatted || parts.trim())).slice(0, 64).trim() || undefined;
}

function readActive(active: unknown): boolean {
  if (active == null) return true;
  const value = readBoolean(active);
  if (value === undefined) throw scimInvalidValue('active must be true or false.');
  return value;
}

/** The primary role, or the first one. `guest` is the role of members without one. */
function readRole(roles: unknown): RoleOrGuest | undefined {
  if (roles == null) return undefined;
  const list = Array.isArray(roles) ? roles : [roles];
  const chosen = list.find((role) => isRecord(role) && readBoolean(role.primary)) ?? list[0];
  const value = isRecord(chosen) ? chosen.value : chosen;
  if (value == null || value === '') return undefined;
  if (value === 'guest') return null;
  const role = LADDER.find((one) => one === value);
  if (!role) throw scimInvalidValue(`roles must have one of the values ${LADDER.join(', ')} and guest.`);
  return role;
}
