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

const MAX_GROUPS = 200;

const Label = Type.String({
  minLength: 1,
  maxLength: 30,
  description: 'The name of the provider on the sign-in page.',
});
const IssuerSchema = Type.String({
  ...WebUrl,
  $id: 'OidcIssuer',
  description:
    'The issuer of the identity provider, exactly as its configuration at `/.well-known/openid-configuration` names it.',
});
const ClientIdSchema = Type.String({
  $id: 'OidcClientId',
  minLength: 1,
  maxLength: 512,
  pattern: '^[!-~]+$',
  description: 'The ID that the identity provider gave to this application.',
});
const ClientSecretSchema = Type.String({
  $id: 'OidcClientSecret',
  minLength: 1,
  maxLength: 1024,
  pattern: '^[ -~]+$',
  description:
    'The secret of the client. It is stored encrypted and never shown again. Null: a public client.',
});
const ScopesSchema = Type.Array(Type.String({ minLength: 1, maxLength: 200, pattern: '^[!#-\\[\\]-~]+$' }), {
  $id: 'OidcScopes',
  maxItems: 20,
  uniqueItems: true,
  description: 'The scopes that are requested, besides `openid`. Usually `email` and `profile`.',
});
const GroupsClaimSchema = Type.String({
  $id: 'OidcGroupsClaim',
  minLength: 1,
  maxLength: 200,
  description: 'The claim with the groups of a person, such as `groups`. Null: groups are not read.',
});
const EmailDomainsSchema = Type.Array(Type.String({ minLength: 3, maxLength: 253 }), {
  $id: 'OidcEmailDomains',
  maxItems: 100,
  description: 'The domains whose email addresses people may have. Empty: any.',
});
const Group = Type.String({ minLength: 1, maxLength: 255 });
const GroupTeamsSchema = Type.Array(Type.Object({ group: Group, team: Id }), {
  $id: 'OidcGroupTeams',
  maxItems: MAX_GROUPS,
  description:
    'The teams, by id, that members of groups join at each sign-in, and leave when they have left the group.',
});
const GroupRolesSchema = Type.Array(Type.Object({ group: Group, role: RoleSchema }), {
  $id: 'OidcGroupRoles',
  maxItems: MAX_GROUPS,
  description: 'The roles that members of groups get. The highest one counts.',
});
const EndsProviderSessionSchema = Type.Boolean({
  $id: 'OidcEndsProviderSession',
  description: 'Whether signing out here also signs out at the identity provider, if it supports that.',
});

export const OidcServiceSchema = Type.Object(
  { redirectURL: Url, startURL: Url, backChannelLogoutURL: Url, postLogoutRedirectURL: Url },
  {
    $id: 'OidcService',
    description: 'The values to enter at the identity provider, where sign-in can also start.',
  },
);

export const OIDC_SCHEMAS = [
  OidcServiceSchema,
  IssuerSchema,
  ClientIdSchema,
  ClientSecretSchema,
  ScopesSchema,
  GroupsClaimSchema,
  EmailDomainsSchema,
  GroupTeamsSchema,
  GroupRolesSchema,
  EndsProviderSessionSchema,
];

export const OidcProviderSchema = Type.Object(
  {
    object: Type.Literal('oidc-provider'),
    id: Id,
    label: Type.String(),
    issuer: refTo(IssuerSchema),
    clientId: refTo(ClientIdSchema),
    hasClientSecret: Type.Boolean({ description: 'Whether a client secret is stored.' }),
    scopes: refTo(ScopesSchema),
    groupsClaim: nullable(refTo(GroupsClaimSchema)),
    emailDomains: refTo(EmailDomainsSchema),
    defaultTeam: nullable(Id),
    defaultRole: Type.Union(RoleOrGuestSchema.anyOf, {
      description: 'The role of people who sign in for the first time, or whose groups give none any more.',
    }),
    groupTeams: refTo(GroupTeamsSchema),
    groupRoles: refTo(GroupRolesSchema),
    endsProviderSession: refTo(EndsProviderSessionSchema),
    createdAt: Timestamp,
    service: refTo(OidcServiceSchema),
    urls: Type.Object({ location: Url }),
  },
  { $id: 'OidcProvider' },
);

export const OidcProviderParams = Type.Object({ organizationId: Id, oidcProviderId: Id });
export const ListOidcProvidersQuery = Type.Object(ListQuery);

const settings = {
  clientSecret: Type.Optional(nullable(refTo(ClientSecretSchema))),
  scopes: Type.Optional(refTo(ScopesSchema)),
  groupsClaim: Type.Optional(nullable(refTo(GroupsClaimSchema))),
  emailDomains: Type.Optional(refTo(EmailDomainsSchema)),
  defaultTeam: Type.Optional(nullable(Id)),
  defaultRole: Type.Optional(RoleOrGuestSchema),
  groupTeams: Type.Optional(refTo(GroupTeamsSchema)),
  groupRoles: Type.Optional(refTo(GroupRolesSchema)),
  endsProviderSession: Type.Optional(refTo(EndsProviderSessionSchema)),
};

export const CreateOidcProviderBody = Type.Object({
  label: Label,
  issuer: refTo(IssuerSchema),
  clientId: refTo(ClientIdSchema),
  ...settings,
});
export const UpdateOidcProviderBody = Type.Object({
  label: Type.Optional(Label),
  issuer: Type.Optional(refTo(IssuerSchema)),
  clientId: Type.Optional(refTo(ClientIdSchema)),
  ...settings,
});
