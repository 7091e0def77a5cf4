import type { Static } from 'typebox';
import { isAtLeast } from '../../../platform/access/roles.ts';
import type { Standing } from '../../../platform/access/space-role.ts';
import type { TeamRow } from './teams.queries.ts';
import type { TeamSchema } from './teams.schemas.ts';

/** The caller's standing in the organization of the team. */
export type TeamViewer = Pick<Standing, 'role' | 'teams'>;

/** The Team object as this viewer sees it. */
export function presentTeam(row: TeamRow, viewer: TeamViewer, baseUrl: string): Static<typeof TeamSchema> {
  const isOwner = viewer.teams.get(row.team_id) === 'owner';
  return {
    object: 'team' as const,
    id: row.team_id,
    title: row.title,
    members: row.members,
    spaces: row.spaces,
    createdAt: row.created_at.toISOString(),
    permissions: {
      admin: isOwner || isAtLeast(viewer.role, 'admin'),
      view: isOwner || isAtLeast(viewer.role, 'read'),
    },
    urls: { location: teamLocation(row, baseUrl) },
  };
}

export const teamLocation = (row: Pick<TeamRow, 'organization_id' | 'team_id'>, baseUrl: string): string =>
  `${baseUrl}/v1/orgs/${row.organization_id}/teams/${row.team_id}`;
