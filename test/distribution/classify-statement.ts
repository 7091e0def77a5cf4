/**
 * What a statement would be on a database that Citus distributes, by the plan that PostgreSQL makes of it: its planner
 * hands a value for the organization on to every table that is joined by it, as that of Citus does.
 */
import {
  DISTRIBUTION_COLUMN,
  PLACEMENTS,
  type Placement,
} from '../../apps/server/platform/db/distribution.ts';

type StatementKind =
  /** All its tables are on one machine, or on each. */
  | 'unsharded'
  /** Every distributed table in it has the same organization. */
  | 'one shard'
  /** Every shard has to be asked. */
  | 'crossing'
  /** Citus refuses it. */
  | 'refused';

export interface Classified {
  kind: StatementKind;
  tables: string[];
  /** Why it is crossing or refused. */
  reason: string;
}

export interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  Schema?: string;
  Alias?: string;
  Operation?: string;
  'Parent Relationship'?: string;
  'Subplan Name'?: string;
  Output?: string[];
  Filter?: string;
  'Index Cond'?: string;
  'Recheck Cond'?: string;
  Plans?: PlanNode[];
}

interface Question {
  sql: string;
  parameters: readonly unknown[];
  plan: PlanNode;
  /** The columns of tables, in their order. */
  columns: ReadonlyMap<string, readonly string[]>;
  /** The names of functions that are not immutable. */
  changingFunctions: ReadonlySet<string>;
}

const PLACED = new Map<string, Placement>(Object.entries(PLACEMENTS));

export function classifyStatement(question: Question): Classified {
  const nodes = flatten(question.plan);
  const used = nodes.flatMap((node) => {
    const table = node['Relation Name'] && toTable(node['Relation Name']);
    const placement = table === undefined ? undefined : PLACED.get(table);
    return table && placement ? [{ node, table, placement }] : [];
  });
  const tables = [...new Set(used.map(({ table }) => table))].sort();
  const distributed = used.filter(({ placement }) => placement === 'distributed');
  const answer = (kind: StatementKind, reason = ''): Classified => ({ kind, tables, reason });
  if (distributed.length === 0) return answer('unsharded');
  const refusal = findRefusal(question, nodes, used);
  if (refusal !== undefined) return answer('refused', refusal);
  const { crossing, organizations } = findOrganizations(question, distributed);
  const reason = crossing ?? (organizations.size > 1 ? 'names several organizations' : undefined);
  if (reason === undefined) return answer('one shard');
  if (nodes.some((node) => node['Node Type'] === 'LockRows'))
    return answer('refused', `locks rows in several shards: ${reason}`);
  if (nodes.some((node) => node['Node Type'] === 'Recursive Union'))
    return answer('refused', `has a recursive part over several shards: ${reason}`);
  return answer('crossing', reason);
}

type Used = { node: PlanNode; table: string; placement: Placement };

function findRefusal(
  { sql, changingFunctions }: Question,
  nodes: readonly PlanNode[],
  used: readonly Used[],
): string | undefined {
  const written = used.filter(({ node }) => node['Node Type'] === 'ModifyTable');
  if (used.some(({ placement }) => placement === 'local'))
    return `has tables of the coordinator beside distributed ones: ${used.flatMap(({ table, placement }) => (placement === 'local' ? [table] : []))[0]}`;
  if (written.some(({ placement }) => placement === 'reference'))
    return 'changes a table that is on every machine, and reads a distributed one';
  if (new RegExp(`\\bset\\s+(?:[^;]*?,\\s*)?"?${DISTRIBUTION_COLUMN}"?\\s*=`, 'i').test(setClausesOf(sql)))
    return 'changes the organization of a row';
  const inserts = nodes.some(
    (node) =>
      node.Operation === 'Insert' &&
      (node.Plans ?? []).some((child) => ['Result', 'Values Scan'].includes(child['Node Type'])) &&
      [node, ...(node.Plans ?? [])].some(hasSubquery),
  );
  if (inserts && /\binsert into\s+\S+\s*\([^)]*\)\s*values\s*\(/i.test(sql))
    return 'has a subquery among inserted values';
  for (const [clause, text] of changedClausesOf(sql)) {
    const called = [...text.matchAll(/\b([a-z_0-9]+)\(/g)].map(([, name]) => name as string);
    const changing = called.find((name) => changingFunctions.has(name));
    if (changing) return `calls ${changing} in ${clause}, which is not immutable`;
  }
  return undefined;
}

/** Common table expressions are subplans, too. */
const hasSubquery = (node: PlanNode): boolean =>
  (node.Plans ?? []).some(
    (child) =>
      ['InitPlan', 'SubPlan'].includes(child['Parent Relationship'] ?? '') &&
      !child['Subplan Name']?.startsWith('CTE '),
  );

/** From `set` to `where`, `from` or `returning`. */
const setClausesOf = (sql: string): string =>
  [...sql.matchAll(/\bset\b[\s\S]*?(?=\bwhere\b|\bfrom\b|\breturning\b|$)/gi)]
    .map(([text]) => text)
    .join(';');

function changedClausesOf(sql: string): [string, string][] {
  const update = /\bon conflict\b[\s\S]*?\bdo update set\b([\s\S]*?)(?=\breturning\b|$)/i.exec(sql)?.[1];
  const returning = /\breturning\b([\s\S]*)$/i.exec(sql)?.[1];
  return [
    ...(update ? [['“do update set”', update] as [string, string]] : []),
    ...(returning && !/^\s*with\b/i.test(sql) ? [['“returning”', returning] as [string, string]] : []),
  ];
}

/** The organizations that bind the distributed tables; `crossing` says of one that is not bound. */
function findOrganizations(
  { parameters, columns }: Question,
  distributed: readonly Used[],
): { crossing: string | undefined; organizations: Set<unknown> } {
  const organizations = new Set<unknown>();
  const resolve = (text: string): unknown => {
    const [, number] = /^\$(\d+)/.exec(text) ?? [];
    return number === undefined ? text : (parameters[Number(number) - 1] ?? text);
  };
  for (const { node, table } of distributed) {
    const found =
      node['Node Type'] === 'ModifyTable' ? insertedOrganization(node, columns.get(table)) : bound(node);
    // What an update or a deletion finds is bound by the scan below it.
    if (found === 'elsewhere') continue;
    if (found === undefined) return { crossing: `${table} has no organization`, organizations };
    organizations.add(resolve(found));
  }
  return { crossing: undefined, organizations };
}

const VALUE = /^(?:\$\d+(?:::uuid)?|'[0-9a-f-]{36}'::uuid)$/;

/** The value for the organization among the conditions that every row of the scan meets. */
function bound(node: PlanNode): string | undefined {
  const conditions = [node.Filter, node['Index Cond'], node['Recheck Cond']].flatMap((text) =>
    text === undefined ? [] : splitConjunction(text),
  );
  for (const condition of conditions) {
    const [left = '', right = ''] = condition.split(' = ');
    for (const [column, value] of [
      [left, right],
      [right, left],
    ] as const)
      if (column.replaceAll('"', '') === `${node.Alias}.${DISTRIBUTION_COLUMN}` && VALUE.test(value))
        return value;
  }
  return undefined;
}

/** Rows are sent to their shards one by one, or by what is selected. */
function insertedOrganization(
  { Operation, Plans = [] }: PlanNode,
  columns: readonly string[] = [],
): string | 'elsewhere' | undefined {
  if (Operation !== 'Insert') return 'elsewhere';
  const source = Plans.find((child) => child['Parent Relationship'] === 'Outer');
  const written = source?.Output?.[columns.indexOf(DISTRIBUTION_COLUMN)];
  return written !== undefined && VALUE.test(written) ? written : 'elsewhere';
}

/** The parts of a condition that all hold, without their parentheses. */
export function splitConjunction(text: string): string[] {
  const inner = unwrap(text);
  const parts: string[] = [];
  let depth = 0;
  let from = 0;
  for (let at = 0; at < inner.length; at += 1) {
    const sign = inner[at];
    if (sign === "'") at = inner.indexOf("'", at + 1);
    if (at < 0) break;
    if (sign === '(') depth += 1;
    if (sign === ')') depth -= 1;
    if (depth === 0 && inner.startsWith(' AND ', at)) {
      parts.push(inner.slice(from, at));
      from = at + 5;
    }
  }
  if (parts.length === 0) return [inner];
  return [...parts, inner.slice(from)].flatMap(splitConjunction);
}

function unwrap(text: string): string {
  if (!text.startsWith('(') || !text.endsWith(')')) return text;
  let depth = 0;
  for (let at = 0; at < text.length - 1; at += 1) {
    if (text[at] === '(') depth += 1;
    if (text[at] === ')') depth -= 1;
    if (depth === 0) return text;
  }
  return unwrap(text.slice(1, -1));
}

/** Bitmap scans have their condition in the index below them. */
const flatten = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(flatten)];

/** Partitions count for their table. */
const toTable = (name: string): string => name.replace(/^site_event_\d{4}_\d\d$/, 'site_event');
