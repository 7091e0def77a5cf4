/** The steps that all changes of team membership share. */

import { isId } from '@lectern/std/ids';
import type { Cause } from '../../../platform/access/cause.ts';
import type { TeamRole } from '../../../platform/access/pointers.ts';
import type { UnitOfWork } from '../../../platform/access/transaction.ts';
import { defineNotFound } from '../../../platform/http/errors.ts';
import { recordEvents } from '../../core/audit/record-event.ts';
import { lockMembers } from '../members/members.queries.ts';
import type { Candidates } from './candidates.ts';
import type { TeamMemberChange } from './plan-team-changes.ts';
import { applyTeamChanges } from './team-members.repository.ts';
import type { TeamKey } from './teams.queries.ts';
import { findTeamTitle } from './teams.repository.ts';

export const teamNotFound = defineNotFound('team-not-found', 'team');

/** The team as its events call it. */
type LockedTeam = TeamKey & { title: string };

/** Prevents other transactions from changing the teams of the organization or their members. */
export async function lockTeam({ trx }: UnitOfWork, key: TeamKey): Promise<LockedTeam> {
  await lockMembers(trx, key.organizationId);
  const title = isId(key.teamId) ? await findTeamTitle(trx, key) : undefined;
  if (title === undefined) throw teamNotFound();
  return { ...key, title };
}

/** If more members than this change, every process forgets all members of the organization. */
const MAX_ANNOUNCED = 100;

/** Makes the changes, records each, and makes every process forget what it cached about these members. */
export async function changeTeamMembers(
  { trx, announce }: UnitOfWork,
  cause: Cause,
  team: LockedTeam,
  {
    changes,
    candidates,
    source = {},
    at,
  }: {
    changes: readonly TeamMemberChange[];
    candidates: Candidates;
    /** What made the change, if it is not the caller alone. */
    source?: object;
    at: Date;
  },
): Promise<void> {
  if (changes.length === 0) return;
  const { organizationId, teamId, title } = team;
  await applyTeamChanges(trx, team, { changes, at });
  await recordEvents(
    trx,
    changes.map(({ userId, before, after }) => ({
      organizationId,
      cause,
      action: actionOf(before, after),
      target: { type: 'member', id: userId, label: candidates.find(userId)?.display_name ?? null },
      payload: {
        team: { id: teamId, title },
        ...(before ? { before: { role: before } } : {}),
        ...(after ? { after: { role: after } } : {}),
        ...source,
      },
      at,
    })),
  );
  if (changes.length > MAX_ANNOUNCED) announce({ kind: 'members', organizationId });
  else for (const { userId } of changes) announce({ kind: 'member', organizationId, userId });
}

function actionOf(before: TeamRole | undefined, after: TeamRole | undefined) {
  if (!before) return 'team-member.added';
  return after ? 'team-member.updated' : 'team-member.removed';
}
