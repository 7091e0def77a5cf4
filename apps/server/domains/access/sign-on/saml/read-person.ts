import { readAddress } from '../../invites/invited-address.ts';
import { type AssertedPerson, tidyName } from '../asserted-person.ts';
import { SignOnRefusal } from '../refusal.ts';
import type { Assertion } from './response/read-assertion.ts';

const EMAIL_FORMAT = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress';
const TRANSIENT_FORMAT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient';

const CLAIMS = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims';
const EMAIL_ATTRIBUTES = ['email', 'mail', 'urn:oid:0.9.2342.19200300.100.1.3', `${CLAIMS}/emailaddress`];
const NAME_ATTRIBUTES = [
  'displayName',
  'urn:oid:2.16.840.1.113730.3.1.241',
  'http://schemas.microsoft.com/identity/claims/displayname',
];
const FIRST_NAMES = ['givenName', 'firstName', 'urn:oid:2.5.4.42', `${CLAIMS}/givenname`];
const LAST_NAMES = ['sn', 'surname', 'lastName', 'urn:oid:2.5.4.4', `${CLAIMS}/surname`];
/** Some providers put the name to sign in with there. */
const OTHER_NAMES = ['name', `${CLAIMS}/name`, 'cn', 'urn:oid:2.5.4.3'];

export function readPerson({ nameId, nameFormat, attributes, sessionEndsAt }: Assertion): AssertedPerson {
  if (nameFormat === TRANSIENT_FORMAT) throw new SignOnRefusal('transient-name');
  const find = (names: string[]): string | undefined =>
    names.flatMap((name) => attributes.get(name) ?? []).find((value) => value !== '' && !value.includes('@'));
  const emails = [
    ...(nameFormat === EMAIL_FORMAT ? [nameId] : []),
    ...EMAIL_ATTRIBUTES.flatMap((name) => attributes.get(name) ?? []),
  ];
  const parts = [find(FIRST_NAMES), find(LAST_NAMES)].filter((part) => part !== undefined);
  return {
    nameId,
    email: emails.map(readAddress).find((address) => address !== undefined),
    displayName: tidyName(find(NAME_ATTRIBUTES) ?? (parts.join(' ') || find(OTHER_NAMES)) ?? ''),
    sessionEndsAt: sessionEndsAt?.toISOString(),
  };
}
