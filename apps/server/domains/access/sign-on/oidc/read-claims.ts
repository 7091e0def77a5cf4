import type { IDToken, UserInfoResponse } from 'openid-client';
import { readAddress } from '../../invites/invited-address.ts';
import { type AssertedPerson, tidyName } from '../asserted-person.ts';
import { SignOnRefusal } from '../refusal.ts';
import type { ConnectedProvider } from './connected-provider.ts';

const MAX_SUBJECT_LENGTH = 255;
const MAX_GROUPS = 2000;
const MAX_GROUP_LENGTH = 255;

/** The person whom verified claims describe. Throws a refusal for claims that nobody can be admitted with. */
export function readClaims(
  provider: ConnectedProvider,
  {
    claims,
    userInfo,
    idToken,
  }: {
    claims: IDToken;
    userInfo: UserInfoResponse | undefined;
    /** Sealed. */
    idToken: Buffer | undefined;
  },
): AssertedPerson {
  const all: Record<string, unknown> = { ...userInfo, ...claims };
  const { sub, sid } = claims;
  if (sub === '' || sub.length > MAX_SUBJECT_LENGTH || /\p{C}/u.test(sub)) throw new SignOnRefusal('name');
  const { groupsClaim } = provider;
  return {
    nameId: sub,
    ...readEmail(provider, userInfo?.email !== undefined && claims.email === undefined ? userInfo : all),
    displayName: readName(all),
    sessionEndsAt: undefined,
    ...(groupsClaim === null ? {} : { groups: readGroups(all, groupsClaim) }),
    oidc: {
      subject: sub,
      sid: typeof sid === 'string' && sid.length <= MAX_SUBJECT_LENGTH ? sid : undefined,
      idToken: idToken?.toString('base64'),
    },
  };
}

function readEmail(
  { emailDomains, trustsEmail }: ConnectedProvider,
  { email: given, email_verified: isVerified }: Record<string, unknown>,
): Pick<AssertedPerson, 'email' | 'emailProblem'> {
  const email = typeof given === 'string' ? readAddress(given) : undefined;
  if (email === undefined) return { email };
  const says = isVerified === 'true' ? true : isVerified === 'false' ? false : isVerified;
  // Who is already known by their name at the provider needs no address.
  if (says !== true && !(trustsEmail && says === undefined))
    return { email: undefined, emailProblem: 'email-unverified' };
  const domain = email.slice(email.lastIndexOf('@') + 1);
  if (emailDomains.length > 0 && !emailDomains.includes(domain))
    throw new SignOnRefusal('email-domain', domain);
  return { email };
}

function readName(claims: Record<string, unknown>): string | undefined {
  const text = (name: string): string => {
    const value = claims[name];
    return typeof value === 'string' && !value.includes('@') ? value : '';
  };
  const parts = [text('given_name'), text('family_name')].filter((part) => part !== '').join(' ');
  return tidyName(text('name') || parts || text('preferred_username'));
}

/** A claim that is missing means no groups, so that nobody keeps what groups gave when the provider stops sending them. */
function readGroups(claims: Record<string, unknown>, claim: string): string[] {
  const elsewhere = claims._claim_names;
  if (typeof elsewhere === 'object' && elsewhere !== null && claim in elsewhere)
    throw new SignOnRefusal('groups-elsewhere');
  const value = claims[claim];
  const groups = (Array.isArray(value) ? value : [value]).filter(
    (group) => typeof group === 'string' && group !== '' && group.length <= MAX_GROUP_LENGTH,
  );
  if (groups.length > MAX_GROUPS) throw new SignOnRefusal('groups-elsewhere', 'too many');
  return [...new Set(groups)];
}
