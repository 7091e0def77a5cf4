import { Type } from 'typebox';
import { Id, ListQuery, RoleOrGuestSchema, Timestamp, Url } from '../../../platform/http/schemas.ts';
import { USER_STATES } from './users.repository.ts';

export const InstanceUserSchema = Type.Object(
  {
    object: Type.Literal('instance-user'),
    id: Id,
    displayName: Type.String(),
    email: Type.String(),
    photoURL: Type.Optional(Type.String()),
    createdAt: Timestamp,
    lastSeenAt: Type.Optional(
      Type.String({
        format: 'date-time',
        description: 'When a browser or a token of the user was last used, to within a minute.',
      }),
    ),
    blocked: Type.Boolean({ description: 'Nobody can sign in or use a token as a blocked user.' }),
    blockedAt: Type.Optional(Timestamp),
    instanceAdministrator: Type.Boolean(),
    invited: Type.Boolean({
      description: 'Whether the account was created by an invitation and has not been used yet.',
    }),
    verified: Type.Boolean({ description: 'Whether email or single sign-on proved the address.' }),
    password: Type.Boolean({ description: 'Whether a password is set.' }),
    secondFactor: Type.Boolean(),
    sessions: Type.Integer({ description: 'The number of signed-in browsers.' }),
    tokens: Type.Integer({ description: 'The number of personal tokens.' }),
    organizations: Type.Array(Type.Object({ id: Id, title: Type.String(), role: RoleOrGuestSchema }), {
      description: 'The first five organizations that the user belongs to.',
    }),
    organizationCount: Type.Integer({ minimum: 0 }),
  },
  { $id: 'InstanceUser' },
);

export const InstanceUserParams = Type.Object({ userId: Id });

export const ListInstanceUsersQuery = Type.Object({
  ...ListQuery,
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 50 })),
  search: Type.Optional(Type.String({ maxLength: 200, description: 'Part of a name or an email address.' })),
  state: Type.Optional(
    Type.Enum([...USER_STATES], {
      description:
        '`active`: neither blocked nor waiting for an invitation to be accepted. `administrator`: instance administrators.',
    }),
  ),
});

export const UpdateInstanceUserBody = Type.Object({
  blocked: Type.Optional(Type.Boolean()),
  instanceAdministrator: Type.Optional(Type.Boolean()),
});

export const PasswordLinkSchema = Type.Object(
  {
    url: Url,
    expiresAt: Timestamp,
  },
  { $id: 'PasswordLink' },
);
