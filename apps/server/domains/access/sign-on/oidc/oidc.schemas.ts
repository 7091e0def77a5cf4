import { Type } from 'typebox';
import {
  Id,
  ListQuery,
  nullable,
  RoleOrGuestSchema,
  RoleSchema,
  refTo,
  Timestamp,
  Url,
  WebUrl,
} from '../../../../platform/http/schemas.ts';
import { TeamSchema } from '../../../identity/teams/teams.schemas.ts';

const MAX_GROUPS = 200;

const Label = Type.String({
  minLength: 1,
  maxLength: 30,
  description: 'The name of the provider on the sign-in page.',
});
const ClientId = Type.String({
  minLength: 1,
  maxLength: 512,
  pattern: '^[!-~]+$',
  description: 'The ID that the identity provider gave to this application.',
});
const ClientSecret = Type.String({
  minLength: 1,
  maxLength: 1024,
  pattern: '^[ -~]+$',
  description:
    'The secret of the client. It is stored encrypted and never shown again. Null: a public client.',
});
const Scopes = Type.Array(Type.String({ minLength: 1, maxLength: 200, pattern: '^[!#-\\[\\]-~]+$' }), {
  maxItems: 20,
  uniqueItems: true,
  description: 'The scopes that are requested, besides `openid`. Usually `email` and `profile`.',
});
const GroupsClaim = Type.String({
  minLength: 1,
  maxLength: 200,
  description:
    'The claim with the names of the groups of a person, such as `groups`. Null: groups are not read.',
});
const EmailDomains = Type.Array(Type.String({ minLength: 3, maxLength: 253 }), {
  maxItems: 100,
  description: 'The domains whose email addresses people may have. Empty: any.',
});
const Group = Type.String({
  minLength: 1,
  maxLength: 255,
  description: 'The group as the identity provider sends it, in the same case.',
});
const GroupRole = Type.Object(
  { group: Group, role: RoleSchema },
  { description: 'The role in the organization that members of the group get.' },
);
const EndsProviderSession = Type.Boolean({
  description:
    'Whether people who sign out here are also signed out at the identity provider, if it supports that.',
});

export const OidcProviderSchema = Type.Object(
  {
    object: Type.Literal('oidc-provider'),
    id: Id,
    label: Type.String(),
    issuer: Url,
    clientId: Type.String(),
    hasClientSecret: Type.Boolean({ description: 'Whether a client secret is stored.' }),
    scopes: Type.Array(Type.String()),
    groupsClaim: nullable(Type.String()),
    emailDomains: Type.Array(Type.String()),
    defaultTeam: Type.Optional(refTo(TeamSchema)),
    defaultRole: Type.Union(RoleOrGuestSchema.anyOf, {
      description:
        'The role of people who sign in for the first time and of those whose groups give none any more. Null makes them guests.',
    }),
    groupTeams: Type.Array(Type.Object({ group: Type.String(), team: Id }), {
      description: 'The teams that members of groups are put into, by the id of the team.',
    }),
    groupRoles: Type.Array(Type.Object({ group: Type.String(), role: RoleSchema }), {
      description: 'The roles that members of groups get. The highest one counts.',
    }),
    endsProviderSession: EndsProviderSession,
    createdAt: Timestamp,
    service: Type.Object(
      {
        redirectURL: Url,
        startURL: Url,
        backChannelLogoutURL: Url,
        postLogoutRedirectURL: Url,
      },
      {
        description:
          'The values to enter at the identity provider. Signing in can also start at `startURL`, with `login_hint` and `target_link_uri` if needed.',
      },
    ),
    urls: Type.Object({ location: Url }),
  },
  { $id: 'OidcProvider' },
);

export const OidcTestSchema = Type.Object(
  {
    object: Type.Literal('oidc-test'),
    isUsable: Type.Boolean({
      description: 'Whether people can sign in with what the identity provider publishes.',
    }),
    problem: Type.Optional(Type.String({ description: 'What is wrong, if anything.' })),
    authorizationURL: Type.Optional(Url),
    tokenURL: Type.Optional(Url),
    endSessionURL: Type.Optional(Url),
    supportsBackChannelLogout: Type.Optional(Type.Boolean()),
  },
  { $id: 'OidcTest' },
);

export const OidcProviderParams = Type.Object({ organizationId: Id, oidcProviderId: Id });
export const ListOidcProvidersQuery = Type.Object(ListQuery);

const settings = {
  clientSecret: Type.Optional(nullable(ClientSecret)),
  scopes: Type.Optional(Scopes),
  groupsClaim: Type.Optional(nullable(GroupsClaim)),
  emailDomains: Type.Optional(EmailDomains),
  defaultTeam: Type.Optional(nullable(Id)),
  defaultRole: Type.Optional(RoleOrGuestSchema),
  groupTeams: Type.Optional(
    Type.Array(Type.Object({ group: Group, team: Id }), {
      maxItems: MAX_GROUPS,
      description:
        'The teams that members of groups are put into at each sign-in, and taken out of when they left the group.',
    }),
  ),
  groupRoles: Type.Optional(Type.Array(GroupRole, { maxItems: MAX_GROUPS })),
  endsProviderSession: Type.Optional(EndsProviderSession),
};

const Issuer = Type.String({
  ...WebUrl,
  description:
    'The issuer of the identity provider, exactly as its configuration at `/.well-known/openid-configuration` names it.',
});

export const CreateOidcProviderBody = Type.Object({
  label: Label,
  issuer: Issuer,
  clientId: ClientId,
  ...settings,
});
export const UpdateOidcProviderBody = Type.Object({
  label: Type.Optional(Label),
  issuer: Type.Optional(Issuer),
  clientId: Type.Optional(ClientId),
  ...settings,
});
