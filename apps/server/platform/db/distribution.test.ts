import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../test/database.ts';
import {
  DISTRIBUTION_COLUMN,
  DROPPED_TRIGGERS,
  FIRST_DISTRIBUTED,
  PLACEMENTS,
  type Placement,
  QUOTA_TRIGGERS,
  REPLACED_INDEXES,
  UNCHECKED_FOREIGN_KEYS,
} from './distribution.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const PLACED = new Map<string, Placement>(Object.entries(PLACEMENTS));
const DISTRIBUTED = [...PLACED].filter(([, placement]) => placement === 'distributed').map(([name]) => name);

const OURS = `n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition`;
const FROM = 'from pg_class c join pg_namespace n on n.oid = c.relnamespace';

const read = <Row extends object>(text: string): Promise<Row[]> => database.sql.unsafe<Row[]>(text) as never;

test('every table has a place, and every place a table', async () => {
  const rows = await read<{ name: string }>(`select c.relname as name ${FROM} where ${OURS}`);
  expect([...PLACED.keys()].sort()).toEqual(rows.map(({ name }) => name).sort());
  expect(PLACEMENTS[FIRST_DISTRIBUTED]).toBe('distributed');
});

test('every distributed table has the organization, always and of one type', async () => {
  const rows = await read<{ name: string; type: string; required: boolean }>(`
    select c.relname as name, format_type(a.atttypid, a.atttypmod) as type, a.attnotnull as required
    ${FROM} join pg_attribute a on a.attrelid = c.oid and a.attname = '${DISTRIBUTION_COLUMN}' where ${OURS}`);
  const columns = new Map(rows.map(({ name, ...column }) => [name, column]));
  for (const name of DISTRIBUTED)
    expect([name, columns.get(name)]).toEqual([name, { type: 'uuid', required: true }]);
});

test('the organization is first in every key of a distributed table', async () => {
  const rows = await read<{ table: string; index: string; first: string; keys: number }>(`
    select c.relname as table, i.relname as index, a.attname as first, x.indnkeyatts as keys
    ${FROM} join pg_index x on x.indrelid = c.oid and x.indisunique join pg_class i on i.oid = x.indexrelid
    left join pg_attribute a on a.attrelid = c.oid and a.attnum = x.indkey[0] where ${OURS}`);
  const wrong = rows.filter(
    ({ table, first }) => PLACED.get(table) === 'distributed' && first !== DISTRIBUTION_COLUMN,
  );
  expect(wrong.map(({ index }) => index).sort()).toEqual(Object.keys(REPLACED_INDEXES).sort());
  expect(rows.filter(({ keys }) => keys === 0)).toEqual([]);
});

test('rows without a primary key are told apart by all of their columns', async () => {
  const rows = await read<{ table: string; identity: string }>(`
    select c.relname as table, c.relreplident::text as identity ${FROM}
    where ${OURS} and not exists (select 1 from pg_index x where x.indrelid = c.oid and x.indisprimary)`);
  for (const row of rows) expect(row).toEqual({ ...row, identity: 'f' });
});

interface ForeignKey {
  table: string;
  referenced: string;
  name: string;
  columns: string[];
  referencedColumns: string[];
  emptied: string[] | null;
  onDelete: string;
  onUpdate: string;
}

test('foreign keys are those that machines can check by themselves', async () => {
  const columnsOf = (side: string, list: string) =>
    `(select array_agg(a.attname::text order by k.position) from unnest(x.${list}) with ordinality as k(number, position)
      join pg_attribute a on a.attrelid = x.${side} and a.attnum = k.number)`;
  const rows = await read<ForeignKey>(`
    select c.relname as table, r.relname as referenced, x.conname as name,
      ${columnsOf('conrelid', 'conkey')} as columns, ${columnsOf('confrelid', 'confkey')} as "referencedColumns",
      ${columnsOf('conrelid', 'confdelsetcols')} as emptied,
      x.confdeltype::text as "onDelete", x.confupdtype::text as "onUpdate"
    ${FROM} join pg_constraint x on x.conrelid = c.oid and x.contype = 'f' join pg_class r on r.oid = x.confrelid
    where ${OURS}`);
  const unchecked = rows.filter((key) => !isCheckable(key)).map(({ name }) => name);
  // Citus would check these, but plans the statements of their tables otherwise then.
  const planned = ['audit_outbox_organization_id_fkey', 'user_event_counter_user_id_fkey'];
  expect([...unchecked, ...planned].sort()).toEqual([...UNCHECKED_FOREIGN_KEYS].sort());
  for (const key of rows) {
    expect([key.name, key.onUpdate]).toEqual([key.name, 'a']);
    const empties = ['n', 'd'].includes(key.onDelete) ? (key.emptied ?? key.columns) : [];
    expect([key.name, empties]).toEqual([key.name, empties.filter((name) => name !== DISTRIBUTION_COLUMN)]);
  }
});

function isCheckable({ table, referenced, columns, referencedColumns }: ForeignKey): boolean {
  const from = PLACED.get(table);
  const to = PLACED.get(referenced);
  if (to === 'distributed')
    return (
      from === 'distributed' &&
      columns.indexOf(DISTRIBUTION_COLUMN) >= 0 &&
      columns.indexOf(DISTRIBUTION_COLUMN) === referencedColumns.indexOf(DISTRIBUTION_COLUMN)
    );
  if (to === 'reference') return true;
  return from === 'local';
}

test('the triggers of distributed tables are those that are dropped, or that count for quotas', async () => {
  const rows = await read<{ table: string; name: string }>(`
    select c.relname as table, t.tgname as name ${FROM} join pg_trigger t on t.tgrelid = c.oid
    where ${OURS} and not t.tgisinternal`);
  const names = (entries: [string, readonly string[]][]) =>
    entries.flatMap(([table, triggers]) => triggers.map((name) => `${table}.${name}`)).sort();
  expect(rows.map(({ table, name }) => `${table}.${name}`).sort()).toEqual(
    names([...Object.entries(DROPPED_TRIGGERS), ...Object.entries(QUOTA_TRIGGERS)]),
  );
  for (const table of Object.keys({ ...DROPPED_TRIGGERS, ...QUOTA_TRIGGERS }))
    expect(PLACED.get(table)).toBe('distributed');
});

test('distributed tables have none of what Citus refuses', async () => {
  const rows = await read<{ table: string; refused: string }>(`
    select c.relname as table, refused ${FROM} cross join lateral (
      select 'a rule' from pg_rewrite w where w.ev_class = c.oid and w.rulename <> '_RETURN'
      union all select 'inheritance' from pg_inherits h where h.inhrelid = c.oid
      union all select 'partitions of partitions' from pg_inherits h join pg_class p on p.oid = h.inhrelid
        where h.inhparent = c.oid and p.relkind = 'p'
      union all select 'an exclusion constraint' from pg_constraint x where x.conrelid = c.oid and x.contype = 'x'
      union all select 'a small sequence: ' || a.attname from pg_attribute a
        left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
        where a.attrelid = c.oid and a.atttypid <> 'int8'::regtype
          and (a.attidentity <> '' or pg_get_expr(d.adbin, d.adrelid) like 'nextval(%')
      union all select 'a generated organization' from pg_attribute a
        where a.attrelid = c.oid and a.attname = '${DISTRIBUTION_COLUMN}' and a.attgenerated <> ''
    ) as found(refused) where ${OURS}`);
  expect(rows.filter(({ table }) => PLACED.get(table) === 'distributed')).toEqual([]);
});
