/** A cluster of Patroni, whose primary fails under load. */
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import postgres from 'postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { recordFigures } from './figures.ts';
import { hasPatroni, listProcesses, PatroniCluster, signalAll } from './patroni-cluster.ts';
import { createSetup, type RunningService, request, type Setup, waitFor } from './service-process.ts';

const TOKEN = 'token-of-the-administrator-0123456789';
const ROUNDS = Number(process.env.LECTERN_FAILOVERS ?? 20);
const MAX_AWAY_MS = 10_000;

let cluster: PatroniCluster;
let setup: Setup;
let service: RunningService;

beforeAll(async () => {
  if (!hasPatroni) return;
  cluster = await PatroniCluster.start();
  setup = await createSetup();
  service = await setup.serve({
    DATABASE_URL: cluster.url,
    LECTERN_SECRET: randomBytes(32).toString('hex'),
    LECTERN_ADMIN_TOKEN: TOKEN,
  });
}, 600_000);

afterAll(async () => {
  await setup?.clean();
  await cluster?.close();
}, 120_000);

/** Writes, and reads what was written, until `end`. */
function startLoad() {
  const acknowledged: string[] = [];
  const failures: { at: number; status: number | string }[] = [];
  let requests = 0;
  let isEnding = false;
  let lastGoodAt = performance.now();
  let longestMs = 0;
  const note = (status: number | string): void => {
    requests += 1;
    const now = performance.now();
    if (typeof status === 'number' && status < 300) {
      longestMs = Math.max(longestMs, now - lastGoodAt);
      lastGoodAt = now;
    } else failures.push({ at: now, status });
  };
  const clients = Array.from({ length: 4 }, async (_, client) => {
    for (let n = 0; !isEnding; n += 1) {
      const title = `Organization ${client} ${n}`;
      const made = await request<{ id: string }>(service, TOKEN, '/v1/orgs', {
        method: 'POST',
        body: { title },
      }).catch((error: Error) => error);
      note(made instanceof Error ? made.message : made.status);
      if (!(made instanceof Error) && made.status === 201) {
        acknowledged.push(title);
        const read = await request(service, TOKEN, `/v1/orgs/${made.body.id}`);
        note(read.status);
      }
      await sleep(20);
    }
  });
  return {
    acknowledged,
    failures,
    get requests() {
      return requests;
    },
    /** The longest time without a success since the last call. */
    takeLongest(): number {
      const longest = Math.max(longestMs, performance.now() - lastGoodAt);
      longestMs = 0;
      return longest;
    },
    end: async () => {
      isEnding = true;
      await Promise.all(clients);
    },
  };
}

test.runIf(hasPatroni)(
  'a primary that fails loses nothing that was acknowledged, and another one takes its place by itself',
  async () => {
    const load = startLoad();
    const awayMs: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      await cluster.untilWhole();
      const primary = await cluster.findPrimary();
      const isFrozen = round % 2 === 1;
      const before = load.acknowledged.length;
      await waitFor('writes', async () => load.acknowledged.length > before + 20);
      load.takeLongest();
      const failuresBefore = load.failures.length;
      const pids = listProcesses(primary);
      const startedAt = performance.now();
      signalAll(pids, isFrozen ? 'SIGSTOP' : 'SIGKILL');
      await cluster.untilReplaced(primary);
      const then = load.acknowledged.length;
      await waitFor('writes to it', async () => load.acknowledged.length > then + 20);
      awayMs.push(load.takeLongest());
      const recoveredAt = performance.now();
      if (isFrozen) signalAll(pids, 'SIGCONT');
      else cluster.startMember(primary);
      await cluster.untilWhole();
      // Errors end with the return of a primary; the former one that comes back causes none.
      const late = load.failures.slice(failuresBefore).filter(({ at }) => at > recoveredAt);
      expect(late).toEqual([]);
      console.log(
        `Round ${round + 1}: ${isFrozen ? 'frozen' : 'killed'} ${primary.name}, ${Math.round(awayMs.at(-1) ?? 0)} ms without a success, ${load.failures.length - failuresBefore} failures, ${Math.round(recoveredAt - startedAt)} ms in all`,
      );
    }
    await load.end();
    const sql = postgres(cluster.url, { max: 1 });
    const stored = await sql<{ title: string }[]>`select title from organization`;
    await sql.end();
    const titles = new Set(stored.map(({ title }) => title));
    const lost = load.acknowledged.filter((title) => !titles.has(title));
    recordFigures({
      fault: `Patroni: ${ROUNDS} primaries killed or frozen`,
      requests: load.requests,
      failed: load.failures.length,
      acknowledged: load.acknowledged.length,
      lost: lost.length,
      recoverySeconds: Math.max(...awayMs) / 1000,
    });
    expect(lost).toEqual([]);
    expect(load.failures.filter(({ status }) => status !== 503)).toEqual([]);
    expect((await fetch(`${service.url}/readyz`)).status).toBe(200);
    expect(awayMs.filter((milliseconds) => milliseconds > MAX_AWAY_MS)).toEqual([]);
  },
);
