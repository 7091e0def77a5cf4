import { Type } from 'typebox';
import { Id, ListQuery, refTo } from '../../http/schemas.ts';
import { MemberSchema } from '../members/members.schemas.ts';
import { MOST_USERS, UserKeys } from './teams.schemas.ts';

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
      maxProperties: MOST_USERS,
      description: 'By the id or the email address of the user. Who is not in the team joins it.',
    }),
  ),
});

export const PutTeamMemberBody = Type.Object({
  role: Type.Optional({
    ...Role,
    description: 'Without it, who is new in the team is a `member`, and others stay what they are.',
  }),
});
