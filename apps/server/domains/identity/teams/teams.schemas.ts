import { Type } from 'typebox';
import { Id, ListQuery, Timestamp, Url } from '../../../platform/http/schemas.ts';

/** Named in one body. */
export const MAX_USERS = 10_000;
export const UserKeys = Type.Array(Type.String({ maxLength: 320 }), {
  maxItems: MAX_USERS,
  description: 'Members of the organization, each by user id or email address.',
});
const Title = Type.String({ minLength: 1, maxLength: 64 });

export const TeamSchema = Type.Object(
  {
    object: Type.Literal('team'),
    id: Id,
    title: Type.String(),
    members: Type.Integer(),
    spaces: Type.Integer({
      description:
        'The number of spaces on which the team has a role, set directly or on a collection. Deleted spaces do not count.',
    }),
    createdAt: Timestamp,
    permissions: Type.Object({
      admin: Type.Boolean({ description: 'Whether you can add and remove members.' }),
      view: Type.Boolean(),
    }),
    urls: Type.Object({ location: Url }),
  },
  { $id: 'Team' },
);

export const OrganizationParams = Type.Object({ organizationId: Id });
export const TeamParams = Type.Object({ organizationId: Id, teamId: Id });

export const ListTeamsQuery = Type.Object({
  ...ListQuery,
  owner: Type.Optional(
    Type.String({ description: 'A user id, or `me`. Only teams that this member manages.' }),
  ),
  title: Type.Optional(
    Type.String({ description: 'Only teams whose title contains this text, ignoring case.' }),
  ),
});

export const CreateTeamBody = Type.Object({
  title: Title,
  members: Type.Optional(UserKeys),
});

export const UpdateTeamBody = Type.Object({ title: Title });
