import type { FollowChanges, Followers, UnitOfWork } from '../../../../platform/access/transaction.ts';
import type { Context } from '../../../../platform/context.ts';
import { listSpacesUnderRules } from './merge-rules.queries.ts';

/** Publishes an event to the streams of all spaces that inherit the rules. */
export const followMergeRules: Followers['mergeRulesChanged'] = (unit, { organizationId, at, actorId }) =>
  recordChecks(unit, organizationId, { on: 'organization', at, actorId });

/** Rules can ask for reviews by members of a team. */
export const createFollowReviewers =
  ({ clock }: Pick<Context, 'clock'>): FollowChanges =>
  async (unit, changes) => {
    const organizations = new Set<string>();
    for (const change of changes)
      if (change.kind === 'member' || change.kind === 'members' || change.kind === 'team')
        organizations.add(change.organizationId);
    for (const organizationId of [...organizations].sort())
      await recordChecks(unit, organizationId, { on: 'teams', at: clock(), actorId: undefined });
  };

async function recordChecks(
  unit: UnitOfWork,
  organizationId: string,
  { on, at, actorId }: { on: 'organization' | 'teams'; at: Date; actorId: string | undefined },
): Promise<void> {
  for (const spaceId of await listSpacesUnderRules(unit.trx, organizationId, on))
    unit.record({ organizationId, spaceId, at, actorId, body: { type: 'checks' } });
}
