import { type Kysely, sql } from 'kysely';
import type { DB } from '../apps/server/platform/db/schema.ts';

/** A row in each table of change requests, comments and what goes with them, for tests of what deletes them. */
export async function fillDiscussion(
  db: Kysely<DB>,
  place: { organization_id: string; space_id: string; userId: string; at: Date },
): Promise<void> {
  const { userId, at, ...key } = place;
  const id = key.space_id;
  const request = { ...key, change_request_id: id };
  await db
    .insertInto('change_request')
    .values({
      ...request,
      number: 1,
      status: 'draft',
      subject: '',
      author_id: id,
      created_at: at,
      updated_at: at,
      revision_id: id,
      initial_revision_id: id,
    })
    .execute();
  await db
    .insertInto('change_request_contributor')
    .values({ ...request, author_id: id, action: 'edit', count: 1, updated_at: at })
    .execute();
  await db
    .insertInto('change_request_reviewer')
    .values({ ...request, user_id: id, requested_by: id, revision_id: id, created_at: at })
    .execute();
  await db
    .insertInto('change_request_review')
    .values({
      ...request,
      review_id: id,
      reviewer_id: id,
      status: 'approved',
      revision_id: id,
      created_at: at,
      updated_at: at,
    })
    .execute();
  await db
    .insertInto('change_request_seen')
    .values({ ...request, user_id: id, revision_id: id, activity: 1, seen_at: at })
    .execute();
  await db
    .insertInto('change_request_check')
    .values({
      ...request,
      name: 'build',
      revision_id: id,
      status: 'passed',
      author_id: id,
      created_at: at,
      updated_at: at,
    })
    .execute();
  await db
    .insertInto('change_request_preview_link')
    .values({
      ...request,
      preview_link_id: id,
      author_id: id,
      digest: Buffer.alloc(32),
      created_at: at,
      expires_at: at,
    })
    .execute();
  // The team has the id of the space. Some tests have made it before.
  await sql`insert into team values (${key.organization_id}, ${id}, 'Reviewers', ${id}, ${at}) on conflict do nothing`.execute(
    db,
  );
  await db
    .insertInto('change_request_team_reviewer')
    .values({ ...request, team_id: id, requested_by: id, revision_id: id, created_at: at })
    .execute();
  await db
    .insertInto('change_request_page')
    .values({ ...request, page_id: id })
    .execute();
  await db
    .insertInto('change_request_answer')
    .values({ ...request, conflict_id: 'a', answer: { choice: 'ours' } })
    .execute();
  const comment = { ...key, comment_id: id };
  const text = { author_id: id, body: {}, markdown: '', created_at: at };
  await db
    .insertInto('comment')
    .values({ ...comment, ...text, revision_id: id })
    .execute();
  await db
    .insertInto('comment_reply')
    .values({ ...comment, ...text, reply_id: id })
    .execute();
  await db
    .insertInto('comment_reaction')
    .values({ ...comment, entry_id: id, emoji: '1f600', author_id: id, created_at: at })
    .execute();
  await db
    .insertInto('comment_mention')
    .values({ ...comment, entry_id: id, user_id: id })
    .execute();
  await db
    .insertInto('presence')
    .values({ ...key, author_id: id, since: at, seen_at: at })
    .execute();
  await db
    .insertInto('edit_conflict')
    .values({
      ...key,
      edit_conflict_id: id,
      author_id: id,
      page_id: id,
      revision_id: id,
      created_at: at,
      updated_at: at,
    })
    .execute();
  await db
    .insertInto('working_copy')
    .values({
      ...request,
      author_id: id,
      page_id: id,
      version_id: id,
      base_revision_id: id,
      content: {},
      created_at: at,
      updated_at: at,
    })
    .execute();
  await db
    .insertInto('notification')
    .values({
      ...key,
      user_id: userId,
      notification_id: id,
      kind: 'mentioned',
      actor_id: userId,
      created_at: at,
    })
    .execute();
}
