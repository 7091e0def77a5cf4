/** Measures the database work of a request: its statements as they were sent, and their cost. */
import { readFileSync } from 'node:fs';
import {
  CompiledQuery,
  type Kysely,
  type KyselyPlugin,
  PostgresQueryCompiler,
  type RootOperationNode,
} from 'kysely';
import type { DB } from '../apps/server/platform/db/schema.ts';
import { median } from './service.ts';

export interface StatementLog {
  /** The same database; statements that are sent through it are recorded. */
  db: Kysely<DB>;
  /** Returns the statements sent since the last call. */
  take(): CompiledQuery[];
}

export function logStatements(db: Kysely<DB>): StatementLog {
  const compiler = new PostgresQueryCompiler();
  let sent: CompiledQuery[] = [];
  const plugin: KyselyPlugin = {
    transformQuery: ({ node, queryId }) => {
      sent.push(compiler.compileQuery(node as RootOperationNode, queryId));
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  return {
    db: db.withPlugin(plugin),
    take: () => {
      const taken = sent;
      sent = [];
      return taken;
    },
  };
}

export interface Explained {
  /** The time in the database, planning included; the median of several runs. */
  milliseconds: number;
  /**
   * The processor time of the server process, with the statement prepared as the service sends it; independent of the
   * load of the machine.
   */
  processorMs: number;
  /** The node that took the most time by itself. */
  node: string;
}

interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'CTE Name'?: string;
  'Actual Total Time': number;
  'Actual Loops': number;
  Plans?: PlanNode[];
}

interface Plan {
  Plan: PlanNode;
  'Planning Time': number;
  'Execution Time': number;
}

const ROUNDS = 9;

/** Explains the statements of one request in one transaction, because settings made by a statement last only for it. */
export async function explainAll(db: Kysely<DB>, statements: CompiledQuery[]): Promise<Explained[]> {
  return db.transaction().execute(async (trx) => {
    const explained: Explained[] = [];
    for (const statement of statements) explained.push(await explain(trx, statement));
    return explained;
  });
}

/** Reads only: the statement is run for it. */
async function explain(db: Kysely<DB>, { sql, parameters }: CompiledQuery): Promise<Explained> {
  const planOf = async (options: string) => {
    const query = CompiledQuery.raw(`explain (analyze, ${options}, format json) ${sql}`, [...parameters]);
    const { rows } = await db.executeQuery<{ 'QUERY PLAN': [Plan] }>(query);
    return (rows[0] as (typeof rows)[0])['QUERY PLAN'][0];
  };
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    // Looking at the clock in each node takes longer than many of them.
    const plan = await planOf('timing off');
    times.push(plan['Planning Time'] + plan['Execution Time']);
  }
  const { Plan: root } = await planOf('timing on');
  return {
    milliseconds: median(times),
    processorMs: await measureProcessor(db, CompiledQuery.raw(sql, [...parameters])),
    node: nameOf(slowestNode(root)),
  };
}

/** On the single session that a transaction holds. */
async function measureProcessor(db: Kysely<DB>, statement: CompiledQuery): Promise<number> {
  const { rows } = await db.executeQuery<{ pid: number }>(
    CompiledQuery.raw('select pg_backend_pid() as pid'),
  );
  // Nanoseconds on a processor: see proc(5).
  const used = () => Number(readFileSync(`/proc/${rows[0]?.pid}/schedstat`, 'latin1').split(' ')[0]) / 1e6;
  // After the first few runs the server reuses its plan.
  for (let round = 0; round < ROUNDS; round += 1) await db.executeQuery(statement);
  const before = used();
  for (let round = 0; round < ROUNDS; round += 1) await db.executeQuery(statement);
  return (used() - before) / ROUNDS;
}

function slowestNode(node: PlanNode): PlanNode {
  const all: PlanNode[] = [];
  const visit = (one: PlanNode) => {
    all.push(one);
    one.Plans?.forEach(visit);
  };
  visit(node);
  const total = (one: PlanNode) => one['Actual Total Time'] * one['Actual Loops'];
  const own = (one: PlanNode) => total(one) - (one.Plans ?? []).reduce((sum, inner) => sum + total(inner), 0);
  return all.reduce((slowest, one) => (own(one) > own(slowest) ? one : slowest));
}

const nameOf = (node: PlanNode): string =>
  [node['Node Type'], node['Index Name'] ?? node['Relation Name'] ?? node['CTE Name']]
    .filter((part) => part !== undefined)
    .join(' ');
