import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { newId } from '@lectern/std/ids';
import { expect, test } from 'vitest';
import { createTestDatabase, silentLog } from '../../../../../test/database.ts';
import { migrateDatabase } from '../../../platform/db/migrate.ts';

const MIGRATIONS = fileURLToPath(new URL('../../../platform/db/migrations/earlier', import.meta.url));

test('spaces from before there were collections stand in the order in which they were made', async () => {
  const { sql, drop } = await createTestDatabase();
  const directory = await mkdtemp(join(tmpdir(), 'lectern-migrations-'));
  const migrate = async (...names: string[]) => {
    for (const name of names) await copyFile(join(MIGRATIONS, name), join(directory, name));
    await migrateDatabase({ sql, log: silentLog, directory });
  };
  try {
    await sql.unsafe('drop schema public cascade; create schema public');
    await migrate('0001_core.sql', '0002_document_parts.sql');
    const organizations = [newId(), newId()];
    const spaces = [newId(), newId(), newId()];
    for (const organizationId of organizations) {
      await sql`insert into organization (organization_id, title, type, created_at)
        values (${organizationId}, 'O', 'business', now())`;
      for (const spaceId of spaces.toReversed()) {
        await sql`insert into space (organization_id, space_id, title, revision_id, created_at, updated_at)
          values (${organizationId}, ${spaceId}, 'S', ${spaceId}, now(), now())`;
      }
    }
    await migrate('0003_collections.sql');
    for (const organizationId of organizations) {
      const rows = await sql`
        select space_id, position from space where organization_id = ${organizationId} order by position, space_id`;
      expect(rows).toEqual(spaces.map((space_id, n) => ({ space_id, position: String(n + 1) })));
    }
  } finally {
    await drop();
    await rm(directory, { recursive: true });
  }
});
