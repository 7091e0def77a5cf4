import { Type } from 'typebox';
import { Id, ListQuery, ROLES, RoleOrGuestSchema, refTo, Timestamp } from '../../../platform/http/schemas.ts';
import { UserSchema } from '../users/users.schemas.ts';

export const MemberSchema = Type.Object(
  {
    object: Type.Literal('member'),
    id: Type.String({ description: 'The user id.' }),
    role: RoleOrGuestSchema,
    user: refTo(UserSchema),
    disabled: Type.Boolean({
      description:
        'Whether the invitation is still pending. Until it is accepted, the membership grants no access.',
    }),
    joinedAt: Timestamp,
    lastSeenAt: Type.Optional(Timestamp),
    sso: Type.Boolean({
      description: 'Whether the member belongs to the single sign-on of the organization.',
    }),
    spaces: Type.Integer({ minimum: 0, description: 'The number of spaces that the member can read.' }),
    teams: Type.Integer({ minimum: 0 }),
    sites: Type.Integer({ minimum: 0 }),
  },
  { $id: 'Member' },
);

export const OrganizationParams = Type.Object({ organizationId: Id });

export const MemberParams = Type.Object({
  organizationId: Id,
  userId: Type.String({ description: 'The id of a user, or `me`.' }),
});

export const MemberSessionParams = Type.Object({ ...MemberParams.properties, sessionId: Id });

export const Order = Type.Enum(['asc', 'desc'], { default: 'desc' });

export const ListMembersQuery = Type.Object({
  ...ListQuery,
  order: Type.Optional(Order),
  sort: Type.Optional(
    Type.Enum(['joinedAt', 'lastSeenAt', 'name'], {
      default: 'joinedAt',
      description: 'The sort key. `lastSeenAt` excludes members who have never been seen.',
    }),
  ),
  role: Type.Optional(Type.Enum([...ROLES, 'guest'])),
  search: Type.Optional(
    Type.String({
      description: 'Only members whose display name or email address contains this text, ignoring case.',
    }),
  ),
});

export const UpdateMemberBody = Type.Object({ role: Type.Optional(RoleOrGuestSchema) });

export const PingSchema = Type.Object({
  serviceVisitorClaims: Type.Optional(
    Type.String({ description: 'A JWT that identifies the member to published sites. Valid for one hour.' }),
  ),
  gitbookVisitorClaims: Type.Optional(
    Type.String({ description: 'The same JWT under the name that the public client expects.' }),
  ),
});
