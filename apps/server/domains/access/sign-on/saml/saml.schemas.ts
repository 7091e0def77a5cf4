import { Type } from 'typebox';
import {
  Id,
  ListQuery,
  nullable,
  RoleOrGuestSchema,
  refTo,
  Timestamp,
  Url,
  WebUrl,
} from '../../../../platform/http/schemas.ts';
import { TeamSchema } from '../../../identity/teams/teams.schemas.ts';

const Label = Type.String({
  minLength: 1,
  maxLength: 30,
  description: 'The name of the provider on the sign-in page.',
});
const EntityId = Type.String({ maxLength: 1024, description: 'The entity id of the identity provider.' });
const Certificate = Type.String({
  maxLength: 10_000,
  description:
    'Up to four certificates in PEM, or one in plain Base64. Each must be currently valid and contain an RSA key of at least 2,048 bits.',
});

export const SamlProviderSchema = Type.Object(
  {
    object: Type.Literal('saml-provider'),
    id: Id,
    label: Type.String(),
    ssoURL: Type.String({
      format: 'uri',
      description:
        'The address where people sign in. Until it is set, this is the location of the provider in this API.',
    }),
    entityID: Type.String({ description: 'Empty until set.' }),
    certificate: Type.String({ description: 'The certificates in PEM. Empty until set.' }),
    defaultTeam: Type.Optional(refTo(TeamSchema)),
    defaultRole: Type.Union(RoleOrGuestSchema.anyOf, {
      description: 'The role of people who sign in for the first time. Null makes them guests.',
    }),
    createdAt: Timestamp,
    status: Type.Enum(['pending', 'active'], {
      description: '`pending` until the entity id, the SSO URL and a certificate are set.',
    }),
    service: Type.Object(
      { acsURL: Url, startURL: Url, entityID: Type.String() },
      {
        description:
          'The values to enter at the identity provider. The entity id is also the URL of the metadata.',
      },
    ),
    urls: Type.Object({ location: Url }),
  },
  { $id: 'SamlProvider' },
);

export const SsoLoginsSchema = Type.Object({
  items: Type.Array(Type.Object({ id: Id, label: Type.String(), startURL: Url })),
});

export const OrganizationParams = Type.Object({ organizationId: Id });
export const SamlProviderParams = Type.Object({ organizationId: Id, samlProviderId: Id });
export const ListSamlProvidersQuery = Type.Object(ListQuery);

const settings = {
  entityID: Type.Optional(nullable(EntityId)),
  certificate: Type.Optional(nullable(Certificate)),
  ssoURL: Type.Optional(nullable(WebUrl)),
  defaultTeam: Type.Optional(nullable(Id)),
  defaultRole: Type.Optional(RoleOrGuestSchema),
};

export const CreateSamlProviderBody = Type.Object({ label: Label, ...settings });
export const UpdateSamlProviderBody = Type.Object({ label: Type.Optional(nullable(Label)), ...settings });
