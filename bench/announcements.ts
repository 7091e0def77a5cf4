/**
 * What it costs to tell all processes of changes: writes a second by the way of telling and the number of clients, and
 * how late ten processes hear of them. The ways take turns. The database writes through to the disk, because what is
 * compared is how commits wait for each other.
 */
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { newId } from '@lectern/std/ids';
import { sql } from 'kysely';
import type { Sql } from 'postgres';
import {
  ANNOUNCED_CHANNEL,
  readAnnounced,
  storeAnnouncement,
} from '../apps/server/platform/access/announcements.queries.ts';
import { Announcer } from '../apps/server/platform/access/announcer.ts';
import { CHANGES_CHANNEL } from '../apps/server/platform/access/changes.ts';
import { connectDatabase, type Database } from '../apps/server/platform/db/connect.ts';
import { readDatabaseSource } from '../apps/server/platform/db/database-source.ts';
import { startEmbeddedPostgres } from '../apps/server/platform/db/embedded/start.ts';
import { migrateDatabase } from '../apps/server/platform/db/migrate.ts';
import { queueStatement, sendWithNext } from '../apps/server/platform/db/statement-queue.ts';
import { JOBS_CHANNEL } from '../apps/server/platform/jobs/queue.ts';
import { silentLog } from '../test/database.ts';
import { temporaryDirectory } from '../test/git-fixtures.ts';

const CLIENTS = [1, 8, 32];
const PROCESSES = 10;
const ROUNDS = 5;
const ROUND_MS = 2_000;
/** Between two writes of a process, while delays are measured: ten processes write some 200 times a second. */
const DELAY_PAUSE_MS = 50;
const WAYS = ['nothing', 'each transaction', 'together'] as const;
type Way = (typeof WAYS)[number];

interface Process {
  database: Database;
  announcer: Announcer;
  listener: Sql;
}

interface Measured {
  perSecond: number;
  /** How much later than the acknowledgement of a commit processes heard of it, in milliseconds. */
  delays: number[];
}

export async function run(): Promise<void> {
  const folder = await temporaryDirectory();
  const server = await startEmbeddedPostgres({
    dataDir: join(folder.path, 'data'),
    log: silentLog,
    settings: { max_connections: '200' },
  });
  const acknowledged = new Map<string, number>();
  let delays: number[] = [];
  const hear = (announcer: Announcer, channel: string, payload: string): void => {
    if (channel === ANNOUNCED_CHANNEL) announcer.hear(readAnnounced(payload));
    if (channel !== CHANGES_CHANNEL) return;
    const { at } = JSON.parse(payload) as { at?: string };
    // Whoever hears before the writer does has nothing to wait for.
    if (at !== undefined) delays.push(performance.now() - (acknowledged.get(at) ?? performance.now()));
  };
  const open = async (): Promise<Process> => {
    const options = { connection: server.connection };
    const database = await connectDatabase({ ...options, poolSize: 4, log: silentLog });
    const announcer = new Announcer({ db: database.announcerDb, log: silentLog });
    const listener = readDatabaseSource(options).open({
      max: 1,
      onnotice: () => {},
      onnotify: (channel: string, payload: string) => hear(announcer, channel, payload),
    } as never);
    await listener.unsafe(`listen ${ANNOUNCED_CHANNEL}`);
    return { database, announcer, listener };
  };
  try {
    const processes = await Promise.all(Array.from({ length: PROCESSES }, open));
    const [{ database }] = processes as [Process];
    await migrateDatabase({ sql: database.sql, log: silentLog });
    await sql`create table written (n bigint generated always as identity primary key, at text)`.execute(
      database.db,
    );
    await sql`create table counter (client int primary key, n bigint not null) with (fillfactor = 20)`.execute(
      database.db,
    );
    await sql`insert into counter select n, 0 from generate_series(0, 63) n`.execute(database.db);
    const measure = async (way: Way, clients: number, pauseMs = 0): Promise<Measured> => {
      delays = [];
      acknowledged.clear();
      const startedAt = performance.now();
      let writes = 0;
      const write = async (client: number): Promise<void> => {
        while (performance.now() - startedAt < ROUND_MS) {
          await writeOnce(processes[client % PROCESSES] as Process, { way, client, acknowledged });
          writes += 1;
          if (pauseMs > 0) await sleep(pauseMs);
        }
      };
      await Promise.all(Array.from({ length: clients }, (_, client) => write(client)));
      const seconds = (performance.now() - startedAt) / 1000;
      await sleep(200);
      return { perSecond: writes / seconds, delays };
    };
    // What it costs to hear is the same in all ways: here, one process hears of the changes.
    await (processes[0] as Process).listener.unsafe(`listen ${CHANGES_CHANNEL}`);
    await measure('together', 8);
    console.log('| clients | told | writes a second | ÷ untold |');
    console.log('| ---: | --- | ---: | ---: |');
    for (const clients of CLIENTS) {
      const results = new Map<Way, Measured[]>(WAYS.map((way) => [way, []]));
      for (let round = 0; round < ROUNDS; round += 1)
        for (const way of WAYS) results.get(way)?.push(await measure(way, clients));
      for (const way of WAYS) printRates(clients, way, results);
    }
    for (const { listener } of processes) await listener.unsafe(`listen ${CHANGES_CHANNEL}`);
    console.log('| ten processes hear | writes a second | delay p50, ms | p99, ms | heard |');
    console.log('| --- | ---: | ---: | ---: | ---: |');
    for (const way of ['each transaction', 'together'] as const) {
      const found = await measure(way, PROCESSES, DELAY_PAUSE_MS);
      const cells = [
        way,
        found.perSecond.toFixed(0),
        ...[0.5, 0.99].map((share) => at(found.delays, share).toFixed(1)),
      ];
      console.log(`| ${[...cells, found.delays.length].join(' | ')} |`);
    }
    for (const { database: one, listener } of processes) {
      await listener.end();
      await one.close();
    }
  } finally {
    await server.stop();
    await folder.remove();
  }
}

/** A small transaction, which announces that a space moved, an event, and a job. */
async function writeOnce(
  { database: { db }, announcer }: Process,
  { way, client, acknowledged }: { way: Way; client: number; acknowledged: Map<string, number> },
): Promise<void> {
  const at = newId();
  const announced = [
    { channel: CHANGES_CHANNEL, payload: JSON.stringify({ kind: 'space', spaceId: at, at }) },
    { channel: CHANGES_CHANNEL, payload: JSON.stringify({ kind: 'events', spaceId: at, number: 1 }) },
    { channel: JOBS_CHANNEL, payload: 'index' },
  ];
  let readNumber: (() => Promise<{ number: number }[]>) | undefined;
  await db.transaction().execute(async (trx) => {
    await sql`update counter set n = n + 1 where client = ${client}`.execute(trx);
    await sql`insert into written (at) values (${at})`.execute(trx);
    if (way === 'each transaction')
      await queueStatement(
        trx,
        sql`select pg_notify(n.channel, n.payload)
          from jsonb_to_recordset(${JSON.stringify(announced)}::text::jsonb) as n(channel text, payload text)`,
      );
    if (way === 'together') readNumber = await sendWithNext(trx, storeAnnouncement(announced));
  });
  acknowledged.set(at, performance.now());
  if (readNumber) announcer.announceSoon((await readNumber())[0]?.number);
}

function printRates(clients: number, way: Way, results: Map<Way, Measured[]>): void {
  const rates = (one: Way): number[] => (results.get(one) ?? []).map(({ perSecond }) => perSecond);
  const ratios = rates(way).map((rate, round) => rate / (rates('nothing')[round] ?? 1));
  const shown = ratios.map((ratio) => ratio.toFixed(2)).join(', ');
  console.log(
    `| ${clients} | ${way} | ${at(rates(way), 0.5).toFixed(0)} | ${at(ratios, 0.5).toFixed(2)} (${shown}) |`,
  );
}

function at(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(Math.floor(sorted.length * share), sorted.length - 1)] ?? 0;
}
