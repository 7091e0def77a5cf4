import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { type Filter, parse } from 'scim2-parse-filter';
import { foldEmail, foldName } from '../../../platform/db/fold-text.ts';
import { scimInvalidFilter } from './scim-errors.ts';

/** The expression that an attribute is compared by. Texts are folded unless their case matters. */
export type FilterAttribute =
  | { kind: 'text'; value: RawBuilder<unknown>; fold?: 'name' | 'email' }
  | { kind: 'boolean'; value: RawBuilder<unknown> }
  | { kind: 'time'; value: RawBuilder<unknown> }
  /** A list of values, none of which a row has itself: `with` is the condition that one of them meets. */
  | { kind: 'ids'; with: (userOrTeamId: string) => RawBuilder<SqlBool>; any: RawBuilder<SqlBool> };

/** The attributes that can be filtered, by their names in lower case. */
export type FilterAttributes = ReadonlyMap<string, FilterAttribute>;

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Parses a filter (RFC 7644, section 3.4.2.2). Throws a 400. */
export function parseFilter(text: string): Filter {
  try {
    return parse(text);
  } catch {
    throw scimInvalidFilter(
      'The filter is not written as RFC 7644 says, as in userName eq "name@example.com".',
    );
  }
}

/** Makes an SQL condition of a filter. Throws a 400 for attributes that cannot be filtered. */
export function compileFilter(
  filter: Filter,
  attributes: FilterAttributes,
  prefix = '',
): RawBuilder<SqlBool> {
  switch (filter.op) {
    case 'and':
    case 'or': {
      const parts = (filter as { filters: Filter[] }).filters.map((part) =>
        compileFilter(part, attributes, prefix),
      );
      return sql<SqlBool>`(${sql.join(parts, filter.op === 'and' ? sql` and ` : sql` or `)})`;
    }
    case 'not':
      return sql<SqlBool>`not coalesce(${compileFilter((filter as { filter: Filter }).filter, attributes, prefix)}, false)`;
    case '[]': {
      const { attrPath, valFilter } = filter as { attrPath: string; valFilter: Filter };
      return compileFilter(valFilter, attributes, `${attrPath}.`);
    }
    default:
      return compileComparison(filter as Comparison, attributes, prefix);
  }
}

interface Comparison {
  op: string;
  attrPath: string;
  compValue?: boolean | null | number | string;
}

function compileComparison(
  { op, attrPath, compValue }: Comparison,
  attributes: FilterAttributes,
  prefix: string,
): RawBuilder<SqlBool> {
  const name = nameOf(prefix + attrPath);
  const attribute = attributes.get(name);
  if (!attribute) throw scimInvalidFilter(`Resources cannot be filtered by ${prefix}${attrPath}.`);
  if (attribute.kind === 'ids') {
    if (op === 'pr') return attribute.any;
    if (op !== 'eq' || typeof compValue !== 'string') throw unfit(attrPath, op);
    return UUID.test(compValue) ? attribute.with(compValue) : sql<SqlBool>`false`;
  }
  const { value } = attribute;
  if (op === 'pr') return sql<SqlBool>`(${value} is not null)`;
  if (compValue === null && (op === 'eq' || op === 'ne'))
    return op === 'eq' ? sql<SqlBool>`(${value} is null)` : sql<SqlBool>`(${value} is not null)`;
  if (attribute.kind === 'boolean') {
    const wanted = readBoolean(compValue);
    if (wanted === undefined || (op !== 'eq' && op !== 'ne')) throw unfit(attrPath, op);
    return sql<SqlBool>`(${value} is ${op === 'eq' ? sql`not distinct` : sql`distinct`} from ${wanted})`;
  }
  if (typeof compValue !== 'string') throw unfit(attrPath, op);
  if (attribute.kind === 'time') {
    const time = new Date(compValue);
    const operator = OPERATORS[op];
    if (Number.isNaN(time.getTime()) || !operator) throw unfit(attrPath, op);
    return sql<SqlBool>`(${value} ${operator} ${time})`;
  }
  return compareText(value, op, foldBy(attribute.fold, compValue)) ?? refuse(attrPath, op);
}

/** The name of an attribute without its schema, in lower case. */
export const nameOf = (path: string): string =>
  path
    .toLowerCase()
    .replace(/^urn:ietf:params:scim:schemas:(?:core:2\.0|extension:enterprise:2\.0):(?:user|group):/, '');

const foldBy = (fold: 'name' | 'email' | undefined, text: string): string => {
  if (fold === 'email') return foldEmail(text);
  return fold === 'name' ? foldName(text) : text;
};

const OPERATORS: Readonly<Record<string, RawBuilder<unknown>>> = {
  eq: sql`=`,
  ne: sql`<>`,
  gt: sql`>`,
  ge: sql`>=`,
  lt: sql`<`,
  le: sql`<=`,
};

function compareText(value: RawBuilder<unknown>, op: string, text: string): RawBuilder<SqlBool> | undefined {
  switch (op) {
    case 'ne':
      return sql<SqlBool>`(${value} is distinct from ${text})`;
    case 'co':
      return sql<SqlBool>`(position(${text} in ${value}) > 0)`;
    case 'sw':
      return sql<SqlBool>`starts_with(${value}, ${text})`;
    case 'ew':
      return sql<SqlBool>`(right(${value}, length(${text})) = ${text})`;
    default:
      return OPERATORS[op] && sql<SqlBool>`(${value} collate "C" ${OPERATORS[op]} ${text})`;
  }
}

/** Some directories write booleans as texts. */
export const readBoolean = (value: unknown): boolean | undefined => {
  if (typeof value === 'boolean') return value;
  const text = typeof value === 'string' ? value.toLowerCase() : undefined;
  if (text === 'true') return true;
  return text === 'false' ? false : undefined;
};

const unfit = (path: string, op: string) =>
  scimInvalidFilter(`${path} cannot be compared with ${op} to this value.`);

function refuse(path: string, op: string): never {
  throw unfit(path, op);
}
