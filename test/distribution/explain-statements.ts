import type { Sql } from 'postgres';
import { type Classified, classifyStatement, type PlanNode } from './classify-statement.ts';
import type { RecordedStatement } from './record-statements.ts';

export interface ExplainedStatement extends RecordedStatement, Classified {}

const PLANNED = /^\s*(?:select|insert|update|delete|merge|with|\()/i;
/** Of a temporary table of one transaction. */
const UNDEFINED_TABLE = '42P01';

/** Classifies statements by their plans on an empty database of the current schema. */
export async function explainStatements(
  sql: Sql,
  statements: readonly RecordedStatement[],
): Promise<ExplainedStatement[]> {
  const known = await readSchema(sql);
  const explained: ExplainedStatement[] = [];
  for (const statement of statements) {
    if (!PLANNED.test(statement.sql)) continue;
    const plan = await explain(sql, statement.sql);
    if (plan === undefined)
      explained.push({ ...statement, kind: 'refused', tables: [], reason: 'has a temporary table' });
    else explained.push({ ...statement, ...classifyStatement({ ...statement, plan, ...known }) });
  }
  return explained;
}

async function explain(sql: Sql, text: string): Promise<PlanNode | undefined> {
  try {
    // Without values, and so without the shortcuts that one of them would allow.
    const rows = await sql.unsafe(`explain (generic_plan, verbose, format json) ${text}`).simple();
    const [{ Plan }] = (rows as unknown as [{ 'QUERY PLAN': [{ Plan: PlanNode }] }])[0]['QUERY PLAN'];
    return Plan;
  } catch (error) {
    if ((error as { code?: string }).code === UNDEFINED_TABLE) return undefined;
    throw new Error(`The statement has no plan: ${(error as Error).message}\n${text}`);
  }
}

async function readSchema(sql: Sql) {
  const columns = await sql<{ table: string; names: string[] }[]>`
    select c.relname as table, array_agg(a.attname::text order by a.attnum) as names
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') group by c.relname`;
  const functions = await sql<{ name: string }[]>`
    select distinct proname as name from pg_proc where provolatile <> 'i'
      and not exists (select 1 from pg_proc other where other.proname = pg_proc.proname and other.provolatile = 'i')`;
  return {
    columns: new Map(columns.map(({ table, names }) => [table, names])),
    changingFunctions: new Set(functions.map(({ name }) => name)),
  };
}
