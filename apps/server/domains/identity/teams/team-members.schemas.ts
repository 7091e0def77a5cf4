import { Type } from 'typebox';
import { Id, ListQuery, refTo } from '../../../platform/http/schemas.ts';
import { MemberSchema } from '../members/members.schemas.ts';
import { MAX_USERS, UserKeys } from './teams.schemas.ts';

const Role = Type.Enum(['owner', 'member']);
export const TeamMemberSchema = Type.Object(
  {
    organization: refTo(MemberSchema),
    team: Type.Object({ role: Role }),
    permissions: Type.Object({ view: Type.Boolean() }),
  },
  { $id: 'TeamMember' },
);

export const TeamMemberParams = Type.Object({
  organizationId: Id,
  teamId: Id,
  userId: Type.String({ description: 'The id of a user, or `me`.' }),
});

export const ListTeamMembersQuery = Type.Object(ListQuery);

export const UpdateTeamMembersBody = Type.Object({
  add: Type.Optional(UserKeys),
  remove: Type.Optional(UserKeys),
  memberships: Type.Optional(
    Type.Record(Type.String(), Type.Object({ role: Role }), {
      maxProperties: MAX_USERS,
      description: 'Roles by user id or email address. Users who are not in the team are added.',
    }),
  ),
});

export const PutTeamMemberBody = Type.Object({
  role: Type.Optional({
    ...Role,
    description: 'By default, new team members get the role `member`, and existing ones keep their role.',
  }),
});
