/** Streams of two processes on one database, while others write, clients reconnect and one process is killed. */
import { randomBytes } from 'node:crypto';
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
const [STREAMS, LINES, EDITS_PER_SECOND, SECONDS] = [200, 10, 100, 60];

/** Streams of a caller who loses access meanwhile. */
const LOSING = 4;
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

/** A service account that reads whatever all members of the organization may read. */
async function addServiceAccount(service: RunningService): Promise<{ token: string }> {
  const organizations = await request<{ items: { id: string }[] }>(service, TOKEN, '/v1/orgs');
  const path = `/v1/orgs/${organizations.body.items[0]?.id}/tokens`;
  const body = { title: 'Reader', role: 'read' };
  const response = await request<{ token: string }>(service, TOKEN, path, { method: 'POST', body });
  expect(response.status, JSON.stringify(response.body)).toBe(201);
  return response.body;
}

async function addSpace(service: RunningService): Promise<string> {
  const organizations = await request<{ items: { id: string }[] }>(service, TOKEN, '/v1/orgs');
  return (await post(service, `/v1/orgs/${organizations.body.items[0]?.id}/spaces`, { title: 'Busy' })).id;
}

/** A reader who reconnects whenever the connection ends, at any process that runs. */
class Reader {
  readonly token: string;
  readonly heard: HeardEvent[] = [];
  client: EventClient | undefined;
  connections = 0;
  isDone = false;
  readonly #path: string;
  readonly #choose: () => RunningService;
  done: Promise<void>;

  constructor(path: string, choose: () => RunningService, token = TOKEN) {
    this.token = token;
    this.#path = path;
    this.#choose = choose;
    this.done = this.#run();
  }

  async #run(): Promise<void> {
    let lastEventId: string | undefined;
    while (!this.isDone) {
      try {
        const options = { token: this.token, ...(lastEventId ? { lastEventId } : {}) };
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

  async close(): Promise<void> {
    this.isDone = true;
    await this.client?.close();
    await this.done;
  }
}

/** The paths of the content of a space and of its change requests, each with a page of its own. */
async function addLines(service: RunningService, space: string): Promise<{ path: string; page: string }[]> {
  const lines: { path: string; page: string }[] = [];
  for (let n = 0; n < LINES; n += 1) {
    const change = { operation: 'insert_page', title: `Page ${n}`, document: { markdown: 'Text.\n' } };
    const { changes } = await post(service, `${space}/content`, { changes: [change] });
    lines.push({ path: `${space}/content`, page: changes[0]?.page.id as string });
  }
  for (const line of lines.slice(1)) {
    const { id } = await post(service, `${space}/change-requests`, { subject: 'Edits' });
    line.path = `${space}/change-requests/${id}/content`;
  }
  return lines;
}

interface Acknowledged {
  revision: string;
  startedAt: number;
}

test(
  'every stream hears every edit once, in one order, across reconnects and a killed process',
  async () => {
    const [first, second] = services;
    const spaceId = await addSpace(first);
    const space = `/v1/spaces/${spaceId}`;
    const lines = await addLines(first, space);
    const { token } = await addServiceAccount(first);
    let isSecondUp = true;
    const choose = (n: number) => (): RunningService => (isSecondUp && n % 2 === 1 ? second : first);
    const readers = Array.from({ length: STREAMS }, (_, n) => new Reader(`${space}/events`, choose(n)));
    const losing = Array.from({ length: LOSING }, (_, n) => new Reader(`${space}/events`, choose(n), token));
    await waitFor('all streams', async () =>
      [...readers, ...losing].every(({ events }) => events.some(({ type }) => type === 'open')),
    );

    const startedAt = Date.now();
    const end = startedAt + SECONDS * 1000;
    let lostAt = Number.POSITIVE_INFINITY;
    const acknowledged: Acknowledged[][] = [];
    const write = async ({ path, page }: (typeof lines)[number], n: number): Promise<void> => {
      const own: Acknowledged[] = [];
      acknowledged.push(own);
      for (let turn = 0; turn < MIN_EDITS || Date.now() < end || lostAt > end; turn += 1) {
        const startedAt = Date.now();
        const service = choose(n)();
        const text = [{ at: { path: [0] }, offset: 0, remove: turn % 2, insert: turn % 2 ? '' : 'x' }];
        const change = { operation: 'update_page', page, text };
        try {
          own.push({ revision: (await post(service, path, { changes: [change] })).revision, startedAt });
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
    /** Before the kill: streams of both processes lose it. */
    const takeAccess = async (): Promise<void> => {
      await sleep((SECONDS * 1000) / 4);
      const response = await request(first, TOKEN, space, { method: 'PATCH', body: { defaultLevel: null } });
      expect(response.status).toBe(200);
      lostAt = Date.now();
    };
    await Promise.all([...lines.map(write), disturb(), kill(), takeAccess()]);
    const seconds = (Date.now() - startedAt) / 1000;

    const all = acknowledged.flat().map(({ revision }) => revision);
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
    for (const own of acknowledged) {
      const revisions = own.map(({ revision }) => revision);
      const isOwn = new Set(revisions);
      expect(reference.revisions.filter((revision) => isOwn.has(revision))).toEqual(revisions);
    }
    const afterLoss = acknowledged.flat().filter((one) => one.startedAt > lostAt);
    expect(afterLoss.length).toBeGreaterThan(0);
    for (const reader of losing) {
      const heard = new Set(reader.revisions);
      expect(heard.size).toBeGreaterThan(0);
      expect(afterLoss.filter(({ revision }) => heard.has(revision))).toEqual([]);
    }
    const ids = reference.events.filter(({ type }) => type === 'content').map(({ id }) => Number(id));
    expect(ids).toEqual([...ids].sort((a, b) => a - b));
    console.log(
      `${all.length} edits in ${seconds.toFixed(1)} s, ${(all.length / seconds).toFixed(1)} a second, each heard by ${STREAMS} streams`,
    );
    await Promise.all([...readers, ...losing].map((reader) => reader.close()));
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
