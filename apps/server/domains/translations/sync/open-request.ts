import type { PageEntry } from '@lectern/content/tree/entries';
import type { PageTexts } from '@lectern/markdown/translation/page-texts';
import { newId } from '@lectern/std/ids';
import type { OpenRevision } from '../../../content/revisions/content-store.ts';
import type { UnitOfWork } from '../../../platform/access/transaction.ts';
import { ContentDraft } from '../../content/editing/content-draft.ts';
import { createSourceTools } from '../../content/editing/edit-source.ts';
import type { EditingParts } from '../../content/editing/editing-parts.ts';
import { type WrittenDraft, writeDraft } from '../../content/editing/write-draft.ts';
import { commitRevision } from '../../content/revisions/commit-revision.ts';
import { openChangeRequest } from '../../review/change-requests/open-change-request.ts';

/** Other texts for pages of a space. */
export type ChangedTexts = ReadonlyMap<string, PageTexts>;

/** The content of a space with other texts in its pages. */
export function writeTexts(
  { store, context: { threads, clock } }: EditingParts,
  open: OpenRevision,
  changed: ChangedTexts,
): Promise<WrittenDraft> {
  const draft = new ContentDraft(store, open);
  const updatedAt = clock().toISOString();
  for (const [pageId, { title, linkTitle, source }] of changed) {
    const page = draft.tree.find(pageId);
    const reusable = draft.findReusable(pageId);
    if (page) {
      const linked = linkTitle === undefined ? {} : { linkTitle };
      draft.tree.replace({ ...page, title, ...linked, updatedAt } as PageEntry);
    } else if (reusable) draft.setReusable(pageId, { ...reusable, title });
    if (source !== undefined && (page?.type === 'document' || reusable)) draft.setSource(pageId, source);
  }
  return writeDraft(threads, createSourceTools(threads), draft);
}

export interface NewRequest {
  /** The present content of the space. */
  open: OpenRevision;
  written: WrittenDraft;
  subject: string;
  description: string;
  authorId: string;
}

/** Opens a change request with this content. `note` runs in the same transaction. */
export async function openRequest(
  { context, store }: EditingParts,
  { open, written, subject, description, authorId }: NewRequest,
  note: (
    unit: UnitOfWork,
    opened: { changeRequestId: string; revisionId: string },
  ) => Promise<void> = async () => {},
): Promise<{ changeRequestId: string; revisionId: string }> {
  const { organizationId, spaceId } = open.space;
  const at = context.clock();
  const { snapshot, nodes, documents } = written;
  const revision = {
    revisionId: newId(),
    parents: [open.revision.revisionId],
    root: snapshot.hash,
    type: 'edits' as const,
    authorId,
    message: subject,
    git: null,
    createdAt: at,
  };
  const opened = await context.transact(async (unit) => {
    await commitRevision(unit, {
      organizationId,
      spaceId,
      revision,
      content: { nodes, documents, blobs: [] },
      move: undefined,
    });
    const { change_request_id: changeRequestId } = await openChangeRequest(unit, {
      organizationId,
      spaceId,
      subject,
      description,
      authorId,
      initialRevisionId: open.revision.revisionId,
      revisionId: revision.revisionId,
      at,
    });
    const made = { changeRequestId, revisionId: revision.revisionId };
    await note(unit, made);
    return made;
  });
  store.snapshots.keep(organizationId, snapshot);
  return opened;
}
