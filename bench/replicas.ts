/** Reads that need the database, with and without a streaming standby: reads a second, and processor time of the primary. */
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findFreePorts } from '../test/free-port.ts';
import { createOwnPostgres } from '../test/own-postgres.ts';
import { type RunningService, request } from '../test/process/service-process.ts';
import { load } from './load.ts';
import { median, processorTime, TOKEN, withService } from './service.ts';

const TEAMS = 100;
const ROUNDS = 3;
const SECONDS = 4;
const WRITE_PAUSE_MS = 20;

interface Measured {
  readsPerSecond: number;
  /** Milliseconds of the primary, and of the standby, for a thousand reads. */
  primary: number;
  standby: number;
}

/** The processor time of a server and its sessions, in milliseconds. */
function serverTime(cluster: string): number {
  const [pid] = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n').map(Number);
  const children = readdirSync('/proc').filter((name) => {
    try {
      return /^\d+$/.test(name) && readFileSync(`/proc/${name}/stat`, 'latin1').includes(`) S ${pid} `);
    } catch {
      return false;
    }
  });
  // Whatever runs right now is missed, in all measurements alike: sessions wait most of the time.
  return [String(pid), ...children].reduce((sum, one) => sum + processorTime(Number(one)), 0);
}

export async function run(): Promise<void> {
  const folders = await Promise.all(
    ['primary', 'standby'].map((name) => mkdtemp(join(tmpdir(), `lectern-${name}-`))),
  );
  const [port = 0, standbyPort = 0] = await findFreePorts(2);
  const primary = await createOwnPostgres(folders[0] as string, port, { fsync: 'off' });
  await primary.psql('create database docs');
  const standby = await createOwnPostgres(folders[1] as string, standbyPort, { fsync: 'off' }, port);
  const shared = { DATABASE_URL: primary.url('docs'), LECTERN_SECRET: 'a secret of thirty-two characters' };
  try {
    await withService(async (alone) => {
      const { body } = await request<{ items: { id: string }[] }>(alone, TOKEN, '/v1/orgs');
      for (let n = 0; n < TEAMS; n += 1)
        await request(alone, TOKEN, `/v1/orgs/${body.items[0]?.id}/teams`, {
          method: 'PUT',
          body: { title: `Team ${n}` },
        });
      const replicated = { ...shared, DATABASE_REPLICA_URLS: standby.url('docs') };
      await withService(async (withStandby) => {
        for (const isWriting of [false, true]) {
          const services = { alone, withStandby };
          const results = { alone: [] as Measured[], withStandby: [] as Measured[] };
          for (let round = 0; round < ROUNDS; round += 1)
            for (const name of ['alone', 'withStandby'] as const)
              results[name].push(await measure(services[name], alone, isWriting));
          print(isWriting ? 'while somebody writes all the time' : 'while nothing is written', results);
        }
      }, replicated);
    }, shared);
  } finally {
    await standby.stop();
    await primary.stop();
    for (const folder of folders) await rm(folder, { recursive: true, force: true });
  }

  async function measure(
    service: RunningService,
    writer: RunningService,
    isWriting: boolean,
  ): Promise<Measured> {
    const { body } = await request<{ items: { id: string }[] }>(service, TOKEN, '/v1/orgs');
    const path = `/v1/orgs/${body.items[0]?.id}`;
    const write = (n: number) =>
      request(writer, TOKEN, path, { method: 'PATCH', body: { title: `Organization ${n}` } });
    let isOver = !isWriting;
    const writing = (async () => {
      for (let n = 0; !isOver; n += 1) {
        await write(n);
        await sleep(WRITE_PAUSE_MS);
      }
    })();
    const before = [serverTime(primary.cluster), serverTime(standby.cluster)] as const;
    const { requestsPerSecond, requests } = await load({
      url: `${service.url}${path}/teams?limit=100`,
      headers: { authorization: `Bearer ${TOKEN}` },
      status: 200,
      seconds: SECONDS,
    });
    isOver = true;
    await writing;
    return {
      readsPerSecond: requestsPerSecond,
      primary: ((serverTime(primary.cluster) - before[0]) * 1000) / requests,
      standby: ((serverTime(standby.cluster) - before[1]) * 1000) / requests,
    };
  }
}

function print(when: string, results: { alone: Measured[]; withStandby: Measured[] }): void {
  const of = (name: keyof typeof results, figure: keyof Measured) =>
    median(results[name].map((one) => one[figure]));
  for (const name of ['alone', 'withStandby'] as const)
    console.log(
      `${when}, ${name}: ${of(name, 'readsPerSecond').toFixed(0)} reads a second; for 1,000 reads ${of(name, 'primary').toFixed(0)} ms on the primary and ${of(name, 'standby').toFixed(0)} ms on the standby`,
    );
  const ratio = (figure: keyof Measured) => of('withStandby', figure) / of('alone', figure);
  console.log(
    `${when}: reads a second ${ratio('readsPerSecond').toFixed(2)}, work of the primary ${ratio('primary').toFixed(2)} of that without a standby`,
  );
}
