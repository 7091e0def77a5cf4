import { reachableNodes } from '@lectern/content/tree/reachable-nodes';
import { newId } from '@lectern/std/ids';
import type { NewBlob } from '../../../content/files/blobs.repository.ts';
import type { OpenRevision } from '../../../content/revisions/content-store.ts';
import { isSameSession } from '../../../content/revisions/editing-session.ts';
import type { RevisionRow } from '../../../content/revisions/revision.repository.ts';
import type { SpacePointer } from '../../../platform/access/pointers.ts';
import type { UnitOfWork } from '../../../platform/access/transaction.ts';
import { commitRevision } from '../revisions/commit-revision.ts';
import type { RevisionBranch } from '../revisions/revision-branch.ts';
import { commitInTurn } from './commit-in-turn.ts';
import { editConflicts } from './editing-errors.ts';
import type { EditingParts } from './editing-parts.ts';
import { mergeRevisions } from './merge-revisions.ts';
import type { WrittenDraft } from './write-draft.ts';

/** The sequence of revisions of a space or change request that is being edited. */
export interface EditedLine {
  space: SpacePointer;
  line: RevisionBranch;
  /** The id of the space or the change request whose line it is. */
  branchId: string;
  /** Its current revision. */
  findHead(): Promise<string>;
}

export interface DraftCommit extends EditedLine {
  authorId: string;
  /** The person who applied the suggestion of the author. */
  coAuthorId?: string | undefined;
  /** The revision that was edited. */
  base: OpenRevision;
  written: WrittenDraft;
  /** Files whose bytes are stored already. */
  blobs: readonly NewBlob[];
  now: Date;
  /** Whether the revision may be dissolved into the next one of the same editing session. */
  isAutosave?: boolean;
  /** Runs in the transaction that moves the line, or in one of its own if nothing changed. */
  onCommit?: ((unit: UnitOfWork, revisionId: string) => Promise<void>) | undefined;
}

/** How often an edit is merged again if another one is committed first. */
const MAX_ATTEMPTS = 20;

/** Commits a draft as the next revision, merged with later changes by others. Returns the id of the revision. */
export async function commitDraft(parts: EditingParts, commit: DraftCommit): Promise<string> {
  const { branchId, space } = commit;
  const line = { spaceId: space.spaceId, branchId, maxAttempts: MAX_ATTEMPTS };
  return commitInTurn(parts, line, () => commitOnce(parts, commit));
}

/** Commits the edited content, merged with the current content if that has moved on from the base. */
async function commitOnce(parts: EditingParts, commit: DraftCommit): Promise<string> {
  const { context, store } = parts;
  const { space, line, base, blobs, onCommit } = commit;
  const { organizationId, spaceId } = space;
  const head = await commit.findHead();
  const isCurrent = head === base.revision.revisionId;
  const before = isCurrent ? base : await store.open(space, head);
  const { snapshot, nodes, documents } = isCurrent
    ? commit.written
    : await mergeEdit(parts, { ...commit, before });
  if (snapshot.hash === before.snapshot.hash) {
    if (onCommit) await context.transact((unit) => onCommit(unit, head));
    return head;
  }
  const revision: RevisionRow = {
    revisionId: newId(),
    parents: [head],
    root: snapshot.hash,
    type: 'edits',
    authorId: commit.authorId,
    coAuthorId: commit.coAuthorId ?? null,
    message: null,
    git: null,
    createdAt: commit.now,
    mayCoalesce: commit.isAutosave ?? false,
  };
  await context.transact(async (unit) => {
    await commitRevision(unit, {
      organizationId,
      spaceId,
      revision,
      continuesParent: isSameSession(before.revision, revision),
      content: { nodes, documents, blobs },
      move: { line, base: head, before: before.snapshot, after: snapshot },
    });
    await onCommit?.(unit, revision.revisionId);
  });
  store.keep({ space, revision, snapshot });
  for (const [hash, { texts }] of documents) store.facts.keep(organizationId, hash, JSON.parse(texts.facts));
  return revision.revisionId;
}

/** Merges an edit of an earlier revision with the present content. */
async function mergeEdit(
  parts: EditingParts,
  { base, written, before }: { base: OpenRevision; written: WrittenDraft; before: OpenRevision },
): Promise<WrittenDraft> {
  const merged = await mergeRevisions(parts, {
    space: base.space,
    // In the history, the edit is a child of its base.
    ours: { ...base, snapshot: written.snapshot },
    theirs: before,
    answers: new Map(),
    ownDocuments: written.documents,
  });
  if (merged.conflicts.length > 0) throw editConflicts(merged.conflicts);
  return {
    snapshot: merged.snapshot,
    nodes: reachableNodes(merged.snapshot, new Map([...written.nodes, ...merged.nodes])),
    documents: new Map([...written.documents, ...merged.documents]),
  };
}
