import { setTimeout as sleep } from 'node:timers/promises';
import fastify, { type FastifyInstance } from 'fastify';
import type { Kysely, KyselyPlugin } from 'kysely';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createTestDatabase, silentLog, type TestDatabase } from '../../../../test/database.ts';
import { connectDatabase } from '../db/connect.ts';
import type { DB } from '../db/schema.ts';
import { useHealth } from './health.ts';

const LATE_MS = 1200;

let database: TestDatabase;
let connected: Awaited<ReturnType<typeof connectDatabase>>;
let app: FastifyInstance;
let delayMs: number;
beforeEach(async () => {
  database = await createTestDatabase();
  connected = await connectDatabase({ connection: database.connection, poolSize: 1, log: silentLog });
  delayMs = 0;
  const late: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      await sleep(delayMs);
      return result;
    },
  };
  app = fastify();
  app.decorate('metrics', { addMetric: () => {} } as never);
  app.decorate('draining', { isActive: false } as never);
  const db: Kysely<DB> = connected.db.withPlugin(late);
  useHealth(
    app,
    { db, databaseSpace: { isFull: false }, blobs: { isFull: async () => false } },
    { version: '1.2.3' },
  );
});
afterEach(async () => {
  vi.restoreAllMocks();
  await app.close();
  await connected.close();
  await database.drop();
});

const readStatus = async (): Promise<number> => (await app.inject({ url: '/readyz' })).statusCode;

test('a process is ready while the database responds late, and not when it has not responded for a while', async () => {
  expect(await readStatus()).toBe(200);
  delayMs = LATE_MS;
  expect(await readStatus()).toBe(200);
  // The response arrives, and the next one takes longer.
  await sleep(LATE_MS / 2);
  delayMs = 2 * LATE_MS;
  const now = performance.now();
  vi.spyOn(performance, 'now').mockReturnValue(now + 6000);
  expect(await readStatus()).toBeGreaterThanOrEqual(500);
});

test('a process to which the database has never responded is not ready', async () => {
  delayMs = LATE_MS;
  expect(await readStatus()).toBeGreaterThanOrEqual(500);
});
