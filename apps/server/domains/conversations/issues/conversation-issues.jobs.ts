import type { UnitOfWork } from '../../../platform/access/transaction.ts';
import type { Context } from '../../../platform/context.ts';
import type { JobDefinition } from '../../../platform/jobs/job-definition.ts';
import { enqueueOnce } from '../../../platform/jobs/queue.ts';
import type { SearchParts } from '../../content/search/search-parts.ts';
import { lookForAnswers } from '../answers/look-for-answers.ts';
import { describeClusters } from './describe-clusters.ts';
import { makeIssues } from './make-issues.ts';

/** The kind of the job that makes issues of new conversations, and clusters of issues. */
export const CONVERSATION_ISSUES = 'conversation-issues' as const;

/** After this time, other organizations take their turn. */
const MAX_RUN_MS = 60_000;

/** Makes the issues of all conversations of an organization that wait for it, describes clusters, and finds answers. */
export const createConversationIssuesJob = (
  context: Context,
  search: SearchParts,
): JobDefinition & { kind: typeof CONVERSATION_ISSUES } => ({
  kind: CONVERSATION_ISSUES,
  lane: 'long',
  run: async ({ organizationId }, signal) => {
    const endAt = performance.now() + MAX_RUN_MS;
    const steps = [
      () => makeIssues(context, organizationId, signal),
      () => describeClusters(context, organizationId, signal),
      () => lookForAnswers({ context, search }, { organizationId, before: undefined, signal }),
    ];
    for (const step of steps)
      while (await step()) {
        signal.throwIfAborted();
        if (performance.now() < endAt) continue;
        await context.transact((unit) => enqueueConversationIssues(unit, organizationId, context.clock()));
        return;
      }
  },
});

/** Asks for the work that follows from a change of conversations. */
export const enqueueConversationIssues = (
  unit: UnitOfWork,
  organizationId: string,
  now: Date,
): Promise<void> =>
  enqueueOnce(
    unit,
    [
      {
        organizationId,
        kind: CONVERSATION_ISSUES,
        payload: {},
        concurrencyKey: `conversations:${organizationId}`,
      },
    ],
    now,
  );
