import { isId } from '@lectern/std/ids';
import type { Actor } from '../../../platform/access/actor.ts';
import { authorIdOf } from '../../../platform/access/author.ts';
import type { Granted } from '../../../platform/access/grant.ts';
import type { UnitOfWork } from '../../../platform/access/transaction.ts';
import type { Database } from '../../../platform/db/database.ts';
import {
  type ErrorDetail,
  invalidField,
  invalidFields,
  invalidRequest,
} from '../../../platform/http/errors.ts';
import type { EditedLine } from '../../content/editing/commit-draft.ts';
import type { ChangeOf } from '../../content/editing/content-changes.schemas.ts';
import { editContent, tryPageChange } from '../../content/editing/edit-content.ts';
import { changesRefused } from '../../content/editing/editing-errors.ts';
import { spaceBranch, spaceLocked } from '../../content/revisions/space-branch.ts';
import { changeRequestLine } from '../change-requests/change-request-branch.ts';
import {
  changeRequestArchived,
  changeRequestMerged,
  changeRequestNotFound,
} from '../change-requests/change-request-errors.ts';
import { findChangeRequestRow } from '../change-requests/change-requests.service.ts';
import { changeComments, changeCommentsOnCommit, recordComment } from './change-comments.ts';
import type { ChosenTarget } from './choose-target.ts';
import { commentNotFound, mayNotDismiss, suggestionDecided, suggestionNotFound } from './comment-errors.ts';
import { type CommentTarget, keyOf, targetNotFound } from './comment-target.ts';
import { mayResolve } from './comments.present.ts';
import {
  type CommentRow,
  decideSuggestion,
  findComment,
  type PlaceKey,
  resolveComment,
  type StoredSuggestion,
} from './comments.repository.ts';
import type { CommentParts } from './load-comments.ts';

/** Lists of comments contain their suggestions. */
const MAX_LENGTH = 100_000;

type PageChange = ChangeOf<'update_page'>;
type BlockOperation = NonNullable<PageChange['blocks']>[number];
type TextSplice = NonNullable<PageChange['text']>[number];

/** A suggestion as an edit of the page, and where each of its operations was sent. */
interface SuggestedEdit {
  change: PageChange;
  origins: { blocks: string[]; text: string[] };
}

function editOf(page: string, { blocks, text }: StoredSuggestion): SuggestedEdit {
  const change = { blocks: [] as BlockOperation[], text: [] as TextSplice[] };
  const origins: SuggestedEdit['origins'] = { blocks: [], text: [] };
  const add = (list: 'blocks' | 'text', operations: readonly object[] = []): void => {
    for (const [at, operation] of operations.entries()) {
      const kind = 'operation' in operation ? 'blocks' : 'text';
      change[kind].push(operation as BlockOperation & TextSplice);
      origins[kind].push(`${list}.${at}`);
    }
  };
  add('blocks', blocks);
  add('text', text);
  return { change: { operation: 'update_page', page, ...change }, origins };
}

/** Applies a new suggestion to its revision, without storing anything, so that only what can be applied is posted. */
export async function checkSuggestion(
  { editing, store }: CommentParts,
  { space }: CommentTarget,
  { pageId, revisionId }: ChosenTarget,
  sent: StoredSuggestion,
): Promise<StoredSuggestion> {
  if (pageId === null) throw invalidField('page', 'is required if there is a suggestion');
  if (JSON.stringify(sent).length > MAX_LENGTH)
    throw invalidField('suggestion', `cannot have more than ${MAX_LENGTH} characters as JSON`);
  const { change, origins } = editOf(pageId, sent);
  await store.keepForGood(space, revisionId);
  let isChanged: boolean;
  try {
    isChanged = await tryPageChange(editing, { space, revisionId, change, path: 'suggestion' });
  } catch (error) {
    if (!(changesRefused.matches(error) || invalidRequest.matches(error))) throw error;
    throw invalidFields((error.details ?? []).map((detail) => withOrigin(detail, origins)));
  }
  if (!isChanged) throw invalidField('suggestion', 'does not change the page');
  return sent;
}

const withOrigin = (detail: ErrorDetail, origins: SuggestedEdit['origins']): ErrorDetail => ({
  ...detail,
  path: detail.path.replace(
    /^suggestion\.(blocks|text)\.(\d+)/,
    (path, list: 'blocks' | 'text', at: string) =>
      origins[list][Number(at)] === undefined ? path : `suggestion.${origins[list][Number(at)]}`,
  ),
});

/**
 * Applies a suggestion as an edit of its author, of which the caller is the co-author. It is merged with what has
 * changed since its revision. Its comment is resolved.
 */
export async function applySuggestion(
  parts: CommentParts,
  target: CommentTarget,
  { actor }: Granted,
  commentId: string,
): Promise<CommentRow> {
  const { context, editing } = parts;
  const key = keyOf(target);
  const row = await getOpen(context.db, target, commentId);
  const line = await openLine(parts, target, actor);
  const at = context.clock();
  await editContent(editing, {
    ...line,
    actor,
    suggesterId: row.author_id,
    changes: [editOf(row.page_id, row.suggestion).change],
    baseId: row.revision_id,
    revertsTo: undefined,
    onCommit: async (unit, revisionId) => {
      const commentKey = { ...key, commentId: row.comment_id };
      const by = authorIdOf(actor);
      await changeCommentsOnCommit(unit, key, async (trx) => {
        if (!(await decideSuggestion(trx, commentKey, { state: 'applied', by, at, revisionId }))) {
          await getOpen(trx, target, row.comment_id);
          throw commentNotFound();
        }
        await resolveComment(trx, commentKey, { by, at });
      });
      recordDecision(unit, key, row, { actor, at });
    },
  });
  return reread(parts, target, row.comment_id);
}

/** Keeps a suggestion from being applied. */
export async function dismissSuggestion(
  parts: CommentParts,
  target: CommentTarget,
  granted: Granted,
  commentId: string,
): Promise<CommentRow> {
  const row = await getOpen(parts.context.db, target, commentId);
  const { comment_id: id, author_id: authorId } = row;
  const { actor } = granted;
  if (!mayResolve(granted, authorId)) throw mayNotDismiss();
  const key = keyOf(target);
  const at = parts.context.clock();
  const decision = { state: 'dismissed', by: authorIdOf(actor), at } as const;
  await changeComments(parts.context, target, async (trx, unit) => {
    if (await decideSuggestion(trx, { ...key, commentId: id }, decision))
      recordDecision(unit, key, row, { actor, at });
    else await getOpen(trx, target, id);
  });
  return reread(parts, target, id);
}

const recordDecision = (
  unit: UnitOfWork,
  key: PlaceKey,
  { comment_id: commentId, page_id: pageId }: SuggestionRow,
  by: { actor: Actor; at: Date },
): void => recordComment(unit, key, { change: 'edited', commentId, pageId, ...by });

type SuggestionRow = CommentRow & { suggestion: StoredSuggestion; page_id: string };

/** Finds a pending suggestion. */
async function getOpen(db: Database, target: CommentTarget, commentId: string): Promise<SuggestionRow> {
  const row = isId(commentId) ? await findComment(db, keyOf(target), commentId) : undefined;
  if (!row) throw commentNotFound();
  const { suggestion, page_id, suggestion_state: state } = row;
  if (suggestion === null || page_id === null) throw suggestionNotFound();
  if (state !== null) throw suggestionDecided(state);
  return { ...row, suggestion, page_id };
}

async function reread(
  { context: { db } }: CommentParts,
  target: CommentTarget,
  commentId: string,
): Promise<CommentRow> {
  const row = await findComment(db, keyOf(target), commentId);
  if (!row) throw commentNotFound();
  return row;
}

/** The content that the comments of a place are about, as a line that `actor` edits. */
async function openLine({ context }: CommentParts, target: CommentTarget, actor: Actor): Promise<EditedLine> {
  const { space, changeRequestId } = target;
  if (space.editMode === 'locked') throw spaceLocked();
  if (changeRequestId === null)
    return {
      space,
      line: spaceBranch(context, space, actor),
      branchId: space.spaceId,
      findHead: async () => {
        const current = await context.pointers.spaces.find(space.spaceId);
        if (!current || current.deletedAt) throw targetNotFound(target)();
        return current.revisionId;
      },
    };
  const find = async () => {
    const row = await findChangeRequestRow(context.db, space, changeRequestId);
    if (!row) throw changeRequestNotFound();
    return row;
  };
  const { status } = await find();
  if (status === 'merged') throw changeRequestMerged();
  if (status === 'archived') throw changeRequestArchived();
  const { organizationId, spaceId } = space;
  return {
    space,
    line: changeRequestLine({ organizationId, spaceId, changeRequestId }, actor),
    branchId: changeRequestId,
    findHead: async () => (await find()).revision_id,
  };
}
