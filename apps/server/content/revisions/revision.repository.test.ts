import { newId } from '@lectern/std/ids';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../test/database.ts';
import { createParentsReader, readParents } from './revision.repository.ts';

let database: TestDatabase;
const organizationId = newId();
const spaceId = newId();
const ids = Array.from({ length: 1000 }, () => newId());

beforeAll(async () => {
  database = await createTestDatabase();
  const { sql } = database;
  const rows = ids.map((revision_id, i) => ({
    organization_id: organizationId,
    space_id: spaceId,
    revision_id,
    parents: i === 0 ? [] : [ids[i - 1] as string],
    root: Buffer.from(''),
    type: 'edits',
    created_at: new Date(1_700_000_000_000 + i),
  }));
  // Revisions are read without their space here.
  await sql.begin(async (trx) => {
    await trx`set local session_replication_role = replica`;
    for (let at = 0; at < rows.length; at += 250)
      await trx`insert into revision ${trx(rows.slice(at, at + 250))}`;
  });
});
afterAll(() => database.drop());

test('parents are read with the nearest ancestors, up to a number', async () => {
  const wanted = [ids[900] as string, ids[500] as string];
  const found = await readParents(database.db, { organizationId, spaceId, ids: wanted, ahead: 6 });
  expect([...found.keys()].sort()).toEqual(
    [900, 899, 898, 897, 500, 499, 498, 497].map((at) => ids[at]).sort(),
  );
  expect(found.get(wanted[0] as string)).toEqual({
    parents: [ids[899]],
    createdAt: new Date(1_700_000_000_900),
  });
});

test('revisions of another space are not found', async () => {
  const found = await readParents(database.db, {
    organizationId,
    spaceId: newId(),
    ids: [ids[5] as string],
    ahead: 5,
  });
  expect(found.size).toBe(0);
});

test('a history of a thousand revisions is read in few statements', async () => {
  const read = createParentsReader(database.db, organizationId, spaceId);
  const known = new Map<string, { parents: string[] }>();
  let statements = 0;
  for (let id = ids.at(-1); id !== undefined; id = known.get(id)?.parents[0]) {
    if (known.has(id)) continue;
    statements += 1;
    for (const [revisionId, revision] of await read([id])) known.set(revisionId, revision);
  }
  expect(known.size).toBe(1000);
  expect(statements).toBeLessThanOrEqual(7);
});
