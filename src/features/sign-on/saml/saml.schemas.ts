import { Type } from 'typebox';
import { Id, ListQuery, nullable, RoleOrGuestSchema, Timestamp, Url, WebUrl } from '../../../http/schemas.ts';

const Label = Type.String({ minLength: 1, maxLength: 30, description: 'What the sign-in page calls it.' });
const EntityId = Type.String({ maxLength: 1024, description: 'The name of the identity provider.' });
const Certificate = Type.String({
  maxLength: 10_000,
  description:
    'PEM, up to four certificates; or one as base64 alone. Each must be valid now, with an RSA key.',
});

export const SamlProviderSchema = Type.Object(
  {
    object: Type.Literal('saml-provider'),
    id: Id,
    label: Type.String(),
    ssoURL: Type.String({
      format: 'uri',
      description: 'Where people are sent to sign in. Until it is set, the location of this provider.',
    }),
    entityID: Type.String({ description: 'Empty until it is set.' }),
    certificate: Type.String({ description: 'PEM. Empty until it is set.' }),
    defaultTeam: Type.Optional(Type.Ref('Team')),
    defaultRole: Type.Union(RoleOrGuestSchema.anyOf, {
      description: 'Of those who come in for the first time; null: guests.',
    }),
    createdAt: Timestamp,
    status: Type.Enum(['pending', 'active'], {
      description: '`pending` until the entity id, the SSO URL and the certificate are set.',
    }),
    service: Type.Object(
      { acsURL: Url, startURL: Url, entityID: Type.String() },
      { description: 'What the identity provider must know. The entity id is the URL of the metadata.' },
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
