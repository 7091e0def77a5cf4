import type { Context } from '../../../platform/context.ts';
import { defineThreadTask } from '../../../platform/threads/thread-task.ts';
import { type DescribedIssue, describeCluster } from '../clustering/describe-cluster.ts';
import { decodeCounts } from '../clustering/term-rarity.ts';
import { describeByModel } from './describe-by-model.ts';
import { type DescribedCluster, listUndescribed, storeDescriptions } from './descriptions.repository.ts';
import { findModel, lockModel } from './issues.repository.ts';

interface DescribeInput {
  frozenIssues: number;
  frozenCounts: Uint8Array;
  clusters: readonly { clusterId: string; issues: readonly DescribedIssue[] }[];
}

export const describeClustersTask = defineThreadTask(
  'describe-clusters',
  ({ frozenIssues, frozenCounts, clusters }: DescribeInput): DescribedCluster[] => {
    const counts = decodeCounts(frozenCounts);
    const rarity = { issues: frozenIssues, counts, frozenIssues, frozenCounts: counts };
    return clusters.map(({ clusterId, issues }) => ({ clusterId, ...describeCluster(issues, rarity) }));
  },
);

const BATCH = 100;
/** With a language model, which takes seconds for each. */
const MODEL_BATCH = 10;
const DEADLINE_MS = 60_000;

/** Describes some of the clusters that are not described as they are now. Returns whether there may be more. */
export async function describeClusters(
  means: Pick<Context, 'config' | 'db' | 'transact' | 'threads' | 'clock' | 'log'>,
  organizationId: string,
  signal: AbortSignal,
): Promise<boolean> {
  const { config, db, transact, threads } = means;
  const { version, frozenIssues, frozenCounts } = await findModel(db, organizationId);
  const clusters = await listUndescribed(db, organizationId, config.languageModel ? MODEL_BATCH : BATCH);
  if (clusters.length === 0) return false;
  const described = await threads.run(
    describeClustersTask,
    { frozenIssues, frozenCounts, clusters },
    { lane: 'job', deadlineMs: DEADLINE_MS, signal },
  );
  for (const [n, description] of described.entries())
    described[n] = await describeByModel(means, organizationId, {
      description,
      issues: clusters[n]?.issues ?? [],
      signal,
    });
  await transact(async ({ trx }) => {
    // An issue that was quoted may be gone: it is read again.
    if ((await lockModel(trx, organizationId)) === version)
      await storeDescriptions(trx, organizationId, described);
  });
  return true;
}
