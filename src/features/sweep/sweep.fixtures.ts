import { readdir, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { TestApp } from '../../../test/app.ts';

const LONG_AGO = new Date(Date.now() - 24 * 60 * 60 * 1000);

/** Makes all that an organization has stored so old that a sweep no longer spares it. Files on disk only. */
export async function ageContent({ context }: TestApp, organizationId: string): Promise<void> {
  const { db, config } = context;
  for (const table of ['document', 'tree_node', 'blob', 'search_segment']) {
    await sql`
      update ${sql.table(table)} set touched_at = ${LONG_AGO} where organization_id = ${organizationId}`.execute(
      db,
    );
  }
  const folder = join(config.dataDir, 'blobs', organizationId);
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  for (const entry of entries)
    if (entry.isFile()) await utimes(join(entry.parentPath, entry.name), LONG_AGO, LONG_AGO);
}

/** The content stored for an organization. */
export interface StoredContent {
  documents: number;
  nodes: number;
  files: number;
  storedFiles: number;
}

export async function countContent({ context }: TestApp, organizationId: string): Promise<StoredContent> {
  const { db, blobs } = context;
  const count = async (table: string): Promise<number> => {
    const { rows } = await sql<{ count: number }>`
      select count(*) from ${sql.table(table)} where organization_id = ${organizationId}`.execute(db);
    return Number(rows[0]?.count);
  };
  let storedFiles = 0;
  for await (const _ of blobs.list(organizationId)) storedFiles += 1;
  return {
    documents: await count('document'),
    nodes: await count('tree_node'),
    files: await count('blob'),
    storedFiles,
  };
}
