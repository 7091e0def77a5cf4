import type { SpaceKey } from '../../../../platform/access/space-key.ts';
import type { UnitOfWork } from '../../../../platform/access/transaction.ts';
import { enqueueForLater, type NewJob } from '../../../../platform/jobs/queue.ts';

/** The kind of the job that draws the pages of a published space before anybody asks for them. */
export const PAGE_DRAWING = 'page-drawing' as const;

export interface PageDrawingPayload {
  spaceId: string;
}

/**
 * Edits often follow each other closely: one run draws what several of them changed. And after publishing a site,
 * people may continue with something else that needs the processor.
 */
const DELAY_MS = 5000;

/** Enqueues the job for each space from the commit on, unless one waits already. */
export async function enqueuePageDrawing(
  unit: UnitOfWork,
  spaces: readonly SpaceKey[],
  now: Date,
): Promise<void> {
  if (spaces.length === 0) return;
  const runAt = new Date(now.getTime() + DELAY_MS);
  await enqueueForLater(
    unit,
    spaces.map((space) => pageDrawingJob(space, runAt)),
    now,
  );
}

const pageDrawingJob = (
  { organizationId, spaceId }: SpaceKey,
  runAt: Date,
): NewJob & { concurrencyKey: string } => ({
  organizationId,
  kind: PAGE_DRAWING,
  payload: { spaceId } satisfies PageDrawingPayload,
  concurrencyKey: `${PAGE_DRAWING}:${spaceId}`,
  runAt,
});
