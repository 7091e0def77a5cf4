import { hasScope } from '../../../platform/access/actor.ts';
import { authorIdOf } from '../../../platform/access/author.ts';
import type { Granted } from '../../../platform/access/grant.ts';
import { mayDo } from '../../../platform/access/may-do.ts';
import { isAtLeast } from '../../../platform/access/roles.ts';
import { type Authors, authorOf } from '../../identity/users/authors.queries.ts';
import { presentUser } from '../../identity/users/users.present.ts';
import type { CommentTarget } from './comment-target.ts';
import type { CommentRow, StoredSuggestion, StoredTarget } from './comments.repository.ts';
import type { Comment, CommentReply } from './comments.schemas.ts';
import type { CurrentTarget } from './follow-targets.ts';
import type { ReactionRow } from './reactions.repository.ts';
import { renderBody } from './render-body.ts';
import type { ReplierRow, ReplyRow } from './replies.repository.ts';

export type Format = 'document' | 'markdown' | 'html';
type Viewer = Pick<Granted, 'actor' | 'role'>;

/** The data needed to present comments and replies, beside their rows. */
export interface CommentsView {
  viewer: Viewer;
  place: CommentTarget;
  baseUrl: string;
  format: Format;
  authors: Authors;
  /** By the ids of comments and replies. */
  reactions: ReadonlyMap<string, readonly ReactionRow[]>;
  mentions: ReadonlyMap<string, readonly string[]>;
}

export interface CommentFacts {
  current: CurrentTarget;
  repliers: readonly ReplierRow[];
}

/** The caller’s permissions on a comment or reply. */
export function permissionsOf(viewer: Viewer, authorId: string): Comment['permissions'] {
  const mayComment = mayDo(viewer, 'space:comment');
  const isOwn = authorIdOf(viewer.actor) === authorId;
  return {
    view: true,
    edit: mayComment && isOwn,
    reply: mayComment,
    delete: mayComment && (isOwn || isAtLeast(viewer.role, 'review')),
  };
}

/** Whether the caller may resolve and reopen what an author wrote. */
export const mayResolve = (viewer: Viewer, authorId: string): boolean =>
  hasScope(viewer.actor, 'write') && (isAtLeast(viewer.role, 'edit') || permissionsOf(viewer, authorId).edit);

export function presentComment(
  view: CommentsView,
  row: CommentRow,
  { current, repliers }: CommentFacts,
): Comment {
  const location = locationOf(view, row.comment_id);
  return {
    object: 'comment',
    ...presentEntry(view, { ...row, entryId: row.comment_id, location }),
    replies: row.replies,
    repliers: repliers.map(({ author_id, count, updated_at }) => ({
      updatedAt: updated_at.toISOString(),
      count,
      user: userOf(view, author_id),
    })),
    target: presentTarget(view, row, current),
    outdated: current.isOutdated,
    ...(row.suggestion ? { suggestion: presentSuggestion(view, row, row.suggestion) } : {}),
    ...(row.resolved_at === null
      ? { status: 'open' }
      : {
          status: 'resolved',
          resolvedAt: row.resolved_at.toISOString(),
          resolvedBy: userOf(view, row.resolved_by as string),
        }),
  };
}

function presentSuggestion(
  view: CommentsView,
  row: CommentRow,
  { blocks, text }: StoredSuggestion,
): NonNullable<Comment['suggestion']> {
  const { suggestion_state: state, suggestion_decided_at: at, suggestion_applied_in: appliedIn } = row;
  return {
    state: state ?? 'open',
    revision: row.revision_id,
    ...(blocks ? { blocks: [...blocks] } : {}),
    ...(text ? { text: [...text] } : {}),
    ...(at === null
      ? {}
      : { decidedAt: at.toISOString(), decidedBy: userOf(view, row.suggestion_decided_by as string) }),
    ...(appliedIn === null ? {} : { appliedIn }),
  };
}

export const presentReply = (view: CommentsView, row: ReplyRow): CommentReply => ({
  object: 'comment-reply',
  ...presentEntry(view, {
    ...row,
    entryId: row.reply_id,
    location: `${locationOf(view, row.comment_id)}/replies/${row.reply_id}`,
  }),
});

const userOf = ({ authors, baseUrl }: CommentsView, id: string) =>
  presentUser(authorOf(authors, id), baseUrl);

function locationOf({ baseUrl, place }: CommentsView, commentId: string): string {
  const within = place.changeRequestId === null ? '' : `/change-requests/${place.changeRequestId}`;
  return `${baseUrl}/v1/spaces/${place.space.spaceId}${within}/comments/${commentId}`;
}

interface Entry extends Pick<ReplyRow, 'author_id' | 'created_at' | 'edited_at' | 'body' | 'markdown'> {
  entryId: string;
  location: string;
}

/** The fields that comments and replies share. */
const presentEntry = (view: CommentsView, entry: Entry): Omit<CommentReply, 'object'> => ({
  id: entry.entryId,
  postedBy: userOf(view, entry.author_id),
  postedAt: entry.created_at.toISOString(),
  ...(entry.edited_at === null ? {} : { editedAt: entry.edited_at.toISOString() }),
  reactions: presentReactions(view, view.reactions.get(entry.entryId) ?? []),
  body: presentBody(view, entry),
  mentions: (view.mentions.get(entry.entryId) ?? []).map((id) => userOf(view, id)),
  urls: { location: entry.location },
  permissions: permissionsOf(view.viewer, entry.author_id),
});

function presentBody({ format, authors }: CommentsView, { body, markdown }: Entry): Comment['body'] {
  if (format === 'markdown') return { markdown };
  return format === 'html' ? { html: renderBody(body, authors) } : { document: body };
}

function presentReactions(view: CommentsView, rows: readonly ReactionRow[]): Comment['reactions'] {
  const byEmoji = new Map<string, Comment['reactions'][number]['users']>();
  for (const { emoji, author_id, created_at } of rows) {
    const users = byEmoji.get(emoji) ?? [];
    users.push({ user: userOf(view, author_id), reactedAt: created_at.toISOString() });
    byEmoji.set(emoji, users);
  }
  return [...byEmoji].map(([emoji, users]) => ({ emoji, count: users.length, users }));
}

/** The current position of the target, or its last one if it is gone. */
function presentTarget({ place }: CommentsView, row: CommentRow, current: CurrentTarget): Comment['target'] {
  const isFollowed = row.page_id !== null && !current.isOutdated;
  return {
    space: row.space_id,
    revision: isFollowed ? place.revisionId : row.revision_id,
    ...(row.change_request_id === null ? {} : { changeRequest: row.change_request_id }),
    ...(row.review_id === null ? {} : { review: row.review_id }),
    ...(row.page_id !== null && row.target
      ? {
          page: {
            id: row.page_id,
            ...(current.page ?? row.target.page),
            outdated: current.page === undefined,
          },
          ...presentPlace(row.target, current),
        }
      : {}),
  };
}

function presentPlace(
  target: StoredTarget,
  { place }: CurrentTarget,
): Pick<Comment['target'], 'node' | 'tableCell' | 'range'> {
  if (!target.node) return {};
  const { cell, range } = place ?? target;
  return {
    node: { id: place?.key ?? target.node.key, preview: target.node.text },
    ...(cell ? { tableCell: cell } : {}),
    ...(range ? { range } : {}),
  };
}
