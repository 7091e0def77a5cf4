import type { Conflict } from '@lectern/content/merge/conflicts';
import type { Hash } from '@lectern/content/tree/hash';
import { reachableNodes } from '@lectern/content/tree/reachable-nodes';
import type { ReportEntry } from '@lectern/git/layout/repository-files';
import { newId } from '@lectern/std/ids';
import type { NewBlob } from '../../../content/files/blobs.repository.ts';
import type { OpenRevision } from '../../../content/revisions/content-store.ts';
import { NOBODY } from '../../../platform/access/author.ts';
import type { UnitOfWork } from '../../../platform/access/transaction.ts';
import { defineError } from '../../../platform/http/errors.ts';
import type { EditingParts } from '../../content/editing/editing-parts.ts';
import type { MergedRevisions } from '../../content/editing/merge-revisions.ts';
import { commitRevision } from '../../content/revisions/commit-revision.ts';
import type { ChangeRequestRow } from '../../review/change-requests/change-requests.service.ts';
import { openConflictingChangeRequest } from '../../review/change-requests/merging/open-conflicting.ts';
import { notify } from '../../review/notifications/notify.ts';
import { listAuthorsSince } from './commit-authors.queries.ts';
import { describeSource, type SyncTarget } from './sync-target.ts';
import type { SyncConflict } from './sync-work.ts';

export const syncPaused = defineError(
  { status: 409, reason: 'sync-conflict' },
  (conflicts: readonly Conflict[]) =>
    `The space and the repository have changed the same text in ${conflicts.length === 1 ? 'one place' : `${conflicts.length} places`}. Neither side was changed, because the connection pauses on conflicts. Change one side, then resume.`,
);

/** Why a text is not kept, and therefore becomes a change request. */
type Reason = 'conflict' | 'first' | 'rewritten' | 'overwritten';

export interface KeptText {
  reason: Reason;
  /** The content with the text that is not kept elsewhere. */
  content: Pick<MergedRevisions, 'snapshot' | 'nodes' | 'documents'>;
  /** Nodes and files of the content that are not stored yet. */
  nodes?: ReadonlyMap<Hash, string>;
  blobs?: readonly NewBlob[];
  /** The revision from which the content follows. */
  parentId: string;
  /** The revision of the space that the change request differs from. */
  initialRevisionId: string;
  /** The revisions whose authors are notified. */
  authors: { current: OpenRevision; until: string | undefined };
  at: Date;
}

/** Where text is that was not kept, for the report of an operation. */
export interface DescribedConflicts {
  conflicts: SyncConflict[];
  report: ReportEntry[];
}

/** Puts text that is not kept elsewhere into a change request, if there is any, in the transaction that replaces it. */
export async function keepText(
  parts: Pick<EditingParts, 'context'>,
  unit: UnitOfWork,
  target: SyncTarget,
  { kept, conflicts }: { kept: KeptText | undefined; conflicts: readonly SyncConflict[] },
): Promise<DescribedConflicts> {
  if (!kept) return { conflicts: [], report: [] };
  const { change_request_id: changeRequestId, number } = await openRequest(parts, unit, target, kept);
  const side = kept.reason === 'overwritten' ? { side: 'repository' as const } : {};
  return {
    conflicts: conflicts.map((conflict) => ({ ...conflict, ...side, changeRequestId })),
    report: [report(target, kept.reason, conflicts, number)],
  };
}

/**
 * Opens the change request and notifies the authors of the text. The content of a conflict follows from the last common
 * state, so that merging it meets the same conflicts until they are answered.
 */
async function openRequest(
  { context }: Pick<EditingParts, 'context'>,
  unit: UnitOfWork,
  target: SyncTarget,
  { reason, content, nodes, blobs = [], parentId, initialRevisionId, authors, at }: KeptText,
): Promise<ChangeRequestRow> {
  const { organizationId, spaceId } = target;
  const known = await listAuthorsSince(unit.trx, target, {
    from: authors.current.revision.revisionId,
    until: authors.until,
  });
  const [first = target.authorId ?? NOBODY, ...others] = known;
  const authorIds: [string, ...string[]] = [first, ...others];
  const revisionId = newId();
  await commitRevision(unit, {
    organizationId,
    spaceId,
    revision: {
      revisionId,
      parents: [parentId],
      root: content.snapshot.hash,
      type: 'edits',
      authorId: first,
      message: null,
      git: null,
      createdAt: at,
    },
    content: {
      nodes: nodes ? reachableNodes(content.snapshot, new Map([...nodes, ...content.nodes])) : content.nodes,
      documents: content.documents,
      blobs,
    },
    move: undefined,
  });
  const row = await openConflictingChangeRequest(unit, {
    organizationId,
    spaceId,
    ...describe(reason, describeSource(target)),
    authorIds,
    initialRevisionId,
    revisionId,
    at,
  });
  await notify(context, unit, {
    organizationId,
    spaceId,
    kind: 'sync-conflict',
    userIds: authorIds,
    actorId: NOBODY,
    changeRequestId: row.change_request_id,
    at,
  });
  return row;
}

function describe(reason: Reason, source: string): { subject: string; description: string } {
  switch (reason) {
    case 'conflict':
      return {
        subject: `Conflicts with ${source}`,
        description: `The space and ${source} had changed the same text. The space now has the text of ${source}. This change request has the text of the space: resolve its conflicts and merge it, or archive it.`,
      };
    case 'first':
      return {
        subject: `Content of the space before ${source}`,
        description: `The space now has the content of ${source}. They had no known common ancestor, so they were not merged. This change request adds the previous content of the space: merge it to restore this content, or archive it.`,
      };
    case 'rewritten':
      return {
        subject: `Content of the space before ${source} was rewritten`,
        description: `The history of ${source} was rewritten, and the space now has its content. This change request adds the previous content of the space: merge it to restore this content, or archive it.`,
      };
    case 'overwritten':
      return {
        subject: `Content of ${source} before the export`,
        description: `The export replaced content of ${source} with that of the space. This change request adds the replaced content: merge it to restore this content, or archive it.`,
      };
  }
}

const NAMED_PLACES = 10;

function report(
  target: SyncTarget,
  reason: Reason,
  conflicts: readonly SyncConflict[],
  number: number,
): ReportEntry {
  const named = conflicts.slice(0, NAMED_PLACES).map(({ title, path }) => (title ? `“${title}”` : path));
  const more = conflicts.length > NAMED_PLACES ? ` and ${conflicts.length - NAMED_PLACES} more` : '';
  const side = reason === 'overwritten' ? describeSource(target) : 'the space';
  return {
    severity: 'warning',
    reason: 'kept-aside',
    message: `Text of ${side} was not kept, because both sides have changed it: ${named.join(', ')}${more}. It is in change request ${number}.`,
  };
}
