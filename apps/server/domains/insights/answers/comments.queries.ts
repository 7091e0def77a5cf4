import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../platform/db/schema.ts';
import { PAGE_RATINGS } from '../codes.ts';
import { eventsOf } from './events-of.queries.ts';
import { nameOfPage, type PageKey } from './page-key.ts';
import type { Question } from './question.ts';

export interface PageComment {
  at: string;
  rating: string;
  comment: string;
}

/** The number of comments of a page. */
export const PER_PAGE = 3;

/** The latest comments on these pages, by `nameOfPage`. */
export async function listComments(
  db: Kysely<DB>,
  question: Question,
  keys: readonly PageKey[],
): Promise<Map<string, PageComment[]>> {
  const { rows } = await sql<{
    space_id: string | null;
    page_id: string | null;
    occurred_at: Date;
    rating: number;
    comment: string;
  }>`
    select space_id, page_id, occurred_at, rating, comment from (
      select space_id, page_id, occurred_at, rating, comment,
        row_number() over (partition by space_id, page_id order by occurred_at desc, event_id desc) as place
      from (
        select space_id, page_id, occurred_at, event_id, rating, comment
        from site_event
        where ${eventsOf(question, 'page_post_feedback_comment')} and comment is not null
          and coalesce(page_id = any(${keys.map(({ pageId }) => pageId)}::uuid[]), page_id is null)) e
    ) e
    where place <= ${PER_PAGE} order by place`.execute(db);
  const comments = new Map<string, PageComment[]>();
  for (const { space_id, page_id, occurred_at, rating, comment } of rows) {
    const key = nameOfPage({ spaceId: space_id, pageId: page_id });
    const list = comments.get(key) ?? [];
    comments.set(key, list);
    list.push({ at: occurred_at.toISOString(), rating: PAGE_RATINGS.valueOf(rating) ?? 'bad', comment });
  }
  return comments;
}
