import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../test/app.ts';
import { createTestClock, type TestClock } from '../../../../test/clock.ts';
import { addOrganization, addServiceToken } from '../../../../test/factories.ts';
import { conversationsOf, saying } from '../../../../test/fixtures/conversations/conversations.ts';
import { runJobs, startJob } from '../../../../test/jobs.ts';
import { CONVERSATION_UPKEEP } from './conversation-upkeep.jobs.ts';

const DAY_MS = 24 * 3_600_000;
const CERTIFICATE = 'Our custom domain shows an SSL certificate error. When is the certificate renewed?';
const INVOICE = 'Where can I download the invoice of last month? Accounting needs it.';

let clock: TestClock;
let app: TestApp;
let use: ReturnType<typeof conversationsOf>;
beforeAll(async () => {
  // A Wednesday.
  clock = createTestClock(new Date('2030-01-02T12:00:00Z'));
  app = await buildTestApp({ clock: clock.now });
  use = conversationsOf(app);
});
afterAll(() => app?.close());
beforeEach(async () => {
  for (const table of ['conversation', 'issues_cluster', 'issues_model', 'conversation_settings'] as const)
    await app.context.db.deleteFrom(table).execute();
});

const ingest = (body: unknown, token?: string) =>
  app.request('POST', `${use.organization}/conversations`, { body, ...(token ? { token } : {}) });

const rows = () => app.context.db.selectFrom('conversation').selectAll().orderBy('number').execute();

describe('a conversation', () => {
  test('is stored once for each source and id, and replaced when it differs', async () => {
    await use.ingest([saying('1', CERTIFICATE), saying('2', INVOICE)]);
    const before = await rows();
    clock.advance(1000);
    await use.ingest([saying('1', CERTIFICATE), saying('2', `${INVOICE} It has no VAT number.`)]);
    const after = await rows();
    expect(after).toHaveLength(2);
    expect(after[0]).toEqual(before[0]);
    expect(after[1]?.conversation_id).toBe(before[1]?.conversation_id);
    expect(after[1]?.ingested_at).toEqual(clock.now());
    expect(after[1]?.processed_at).toEqual(clock.now());
    await use.ingest(saying('1', CERTIFICATE, { source: 'email' }));
    expect(await rows()).toHaveLength(3);
  });

  test('comes from the token that sends it, unless it names a source', async () => {
    const token = await addServiceToken(app, { role: 'create' });
    expect((await ingest(saying('1', CERTIFICATE), token)).statusCode).toBe(204);
    await use.ingest(saying('2', CERTIFICATE, { source: 'integration:desk:eu' }));
    const [own, named] = await rows();
    expect(own?.source).toMatch(/^integration:[a-z0-9-]+:[0-9a-f-]{36}$/);
    expect(named?.source).toBe('integration:desk:eu');
  });

  test('is masked with others in tasks that grow in number, not in size', async () => {
    const run = vi.spyOn(app.context.threads, 'run');
    const tasksOf = async (count: number): Promise<number> => {
      run.mockClear();
      const body = `${CERTIFICATE} `.repeat(1000);
      await use.ingest(Array.from({ length: count }, (_, n) => saying(`${n}`, body)));
      return run.mock.calls.filter(([task]) => task.kind === 'mask-conversations').length;
    };
    try {
      expect([await tasksOf(4), await tasksOf(16)]).toEqual([2, 6]);
    } finally {
      run.mockRestore();
    }
    expect(await rows()).toHaveLength(16);
  });

  test('of which a request has two, the later counts', async () => {
    await use.ingest([saying('1', CERTIFICATE), saying('1', INVOICE)]);
    expect((await rows()).map(({ parts }) => JSON.stringify(parts))).toEqual([
      expect.stringContaining('invoice'),
    ]);
  });

  test('may be in several requests at once', async () => {
    const all = Array.from({ length: 30 }, (_, at) => saying(String(at), `${CERTIFICATE} ${at}`));
    const responses = await Promise.all(
      [all, all.toReversed(), all, all.toReversed()].map((body) => ingest(body)),
    );
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([204, 204, 204, 204]);
    expect(await rows()).toHaveLength(30);
    await runJobs(app);
    const clusters = await use.listClusters();
    expect(clusters.reduce((sum, { stats }) => sum + (stats.conversations ?? 0), 0)).toBe(30);
  });

  test('keeps its attributes, address and time', async () => {
    await use.ingest(
      saying('1', CERTIFICATE, {
        subject: 'Certificate',
        metadata: {
          url: 'https://desk.example/tickets/1',
          attributes: { plan: 'pro', contact: 'jane@example.org' },
          createdAt: '2029-12-24T08:00:00+01:00',
        },
      }),
    );
    const [row] = await rows();
    const response = await app.request('GET', `${use.organization}/conversations/${row?.conversation_id}`);
    expect(response.json()).toEqual({
      object: 'conversation',
      id: row?.conversation_id,
      subject: 'Certificate',
      createdAt: '2029-12-24T07:00:00.000Z',
      processedAt: clock.now().toISOString(),
      source: row?.source,
      sourceId: '1',
      attributes: { plan: 'pro', contact: '[email]' },
      parts: [{ type: 'message', role: 'user', body: CERTIFICATE }],
      issues: [expect.any(String)],
      urls: {
        location: `${app.context.config.baseUrl}${use.organization}/conversations/${row?.conversation_id}`,
        source: 'https://desk.example/tickets/1',
      },
    });
  });

  test.each([
    [{ parts: [] }, 'id'],
    [saying('', 'a'), 'id'],
    [saying('1', 'a', { subject: 'a'.repeat(513) }), 'subject'],
    [saying('1', 'a', { source: 'mail' }), 'source'],
    [saying('1', 'a', { metadata: { url: 'no url' } }), 'url'],
    [saying('1', 'a', { metadata: { createdAt: 'yesterday' } }), 'createdAt'],
    [saying('1', 'a', { metadata: { attributes: { a: 1 } } }), 'attributes'],
    [{ id: '1', parts: [{ type: 'note', role: 'user', body: 'a' }] }, 'type'],
    [{ id: '1', parts: [{ type: 'message', role: 'admin', body: 'a' }] }, 'role'],
    [[saying('1', 'a'), saying('2', 'a', { source: '' })], 'source'],
  ])('that is malformed is refused, and the answer names the field: %#', async (body, field) => {
    const response = await ingest(body);
    expect(response.statusCode).toBe(400);
    expect(JSON.stringify(response.json().error.details)).toContain(field);
    expect(await rows()).toEqual([]);
  });

  test('without messages of a user has no issues', async () => {
    await use.ingest([
      { id: '1', parts: [] },
      { id: '2', parts: [{ type: 'message', role: 'assistant', body: CERTIFICATE }] },
      saying('3', 'Thanks a lot!'),
    ]);
    expect(await use.listClusters()).toEqual([]);
    expect((await rows()).every(({ processed_at }) => processed_at !== null)).toBe(true);
  });
});

describe('personal data', () => {
  const SECRETS = [
    'jane.doe@example.org',
    '203.0.113.77',
    '+49 30 12345678',
    '4111 1111 1111 1111',
    ['gh', 'p_a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6'].join(''),
    'CUST-4711',
    'mail-17@desk.example',
  ];

  test('is nowhere in the database', async () => {
    await app.request('PATCH', `${use.organization}/conversations-settings`, {
      body: { maskingRules: [{ title: 'Customers', pattern: 'CUST-####' }] },
    });
    const text = `I cannot sign in to the wiki with my password. ${SECRETS.join(', ')} is what I sent. token=hunter2hunter2`;
    const conversation = {
      id: 'mail-17@desk.example',
      subject: `Wiki: ${SECRETS.join(' ')}`,
      metadata: {
        url: 'https://desk.example/?contact=jane.doe%40example.org&token=hunter2hunter2',
        attributes: { contact: SECRETS.join(' '), [SECRETS[0] as string]: 'a' },
      },
      parts: ['user', 'assistant', 'team-member'].map((role) => ({ type: 'message', role, body: text })),
    };
    await use.ingest(conversation);
    const [cluster] = await use.listClusters();
    expect(cluster?.stats.issues).toBe(1);
    const stored = await readWholeDatabase(app);
    expect(stored).toContain('is what I sent');
    for (const secret of [...SECRETS, 'jane.doe', 'hunter2']) expect(stored).not.toContain(secret);

    await use.ingest(conversation);
    expect(await rows()).toHaveLength(1);
    const query = `source=${encodeURIComponent((await rows())[0]?.source ?? '')}&id=${encodeURIComponent(conversation.id)}`;
    expect((await app.request('DELETE', `${use.organization}/conversations?${query}`)).statusCode).toBe(204);
    expect(await rows()).toEqual([]);
  });

  test('is described by rules that are checked', async () => {
    const response = await app.request('PATCH', `${use.organization}/conversations-settings`, {
      body: { maskingRules: [{ title: 'All', pattern: '***' }], retentionDays: 30 },
    });
    expect(response.statusCode).toBe(400);
    expect(response.json().error.details).toEqual([
      { path: 'maskingRules.0.pattern', message: expect.stringContaining('other than * and ?') },
    ]);
    expect((await app.request('GET', `${use.organization}/conversations-settings`)).json()).toEqual({
      object: 'conversation-settings',
      retentionDays: null,
      maskingRules: [],
    });
  });
});

describe('deleting', () => {
  test('a conversation takes its issues out of clusters, and what quotes it', async () => {
    await use.ingest([
      saying('1', `${CERTIFICATE} Unforgettable.`, { source: 'email' }),
      saying('2', CERTIFICATE, { source: 'email' }),
      saying('3', INVOICE, { source: 'email' }),
    ]);
    const [, domain] = await use.listClusters('&orderBy=issues&order=asc');
    expect(domain?.stats).toMatchObject({ issues: 2, conversations: 2 });
    const remove = (id: string) =>
      app.request('DELETE', `${use.organization}/conversations?source=email&id=${id}`);
    expect((await remove('1')).statusCode).toBe(204);
    expect(await readWholeDatabase(app)).not.toContain('Unforgettable');
    await runJobs(app);
    const after = (await use.listClusters()).find(({ id }) => id === domain?.id);
    expect(after?.stats).toMatchObject({ issues: 1, conversations: 1 });
    expect(after?.sources).toEqual({ email: 1 });
    expect(after?.weeklyPulse.at(-1)).toBe(1);
    expect(after?.summary).toContain('certificate');

    expect((await remove('3')).statusCode).toBe(204);
    expect((await use.listClusters()).map(({ id }) => id)).toEqual([domain?.id]);
    expect((await remove('3')).json().error.reason).toBe('conversation-not-found');
  });

  test('leaves a cluster that has tasks', async () => {
    await use.ingest(saying('1', INVOICE, { source: 'email' }));
    const [cluster] = await use.listClusters();
    const tasks = `${use.organization}/conversations-clusters/${cluster?.id}/tasks`;
    const task = (await app.request('POST', tasks, { body: { title: 'Write about invoices' } })).json();
    await app.request('DELETE', `${use.organization}/conversations?source=email&id=1`);
    await runJobs(app);
    expect((await use.listClusters())[0]).toMatchObject({
      id: cluster?.id,
      summary: '',
      stats: { issues: 0 },
    });
    await app.request('DELETE', `${tasks}/${task.id}`);
    expect(await use.listClusters()).toEqual([]);
  });

  test('follows from the retention of the organization', async () => {
    await app.request('PATCH', `${use.organization}/conversations-settings`, { body: { retentionDays: 30 } });
    await use.ingest(saying('1', INVOICE));
    clock.advance(20 * DAY_MS);
    await use.ingest(saying('2', CERTIFICATE));
    clock.advance(11 * DAY_MS);
    await startJob(app, CONVERSATION_UPKEEP);
    clock.advance(DAY_MS);
    await runJobs(app);
    expect((await rows()).map(({ external_id }) => external_id)).toEqual(['2']);
    expect(await use.listClusters()).toHaveLength(1);
  });

  test('reaches only the own organization', async () => {
    const other = await addOrganization(app);
    await use.ingest(saying('1', INVOICE, { source: 'email' }));
    const [row] = await rows();
    const url = `/v1/orgs/${other.organizationId}/conversations`;
    expect((await app.request('DELETE', `${url}?source=email&id=1`)).statusCode).toBe(404);
    expect((await app.request('GET', `${url}/${row?.conversation_id}`)).statusCode).toBe(404);
    expect(await rows()).toHaveLength(1);
  });
});

/** Every value of every table, as text. */
async function readWholeDatabase({ database }: TestApp): Promise<string> {
  const tables = await database.sql<{ name: string }[]>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'`;
  const texts: string[] = [];
  for (const { name } of tables) {
    const found = await database.sql.unsafe(`select t::text as text from "${name}" t`);
    texts.push(...found.map((row) => String(row.text)));
  }
  return texts.join('\n');
}
