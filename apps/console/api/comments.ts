import type { Schemas } from '@lectern/client/schema';
import { type InfiniteData, infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api, repeatable } from './client.ts';
import type { Place } from './place.ts';
import { queries } from './queries.ts';

export type Comment = Schemas['Comment'];
export type Reply = Schemas['CommentReply'];
export type NewComment = Schemas['PostCommentBody'];
export type CommentStatus = Comment['status'];
type CommentChange = Schemas['UpdateCommentBody'];

/** The comments of a space or a change request; with a page, only those on it. */
export interface CommentsPlace extends Omit<Place, 'revisionId'> {
  pageId?: string | undefined;
}

type CommentPage = Schemas['CommentList'];

const AT_ONCE = 100;
const HTML = { format: 'html' } as const;

/** A change request has the operations of a space, below its own address. */
const pathOf = <Path extends `/v1/spaces/{spaceId}${string}`>(
  { changeRequestId }: CommentsPlace,
  path: Path,
): Path =>
  (changeRequestId === undefined
    ? path
    : path.replace('{spaceId}', '{spaceId}/change-requests/{changeRequestId}')) as Path;

const idsOf = ({ spaceId, changeRequestId }: CommentsPlace): { spaceId: string } =>
  changeRequestId === undefined ? { spaceId } : ({ spaceId, changeRequestId } as { spaceId: string });

const keyOfPlace = ({ spaceId, changeRequestId }: CommentsPlace) =>
  ['comments', spaceId, changeRequestId ?? ''] as const;

/** All comments with a status, oldest first. */
export const commentsQuery = (place: CommentsPlace, status: CommentStatus) =>
  infiniteQueryOptions({
    queryKey: [...keyOfPlace(place), 'list', place.pageId ?? '', status],
    queryFn: ({ pageParam }): Promise<CommentPage> =>
      api.get(pathOf(place, '/v1/spaces/{spaceId}/comments'), {
        path: idsOf(place),
        query: {
          ...HTML,
          status,
          order: 'asc',
          limit: AT_ONCE,
          ...(place.pageId === undefined ? {} : { targetPage: place.pageId }),
          ...(pageParam === undefined ? {} : { page: pageParam }),
        },
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next?.page,
  });

export const repliesQuery = (place: CommentsPlace, commentId: string) =>
  queryOptions({
    queryKey: [...keyOfPlace(place), 'replies', commentId],
    queryFn: async (): Promise<Reply[]> => {
      const all: Reply[] = [];
      const list = api.list(pathOf(place, '/v1/spaces/{spaceId}/comments/{commentId}/replies'), {
        path: { ...idsOf(place), commentId },
        query: { ...HTML, limit: AT_ONCE },
      });
      for await (const reply of list) all.push(reply);
      return all;
    },
  });

/** Members whose name or address has these words. */
export const membersQuery = (organizationId: string, search: string) =>
  queryOptions({
    queryKey: ['organization', organizationId, 'members', search],
    queryFn: async () =>
      (
        await api.get('/v1/orgs/{organizationId}/members', {
          path: { organizationId },
          query: { search, sort: 'name', order: 'asc', limit: 8 },
        })
      ).items,
  });

export const readComment = (place: CommentsPlace, commentId: string): Promise<Comment> =>
  api.get(pathOf(place, '/v1/spaces/{spaceId}/comments/{commentId}'), {
    path: { ...idsOf(place), commentId },
    query: HTML,
  });

/** An entry: a comment, or a reply to it. */
export interface EntryKey {
  commentId: string;
  replyId?: string | undefined;
}

/** The Markdown of an entry, as its author wrote it. */
export async function readMarkdown(place: CommentsPlace, { commentId, replyId }: EntryKey): Promise<string> {
  const path = { ...idsOf(place), commentId };
  const query = { format: 'markdown' } as const;
  const { body } =
    replyId === undefined
      ? await api.get(pathOf(place, '/v1/spaces/{spaceId}/comments/{commentId}'), { path, query })
      : await api.get(pathOf(place, '/v1/spaces/{spaceId}/comments/{commentId}/replies/{commentReplyId}'), {
          path: { ...path, commentReplyId: replyId },
          query,
        });
  return body.markdown ?? '';
}

/** `key`: the same for each attempt to send it. */
export async function postComment(place: CommentsPlace, body: NewComment, key: string): Promise<Comment> {
  const comment = await api.post(pathOf(place, '/v1/spaces/{spaceId}/comments'), {
    path: idsOf(place),
    query: HTML,
    headers: repeatable(key),
    body,
  });
  showComment(place, comment);
  return comment;
}

export async function postReply(
  place: CommentsPlace,
  { commentId, markdown, key }: { commentId: string; markdown: string; key: string },
): Promise<void> {
  await api.post(pathOf(place, '/v1/spaces/{spaceId}/comments/{commentId}/replies'), {
    path: { ...idsOf(place), commentId },
    headers: repeatable(key),
    body: { body: { markdown } },
  });
  await refreshThread(place, commentId);
}

/** Changes the text or the reactions of an entry, or resolves a comment. */
export async function changeEntry(
  place: CommentsPlace,
  { commentId, replyId }: EntryKey,
  body: CommentChange,
): Promise<void> {
  const path = { ...idsOf(place), commentId };
  if (replyId === undefined)
    showComment(
      place,
      await api.put(pathOf(place, '/v1/spaces/{spaceId}/comments/{commentId}'), { path, query: HTML, body }),
    );
  else {
    await api.put(pathOf(place, '/v1/spaces/{spaceId}/comments/{commentId}/replies/{commentReplyId}'), {
      path: { ...path, commentReplyId: replyId },
      body,
    });
    await refreshReplies(place, commentId);
  }
}

export async function deleteEntry(place: CommentsPlace, { commentId, replyId }: EntryKey): Promise<void> {
  const path = { ...idsOf(place), commentId };
  if (replyId === undefined) {
    await api.delete(pathOf(place, '/v1/spaces/{spaceId}/comments/{commentId}'), { path });
    hideComment(place, commentId);
    return;
  }
  await api.delete(pathOf(place, '/v1/spaces/{spaceId}/comments/{commentId}/replies/{commentReplyId}'), {
    path: { ...path, commentReplyId: replyId },
  });
  await refreshThread(place, commentId);
}

/** Applies a suggestion to the page, or closes it. */
export async function decideSuggestion(
  place: CommentsPlace,
  commentId: string,
  decision: 'apply' | 'dismiss',
): Promise<void> {
  const options = { path: { ...idsOf(place), commentId }, query: HTML };
  showComment(
    place,
    decision === 'apply'
      ? await api.post(pathOf(place, '/v1/spaces/{spaceId}/comments/{commentId}/apply'), options)
      : await api.post(pathOf(place, '/v1/spaces/{spaceId}/comments/{commentId}/dismiss'), options),
  );
}

/** Reads a comment and its replies again. */
export async function refreshThread(place: CommentsPlace, commentId: string): Promise<void> {
  await Promise.all([
    readComment(place, commentId).then((comment) => showComment(place, comment)),
    refreshReplies(place, commentId),
  ]);
}

const refreshReplies = (place: CommentsPlace, commentId: string): Promise<void> =>
  queries.invalidateQueries({ queryKey: repliesQuery(place, commentId).queryKey });

/** Reads all comments of a place again that are shown: their targets may have moved. */
export const refreshComments = (place: CommentsPlace): Promise<void> =>
  queries.invalidateQueries({ queryKey: [...keyOfPlace(place), 'list'] });

type Lists = InfiniteData<CommentPage, string | undefined>;

/** Puts a comment into the lists that it belongs to, and takes it out of the others. */
export function showComment(place: CommentsPlace, comment: Comment): void {
  changeLists(place, (items, [pageId, status], isWhole) => {
    const isListed = status === comment.status && (pageId === '' || comment.target.page?.id === pageId);
    const index = items.findIndex(({ id }) => id === comment.id);
    if (index >= 0) return isListed ? items.with(index, comment) : items.toSpliced(index, 1);
    // A newer page of a list that is still being read has it.
    return isListed && isWhole ? [...items, comment] : items;
  });
}

export const hideComment = (place: CommentsPlace, commentId: string): void =>
  changeLists(place, (items) => items.filter(({ id }) => id !== commentId));

function changeLists(
  place: CommentsPlace,
  change: (items: Comment[], list: [pageId: string, status: string], isWhole: boolean) => Comment[],
): void {
  const queryKey = [...keyOfPlace(place), 'list'];
  for (const [key, known] of queries.getQueriesData<Lists>({ queryKey })) {
    if (!known) continue;
    const [pageId, status] = key.slice(-2) as [string, string];
    const isWhole = known.pages.at(-1)?.next === undefined;
    const before = known.pages.flatMap(({ items }) => items);
    const after = change(before, [pageId, status], isWhole);
    if (after === before) continue;
    const count = (known.pages[0]?.count ?? before.length) + after.length - before.length;
    queries.setQueryData<Lists>(key, { ...known, pages: cutAsBefore(known.pages, after, count) });
  }
}

/** The pages of a list keep their lengths, so that the next one goes on where the last ends. */
function cutAsBefore(pages: readonly CommentPage[], items: readonly Comment[], count: number): CommentPage[] {
  let start = 0;
  return pages.map((page, index) => {
    const end = index === pages.length - 1 ? items.length : start + page.items.length;
    const cut = { ...page, count, items: items.slice(start, end) };
    start = end;
    return cut;
  });
}
