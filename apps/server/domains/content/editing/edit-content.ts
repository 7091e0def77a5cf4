import { decodeSource } from '@lectern/content/facts/document-facts';
import { resolveTarget } from '@lectern/content/references/resolve-target';
import type { FileEntry, GitBlob } from '@lectern/content/tree/entries';
import type { ContentRef } from '@lectern/markdown/content-ref';
import { keepBlobs, renewBlobs } from '../../../content/files/keep-blobs.ts';
import { revisionNotFound } from '../../../content/revisions/content-errors.ts';
import type { OpenRevision } from '../../../content/revisions/content-store.ts';
import type { Actor } from '../../../platform/access/actor.ts';
import { authorIdOf } from '../../../platform/access/author.ts';
import type { SpacePointer } from '../../../platform/access/pointers.ts';
import type { SpaceKey } from '../../../platform/access/space-key.ts';
import type { Context } from '../../../platform/context.ts';
import { findUpload } from '../uploads/find-upload.ts';
import { uploadNotFound } from '../uploads/upload-errors.ts';
import { markUploadsUsed } from '../uploads/uploads.queries.ts';
import { applyChanges } from './apply-changes.ts';
import { commitDraft, type DraftCommit, type EditedLine } from './commit-draft.ts';
import type { ChangeOf, ContentChange, NewFile } from './content-changes.schemas.ts';
import { ContentDraft } from './content-draft.ts';
import { createSourceTools, type SourceTools } from './edit-source.ts';
import type { EditTools } from './edit-tools.ts';
import { changeRefused } from './editing-errors.ts';
import type { EditingParts } from './editing-parts.ts';
import { type BlocksOutcome, followEdit } from './follow-edit.ts';
import { updatePage } from './page-changes.ts';
import { receiveFile } from './receive-file.ts';
import { rewriteMovedLinks } from './rewrite-moved-links.ts';
import { writeDraft } from './write-draft.ts';

export interface ContentEdit extends EditedLine {
  actor: Actor;
  changes: readonly ContentChange[];
  /** The revision that the caller knew; the present one if absent. */
  baseId?: string | undefined;
  /** The revision to revert pages to if a change names none. Undefined: each change must name one. */
  revertsTo: string | undefined;
  /** The author of the changes, if the actor applies another user's suggestion. */
  suggesterId?: string | undefined;
  /** Runs in the transaction that stores the changes. */
  onCommit?: DraftCommit['onCommit'];
}

export interface PageOutcome {
  pageId: string;
  outcome: 'created' | 'updated' | 'deleted';
  ref: string | undefined;
}

export interface EditedContent {
  revisionId: string;
  pages: PageOutcome[];
  insertedFiles: FileEntry[];
  insertedReusableIds: string[];
  /** Of the pages and reusable contents that operations changed. */
  blocks: BlocksOutcome[];
}

/**
 * Applies all changes as one revision, or none. They are applied to the revision that the caller knew, and merged with
 * later changes by others, so that only a true conflict is refused.
 */
export async function editContent(parts: EditingParts, edit: ContentEdit): Promise<EditedContent> {
  const { context, store } = parts;
  const baseId = edit.baseId ?? (await edit.findHead());
  const open = await store.open(edit.space, baseId);
  const now = context.clock();
  const draft = new ContentDraft(store, open);
  const { threads } = context;
  const sources = createSourceTools(threads);
  await applyChanges(
    draft,
    edit.changes,
    createTools(parts, edit, { open, now, sources, isIndexed: edit.line.changeRequestId === undefined }),
  );
  if (draft.movedPages.size > 0) await rewriteMovedLinks(sources, parts.links, open, draft);
  const written = await writeDraft(threads, sources, draft);
  await keepFiles(context, edit.space, draft);
  const blobs = draft.blobs.map(({ blob }) => blob);
  const uploadIds = [...draft.uploadIds];
  const revisionId = await commitDraft(parts, {
    space: edit.space,
    ...authorsOf(edit),
    line: edit.line,
    branchId: edit.branchId,
    findHead: edit.findHead,
    base: open,
    written,
    blobs,
    now,
    isAutosave: edit.suggesterId === undefined,
    onCommit: async (unit, revisionId) => {
      const { organizationId } = edit.space;
      if (uploadIds.length > 0) await markUploadsUsed(unit.trx, { organizationId, uploadIds });
      await edit.onCommit?.(unit, revisionId);
    },
  });
  return {
    revisionId,
    pages: [...draft.touched].map(([pageId, outcome]) => ({
      pageId,
      outcome,
      ref: draft.refOfPage.get(pageId),
    })),
    insertedFiles: draft.insertedFiles,
    insertedReusableIds: draft.insertedReusableIds,
    blocks:
      draft.followed.size > 0 ? await followEdit(parts, draft, await store.open(edit.space, revisionId)) : [],
  };
}

/** Stores the bytes that were sent, and renews those that were uploaded before. */
async function keepFiles(context: Context, { organizationId }: SpaceKey, draft: ContentDraft): Promise<void> {
  const sent = draft.blobs.flatMap(({ blob, bytes }) => (bytes ? [{ blob, source: bytes }] : []));
  await keepBlobs(context, organizationId, sent);
  const uploaded = draft.blobs.filter(({ bytes }) => !bytes);
  const missing = await renewBlobs(
    context,
    organizationId,
    uploaded.map(({ blob }) => blob),
  );
  const lost = uploaded.find(({ blob }) => missing.includes(blob.hash));
  if (lost) throw uploadNotFound(lost.path);
}

function authorsOf({ actor, suggesterId }: ContentEdit): Pick<DraftCommit, 'authorId' | 'coAuthorId'> {
  const actorId = authorIdOf(actor);
  if (suggesterId === undefined || suggesterId === actorId) return { authorId: actorId };
  return { authorId: suggesterId, coAuthorId: actorId };
}

/**
 * Applies a change to a revision without storing anything. `path` names the change in errors. Returns whether the
 * content of the page would change.
 */
export async function tryPageChange(
  parts: EditingParts,
  {
    space,
    revisionId,
    change,
    path,
  }: { space: SpacePointer; revisionId: string; change: ChangeOf<'update_page'>; path: string },
): Promise<boolean> {
  const { context, store } = parts;
  const open = await store.open(space, revisionId);
  const draft = new ContentDraft(store, open);
  const sources = createSourceTools(context.threads);
  const toolsOf = createTools(
    parts,
    { space, revertsTo: undefined },
    { open, now: context.clock(), sources, isIndexed: false },
  );
  await updatePage(draft, change, toolsOf(path));
  await writeDraft(context.threads, sources, draft);
  return draft.hasSource(change.page);
}

/** The bytes of all files of one request. */
const MAX_RECEIVED_BYTES = 100_000_000;

function createTools(
  { context, store }: EditingParts,
  { space, revertsTo }: Pick<ContentEdit, 'space' | 'revertsTo'>,
  {
    open,
    now,
    sources,
    isIndexed,
  }: { open: OpenRevision; now: Date; sources: SourceTools; isIndexed: boolean },
): (path: string) => EditTools {
  let receivedBytes = 0;

  async function receive(file: NewFile, path: string): Promise<Buffer> {
    const bytes = await receiveFile(context, file, path);
    receivedBytes += bytes.length;
    if (receivedBytes > MAX_RECEIVED_BYTES)
      throw changeRefused(path, 'exceeds the limit of 100 MB for all files of one request');
    return bytes;
  }

  async function resolveTargets(
    owner: { git?: GitBlob },
    source: string,
    path: string,
  ): Promise<ReadonlyMap<string, ContentRef>> {
    const targets = new Map<string, ContentRef>();
    for (const raw of await sources.listTargets(source, path)) {
      const target = resolveTarget(open.snapshot, owner.git?.path, raw);
      if (target) targets.set(raw, target);
    }
    return targets;
  }

  return (path) => ({
    path,
    now,
    isIndexed,
    editSource: (sourceEdit) => sources.editSource(sourceEdit, path),
    revertBlocks: (versions, keys) => sources.revertBlocks(versions, keys, path),
    resolveTargets: (owner, source) => resolveTargets(owner, source, path),
    receiveFile: receive,
    findUpload: (uploadId, name, at) => findUpload(context, { space, uploadId, name, path: at }),
    readStored: async (from, { document }, at) => {
      if (document === undefined) return '';
      const { text, isUtf8 } = decodeSource(await store.getSource(from.space.organizationId, document));
      if (!isUtf8) throw changeRefused(at, 'is not UTF-8 text and cannot be edited');
      return text;
    },
    openRevision: async (revisionId, at) => {
      const wanted = revisionId ?? revertsTo;
      if (wanted === undefined)
        throw changeRefused(at, 'is required, because the current revision has no parent');
      try {
        if (revisionId !== undefined) await store.keepForGood(space, revisionId);
        return await store.open(space, wanted);
      } catch (error) {
        if (revisionNotFound.matches(error)) throw changeRefused(at, 'is not a revision of this space');
        throw error;
      }
    },
  });
}
