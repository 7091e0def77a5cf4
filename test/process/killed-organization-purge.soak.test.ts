import { randomInt } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '../git-fixtures.ts';
import { askDatabase } from './ask-database.ts';
import { createPreparedSetup, request, type Setup, waitFor } from './service-process.ts';

const TOKEN = 'token-of-the-administrator-0123456789';
const ENVIRONMENT = { LECTERN_ADMIN_TOKEN: TOKEN, LECTERN_LOG_LEVEL: 'fatal' };
const ROUNDS = 30;
const PAGES = 300;
const FILES = 200;

/** The tables that have a row of the organization. */
const tablesWith = (setup: Setup, organizationId: string): Promise<string[]> =>
  askDatabase(setup, async (sql) => {
    const tables = await sql<{ name: string }[]>`
      select table_name as name from information_schema.columns
      where table_schema = 'public' and column_name = 'organization_id' order by table_name`;
    const filled: string[] = [];
    for (const { name } of tables) {
      const rows = await sql`select 1 from ${sql(name)} where organization_id = ${organizationId} limit 1`;
      if (rows.length > 0) filled.push(name);
    }
    return filled;
  });

test('the removal of an organization that is killed again and again goes on, and leaves nothing', async () => {
  const seed = Number(process.env.LECTERN_SEED ?? randomInt(2 ** 31));
  console.log(`The seed of this run: LECTERN_SEED=${seed}`);
  const folder = await temporaryDirectory();
  const setup = await createPreparedSetup();
  try {
    await mkdir(join(folder.path, 'files'));
    for (let n = 0; n < PAGES; n += 1) await writeFile(join(folder.path, `p${n}.md`), `# Page ${n}\n`);
    for (let n = 0; n < FILES; n += 1)
      await writeFile(join(folder.path, `files/f${n}.txt`), `The bytes of f${n}.txt`);
    for (let n = 0; n < 2; n += 1) {
      const imported = await setup.run(['import', folder.path], ENVIRONMENT);
      expect(imported.code, imported.errors).toBe(0);
    }
    let service = await setup.serve(ENVIRONMENT);
    const { body } = await request<{ items: { id: string }[] }>(service, TOKEN, '/v1/orgs');
    const organizationId = body.items[0]?.id as string;
    const bytes = join(setup.dataDir, 'blobs', organizationId);
    expect(existsSync(bytes)).toBe(true);
    const deleted = await request(service, TOKEN, `/v1/orgs/${organizationId}`, { method: 'DELETE' });
    expect(deleted.status).toBe(204);
    // Eight days pass.
    await askDatabase(setup, async (sql) => {
      await sql`update organization set deleted_at = deleted_at - interval '8 days'`;
      await sql`update job set run_at = run_at - interval '8 days' where kind = 'organization-purge'`;
    });

    for (let round = 1; round <= ROUNDS; round += 1) {
      // The job is found within a second, and takes about as long.
      const delay = (((seed * round) % 97) / 97) * 1500;
      await sleep(delay);
      service.kill('SIGKILL');
      await service.ended;
      service = await setup.serve(ENVIRONMENT);
      const where = `seed ${seed}, round ${round}: killed after ${Math.round(delay)} ms`;
      const found = await request(service, TOKEN, `/v1/orgs/${organizationId}`);
      expect(found.status, where).toBe(404);
    }
    await waitFor(
      'the organization to be gone',
      async () => (await tablesWith(setup, organizationId)).length === 0,
    );
    expect(existsSync(bytes)).toBe(false);
    expect((await request(service, TOKEN, '/v1/user')).status).toBe(200);
    expect((await service.stop()).code).toBe(0);
  } finally {
    await setup.clean();
    await folder.remove();
  }
}, 1_800_000);
