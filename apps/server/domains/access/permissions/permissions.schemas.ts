import { Type } from 'typebox';
import {
  Id,
  ListQuery,
  ROLES,
  RoleOrGuestSchema,
  RoleSchema,
  refTo,
  Timestamp,
} from '../../../platform/http/schemas.ts';
import { TeamSchema } from '../../identity/teams/teams.schemas.ts';
import { UserSchema } from '../../identity/users/users.schemas.ts';

const UserId = Type.String({ description: 'The id of a user, or `me`.' });

/** By the kind of the place, then by the kind of the grantee. */
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
  site: {
    place: Type.Object({ organizationId: Id, siteId: Id }),
    team: Type.Object({ organizationId: Id, siteId: Id, teamId: Id }),
    user: Type.Object({ organizationId: Id, siteId: Id, userId: UserId }),
  },
};

export const TeamPermissionSchema = Type.Object({ permission: RoleSchema, team: refTo(TeamSchema) });

export const UserPermissionSchema = Type.Object({ permission: RoleSchema, user: refTo(UserSchema) });

/** The source of an effective role on a space or a collection. */
export const RoleSourceSchema = Type.Object(
  {
    type: Type.Enum(['organization', 'default', 'user', 'team']),
    team: Type.Optional(Id),
    space: Type.Optional(Id),
    collection: Type.Optional(Id),
  },
  {
    description:
      'Where the role comes from: `organization` (the role in the organization), `default` (a default level), `user` (a role given to the member) or `team` (a role given to a team). Includes the ids of that team and of the space or collection that the role was set on.',
  },
);

export const PersonWithRoleSchema = Type.Object(
  { permission: RoleSchema, user: refTo(UserSchema), source: RoleSourceSchema },
  { title: 'PersonWithRole' },
);

/** A place on which a team has a direct role. */
export const PlaceOfTeamSchema = Type.Object(
  {
    permission: RoleSchema,
    place: Type.Object({
      type: Type.Enum(['space', 'collection', 'site']),
      id: Id,
      title: Type.String(),
    }),
  },
  { title: 'PlaceOfTeam' },
);

export const PersonOnSiteSchema = Type.Object(
  {
    permission: RoleSchema,
    user: refTo(UserSchema),
    origin: Type.Union(
      [
        Type.Object({ type: Type.Literal('organization'), organization: Id }),
        Type.Object({
          type: Type.Literal('site'),
          site: Id,
          reason: Type.Enum(['member', 'team', 'default']),
          team: Type.Optional(Id),
        }),
      ],
      {
        description:
          'Where the role comes from: `organization` (the role in the organization) or `site`. On a site, the role comes from the `member`, a `team`, or the `default` level of the site.',
      },
    ),
    disabled: Type.Boolean({
      description: 'Always false: people who have not accepted their invitation have no access.',
    }),
    lastSeenAt: Type.Optional(Timestamp),
  },
  { title: 'PersonOnSite' },
);

export const ListPermissionsQuery = Type.Object(ListQuery);

export const ListAggregateQuery = Type.Object({
  ...ListQuery,
  role: Type.Optional(
    Type.Enum([...RoleSchema.enum], { description: 'Only people with exactly this role.' }),
  ),
  user: Type.Optional(
    Type.String({
      maxLength: 64,
      description: 'Only this person, by the user id. The list is empty if they have no access.',
    }),
  ),
});

export const ListSiteAccessQuery = Type.Object({
  ...ListQuery,
  role: Type.Optional(
    Type.Enum([...ROLES, 'guest'], {
      description:
        'Only people with exactly this role on the site. `guest` matches nobody, because guests are listed only if they have a role on the site.',
    }),
  ),
  search: Type.Optional(
    Type.String({
      description:
        'Only people whose display name contains this text, ignoring case. Unless you are a guest, email addresses are searched too.',
    }),
  ),
  team: Type.Optional(Type.String({ description: 'Only members of the team with this id.' })),
  order: Type.Optional(Type.Enum(['asc', 'desc'], { default: 'desc' })),
  sort: Type.Optional(
    Type.Enum(['joinedAt', 'lastSeenAt', 'name'], {
      default: 'joinedAt',
      description: 'The sort key. `lastSeenAt` excludes people who have never been seen.',
    }),
  ),
});

export const UpdatePermissionBody = Type.Object({
  role: Type.Optional(
    Type.Union(RoleOrGuestSchema.anyOf, {
      description: 'Null removes the role. By default, nothing changes.',
    }),
  ),
});

/** Ids are longer nowhere. */
const MentionedId = Type.String({ maxLength: 64 });

export const InviteBody = Type.Object(
  {
    role: Type.Union(RoleOrGuestSchema.anyOf, { description: 'Null removes the role.' }),
    teams: Type.Optional(Type.Array(MentionedId, { maxItems: 1000 })),
    users: Type.Optional(
      Type.Array(MentionedId, { maxItems: 1000, description: 'User ids of members, including guests.' }),
    ),
  },
  { title: 'InviteBody' },
);
