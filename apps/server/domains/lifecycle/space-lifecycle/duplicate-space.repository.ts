import { sql, type Transaction } from 'kysely';
import type { DB } from '../../../platform/db/schema.ts';

export interface NewCopy {
  organizationId: string;
  from: string;
  to: string;
  revisionId: string;
  title: string;
  position: string;
  authorId: string | null;
  createdAt: Date;
}

/**
 * Inserts a space with the content of another one, which is held: its first revision has the same root as the
 * current one there.
 */
export async function insertSpaceCopy(trx: Transaction<DB>, copy: NewCopy): Promise<void> {
  const { organizationId, from, to, revisionId, createdAt } = copy;
  await sql`
    with source as (
      select s.*, r.root from space s
      join revision r on r.organization_id = s.organization_id and r.space_id = s.space_id
        and r.revision_id = s.revision_id
      where s.organization_id = ${organizationId} and s.space_id = ${from}),
    entry as (
      insert into space_directory (space_id, organization_id)
      select ${to}::uuid, organization_id from source),
    copied as (
      insert into space (organization_id, space_id, title, emoji, icon_url, language, default_level, merge_rules,
        parent_id, position, revision_id, created_at, updated_at)
      select organization_id, ${to}::uuid, ${copy.title}, emoji, icon_url, language, default_level, merge_rules,
        parent_id, ${copy.position}::numeric, ${revisionId}::uuid, ${createdAt}::timestamptz, ${createdAt}::timestamptz
      from source)
    insert into revision (organization_id, space_id, revision_id, parents, root, type, author_id, created_at)
    select organization_id, ${to}::uuid, ${revisionId}::uuid, '{}', root, 'edits', ${copy.authorId}::uuid,
      ${createdAt}::timestamptz
    from source`.execute(trx);
}
