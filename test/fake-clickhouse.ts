import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import postgres from 'postgres';
import type { DatabaseConnection } from '../apps/server/platform/db/connect.ts';

export interface FakeClickHouse {
  /** As in `LECTERN_INSIGHTS_URL`. */
  url: string;
  /** What it says of itself. */
  version: string;
  /** Every statement that arrived, with its values in place. */
  statements: string[];
  /**
   * Answers each request with this error of the server, ends its connection, or does that with the next insertion after
   * its rows are stored; undefined: as usual.
   */
  failure: { code: number; message: string } | 'ended' | 'unanswered' | undefined;
  close(): Promise<void>;
}

/**
 * Speaks the HTTP protocol of ClickHouse, and answers from a schema of a PostgreSQL database that has the functions of
 * ClickHouse which our statements use. It knows those statements and no others: `LECTERN_TEST_CLICKHOUSE_URL` has the
 * tests use a real server.
 */
export async function startFakeClickHouse(connection: DatabaseConnection): Promise<FakeClickHouse> {
  const sql = postgres({
    ...(connection as object),
    max: 3,
    onnotice: () => {},
    connection: { search_path: 'clickhouse', TimeZone: 'UTC' },
    types: {
      day: { to: 1082, from: [1082], parse: (text: string) => text, serialize: (day: string) => day },
    },
  });
  await sql.unsafe(FUNCTIONS);
  const tokens = new Set<string>();
  const fake: FakeClickHouse = {
    url: '',
    version: '26.7.1.1',
    statements: [],
    failure: undefined,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await sql.end();
    },
  };
  const answer = async ({ text, values, rows, token }: Request): Promise<string> => {
    const statement = translate(text, values).replaceAll('version()', `'${fake.version}'`);
    fake.statements.push(statement);
    if (rows === undefined)
      return (await sql.unsafe(statement)).map((row) => `${JSON.stringify(row, writeValue)}\n`).join('');
    if (token !== undefined && tokens.has(token)) return '';
    const records = rows
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as object);
    const [, table] = /^insert into (\w+)/i.exec(text) ?? [];
    const columns = Object.keys(records[0] ?? {}).join(', ');
    await sql.unsafe(
      `insert into ${table} (${columns}) select ${columns} from jsonb_populate_recordset(null::${table}, $1::text::jsonb)`,
      [JSON.stringify(records)],
    );
    if (token !== undefined) tokens.add(token);
    return '';
  };
  const server = createServer(async (request, response) => {
    try {
      const read = await readRequest(request);
      if (fake.failure === 'ended') return request.socket.destroy();
      if (fake.failure === 'unanswered' && read.rows !== undefined) {
        fake.failure = undefined;
        await answer(read);
        return request.socket.destroy();
      }
      if (typeof fake.failure === 'object')
        throw Object.assign(new Error(fake.failure.message), { code: fake.failure.code });
      response.end(await answer(read));
    } catch (error) {
      const { code, message } = error as Error & { code?: number | string };
      response.statusCode = 500;
      response.end(`Code: ${typeof code === 'number' ? code : 62}. DB::Exception: ${message}. (FAKE)`);
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  fake.url = `http://lectern:secret@127.0.0.1:${(server.address() as AddressInfo).port}/lectern`;
  return fake;
}

interface Request {
  text: string;
  values: Map<string, string>;
  /** Of an insertion, as lines of JSON. */
  rows: string | undefined;
  token: string | undefined;
}

async function readRequest(request: IncomingMessage): Promise<Request> {
  const { searchParams } = new URL(request.url ?? '', 'http://fake');
  const body = await buffer(request);
  const type = request.headers['content-type'] ?? '';
  const form = type.startsWith('multipart/form-data')
    ? await new Response(body, { headers: { 'content-type': type } }).formData()
    : undefined;
  const values = new Map<string, string>();
  for (const [name, value] of [...searchParams, ...(form ?? [])])
    if (name.startsWith('param_')) values.set(name.slice('param_'.length), String(value));
  const given = searchParams.get('query');
  const token = searchParams.get('insert_deduplication_token') ?? undefined;
  if (given !== null) return { text: given, values, rows: body.toString('utf8'), token };
  return { text: String(form?.get('query') ?? body.toString('utf8')), values, rows: undefined, token };
}

const TYPES: readonly (readonly [pattern: RegExp, type: string])[] = [
  [/^UUID$/, 'uuid'],
  [/^DateTime/, 'timestamptz'],
  [/^Int64$/, 'bigint'],
  [/^U?Int\d+$/, 'integer'],
  [/^Bool$/, 'boolean'],
  [/^Map\(/, 'jsonb'],
  [/^String$/, 'text collate "C"'],
];

function translateColumn(column: string): string {
  const [, name = '', type = ''] = /^(\w+) (.+?)(?: codec\(.*| default .*)?$/.exec(column.trim()) ?? [];
  const isNullable = type.includes('Nullable(');
  const bare = type.startsWith('Map(')
    ? type
    : type.replaceAll(/LowCardinality\(|Nullable\(/g, '').replace(/^(\w+)\)+$/, '$1');
  const found = TYPES.find(([pattern]) => pattern.test(bare));
  if (!found) throw new Error(`The fake does not know the type ${type}`);
  return `${name} ${found[1]}${isNullable ? '' : ' not null'}${column.includes('default now()') ? ' default now()' : ''}`;
}

/** A statement of ours as PostgreSQL has it. */
function translate(text: string, values: ReadonlyMap<string, string>): string {
  const create = /^\s*create table if not exists (\w+) \((.*?)\)\s*engine/s.exec(text);
  if (create) {
    const [, table = '', columns = ''] = create;
    const created = columns.split(/,\n/).map(translateColumn);
    return `create table if not exists ${table} (${created.join(', ')});
      ${table === 'site_event' ? REPLACING : ''}`;
  }
  const drop = /^\s*alter table site_event drop partition (\d+)$/.exec(text);
  if (drop) return `delete from site_event where toYYYYMM(occurred_at) = ${drop[1]}`;
  return text
    .replace(/\s*FORMAT JSONEachRow\s*$/i, '')
    .replaceAll(/ final\b/g, '')
    .replaceAll(/uniqExact\((\w+)\)/g, 'count(distinct $1)')
    .replaceAll(/\{(\w+):([^}]+)\}/g, (_, name: string, type: string) =>
      writeLiteral(values.get(name) ?? '', type),
    );
}

/** A value as it is in a request: texts in lists are quoted, and special characters have backslashes. */
function writeLiteral(value: string, type: string): string {
  const quote = (one: string): string => `'${one.replaceAll("'", "''")}'`;
  if (type.startsWith('Array(')) {
    const items = [...value.matchAll(/'((?:[^'\\]|\\.)*)'|([^,[\]\s]+)/gs)].map(([, quoted, bare]) =>
      quoted === undefined ? (bare ?? '') : readEscapes(quoted),
    );
    return `array[${items.map(quote).join(', ')}]::${type.includes('String') ? 'text' : 'float8'}[]`;
  }
  if (type.startsWith('DateTime')) return `${quote(value)}::timestamptz`;
  return type === 'String' ? quote(readEscapes(value)) : value;
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f', 0: '\0' };
const readEscapes = (text: string): string =>
  text.replaceAll(/\\(.)/gs, (_, letter: string) => ESCAPES[letter] ?? letter);

/** As with `output_format_json_quote_64bit_integers`. */
function writeValue(this: Record<string, unknown>, key: string, value: unknown): unknown {
  const given = this[key];
  return given instanceof Date ? given.toISOString().replace('T', ' ').slice(0, -1) : value;
}

/** The version that is stored last takes the place of one with the same key. */
const REPLACING = `
  create index on site_event (organization_id, site_id, occurred_at);
  create function replace_event() returns trigger language plpgsql as $$ begin
    delete from site_event e where e.organization_id = new.organization_id and e.site_id = new.site_id
      and e.occurred_at = new.occurred_at and e.event_key = new.event_key and e.version <= new.version;
    return new;
  end $$;
  create trigger replacing before insert on site_event for each row execute function replace_event()`;

const define = (signature: string, result: string, body: string): string =>
  `create function ${signature} returns ${result} language sql immutable as $$ select ${body} $$;`;

const FUNCTIONS = [
  'create schema clickhouse; set search_path to clickhouse;',
  define('toString(anyelement)', 'text', '$1::text'),
  define('toString(timestamptz)', 'text', `to_char($1 at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.MS')`),
  define('toFloat64(bigint)', 'float8', '$1::float8'),
  define('toFloat64(float8)', 'float8', '$1'),
  define('toInt64(bigint)', 'bigint', '$1'),
  define('toInt64(text)', 'bigint', '$1::bigint'),
  define('toUUID(text)', 'uuid', '$1::uuid'),
  define('bitAnd(bigint, bigint)', 'bigint', '$1 & $2'),
  define('bitOr(bigint, bigint)', 'bigint', '$1 | $2'),
  define('toYYYYMM(timestamptz)', 'integer', `to_char($1 at time zone 'UTC', 'YYYYMM')::integer`),
  define('toTimeZone(timestamptz, text)', 'timestamptz', '$1'),
  define('toStartOfHour(timestamptz, text)', 'timestamptz', `date_trunc('hour', $1, $2)`),
  define('toDate(timestamptz, text)', 'date', '($1 at time zone $2)::date'),
  define('toMonday(timestamptz, text)', 'date', `date_trunc('week', $1 at time zone $2)::date`),
  define('toStartOfMonth(timestamptz, text)', 'date', `date_trunc('month', $1 at time zone $2)::date`),
  define(
    'toDayOfWeek(timestamptz, integer, text)',
    'integer',
    'extract(isodow from $1 at time zone $3)::integer',
  ),
  define('toHour(timestamptz, text)', 'integer', 'extract(hour from $1 at time zone $2)::integer'),
  define('JSONExtractString(text, text)', 'text', `coalesce($1::jsonb ->> $2, '')`),
  define('translateUTF8(text, text, text)', 'text', 'translate($1, $2, $3)'),
  define('replaceRegexpAll(text, text, text)', 'text', `regexp_replace($1, $2, $3, 'g')`),
  define('trimBoth(text)', 'text', 'btrim($1)'),
  define('listOf(jsonb)', 'text[]', `array(select jsonb_array_elements_text(coalesce($1, '[]')))`),
  define('mapKeys(jsonb)', 'text[]', 'array(select jsonb_object_keys($1))'),
  define(
    'emptyArrayToSingle(jsonb)',
    'text[]',
    `case when coalesce($1, '[]') = '[]' then array[''] else listOf($1) end`,
  ),
  define('empty(jsonb)', 'boolean', `coalesce($1, '[]') = '[]'`),
  define('hasAny(jsonb, text[])', 'boolean', 'listOf($1) && $2'),
  define('hasAny(text[], text[])', 'boolean', '$1 && $2'),
  define('has(float8[], float8)', 'boolean', '$2 = any($1)'),
  define('arrayJoin(text[])', 'setof text', 'unnest($1)'),
  define('countStep(bigint, boolean)', 'bigint', '$1 + case when $2 then 1 else 0 end'),
  `create aggregate countIf(boolean) (sfunc = countStep, stype = bigint, initcond = '0');`,
].join('\n');
