import { newId } from '@lectern/std/ids';
import type { Context } from '../../../platform/context.ts';
import type { SearchParts } from '../../content/search/search-parts.ts';
import { type ClusterToAnswer, listUnanswered, storeAnswers } from './answers.repository.ts';
import { findClusterPages, isAnswer } from './find-cluster-pages.ts';

const BATCH = 100;
const PAGES = 5;

/**
 * Searches all spaces of the organization for pages that answer clusters. Only clusters whose last search was before
 * `before`, if any, are included. Returns whether there may be more.
 */
export async function lookForAnswers(
  { context, search }: { context: Pick<Context, 'db' | 'transact' | 'clock'>; search: SearchParts },
  {
    organizationId,
    before,
    signal,
  }: { organizationId: string; before: Date | undefined; signal: AbortSignal },
): Promise<boolean> {
  const clusters = await listUnanswered(context.db, { organizationId, before, limit: BATCH });
  const answers: { clusterId: string; isAnswered: boolean }[] = [];
  for (const cluster of clusters) {
    signal.throwIfAborted();
    answers.push({
      clusterId: cluster.clusterId,
      isAnswered: await hasAnswer(search, organizationId, cluster),
    });
  }
  if (answers.length > 0)
    await context.transact(({ trx }) => storeAnswers(trx, { organizationId, answers, now: context.clock() }));
  return clusters.length === BATCH;
}

async function hasAnswer(
  search: SearchParts,
  organizationId: string,
  { terms }: ClusterToAnswer,
): Promise<boolean> {
  const actor = {
    kind: 'service' as const,
    organizationId,
    role: 'admin' as const,
    tokenId: newId(),
    scopes: ['read' as const],
    expiresAt: null,
  };
  const caller = { organizationId, actor, role: 'admin' as const };
  const spaces = await findClusterPages(search, caller, { terms, limit: PAGES });
  return spaces.some(({ pages }) => pages.some((page) => isAnswer(page, terms)));
}
