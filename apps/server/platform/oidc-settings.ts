import { parseUrl } from '@lectern/std/parse-url';
import { Type } from 'typebox';
import { groupsSchema, type InstanceGroup, readGroups } from './group-settings.ts';
import { readSettingsFile } from './settings-file.ts';

/** A provider of OpenID Connect with which people sign in to the whole instance. */
export interface InstanceOidcProvider {
  /** Its part of addresses, such as `main`. */
  name: string;
  /** What the sign-in page calls it. */
  label: string;
  issuer: string;
  clientId: string;
  clientSecret: string | undefined;
  scopes: string[];
  /** The domains whose addresses people may have; empty: any. */
  emailDomains: string[];
  /** Whether people without an account get one. */
  signUp: boolean;
  /** Whether addresses count that the provider does not say to be verified. */
  trustsEmail: boolean;
  /** Whether signing out here also signs out at the provider. */
  endsProviderSession: boolean;
  /** The claim with the groups of people; null: none is read. */
  groupsClaim: string | null;
  groups: InstanceGroup[];
}

/** What a file of providers contains. */
const FileSchema = Type.Array(
  Type.Object(
    {
      name: Type.String({ pattern: '^[a-z0-9][a-z0-9-]{0,29}$' }),
      label: Type.String({ minLength: 1, maxLength: 30 }),
      issuer: Type.String(),
      clientId: Type.String({ minLength: 1 }),
      clientSecret: Type.Optional(Type.String({ minLength: 1 })),
      scopes: Type.Optional(Type.Array(Type.String())),
      emailDomains: Type.Optional(Type.Array(Type.String())),
      signUp: Type.Optional(Type.Boolean()),
      trustEmail: Type.Optional(Type.Boolean()),
      signOut: Type.Optional(Type.Boolean()),
      groupsClaim: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
      groups: Type.Optional(groupsSchema()),
    },
    { additionalProperties: false },
  ),
  { maxItems: 20 },
);

const DEFAULT_SCOPES = ['email', 'profile'];
const DEFAULT_GROUPS_CLAIM = 'groups';

/** Reads the environment for `readOidcProviders`, as the other settings are read. */
interface Reader {
  text(name: string, fallback?: string): string | undefined;
  flag(name: string, fallback: boolean): boolean;
  problems: string[];
}

/** The provider in the environment, and those in a file. */
export function readOidcProviders(settings: Reader): InstanceOidcProvider[] {
  const providers = [...readOne(settings), ...readFile(settings)];
  const names = new Set<string>();
  for (const { name, issuer } of providers) {
    if (!/^https?:/.test(parseUrl(issuer)?.protocol ?? ''))
      settings.problems.push(`The issuer of the OpenID Connect provider “${name}” must be a URL.`);
    if (names.has(name))
      settings.problems.push(`Two OpenID Connect providers have the name “${name}”. Give each its own.`);
    names.add(name);
  }
  return providers;
}

function readOne(settings: Reader): InstanceOidcProvider[] {
  const issuer = settings.text('LECTERN_OIDC_ISSUER');
  const clientId = settings.text('LECTERN_OIDC_CLIENT_ID');
  const provider = {
    name: 'main',
    label: settings.text('LECTERN_OIDC_NAME', 'OpenID Connect') ?? 'OpenID Connect',
    clientSecret: settings.text('LECTERN_OIDC_CLIENT_SECRET'),
    scopes: listOf(settings.text('LECTERN_OIDC_SCOPES', DEFAULT_SCOPES.join(' '))) ?? DEFAULT_SCOPES,
    emailDomains: (listOf(settings.text('LECTERN_OIDC_EMAIL_DOMAINS')) ?? []).map(toDomain),
    signUp: settings.flag('LECTERN_OIDC_SIGN_UP', false),
    trustsEmail: settings.flag('LECTERN_OIDC_TRUST_EMAIL', false),
    endsProviderSession: settings.flag('LECTERN_OIDC_SIGN_OUT', false),
    groupsClaim: null,
    groups: [],
  };
  if ((issuer === undefined) !== (clientId === undefined))
    settings.problems.push('LECTERN_OIDC_ISSUER and LECTERN_OIDC_CLIENT_ID must be set together.');
  return issuer !== undefined && clientId !== undefined ? [{ ...provider, issuer, clientId }] : [];
}

function readFile(settings: Reader): InstanceOidcProvider[] {
  const given =
    readSettingsFile(settings, 'LECTERN_OIDC_FILE', { schema: FileSchema, items: 'providers' }) ?? [];
  return given.map(({ trustEmail = false, signOut = false, signUp = false, clientSecret, ...provider }) => {
    const problems: string[] = [];
    const groups = readGroups(provider.groups ?? [], problems);
    if (provider.groupsClaim !== undefined && groups.length === 0)
      problems.push('has groupsClaim, but no groups that give something.');
    for (const problem of problems)
      settings.problems.push(`The OpenID Connect provider “${provider.name}” cannot be used: it ${problem}`);
    return {
      ...provider,
      clientSecret,
      scopes: provider.scopes ?? DEFAULT_SCOPES,
      emailDomains: (provider.emailDomains ?? []).map(toDomain),
      signUp,
      trustsEmail: trustEmail,
      endsProviderSession: signOut,
      groupsClaim: groups.length === 0 ? null : (provider.groupsClaim ?? DEFAULT_GROUPS_CLAIM),
      groups,
    };
  });
}

const toDomain = (domain: string): string => domain.toLowerCase().replace(/^@/, '');

const listOf = (text: string | undefined): string[] | undefined =>
  text?.split(/[\s,]+/).filter((item) => item !== '');
