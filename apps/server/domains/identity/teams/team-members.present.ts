import type { Static } from 'typebox';
import type { TeamRole } from '../../../platform/access/pointers.ts';
import { presentMember } from '../members/members.present.ts';
import type { MemberRow } from '../members/members.queries.ts';
import type { TeamMemberSchema } from './team-members.schemas.ts';

/** A member of the organization with their role in the team. */
export interface MemberOfTeam {
  member: MemberRow;
  role: TeamRole;
}

export const presentTeamMember = (
  { member, role }: MemberOfTeam,
  baseUrl: string,
): Static<typeof TeamMemberSchema> => ({
  organization: presentMember(member, baseUrl),
  team: { role },
  // A caller who may list the members of a team may view each of them.
  permissions: { view: true },
});
