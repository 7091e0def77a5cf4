import { isId } from '@lectern/std/ids';
import type { Context } from '../../../platform/context.ts';
import { defineNotFound } from '../../../platform/http/errors.ts';
import { type ClusterKey, type ClusterRow, findClusterRow } from './clusters.repository.ts';
import { lastMondays } from './weeks.ts';

export const clusterNotFound = defineNotFound('conversations-cluster-not-found', 'cluster');

export async function getCluster(db: Context['db'], key: ClusterKey, now: Date): Promise<ClusterRow> {
  const row = isId(key.clusterId) ? await findClusterRow(db, key, lastMondays(now)[0] as Date) : undefined;
  if (!row) throw clusterNotFound();
  return row;
}
