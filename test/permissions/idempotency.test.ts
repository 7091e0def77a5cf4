/** Every route that changes something, called several times with one `Idempotency-Key`. */
import { isDeepStrictEqual } from 'node:util';
import { newId } from '@lectern/std/ids';
import type { LightMyRequestResponse } from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Method } from '../app.ts';
import type { Call } from './call.ts';
import type { Caller } from './callers.ts';
import { CALLS } from './calls.ts';
import { keepSessions } from './people.ts';
import type { Named } from './resources.ts';
import { fill, isPage, keyOf, queryOf } from './send.ts';
import { prepareSetup, type Setup } from './setup.ts';

let setup: Setup;
let tables: string[];
/** What the framework says of a handler that lets it send a second response. */
const sentTwice: string[] = [];
beforeAll(async () => {
  setup = await prepareSetup({}, (line) => {
    if (line.includes('FST_ERR_REP_ALREADY_SENT')) sentTwice.push(line);
  });
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public' order by 1`.execute(
    setup.app.context.db,
  );
  tables = rows.map(({ name }) => name);
});
afterAll(() => setup?.close());

/** The service itself notes in them when they were used. */
const COUNTED_ONLY = ['user_token', 'organization_token', 'user_session'];

/** What every change leaves for some milliseconds, and the answers that are repeated. */
const PASSING = ['announcement', 'idempotency_key'];

/** Of each table the number of its rows and its newest change. */
async function readState(): Promise<Record<string, string>> {
  const counts = tables
    .filter((name) => !PASSING.includes(name))
    .map((name) => {
      const newest = COUNTED_ONLY.includes(name) ? sql`''` : sql`coalesce(max(xmin::text::bigint), 0)`;
      return sql`select ${name}::text as name, count(*) || '/' || ${newest} as state from ${sql.table(name)}`;
    });
  const { rows } = await sql<{ name: string; state: string }>`${sql.join(counts, sql` union all `)}`.execute(
    setup.app.context.db,
  );
  return Object.fromEntries(rows.map(({ name, state }) => [name, state]));
}

/** The number of keys that were stored after the request, and not by its transaction. */
async function countUnclaimed(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from idempotency_key where backend_pid is null`.execute(
    setup.app.context.db,
  );
  return rows[0]?.count ?? 0;
}

interface Prepared {
  method: Method;
  url: string;
  payload: string | Buffer | undefined;
  call: Call;
}

async function prepare(key: string, caller: Caller): Promise<Prepared> {
  const call = CALLS[key] as Call;
  const [method, url] = key.split(' ') as [Method, string];
  const named: Named = { ...setup.own, ...(await call.name?.(setup, caller)) };
  const query = queryOf(setup, call);
  const body = call.body?.(setup);
  return {
    method,
    url: fill(url, named) + (query ? `?${query}` : ''),
    payload: Buffer.isBuffer(body) ? body : body ? JSON.stringify(body) : undefined,
    call,
  };
}

let lastAddress = 0;
function nextAddress(): string {
  lastAddress += 1;
  return `10.7.${lastAddress >> 8}.${lastAddress & 255}`;
}

const inject = (
  { method, url }: Prepared,
  { token }: Caller,
  { key, payload }: { key: string; payload: string | Buffer | undefined },
): Promise<LightMyRequestResponse> =>
  setup.app.server.inject({
    method,
    url,
    // A unique address, so that it meets no rate limit.
    remoteAddress: nextAddress(),
    headers: {
      authorization: `Bearer ${token}`,
      'idempotency-key': key,
      ...(payload === undefined
        ? {}
        : { 'content-type': Buffer.isBuffer(payload) ? 'image/png' : 'application/json' }),
    },
    ...(payload === undefined ? {} : { payload }),
  });

async function withUndo({ call }: Prepared, work: () => Promise<void>): Promise<void> {
  const restore = call.endsSessions && (await keepSessions(setup.app));
  try {
    await work();
  } finally {
    if (restore) await restore();
    await call.undo?.(setup);
  }
}

/** Another body that means the same. */
const withMore = (payload: string | Buffer = '{}'): string | Buffer =>
  Buffer.isBuffer(payload) ? Buffer.concat([payload, Buffer.from(' ')]) : `${payload} `;

const shown = ({ statusCode, headers, body }: LightMyRequestResponse) => ({
  statusCode,
  body,
  location: headers.location,
  etag: headers.etag,
  type: headers['content-type'],
});

const wasReplayed = ({ headers }: LightMyRequestResponse): boolean =>
  headers['idempotency-replayed'] === 'true';

const changing = Object.keys(CALLS).filter(
  (key) => !/^(GET|HEAD) /.test(key) && !isPage(key.split(' ')[1] as string),
);

/** Their calls need more than a token, or end the caller. */
const NOT_CALLED = ['DELETE /v1/users/:userId', 'DELETE /v1/session'];
/** They read, and their responses are sent as they are in memory. */
const NOT_KEPT = [
  'POST /v1/orgs/:organizationId/sites/:siteId/search',
  'POST /v1/spaces/:spaceId/content/resolve',
  'POST /v1/spaces/:spaceId/change-requests/:changeRequestId/content/resolve',
];

/** They set one value, outside of a transaction: made twice, they change nothing more. */
const SET_ONE_VALUE = [
  'POST /v1/orgs/:organizationId/ping',
  'DELETE /v1/spaces/:spaceId/content/imports/:importId',
  'DELETE /v1/orgs/:organizationId/imports/:importId',
  'DELETE /v1/spaces/:spaceId/git/previews/:gitPreviewId',
];
/** They store that they were refused, and why. */
const STORED_REFUSALS = ['PATCH /v1/custom-hostnames/:hostname'];

const called = changing.filter((key) => !NOT_CALLED.includes(key) && !NOT_KEPT.includes(key));
const isRefused = (key: string): boolean => (CALLS[key]?.status ?? 0) >= 400;
const refused = called.filter(isRefused);
const successful = called.filter((key) => !isRefused(key));

describe('a request with a key', () => {
  const administrator = (route: string): Caller => {
    const wanted = route.includes(' /v1/instance/') ? 'instance administrator, scope admin' : 'admin';
    return setup.callers.find(({ name }) => name === wanted) as Caller;
  };

  test.each(successful)('%s', async (route) => {
    const caller = administrator(route);
    const prepared = await prepare(route, caller);
    await withUndo(prepared, async () => {
      const { payload, call } = prepared;
      const key = `"${newId()}"`;
      const before = await readState();
      const unclaimed = await countUnclaimed();
      const first = await inject(prepared, caller, { key, payload });
      expect(first.statusCode, first.body).toBe(call.status);
      expect(wasReplayed(first)).toBe(false);
      const state = await readState();
      if (!isDeepStrictEqual(state, before) && !SET_ONE_VALUE.includes(route))
        expect(await countUnclaimed(), 'the key is stored with the change').toBe(unclaimed);

      const second = await inject(prepared, caller, { key, payload });
      expect(shown(second)).toEqual(shown(first));
      expect(wasReplayed(second)).toBe(true);

      const other = await inject(prepared, caller, { key, payload: withMore(payload) });
      // Who deleted something has no access to it any more.
      if (second.body !== '' || other.statusCode !== 404)
        expect(other.json()).toMatchObject(
          // Errors of SCIM have another form.
          prepared.url.includes('/scim/')
            ? { status: '422' }
            : { error: { code: 422, reason: 'idempotency-key-reused' } },
        );
      expect(await readState()).toEqual(state);

      const byOther = await inject(prepared, setup.both, { key, payload });
      expect(wasReplayed(byOther)).toBe(false);
    });
  });

  test.each(refused)('%s is refused again', async (route) => {
    const caller = administrator(route);
    const prepared = await prepare(route, caller);
    const { payload } = prepared;
    const key = newId();
    const first = await inject(prepared, caller, { key, payload });
    const second = await inject(prepared, caller, { key, payload });
    expect(first.statusCode).toBeGreaterThanOrEqual(400);
    expect(second.json().error).toMatchObject({
      code: first.statusCode,
      reason: first.json().error.reason,
    });
    expect(wasReplayed(second)).toBe(STORED_REFUSALS.includes(route));
  });

  test.each(successful)('%s, three at once', async (route) => {
    const caller = administrator(route);
    const prepared = await prepare(route, caller);
    await withUndo(prepared, async () => {
      const { payload, call } = prepared;
      const key = newId();
      const responses = await Promise.all(
        Array.from({ length: 3 }, () => inject(prepared, caller, { key, payload })),
      );
      const first = responses.find((one) => !wasReplayed(one)) as LightMyRequestResponse;
      expect(first.statusCode, first.body).toBe(call.status);
      expect(responses.map(shown)).toEqual(Array(3).fill(shown(first)));
      expect(responses.filter(wasReplayed)).toHaveLength(2);
    });
  });
});

test('no response was sent twice', () => {
  expect(sentTwice).toEqual([]);
});

test('the table of routes says of each changing route whether it accepts a key', () => {
  const routes = setup.app.app.accessTable.filter(
    ({ method, url, access }) =>
      !/^(GET|HEAD|OPTIONS)$/.test(method) && url.startsWith('/v1/') && access !== 'public',
  );
  expect([...new Set(routes.map(keyOf))].sort()).toEqual(changing.sort());
});
