import { groupBy } from '@lectern/std/group-by';
import type { ContentStore } from '../../../content/revisions/content-store.ts';
import type { Granted } from '../../../platform/access/grant.ts';
import type { Context } from '../../../platform/context.ts';
import type { EditingParts } from '../../content/editing/editing-parts.ts';
import { findAuthorsFor } from '../../identity/users/authors-for.ts';
import type { CommentTarget } from './comment-target.ts';
import { type CommentsView, type Format, presentComment, presentReply } from './comments.present.ts';
import type { CommentRow } from './comments.repository.ts';
import type { Comment, CommentReply } from './comments.schemas.ts';
import type { TargetFollower } from './follow-targets.ts';
import { listMentions } from './mentions.queries.ts';
import { listReactions } from './reactions.repository.ts';
import { listRepliers, type ReplyRow } from './replies.repository.ts';

/** The parts of the service that comments use. */
export interface CommentParts {
  context: Context;
  store: ContentStore;
  follower: TargetFollower;
  /** Applies suggestions. */
  editing: EditingParts;
}

/** The caller, and the format of the bodies. */
export interface Asker {
  granted: Granted;
  format: Format;
}

/** Comments as the caller sees them. */
export async function showComments(
  parts: CommentParts,
  { granted, format }: Asker,
  target: CommentTarget,
  rows: readonly CommentRow[],
): Promise<Comment[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ comment_id }) => comment_id);
  const replied = rows.flatMap(({ comment_id, replies }) => (replies > 0 ? comment_id : []));
  const repliers = await listRepliers(parts.context.db, target.space, replied);
  const authorIds = [
    ...rows.flatMap((row) => [row.author_id, row.resolved_by, row.suggestion_decided_by]),
    ...repliers.map(({ author_id }) => author_id),
  ];
  const entries = { commentIds: ids, entryIds: ids };
  const view = await loadView(parts, { granted, format }, target, { entries, authorIds });
  const head = await parts.store.open(target.space, target.revisionId);
  const current = await parts.follower.follow(head, rows);
  const byComment = groupBy(repliers, ({ comment_id }) => comment_id);
  return rows.map((row) =>
    presentComment(view, row, {
      current: current.get(row.comment_id) ?? { isOutdated: true },
      repliers: byComment.get(row.comment_id) ?? [],
    }),
  );
}

/** Replies to one comment as the caller sees them. */
export async function showReplies(
  parts: CommentParts,
  asker: Asker,
  target: CommentTarget,
  rows: readonly ReplyRow[],
): Promise<CommentReply[]> {
  const entries = {
    commentIds: [...new Set(rows.map(({ comment_id }) => comment_id))],
    entryIds: rows.map(({ reply_id }) => reply_id),
  };
  const authorIds = rows.map(({ author_id }) => author_id);
  const view = await loadView(parts, asker, target, { entries, authorIds });
  return rows.map((row) => presentReply(view, row));
}

async function loadView(
  { context }: CommentParts,
  { granted, format }: Asker,
  target: CommentTarget,
  {
    entries,
    authorIds,
  }: {
    entries: { commentIds: readonly string[]; entryIds: readonly string[] };
    authorIds: readonly (string | null)[];
  },
): Promise<CommentsView> {
  const { db, config } = context;
  const reactions = await listReactions(db, target.space, entries);
  const mentions = await listMentions(db, target.space, entries);
  const authors = await findAuthorsFor(context, granted, [
    ...authorIds,
    ...reactions.map(({ author_id }) => author_id),
    ...mentions.map(({ user_id }) => user_id),
  ]);
  const mentioned = groupBy(mentions, ({ entry_id }) => entry_id);
  return {
    viewer: granted,
    place: target,
    baseUrl: config.baseUrl,
    format,
    authors,
    reactions: groupBy(reactions, ({ entry_id }) => entry_id),
    mentions: new Map([...mentioned].map(([id, rows]) => [id, rows.map(({ user_id }) => user_id)])),
  };
}
