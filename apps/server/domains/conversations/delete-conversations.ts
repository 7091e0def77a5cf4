import type { UnitOfWork } from '../../platform/access/transaction.ts';
import { deleteConversationRows } from './conversations.repository.ts';
import { subtractSums } from './issues/cluster-sums.repository.ts';
import { enqueueConversationIssues } from './issues/conversation-issues.jobs.ts';
import { lockModel, raiseVersion } from './issues/issues.repository.ts';
import { takeOutIssues } from './issues/take-out-issues.repository.ts';

/**
 * Deletes conversations with all derived data: their issues, the contribution of these to clusters, and descriptions
 * that may quote them. Clusters that become empty are deleted, unless they have tasks.
 */
export async function deleteConversations(
  unit: UnitOfWork,
  { organizationId, ids, now }: { organizationId: string; ids: readonly string[]; now: Date },
): Promise<void> {
  const { trx } = unit;
  await lockModel(trx, organizationId);
  await subtractSums(trx, organizationId, ids);
  await takeOutIssues(trx, organizationId, ids, now);
  await deleteConversationRows(trx, organizationId, ids);
  await raiseVersion(trx, organizationId);
  await enqueueConversationIssues(unit, organizationId, now);
}
