/** Streams of two processes on one database, while others write, clients reconnect and one process is killed. */
import { randomBytes } from 'node:crypto';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../database.ts';
import { EventClient, type HeardEvent } from '../event-client.ts';
import { type DatabaseProxy, startDatabaseProxy } from './database-proxy.ts';
import {
  createSetup,
  type RunningService,
  request,
  type Setup,
  TEST_TIMEOUT_MS,
  waitFor,
} from './service-process.ts';

const TOKEN = 'token-of-the-administrator-0123456789';
const [STREAMS, LINES, EDITS_PER_SECOND, SECONDS] = process.env.LECTERN_SOAK
  ? [200, 10, 100, 60]
  : [20, 3, 20, 4];

/** Of each line, also where edits are slow. */
const MIN_EDITS = 8;

let database: TestDatabase;
let proxy: DatabaseProxy;
let setups: Setup[];
let services: [RunningService, RunningService];

beforeEach(async () => {
  database = await createTestDatabase();
  proxy = await startDatabaseProxy(inject('databaseServer'));
  setups = [await createSetup(), await createSetup()];
  const environment = {
    DATABASE_URL: proxy.url(database.connection.database),
    LECTERN_SECRET: randomBytes(32).toString('hex'),
    LECTERN_ADMIN_TOKEN: TOKEN,
    LECTERN_EVENT_STREAMS: '1000',
  };
  services = (await Promise.all(setups.map((setup) => setup.serve(environment)))) as typeof services;
});
afterEach(async () => {
  for (const setup of setups) await setup.clean();
  await proxy.close();
  await database.drop();
});

type Body = { id: string; revision: string; changes: { page: { id: string } }[] };
const post = async (service: RunningService, path: string, body: object): Promise<Body> => {
  const response = await request<Body>(service, TOKEN, path, { method: 'POST', body });
  expect(response.status, JSON.stringify(response.body)).toBeLessThan(300);
  return response.body;
};

async function addSpace(service: RunningService): Promise<string> {
  const organizations = await request<{ items: { id: string }[] }>(service, TOKEN, '/v1/orgs');
  return (await post(service, `/v1/orgs/${organizations.body.items[0]?.id}/spaces`, { title: 'Busy' })).id;
}

/** A reader who reconnects whenever the connection ends, at any process that runs. */
class Reader {
  readonly heard: HeardEvent[] = [];
  client: EventClient | undefined;
  connections = 0;
  isDone = false;
  readonly #path: string;
  readonly #choose: () => RunningService;
  done: Promise<void>;

  constructor(path: string, choose: () => RunningService) {
    this.#path = path;
    this.#choose = choose;
    this.done = this.#run();
  }

  async #run(): Promise<void> {
    let lastEventId: string | undefined;
    while (!this.isDone) {
      try {
        const options = { token: TOKEN, ...(lastEventId ? { lastEventId } : {}) };
        const client = await EventClient.open(this.#choose().url, this.#path, options);
        this.client = client;
        this.connections += 1;
        await client.ended;
        this.heard.push(...client.events);
        lastEventId = client.lastEventId ?? lastEventId;
      } catch {
        // The process is gone.
      }
      await sleep(50);
    }
  }

  get events(): HeardEvent[] {
    return [...this.heard, ...(this.client?.isEnded === false ? this.client.events : [])];
  }

  get revisions(): string[] {
    return this.events.filter(({ type }) => type === 'content').map(({ revision }) => revision as string);
  }
}

test(
  'every stream hears every edit once, in one order, across reconnects and a killed process',
  async () => {
    const [first, second] = services;
    const spaceId = await addSpace(first);
    const space = `/v1/spaces/${spaceId}`;
    const lines = [`${space}/content`];
    while (lines.length < LINES) {
      const { id } = await post(first, `${space}/change-requests`, { subject: 'Edits' });
      lines.push(`${space}/change-requests/${id}/content`);
    }
    let isSecondUp = true;
    const choose = (n: number) => (): RunningService => (isSecondUp && n % 2 === 1 ? second : first);
    const readers = Array.from({ length: STREAMS }, (_, n) => new Reader(`${space}/events`, choose(n)));
    await waitFor('all streams', async () =>
      readers.every(({ events }) => events.some(({ type }) => type === 'open')),
    );

    const end = Date.now() + SECONDS * 1000;
    const acknowledged: string[][] = [];
    const write = async (path: string, n: number): Promise<void> => {
      const own: string[] = [];
      acknowledged.push(own);
      for (let turn = 0; turn < MIN_EDITS || Date.now() < end; turn += 1) {
        const startedAt = Date.now();
        const service = choose(n)();
        const change = {
          operation: 'insert_page',
          title: `${n}-${turn}`,
          document: { markdown: `Text ${turn}` },
        };
        try {
          own.push((await post(service, path, { changes: [change] })).revision);
        } catch (error) {
          // Whether it was stored is not known to anybody who asked the process that was killed.
          if (service === first) throw error;
        }
        await sleep(Math.max(0, (1000 * LINES) / EDITS_PER_SECOND - (Date.now() - startedAt)));
      }
    };
    const disturb = async (): Promise<void> => {
      while (Date.now() < end) {
        const reader = readers[Math.floor(Math.random() * readers.length)];
        void reader?.client?.close();
        await sleep((1000 * SECONDS) / STREAMS / 2);
      }
    };
    const kill = async (): Promise<void> => {
      await sleep((SECONDS * 1000) / 2);
      isSecondUp = false;
      second.kill('SIGKILL');
    };
    await Promise.all([...lines.map(write), disturb(), kill()]);

    const all = acknowledged.flat();
    const [reference] = readers as [Reader];
    await waitFor(
      'every acknowledged edit in every stream',
      async () =>
        readers.every(({ revisions }) => {
          const heard = new Set(revisions);
          return all.every((revision) => heard.has(revision));
        }),
      () => `${readers.filter(({ revisions }) => revisions.length < all.length).length} streams lack some.`,
    );
    await waitFor('the last events', async () =>
      readers.every(({ revisions }) => revisions.length === reference.revisions.length),
    );
    expect(readers.some(({ connections }) => connections > 1)).toBe(true);
    for (const reader of readers) {
      expect(reader.events.some(({ type }) => type === 'reset')).toBe(false);
      expect(reader.revisions).toEqual(reference.revisions);
    }
    expect(new Set(reference.revisions).size).toBe(reference.revisions.length);
    for (const own of acknowledged)
      expect(reference.revisions.filter((revision) => own.includes(revision))).toEqual(own);
    const ids = reference.events.filter(({ type }) => type === 'content').map(({ id }) => Number(id));
    expect(ids).toEqual([...ids].sort((a, b) => a - b));
    console.log(`${all.length} edits in ${SECONDS} s, each heard by ${STREAMS} streams`);
    for (const reader of readers) {
      reader.isDone = true;
      await reader.client?.close();
      await reader.done;
    }
  },
  TEST_TIMEOUT_MS + SECONDS * 5000,
);

test(
  'a tab is gone soon after its process was killed, and stays while its stream does',
  async () => {
    const [first, second] = services;
    const spaceId = await addSpace(first);
    const path = `/v1/spaces/${spaceId}`;
    const watching = await EventClient.open(first.url, `${path}/events`, { token: TOKEN });
    const open = async (service: RunningService, tab: string): Promise<EventClient> => {
      const client = await EventClient.open(service.url, `${path}/events?tab=${tab}`, { token: TOKEN });
      // Through the other process than the one that has the stream.
      const other = service === first ? second : first;
      await request(other, TOKEN, `${path}/presence`, { method: 'PUT', body: { tab } });
      return client;
    };
    const changes = (tab: string) =>
      watching.ofType('presence').flatMap((event) => (event.tab === tab ? [event.change] : []));
    const staying = await open(first, 'stays');
    const leaving = await open(first, 'leaves');
    await open(second, 'dies');
    await waitFor('all tabs', async () =>
      ['stays', 'leaves', 'dies'].every((tab) => changes(tab).includes('here')),
    );
    // The process that has the stream notes it within a second.
    await sleep(2000);
    await leaving.close();
    const leftAt = performance.now();
    await waitFor('the tab that was closed to go', async () => changes('leaves').includes('gone'));
    const leftAfter = performance.now() - leftAt;
    second.kill('SIGKILL');
    const killedAt = performance.now();
    await waitFor('the tab of the killed process to go', async () => changes('dies').includes('gone'));
    console.log(
      `gone ${Math.round(leftAfter)} ms after the stream ended, ${Math.round(performance.now() - killedAt)} ms after the process was killed`,
    );
    expect(changes('stays')).toEqual(['here']);
    for (const client of [watching, staying]) await client.close();
  },
  TEST_TIMEOUT_MS,
);
