import { Type } from 'typebox';
import { SCOPES } from '../../access/actor.ts';
import { Id, ListQuery, RoleOrGuestSchema, Timestamp, Url } from '../../http/schemas.ts';

const Title = Type.String({ minLength: 1, maxLength: 100 });
const Scopes = Type.Array(Type.Enum([...SCOPES]), {
  minItems: 1,
  uniqueItems: true,
  description: 'What the token may be used for; a wider scope contains the narrower ones.',
});
const ExpiresAt = Type.Union([Timestamp, Type.Null()], {
  description:
    'Absent or null: never, or with the token that makes this one; not later than that in any case.',
});

export const TokenSchema = Type.Object(
  {
    object: Type.Literal('token'),
    id: Id,
    title: Type.String(),
    scopes: Scopes,
    role: Type.Optional(
      Type.Union(RoleOrGuestSchema.anyOf, {
        description: 'Of a service account: its role in the organization.',
      }),
    ),
    organization: Type.Optional(
      Type.String({ description: 'The only organization that it acts in; absent: in all of its user’s.' }),
    ),
    createdBy: Type.Optional(Type.String({ description: 'Of a service account: the user who made it.' })),
    createdAt: Timestamp,
    expiresAt: Type.Optional(Timestamp),
    lastUsedAt: Type.Optional(
      Type.String({ format: 'date-time', description: 'Exact to the minute; known a minute later.' }),
    ),
    token: Type.Optional(
      Type.String({ description: 'The secret itself: only in the answer that creates the token.' }),
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
    description: 'The role of the service account in the organization; null: a guest.',
  }),
  scopes: Type.Optional(Scopes),
  expiresAt: Type.Optional(ExpiresAt),
});

export const UpdateUserTokenBody = Type.Object({ title: Type.Optional(Title) });

export const UpdateOrganizationTokenBody = Type.Object({
  title: Type.Optional(Title),
  role: Type.Optional(Type.Union(RoleOrGuestSchema.anyOf, { description: 'From now on; null: a guest.' })),
});
