import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { connectDatabase, type Database } from '../../apps/server/platform/db/connect.ts';
import { silentLog } from '../database.ts';
import type { Call } from './call.ts';
import { CALLS } from './calls.ts';
import type { Named } from './resources.ts';
import { queryOf, type Route, send } from './send.ts';
import { prepareSetup, type Setup } from './setup.ts';

/** Calls of a personal token that are refused for what is in memory: the token, the settings, the space. */
const DECIDED_WITHOUT = {
  'GET /v1/session': 404,
  'DELETE /v1/session': 404,
  'POST /v1/spaces/:spaceId/transfer': 409,
  'POST /v1/user/email/verification': 409,
};

let setup: Setup;
let administration: Database;
beforeAll(async () => {
  setup = await prepareSetup();
  administration = await connectDatabase({
    connection: inject('databaseServer'),
    poolSize: 1,
    log: silentLog,
  });
});
afterAll(async () => {
  await takeDatabase(false);
  await administration.close();
  await setup.close();
});

/** Requests that read only, and carry in a body what a URL has no room for. */
const READS_BY_POST = new Set(['POST /v1/orgs/:organizationId/sites/:siteId/visitor-preview']);

/** Ends every connection to the database of the app, which accepts no more of them. */
async function takeDatabase(isAway: boolean): Promise<void> {
  const { sql } = administration;
  const { database } = setup.app.database.connection;
  await sql`alter database ${sql(database)} allow_connections ${sql.unsafe(String(!isAway))}`;
  if (isAway)
    await sql`select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = ${database}`;
}

test('every route that needs the database is a 503 while it is away, and no route is a 500', async () => {
  const routes: { key: string; route: Route; call: Call; named: Named; body: object | undefined }[] = [];
  for (const [key, call] of Object.entries(CALLS)) {
    const [method, url] = key.split(' ') as [string, string];
    const named = { ...(await call.name?.(setup, setup.both)) };
    routes.push({ key, route: { method, url }, call, named, body: call.body?.(setup) });
  }
  // Now the caller and the resources are in memory, so that the handlers are reached.
  for (const { route, call, named } of routes.filter(({ route: { method } }) => method === 'GET'))
    await send(setup, route, setup.both, { named, query: queryOf(setup, call) });
  await takeDatabase(true);
  const others: Record<string, number> = {};
  for (const { key, route, call, named, body } of routes) {
    const query = queryOf(setup, call);
    const status = await send(setup, route, setup.both, {
      named,
      ...(body ? { body } : {}),
      ...(query ? { query } : {}),
    });
    const isFromMemory = (route.method === 'GET' || READS_BY_POST.has(key)) && status === call.status;
    if (status !== 503 && !isFromMemory) others[key] = status;
  }
  expect(others).toEqual(DECIDED_WITHOUT);
  // It calls every route twice.
}, 120_000);
