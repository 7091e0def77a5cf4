import { Type } from 'typebox';
import { Id, ListQuery, Timestamp, Url } from '../../http/schemas.ts';

/** Named in one body. */
export const MOST_USERS = 10_000;
export const UserKeys = Type.Array(Type.String({ maxLength: 320 }), {
  maxItems: MOST_USERS,
  description: 'Members of the organization, each by the id or the email address of the user.',
});
const Title = Type.String({ minLength: 1, maxLength: 64 });

export const TeamSchema = Type.Object(
  {
    object: Type.Literal('team'),
    id: Id,
    title: Type.String(),
    members: Type.Integer(),
    spaces: Type.Integer({
      description: 'That the team was given a role on, or on a collection above them; deleted ones left out.',
    }),
    createdAt: Timestamp,
    permissions: Type.Object({
      admin: Type.Boolean({ description: 'Whether the caller may add and remove members.' }),
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
    Type.String({ description: 'The id of a member, or `me`: only teams whose members they manage.' }),
  ),
  title: Type.Optional(Type.String({ description: 'Only teams whose title has this in it, case aside.' })),
});

export const CreateTeamBody = Type.Object({
  title: Title,
  members: Type.Optional(UserKeys),
});

export const UpdateTeamBody = Type.Object({ title: Title });
