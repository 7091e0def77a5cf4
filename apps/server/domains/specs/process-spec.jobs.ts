import { MAX_PROBLEMS } from '@lectern/openapi/openapi-limits';
import type { ProcessedSpec, SpecInput, SpecOutcome } from '@lectern/openapi/process-spec';
import type { SpecProblem } from '@lectern/openapi/spec-problem';
import { newId } from '@lectern/std/ids';
import type { UnitOfWork } from '../../platform/access/transaction.ts';
import type { Context } from '../../platform/context.ts';
import type { Job, JobDefinition } from '../../platform/jobs/job-definition.ts';
import { runJobSooner } from '../../platform/jobs/queue.ts';
import { ThreadLimitError } from '../../platform/threads/thread-limit-error.ts';
import { type FetchedSpec, fetchSpec, type Validators } from './fetch-files.ts';
import { unpack } from './packed.ts';
import {
  addProblem,
  beginProcessing,
  deleteWaitingSource,
  endProcessing,
  findWaitingSource,
  lockSpecRow,
  lockSpecs,
  noteUnchanged,
  type SpecKey,
  type SpecRow,
  updateLastVersion,
} from './specs.repository.ts';
import { processSpecTask } from './tasks/process-spec.ts';
import { enqueueVersionNews } from './version-news.ts';
import { findVersionRow, insertVersion, storeContent } from './versions.repository.ts';

/** The kind of the job that makes a version of the source of a spec. */
export const OPENAPI_PROCESSING = 'openapi-processing' as const;

export const REFRESH_MS = 6 * 3_600_000;
const DEADLINE_MS = 120_000;
/** The base of a text, from which nothing can be reached. */
const TEXT_URL = 'text:///openapi';

/** Asks for the processing of a spec; one that waits already does the same work. */
export const enqueueProcessing = (unit: UnitOfWork, key: SpecKey, now: Date): Promise<void> =>
  runJobSooner(
    unit,
    {
      organizationId: key.organizationId,
      kind: OPENAPI_PROCESSING,
      payload: { specId: key.specId },
      concurrencyKey: `openapi:${key.specId}`,
    },
    now,
  );

/**
 * Fetches the source if it has an address, and stores a version if the content differs from the last one. If the source
 * was replaced meanwhile, nothing is stored: there is another job for the new one.
 */
export const createOpenAPIProcessingJob = (
  context: Context,
): JobDefinition & { kind: typeof OPENAPI_PROCESSING } => ({
  kind: OPENAPI_PROCESSING,
  lane: 'imports',
  run: async (job, signal) => {
    const key = keyOfJob(job);
    await processWaiting(context, key, signal);
    const row = await beginProcessing(context.db, key);
    if (!row) return;
    const isKnown = row.last_version_id !== null && row.error_code === null;
    const validators = isKnown ? { etag: row.etag, modified: row.modified } : NO_VALIDATORS;
    const outcome = await readSource(context, { ...row, validators }, signal);
    if (outcome) await settle(context, key, { row, outcome });
  },
  giveUp: async (job) => {
    const key = keyOfJob(job);
    const waiting = await findWaitingSource(context.db, key);
    if (waiting) {
      await context.transact(async (unit) => {
        await lockSpecs(unit.trx, key.organizationId);
        await deleteWaitingSource(unit.trx, key, waiting.source_number);
        await addProblem(unit.trx, key, describeReplaced(STOPPED_TWICE, context.clock()));
        await enqueueProcessing(unit, key, context.clock());
      });
      return;
    }
    const row = await beginProcessing(context.db, key);
    if (!row) return;
    await settle(context, key, { row, outcome: exhausted(STOPPED_TWICE) });
  },
});

const keyOfJob = ({ organizationId, payload }: Job): SpecKey => ({
  organizationId,
  specId: (payload as { specId: string }).specId,
});

const STOPPED_TWICE = 'The server stopped twice while it processed the spec, so it will not be tried again.';

const NO_VALIDATORS: Validators = { etag: null, modified: null };

/**
 * Makes versions of the sources that were replaced before their turn. Of one that is no spec, the problems of the next
 * one tell.
 */
async function processWaiting(context: Context, key: SpecKey, signal: AbortSignal): Promise<void> {
  for (;;) {
    const waiting = await findWaitingSource(context.db, key);
    if (!waiting) return;
    const outcome = await readSource(context, { ...waiting, validators: NO_VALIDATORS }, signal);
    const at = context.clock();
    await context.transact(async (unit) => {
      await lockSpecs(unit.trx, key.organizationId);
      const present = await lockSpecRow(unit.trx, key);
      const isWaiting = await deleteWaitingSource(unit.trx, key, waiting.source_number);
      if (!present || !isWaiting) return;
      if (outcome?.state === 'processed')
        await storeVersion(unit, { present, sourceUrl: waiting.source_url, spec: outcome.spec, at });
      if (outcome?.state === 'failed') {
        const cause = outcome.problems.find(({ severity }) => severity === 'error')?.message ?? outcome.code;
        await addProblem(unit.trx, key, describeReplaced(cause, at));
      }
    });
  }
}

/** `notedAt` distinguishes it from the problems that an earlier processing took over. */
interface ReplacedSourceProblem extends SpecProblem {
  code: 'replaced-source';
  notedAt: string;
}

const describeReplaced = (cause: string, at: Date): ReplacedSourceProblem => ({
  severity: 'warning',
  code: 'replaced-source',
  message: `No version was created from a source that was sent before the present one: ${cause}`,
  notedAt: at.toISOString(),
});

/** The problems of replaced sources since the last processing. */
const listReplaced = ({ problems, last_processed_at: since }: SpecRow): ReplacedSourceProblem[] =>
  (problems as (SpecProblem | ReplacedSourceProblem)[]).filter(
    (problem): problem is ReplacedSourceProblem =>
      'notedAt' in problem && (since === null || new Date(problem.notedAt) > since),
  );

interface ReadSource {
  source_url: string | null;
  source_text: Buffer | null;
  validators: Validators;
}

/** Reads and processes the source. Undefined if there is nothing to process. */
async function readSource(
  { config, threads }: Context,
  { source_url: url, source_text: text, validators }: ReadSource,
  signal: AbortSignal,
): Promise<FetchedSpec | undefined> {
  const process = (input: SpecInput): Promise<SpecOutcome> =>
    threads.run(processSpecTask, input, { lane: 'job', deadlineMs: DEADLINE_MS, signal });
  try {
    if (url !== null) return await fetchSpec({ config, process, signal }, url, validators);
    if (text === null) return undefined;
    const file = { url: TEXT_URL, bytes: await unpack(text) };
    const outcome = await process({ files: [file], mayRefer: false, unreadable: [] });
    if (outcome.state === 'processed')
      return { state: 'processed', spec: outcome, etag: null, modified: null };
    return outcome.state === 'failed' ? { ...outcome, code: 'PARSE_ERROR' } : undefined;
  } catch (error) {
    if (!(error instanceof ThreadLimitError)) throw error;
    return exhausted(`Reading the spec takes too much ${error.limit}.`);
  }
}

const exhausted = (message: string): FetchedSpec => ({
  state: 'failed',
  code: 'PARSE_ERROR',
  problems: [{ severity: 'error', code: 'too-large', message }],
  problemCount: 1,
});

/** Stores the outcome of processing, if the source is still the same. */
async function settle(
  { transact, clock }: Context,
  key: SpecKey,
  { row, outcome }: { row: SpecRow; outcome: FetchedSpec },
): Promise<void> {
  const at = clock();
  const refreshAt = row.source_url === null ? null : new Date(at.getTime() + REFRESH_MS);
  await transact(async (unit) => {
    const { trx } = unit;
    await lockSpecs(trx, key.organizationId);
    const present = await lockSpecRow(trx, key);
    if (present?.source_number !== row.source_number) return;
    if (outcome.state === 'unchanged') {
      await noteUnchanged(trx, key, { at, refreshAt: refreshAt ?? at });
      return;
    }
    if (outcome.state === 'processed') {
      const { source_url: sourceUrl } = present;
      await storeVersion(unit, { present, sourceUrl, spec: outcome.spec, at });
    }
    const { problems, problemCount } = outcome.state === 'processed' ? outcome.spec : outcome;
    const replaced = listReplaced(present);
    await endProcessing(trx, key, {
      at,
      errorCode: outcome.state === 'failed' ? outcome.code : null,
      problems: [...replaced, ...problems].slice(0, MAX_PROBLEMS),
      problemCount: replaced.length + problemCount,
      etag: outcome.state === 'processed' ? outcome.etag : null,
      modified: outcome.state === 'processed' ? outcome.modified : null,
      refreshAt,
    });
  });
}

/** Only if the content changed. */
async function storeVersion(
  unit: UnitOfWork,
  {
    present,
    sourceUrl,
    spec,
    at,
  }: { present: SpecRow; sourceUrl: string | null; spec: ProcessedSpec; at: Date },
): Promise<void> {
  const { trx, announce } = unit;
  const key = { organizationId: present.organization_id, specId: present.spec_id };
  const hash = Buffer.from(spec.hash);
  const last = present.last_version_id ? await findVersionRow(trx, key, present.last_version_id) : undefined;
  if (last?.hash.equals(hash)) return;
  await storeContent(trx, key.organizationId, spec, at);
  const versionId = newId();
  await insertVersion(trx, {
    organization_id: key.organizationId,
    spec_id: key.specId,
    version_id: versionId,
    hash,
    source_url: sourceUrl,
    created_at: at,
    announced_at: null,
    news: null,
  });
  await updateLastVersion(trx, key, { versionId, at });
  await enqueueVersionNews(unit, { ...key, versionId }, at);
  announce({ kind: 'specs', organizationId: key.organizationId, slug: present.slug });
}
