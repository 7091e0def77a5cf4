import type { Context } from '../../platform/context.ts';
import { defineRecurringJob } from '../../platform/jobs/recurring.ts';
import { deleteOldCalls } from '../../platform/language-model/model-calls.repository.ts';
import type { SearchParts } from '../content/search/search-parts.ts';
import { listOrganizationsWithClusters } from './answers/answers.repository.ts';
import { lookForAnswers } from './answers/look-for-answers.ts';
import { listExpiredConversations } from './conversations.repository.ts';
import { deleteConversations } from './delete-conversations.ts';
import { listRetentions } from './settings/settings.repository.ts';

/** The kind of the daily job. */
export const CONVERSATION_UPKEEP = 'conversation-upkeep' as const;

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const BATCH = 200;
/** How long answers of the language model are kept, which it would give again. */
const MODEL_ANSWER_DAYS = 90;

/**
 * The daily job: deletes conversations and answers of the language model that are past their retention, and searches
 * again for pages that answer clusters, because content has changed.
 */
export const createConversationUpkeepJob = (context: Context, search: SearchParts) =>
  defineRecurringJob(context, {
    kind: CONVERSATION_UPKEEP,
    lane: 'upkeep',
    schedule: { firstDelayMs: HOUR_MS, intervalMs: DAY_MS },
    run: async (_job, signal) => {
      const { db, clock } = context;
      for (const { organizationId, days } of await listRetentions(db)) {
        const before = new Date(clock().getTime() - days * DAY_MS);
        while (await deleteExpired(context, organizationId, before)) signal.throwIfAborted();
      }
      await deleteOldCalls(db, new Date(clock().getTime() - MODEL_ANSWER_DAYS * DAY_MS));
      const before = clock();
      for (const organizationId of await listOrganizationsWithClusters(db))
        while (await lookForAnswers({ context, search }, { organizationId, before, signal }))
          signal.throwIfAborted();
    },
  });

/** Deletes some of the conversations whose time has passed. Returns whether there may be more. */
async function deleteExpired(
  { db, transact, clock }: Context,
  organizationId: string,
  before: Date,
): Promise<boolean> {
  const ids = await listExpiredConversations(db, { organizationId, before, limit: BATCH });
  if (ids.length > 0)
    await transact((unit) => deleteConversations(unit, { organizationId, ids, now: clock() }));
  return ids.length === BATCH;
}
