import type { Context } from '../../../platform/context.ts';
import type { JobBody, JobDefinition } from '../../../platform/jobs/job-definition.ts';
import { dropWaitingJobs } from '../../../platform/jobs/queue.ts';
import { sweepSearchSegments } from '../search/update-search-index.ts';
import { CONTENT_SWEEP } from './enqueue-sweep.ts';
import { withReachable } from './find-reachable.ts';
import { addFiles } from './reachable.repository.ts';
import {
  findSweepLimit,
  type SweepOptions,
  sweepOldFacts,
  sweepPacks,
  sweepTable,
} from './sweep.repository.ts';
import { sweepBytes } from './sweep-bytes.ts';

/**
 * Twice the time limit of a job, plus the hour by which bytes may look older than they are: no transaction or job that
 * touched something before then is still running.
 */
const graceSeconds = (jobSeconds: number): number => 3600 + 2 * jobSeconds;

/**
 * Deletes the content that no revision of an organization reaches. Everything is deleted in small transactions, each of
 * which is complete: if the job is interrupted, the next sweep does the rest.
 */
export function createContentSweepJob(context: Context) {
  const run: JobBody = async ({ organizationId, jobId }, signal) => {
    const { db, clock, config, log } = context;
    const startedAt = performance.now();
    // Their causes have already happened, so this sweep covers them.
    const waiting = { organizationId, kind: CONTENT_SWEEP, except: jobId, dueAt: clock() };
    await dropWaitingJobs(db, waiting);
    const before = await findSweepLimit(db, graceSeconds(config.limits.jobSeconds));
    const options = { organizationId, before, signal };
    const rows = await sweepRows(context, options);
    const searchSegments = await context.transact(({ trx }) =>
      sweepSearchSegments(trx, organizationId, before),
    );
    const stored = await sweepBytes(context, options);
    log.info(
      {
        organizationId,
        documents: rows.documents.rows,
        nodes: rows.nodes.rows,
        packs: rows.packs,
        files: rows.blobs.rows,
        oldFacts: rows.oldFacts,
        searchSegments,
        databaseBytes: rows.documents.bytes + rows.nodes.bytes,
        storedFiles: stored.files,
        storedBytes: stored.bytes,
        milliseconds: Math.round(performance.now() - startedAt),
      },
      'unreachable content removed',
    );
  };
  return { kind: CONTENT_SWEEP, lane: 'upkeep', run } as const satisfies JobDefinition;
}

function sweepRows({ sessionDb }: Context, options: SweepOptions) {
  return withReachable(sessionDb, { organizationId: options.organizationId }, async (reachable) => {
    await reachable.addRevisions(options.signal);
    await addFiles(reachable.session, options.organizationId);
    const { session } = reachable;
    return {
      documents: await sweepTable(session, 'document', options),
      nodes: await sweepTable(session, 'tree_node', options),
      packs: await sweepPacks(session, options),
      blobs: await sweepTable(session, 'blob', options),
      oldFacts: await sweepOldFacts(session, options),
    };
  });
}
