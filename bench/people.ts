/**
 * Lists of people and access in an organization of 50,000 members, 2,000 teams and 1,000 spaces: what each request asks
 * of the database, and how long that takes there. Parameters measure only the lists with one of them in their names.
 */
import { join } from 'node:path';
import { pino } from 'pino';
import { bootstrap } from '../apps/cli/service/bootstrap.ts';
import { type App, buildApp } from '../apps/server/app/app.ts';
import { openPlatform } from '../apps/server/app/platform.ts';
import { POINTER_LOADERS } from '../apps/server/app/pointer-loaders.ts';
import { createPointers, membershipKey } from '../apps/server/platform/access/pointers.ts';
import { findRole, findStanding } from '../apps/server/platform/access/space-role.ts';
import { readConfig } from '../apps/server/platform/config.ts';
import type { Context } from '../apps/server/platform/context.ts';
import { temporaryDirectory } from '../test/git-fixtures.ts';
import { LISTS, type NamedList } from './people-lists.ts';
import { fillPeople, MEMBERS, type PeopleSetup, SPACES, TEAMS } from './people-setup.ts';
import { median, TOKEN } from './service.ts';
import { type Explained, explainAll, logStatements, type StatementLog } from './statements.ts';

const ROUNDS = 20;

export async function run(words: string[]): Promise<void> {
  const folder = await temporaryDirectory();
  const config = readConfig({ LECTERN_DATA_DIR: join(folder.path, 'data'), LECTERN_ADMIN_TOKEN: TOKEN });
  const platform = await openPlatform({ config, log: pino({ level: 'silent' }) });
  try {
    const { context } = platform;
    const { organizationId = '' } = (await bootstrap(context)) ?? {};
    const setup = await fillPeople(context, organizationId);
    console.log(`${MEMBERS} members, ${TEAMS} teams, ${SPACES} spaces`);
    const log = logStatements(context.db);
    const app = await buildApp({ ...context, db: log.db });
    for (const list of LISTS) {
      const isWanted = words.length === 0 || words.some((word) => list.name.includes(word));
      if (isWanted) console.log(await measureList({ app, context, log, setup }, list));
    }
    for (const { userId } of [setup.administrator, setup.typical, setup.reader]) {
      console.log(await measureRole(context, setup, userId));
    }
    await app.server.close();
  } finally {
    await platform.close();
    await folder.remove();
  }
}

interface Bench {
  app: App;
  context: Context;
  log: StatementLog;
  setup: PeopleSetup;
}

interface Shown {
  count?: number;
  items?: unknown[];
  next?: { page: string };
}

/** The statements of one request, each explained; and what the whole request took, once everything is warm. */
async function measureList(bench: Bench, list: NamedList): Promise<string> {
  const { context, log, setup } = bench;
  const { token } = setup[list.as ?? 'administrator'];
  const path = await skip(bench, token, list.path(setup), list.behind ?? 0);
  const times: number[] = [];
  let shown: Shown = {};
  for (let round = 0; round < ROUNDS; round += 1) {
    log.take();
    const startedAt = performance.now();
    shown = await ask(bench, token, path);
    times.push(performance.now() - startedAt);
  }
  const explained = await explainAll(context.db, log.take());
  const inDatabase = explained.reduce((sum, { milliseconds }) => sum + milliseconds, 0);
  const slowest = explained.reduce((one, other) => (other.milliseconds > one.milliseconds ? other : one));
  return (
    `${list.name} (${shown.items?.length ?? 1} of ${shown.count ?? 1}): ${inDatabase.toFixed(1)} ms in the database ` +
    `(processor ${processorTime(explained).toFixed(1)} ms), ${explained.length} statements, most in ${slowest.node} (${slowest.milliseconds.toFixed(1)} ms); ` +
    `request ${median(times).toFixed(1)} ms`
  );
}

const processorTime = (explained: Explained[]): number =>
  explained.reduce((sum, one) => sum + one.processorMs, 0);

/** The address of what follows so many thousand items. */
async function skip(bench: Bench, token: string, path: string, thousands: number): Promise<string> {
  let page = '';
  for (let n = 0; n < thousands; n += 1) {
    const { next } = await ask(bench, token, withQuery(path, `limit=1000${page}`));
    if (!next) throw new Error(`${path} is not that long.`);
    page = `&page=${encodeURIComponent(next.page)}`;
  }
  return page ? withQuery(path, page.slice(1)) : path;
}

const withQuery = (path: string, query: string): string =>
  path.includes('?') ? `${path}&${query}` : `${path}?${query}`;

async function ask({ app }: Bench, token: string, url: string): Promise<Shown> {
  const response = await app.server.inject({
    method: 'GET',
    url,
    headers: { authorization: `Bearer ${token}` },
  });
  if (response.statusCode !== 200) throw new Error(`${url}: ${response.body}`);
  return response.json();
}

/** The role of one caller on one space, when nothing of either is in memory. */
async function measureRole({ db }: Context, setup: PeopleSetup, userId: string): Promise<string> {
  const { organizationId, spaceId } = setup;
  const actor = {
    kind: 'user' as const,
    userId,
    tokenId: '',
    scopes: ['read' as const],
    expiresAt: null,
  };
  const log = logStatements(db);
  const times: number[] = [];
  for (let round = 0; round < 10 * ROUNDS; round += 1) {
    const pointers = createPointers(log.db, POINTER_LOADERS);
    log.take();
    const startedAt = performance.now();
    const space = await pointers.spaces.find(spaceId);
    if (!space) throw new Error('The space is gone.');
    await findRole(pointers, await findStanding(pointers, actor, organizationId), space);
    times.push(performance.now() - startedAt);
  }
  const explained = await explainAll(db, log.take());
  const pointers = createPointers(log.db, POINTER_LOADERS);
  const membership = await pointers.memberships.find(membershipKey(organizationId, userId));
  return (
    `role of a member of ${membership?.teams.size} teams with ${membership?.grants.size} grants on a space, nothing in memory: ` +
    `${explained.map(({ milliseconds }) => milliseconds.toFixed(2)).join(' + ')} ms in the database ` +
    `(processor ${processorTime(explained).toFixed(2)} ms), ` +
    `${median(times).toFixed(2)} ms in all`
  );
}
