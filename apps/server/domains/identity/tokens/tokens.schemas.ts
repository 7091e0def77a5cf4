import { Type } from 'typebox';
import { SCOPES } from '../../../platform/access/actor.ts';
import { Id, ListQuery, RoleOrGuestSchema, Timestamp, Url } from '../../../platform/http/schemas.ts';

const Title = Type.String({ minLength: 1, maxLength: 100 });
const Scopes = Type.Array(Type.Enum([...SCOPES]), {
  minItems: 1,
  uniqueItems: true,
  description:
    'What the token can do. `write` includes `read`, and `admin` includes both. Defaults to all scopes.',
});
const ExpiresAt = Type.Union([Timestamp, Type.Null()], {
  description:
    'By default, the token does not expire. A token that was created with an expiring token expires no later than that token.',
});

export const TokenSchema = Type.Object(
  {
    object: Type.Literal('token'),
    id: Id,
    title: Type.String(),
    scopes: Scopes,
    role: Type.Optional(
      Type.Union(RoleOrGuestSchema.anyOf, {
        description:
          'The role of a service account in the organization. Null for guests. Absent for personal tokens.',
      }),
    ),
    organization: Type.Optional(
      Type.String({
        description:
          'The organization to which the token is limited. Absent if the token works in all organizations of its user.',
      }),
    ),
    createdBy: Type.Optional(
      Type.String({ description: 'The user who created the service account. Absent for personal tokens.' }),
    ),
    createdAt: Timestamp,
    expiresAt: Type.Optional(Timestamp),
    lastUsedAt: Type.Optional(
      Type.String({
        format: 'date-time',
        description: 'Accurate to the minute, and updated with up to a minute’s delay.',
      }),
    ),
    token: Type.Optional(
      Type.String({
        description: 'The secret. Shown only in the response that creates the token.',
      }),
    ),
    urls: Type.Object({ location: Url }),
  },
  { $id: 'Token' },
);

export const UserTokenParams = Type.Object({ tokenId: Id });
export const OrganizationParams = Type.Object({ organizationId: Id });
export const OrganizationTokenParams = Type.Object({ organizationId: Id, tokenId: Id });
export const ListTokensQuery = Type.Object(ListQuery);

export const CreateUserTokenBody = Type.Object({
  title: Title,
  scopes: Type.Optional(Scopes),
  expiresAt: Type.Optional(ExpiresAt),
});

export const CreateOrganizationTokenBody = Type.Object({
  title: Title,
  role: Type.Union(RoleOrGuestSchema.anyOf, {
    description: 'The role of the service account in the organization. Null makes it a guest.',
  }),
  scopes: Type.Optional(Scopes),
  expiresAt: Type.Optional(ExpiresAt),
});

export const UpdateUserTokenBody = Type.Object({ title: Type.Optional(Title) });

export const UpdateOrganizationTokenBody = Type.Object({
  title: Type.Optional(Title),
  role: Type.Optional(
    Type.Union(RoleOrGuestSchema.anyOf, {
      description: 'The new role. Null makes it a guest. Defaults to the current role.',
    }),
  ),
});
