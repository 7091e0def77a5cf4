import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Credentials } from '@lectern/git/program/remote-url';
import type { ImportProblem } from '@lectern/import/imported-content';
import type { Actor } from '../../platform/access/actor.ts';
import { authorIdOf } from '../../platform/access/author.ts';
import type { Context } from '../../platform/context.ts';
import type { Database } from '../../platform/db/database.ts';
import { openTempFolder } from '../../platform/storage/temp-folder.ts';
import type { EditedLine } from '../content/editing/commit-draft.ts';
import type { EditingParts } from '../content/editing/editing-parts.ts';
import { spaceBranch } from '../content/revisions/space-branch.ts';
import { openSealed } from '../git/connection/credentials.ts';
import { openChangeRequestLine } from '../review/change-requests/open-branch.ts';
import {
  endImport,
  findImport,
  type ImportKey,
  type ImportRow,
  updateProgress,
} from './content-import.repository.ts';
import {
  CONTENT_IMPORT,
  type ContentImportPayload,
  type ImportOutcome,
  importCancelled,
  type PreviewOutcome,
  type StoredImport,
} from './content-import.service.ts';
import { importTargetGone } from './import-failures.ts';
import { createImportJob, type ImportWatch, keepProblems } from './import-job.ts';
import { landContent } from './landing/land-content.ts';
import { previewContent } from './landing/preview-content.ts';
import { openSource } from './sources/open-source.ts';
import { restoreActor, type StoredActor } from './stored-actor.ts';

/**
 * The job behind `content/import`. An interrupted import starts over: its fetched files are gone with the process, and
 * its stored content is named by hash. It ends in the transaction that commits its revision.
 */
export const createContentImportJob = (parts: EditingParts) =>
  createImportJob<'content-import', ImportKey, ImportRow>(parts.context, {
    kind: CONTENT_IMPORT,
    keyOf: ({ organizationId, payload }) => {
      const { spaceId, importId } = payload as ContentImportPayload;
      return { organizationId, spaceId, importId };
    },
    find: (key) => findImport(parts.context.db, key),
    update: (key, step) => updateProgress(parts.context.db, key, step),
    end: (key, end) => endImport(parts.context.db, key, end),
    work: (key, row, watch) => importOnce(parts, key, row, watch),
  });

async function importOnce(
  parts: EditingParts,
  key: ImportKey,
  row: ImportRow,
  { signal, onProgress }: ImportWatch,
): Promise<void> {
  const { context } = parts;
  const request = row.request as unknown as StoredImport;
  const actor = restoreActor(row.actor as unknown as StoredActor);
  const line = request.dryRun ? undefined : await openLine(parts, key, row, actor);
  const temporary = await openTempFolder(join(context.config.dataDir, 'imports'));
  const folder = await temporary.createFolder();
  try {
    const source = await openSource(context, request, {
      folder,
      organizationId: key.organizationId,
      credentials: openSealed<Credentials>(context.keyRing, row.credentials),
      isRecognized: line === undefined,
      signal,
      onProgress,
    });
    if (!line) {
      const preview = await previewContent(context, source, { signal, onProgress });
      const { format } = source;
      const outcome: PreviewOutcome = { preview, ...(format ? { format } : {}) };
      await complete(context, key, context.db, { outcome, problems: source.content.problems });
      return;
    }
    await landContent(parts, source, {
      ...line,
      authorId: authorIdOf(actor),
      pageId: row.page_id ?? undefined,
      signal,
      onProgress,
      onCommit: ({ trx }, { revisionId, counts, total, pageIds }) => {
        const { format, content } = source;
        const outcome: ImportOutcome = {
          revision: revisionId,
          counts,
          total,
          pages: pageIds,
          ...(format ? { format } : {}),
        };
        return complete(context, key, trx, { outcome, problems: content.problems });
      },
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Runs in the transaction that commits the revision, if there is one: either both happen or neither. */
async function complete(
  { clock }: Pick<Context, 'clock'>,
  key: ImportKey,
  db: Database,
  { outcome, problems }: { outcome: ImportOutcome | PreviewOutcome; problems: readonly ImportProblem[] },
): Promise<void> {
  const isEnded = await endImport(db, key, {
    status: 'completed',
    at: clock(),
    outcome,
    problems: keepProblems(problems),
    problemCount: problems.length,
  });
  if (!isEnded) throw importCancelled();
}

/** The line of revisions that an import writes to: of the space, or of a change request. */
async function openLine(
  parts: EditingParts,
  key: ImportKey,
  row: ImportRow,
  actor: Actor,
): Promise<EditedLine> {
  const { context } = parts;
  const { pointers } = context;
  const findSpace = async () => {
    // Another process may have moved it a moment ago.
    pointers.spaces.invalidate(key.spaceId);
    const space = await pointers.spaces.find(key.spaceId);
    if (!space || space.deletedAt || space.organizationId !== key.organizationId)
      throw importTargetGone('The space was deleted or transferred.');
    return space;
  };
  const space = await findSpace();
  const { change_request_id: changeRequestId } = row;
  if (changeRequestId === null)
    return {
      space,
      line: spaceBranch(context, space, actor),
      branchId: space.spaceId,
      findHead: async () => (await findSpace()).revisionId,
    };
  return openChangeRequestLine(context, space, changeRequestId, actor);
}
