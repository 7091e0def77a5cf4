import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../database.ts';
import { splitConjunction } from './classify-statement.ts';
import { explainStatements } from './explain-statements.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase({ poolSize: 1 });
});
afterAll(() => database.drop());

const ONE = '01890000-0000-7000-8000-000000000001';
const TWO = '01890000-0000-7000-8000-000000000002';

test.each([
  ['unsharded', 'select * from user_account join organization on true'],
  ['unsharded', 'update job set attempts = 1'],
  ['one shard', 'select * from space where organization_id = $1 and title = any($2)'],
  [
    'one shard',
    'select * from space s join site_space i using (organization_id, space_id) where s.organization_id = $1',
  ],
  ['one shard', `update space set title = 'x' where organization_id = $1`],
  ['one shard', 'delete from site where organization_id = $1 or false'],
  [
    'one shard',
    'insert into team_member (organization_id, team_id, user_id, joined_at) values ($1, $1, $1, now())',
  ],
  [
    'one shard',
    'insert into tree_node (organization_id, hash, node) select $1, hash, node from tree_node where organization_id = $1',
  ],
  ['one shard', 'select * from space where organization_id = $1 for update'],
  ['crossing', 'select * from space where space_id = $1'],
  ['crossing', 'select * from space where organization_id = $1 or title is null'],
  ['crossing', 'select * from space where organization_id = any($1)'],
  ['crossing', 'select * from space where organization_id <> $1'],
  ['crossing', 'select * from space join site on true where space.organization_id = $1'],
  [
    'crossing',
    'select (select count(*) from site i where i.organization_id = s.organization_id) from space s where s.organization_id = $1',
  ],
  [
    'crossing',
    'select * from space where organization_id = $1 union select * from space where organization_id = $2',
  ],
  ['crossing', 'delete from member where user_id = $1'],
  ['refused', 'update space set title = title, organization_id = $2 where organization_id = $1'],
  ['refused', 'select * from space where space_id = $1 for update'],
  [
    'refused',
    'select * from space s join space_directory d using (organization_id, space_id) where s.organization_id = $1',
  ],
  [
    'refused',
    'insert into tree_node (organization_id, hash, node) values ($1, (select hash from tree_node where organization_id = $1), $3)',
  ],
  [
    'refused',
    `insert into tree_node (organization_id, hash, node) values ($1, '', '') on conflict (organization_id, hash) do update set touched_at = now()`,
  ],
  [
    'refused',
    'update user_account u set blocked_at = now() from member m where m.organization_id = $1 and m.user_id = u.user_id',
  ],
])('%s: %s', async (kind, sql) => {
  const [explained] = await explainStatements(database.sql, [{ sql, parameters: [ONE, TWO], source: '' }]);
  expect(explained).toMatchObject({ kind });
});

test('conditions are split where all parts hold', () => {
  expect(splitConjunction(`((a.x = $1) AND ((b = 'it) AND ('::text) OR c) AND (d AND e))`)).toEqual([
    'a.x = $1',
    `(b = 'it) AND ('::text) OR c`,
    'd',
    'e',
  ]);
});
