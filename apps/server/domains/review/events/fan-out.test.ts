/** Counts what events cost: reading and encoding them does not cost more for many streams than for one. */
import { newId } from '@lectern/std/ids';
import type { CompiledQuery } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../../test/app.ts';
import { type EventClient, listen } from '../../../../../test/event-client.ts';
import { addMember, addSpace } from '../../../../../test/factories.ts';
import { SessionStatements } from '../../../platform/db/session-statements.ts';
import { BlockFinder } from './changed-blocks.ts';
import { EventStream } from './event-stream.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp({ isListening: true, config: { eventStreams: 100 } });
});
afterAll(() => app.close());
afterEach(() => {
  vi.restoreAllMocks();
});

const WAIT = { timeout: 30_000, interval: 5 };
const BURSTS = 3;
const EVENTS = 20;

interface Work {
  statements: number;
  encodings: number;
  joins: number;
  writes: number;
}

/** Counts the work for bursts of events, each recorded by one transaction, until all streams have received them. */
async function countWork(spaceId: string, clients: readonly EventClient[]): Promise<Work> {
  const { organizationId, context } = app;
  const work: Work = { statements: 0, encodings: 0, joins: 0, writes: 0 };
  const execute = SessionStatements.prototype.execute;
  vi.spyOn(SessionStatements.prototype, 'execute').mockImplementation(function count(
    this: SessionStatements,
    query: CompiledQuery,
  ) {
    work.statements += 1;
    return execute.call(this, query) as never;
  });
  const stringify = JSON.stringify;
  vi.spyOn(JSON, 'stringify').mockImplementation((...parameters: Parameters<typeof JSON.stringify>) => {
    const [value] = parameters as unknown as [{ type?: string; id?: string } | null];
    if (value?.type === 'review' && value.id !== undefined) work.encodings += 1;
    return stringify(...parameters);
  });
  const concat = Buffer.concat;
  vi.spyOn(Buffer, 'concat').mockImplementation((...parameters) => {
    const joined = concat(...parameters);
    if (joined.subarray(0, 4).equals(Buffer.from('id: '))) work.joins += 1;
    return joined;
  });
  const write = EventStream.prototype.write;
  vi.spyOn(EventStream.prototype, 'write').mockImplementation(function count(this: EventStream, frames) {
    if (`${frames}`.includes('event: review')) work.writes += 1;
    write.call(this, frames);
  });
  const before = clients.map(({ logged }) => logged.length);
  for (let burst = 1; burst <= BURSTS; burst += 1) {
    await context.transact(async (unit) => {
      for (let n = 0; n < EVENTS; n += 1)
        unit.record({
          organizationId,
          spaceId,
          at: context.clock(),
          body: { type: 'review', review: newId(), status: 'approved' },
        });
    });
    await expect
      .poll(
        () => clients.every(({ logged }, n) => logged.length - (before[n] as number) === burst * EVENTS),
        WAIT,
      )
      .toBe(true);
  }
  vi.restoreAllMocks();
  return work;
}

test('events are read, encoded and joined once for all streams of a process, and each gets a burst in one write', async () => {
  const spaceId = await addSpace(app);
  const { token } = await addMember(app, { role: 'read' });
  const clients = [await listen(app, spaceId)];
  // The first events of a space are read with a plan and metadata that later ones find.
  await countWork(spaceId, clients);
  const one = await countWork(spaceId, clients);
  expect(one).toMatchObject({ encodings: BURSTS * EVENTS, joins: BURSTS, writes: BURSTS });
  while (clients.length < 40)
    clients.push(await listen(app, spaceId, clients.length % 2 === 1 ? { token } : {}));
  const many = await countWork(spaceId, clients);
  expect(many).toEqual({ ...one, writes: 40 * BURSTS });
  for (const client of clients) await client.close();
});

test('the changed blocks of an edit are found once for all streams', async () => {
  const spaceId = await addSpace(app);
  const path = `/v1/spaces/${spaceId}/content`;
  const post = async (change: object): Promise<{ revision: string; page: string }> => {
    const response = await app.request('POST', path, { body: { changes: [change] } });
    expect(response.statusCode, response.body).toBeLessThan(300);
    const { revision, changes } = response.json();
    return { revision, page: changes[0].page.id };
  };
  const { page } = await post({ operation: 'insert_page', title: 'Page', document: { markdown: 'Text' } });
  const clients = [await listen(app, spaceId)];
  let edits = 0;
  /** Counts the statements that read the event and what it is about, and the comparisons. */
  const countReads = async (): Promise<{ events: number; documents: number; descriptions: number }> => {
    const work = { events: 0, documents: 0, descriptions: 0 };
    const execute = SessionStatements.prototype.execute;
    const describe = BlockFinder.prototype.addTo;
    vi.spyOn(BlockFinder.prototype, 'addTo').mockImplementation(function count(
      this: BlockFinder,
      ...parameters
    ) {
      work.descriptions += 1;
      return describe.apply(this, parameters);
    });
    vi.spyOn(SessionStatements.prototype, 'execute').mockImplementation(function count(
      this: SessionStatements,
      query: CompiledQuery,
    ) {
      if (query.sql.includes('from space_event e')) work.events += 1;
      if (query.sql.includes('from document d')) work.documents += 1;
      return execute.call(this, query) as never;
    });
    edits += 1;
    const { revision } = await post({
      operation: 'update_page',
      page,
      document: { markdown: `Text ${edits}` },
    });
    await expect
      .poll(() => clients.every((client) => client.ofType('content').at(-1)?.revision === revision), WAIT)
      .toBe(true);
    for (const client of clients)
      expect(client.ofType('content').at(-1)).toMatchObject({ pages: [{ blocks: [expect.any(String)] }] });
    vi.restoreAllMocks();
    return work;
  };
  await countReads();
  await countReads();
  const one = await countReads();
  expect(one).toMatchObject({ events: 1, descriptions: 1 });
  while (clients.length < 40) clients.push(await listen(app, spaceId));
  expect(await countReads()).toEqual(one);
  for (const client of clients) await client.close();
});
