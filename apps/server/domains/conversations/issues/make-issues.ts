import type { Context } from '../../../platform/context.ts';
import {
  findModel,
  listStoredClusters,
  listUnprocessed,
  lockModel,
  markProcessed,
  updateModel,
} from './issues.repository.ts';
import { placeIssuesTask } from './place-issues.ts';
import { storePlaced } from './store-placed.repository.ts';

/** As many conversations as are placed at once, and the size of their messages. */
const BATCH = { count: 1000, bytes: 8_000_000 };
const DEADLINE_MS = 120_000;

type Means = Pick<Context, 'db' | 'transact' | 'threads' | 'clock'>;

/**
 * Makes the issues of the oldest waiting conversations. Returns whether there may be more. The model is read without a
 * lock; if clusters were changed meanwhile, nothing is stored and the next call starts over.
 */
export async function makeIssues(
  { db, transact, threads, clock }: Means,
  organizationId: string,
  signal: AbortSignal,
): Promise<boolean> {
  const model = await findModel(db, organizationId);
  const conversations = await listUnprocessed(db, organizationId, BATCH);
  if (conversations.length === 0) return false;
  const clusters = await listStoredClusters(db, organizationId);
  const placed = await threads.run(
    placeIssuesTask,
    { model, clusters, conversations },
    { lane: 'job', deadlineMs: DEADLINE_MS, signal },
  );
  const now = clock();
  const conversationIds = conversations.map(({ conversationId }) => conversationId);
  await transact(async ({ trx }) => {
    if ((await lockModel(trx, organizationId)) !== model.version) return;
    const marked = await markProcessed(trx, organizationId, conversations, now);
    // One of them was replaced or deleted while its issues were made.
    if (marked < conversations.length) throw new StaleConversations();
    await storePlaced(trx, { organizationId, conversationIds, now }, placed);
    await updateModel(trx, organizationId, placed.model);
  }).catch((error: unknown) => {
    if (!(error instanceof StaleConversations)) throw error;
  });
  return true;
}

class StaleConversations extends Error {}
