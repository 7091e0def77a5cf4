import { Type } from 'typebox';
import { Id, ListQuery, RoleOrGuestSchema, RoleSchema, refTo } from '../../http/schemas.ts';
import { TeamSchema } from '../teams/teams.schemas.ts';
import { UserSchema } from '../users/users.schemas.ts';

const UserId = Type.String({ description: 'The id of a user, or `me`.' });

/** By what a permission is on, then by whom it is given to. */
export const PARAMS = {
  space: {
    place: Type.Object({ spaceId: Id }),
    team: Type.Object({ spaceId: Id, teamId: Id }),
    user: Type.Object({ spaceId: Id, userId: UserId }),
  },
  collection: {
    place: Type.Object({ collectionId: Id }),
    team: Type.Object({ collectionId: Id, teamId: Id }),
    user: Type.Object({ collectionId: Id, userId: UserId }),
  },
};

export const TeamPermissionSchema = Type.Object({ permission: RoleSchema, team: refTo(TeamSchema) });

export const UserPermissionSchema = Type.Object({ permission: RoleSchema, user: refTo(UserSchema) });

export const PersonOnPlaceSchema = Type.Object({
  permission: RoleSchema,
  user: refTo(UserSchema),
  source: Type.Object(
    {
      type: Type.Enum(['organization', 'default', 'user', 'team']),
      team: Type.Optional(Id),
      space: Type.Optional(Id),
      collection: Type.Optional(Id),
    },
    {
      description:
        'What the role comes from: the role in the organization, a default level, what the user was given, or what a team was given; with the space or collection that it is on.',
    },
  ),
});

export const ListPermissionsQuery = Type.Object(ListQuery);

export const ListAggregateQuery = Type.Object({
  ...ListQuery,
  role: Type.Optional(Type.Enum([...RoleSchema.enum], { description: 'Only who has exactly this role.' })),
});

export const UpdatePermissionBody = Type.Object({
  role: Type.Optional(
    Type.Union(RoleOrGuestSchema.anyOf, { description: 'null: nothing; absent: as it is.' }),
  ),
});

/** Ids are longer nowhere. */
const MentionedId = Type.String({ maxLength: 64 });

export const InviteBody = Type.Object({
  role: Type.Union(RoleOrGuestSchema.anyOf, { description: 'null: takes what they were given.' }),
  teams: Type.Optional(Type.Array(MentionedId, { maxItems: 1000 })),
  users: Type.Optional(
    Type.Array(MentionedId, { maxItems: 1000, description: 'Members of the organization, guests included.' }),
  ),
});
