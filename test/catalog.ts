import type { Sql } from 'postgres';

/**
 * Everything that the catalogs know about the tables, in an order that does not depend on how they came to be. Without
 * `positions`, the order of the columns in their table does not count.
 */
export async function readCatalog(sql: Sql, { positions = true } = {}): Promise<string[]> {
  const rows = await sql<{ line: string }[]>`
    select concat_ws(' | ', 'column', c.relname,
      case when ${positions} then row_number() over (partition by c.oid order by a.attnum) end, a.attname,
      format_type(a.atttypid, a.atttypmod), a.attnotnull, a.attidentity, a.attgenerated, pg_get_expr(d.adbin, d.adrelid),
      a.attcollation::regcollation, a.attstorage) as line
    from pg_attribute a join pg_class c on c.oid = a.attrelid
    left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
    where c.relnamespace = 'public'::regnamespace and a.attnum > 0 and not a.attisdropped
      and (c.relkind <> 'i' or ${positions})
    union all select concat_ws(' | ', 'relation', relname, relkind, relpersistence, array_to_string(reloptions, ','),
      pg_get_partkeydef(oid)) from pg_class where relnamespace = 'public'::regnamespace
    union all select concat_ws(' | ', 'constraint', c.relname, k.conname, pg_get_constraintdef(k.oid), k.convalidated)
    from pg_constraint k join pg_class c on c.oid = k.conrelid where c.relnamespace = 'public'::regnamespace
    union all select concat_ws(' | ', 'index', indexdef) from pg_indexes where schemaname = 'public'
    union all select concat_ws(' | ', 'sequence', sequencename, data_type, start_value, increment_by, cycle)
    from pg_sequences where schemaname = 'public'
    union all select concat_ws(' | ', 'function', pg_get_functiondef(oid)) from pg_proc
    where pronamespace = 'public'::regnamespace
    union all select concat_ws(' | ', 'trigger', pg_get_triggerdef(t.oid)) from pg_trigger t
    join pg_class c on c.oid = t.tgrelid where c.relnamespace = 'public'::regnamespace and not t.tgisinternal
    union all select concat_ws(' | ', 'type', typname, typtype) from pg_type where typnamespace = 'public'::regnamespace`;
  return rows.map(({ line }) => line).sort();
}
