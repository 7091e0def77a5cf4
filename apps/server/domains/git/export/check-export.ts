import type { SpacePointer } from '../../../platform/access/pointers.ts';
import type { EditingParts } from '../../content/editing/editing-parts.ts';
import { findSshAccess } from '../git.jobs.ts';
import type { CheckExport } from '../git.service.ts';
import { pruneCopies, remoteOptions } from '../operation-job.ts';
import { checkFirstExport } from '../sync/first-commit.ts';
import { keyOf } from '../sync/sync-target.ts';
import { openTracedRepository } from '../traced-repository.ts';
import { existingDocumentation } from './first-export.ts';
import { exportTarget } from './git-export.jobs.ts';

/** A request does not wait longer for the host, and fetches no more: the export itself looks at the branch again. */
const CHECK_MS = 10_000;
const MAX_BYTES = 100_000_000;

/**
 * Creates the check of an export before its request is answered: the first export to a branch with documentation of its
 * own is refused. A branch that cannot be read in time is left to the export.
 */
export const createExportCheck =
  (parts: EditingParts, space: SpacePointer): CheckExport =>
  async ({ stored, remote }) => {
    if (stored.isForced) return;
    const { context } = parts;
    const target = exportTarget(parts, keyOf(space), stored);
    const known = await target.line.findCommon(context.db);
    const hasCommon = known?.imported_oid ?? known?.pushed_oid;
    if (hasCommon && !stored.isStandalone) return;
    const signal = AbortSignal.timeout(CHECK_MS);
    const key = { ...keyOf(space), operationId: '' };
    const options = remoteOptions(
      context,
      { key, signal, onProgress: () => {} },
      {
        cacheId: stored.cacheId,
        remote,
        ssh: await findSshAccess(context, key, stored.url),
      },
    );
    const maxBytes = Math.min(options.limits.maxBytes, MAX_BYTES);
    try {
      const limits = { maxBytes, timeoutMs: CHECK_MS, answerMs: CHECK_MS };
      const repository = await openTracedRepository({ ...options, limits });
      try {
        await checkFirstExport(parts, repository, target, signal);
      } finally {
        await repository.close();
        await pruneCopies(context);
      }
    } catch (error) {
      if (existingDocumentation.matches(error)) throw error;
      context.log.debug({ err: error }, 'the branch of an export could not be checked before it');
    }
  };
