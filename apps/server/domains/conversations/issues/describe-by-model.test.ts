import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../../test/app.ts';
import { createTestClock } from '../../../../../test/clock.ts';
import { conversationsOf, saying } from '../../../../../test/fixtures/conversations/conversations.ts';
import { runJobs } from '../../../../../test/jobs.ts';
import { CONVERSATION_UPKEEP } from '../conversation-upkeep.jobs.ts';

const KEY = 'key-of-the-model-0123456789';
const DAY_MS = 24 * 3_600_000;
const INVOICES = [1, 2, 3].map((n) =>
  saying(`invoice-${n}`, `Where can I download the invoice of month ${n}? I am jo${n}@example.org.`),
);

interface Asked {
  authorization: string | undefined;
  body: { model: string; messages: { role: string; content: string }[] };
}

interface Reply {
  status?: number;
  headers?: Record<string, string>;
  content?: string;
  tokens?: number;
}

/** A model that answers with what a test wants: a status, or the content of its message. */
let server: Server;
let asked: Asked[] = [];
let replies: Reply[] = [];
const clock = createTestClock(new Date('2030-01-02T12:00:00Z'));
let app: TestApp;
let use: ReturnType<typeof conversationsOf>;

beforeAll(async () => {
  server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const body = JSON.parse(Buffer.concat(parts).toString()) as Asked['body'];
    asked.push({ authorization: request.headers.authorization, body });
    const { status = 200, headers = {}, content = LABELLED, tokens = 100 } = replies.shift() ?? {};
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify({ choices: [{ message: { content } }], usage: { total_tokens: tokens } }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  const languageModel = { url, key: KEY, model: 'small', tokensPerDay: 10_000 };
  app = await buildTestApp({ clock: clock.now, config: { languageModel } });
  use = conversationsOf(app);
});
afterAll(async () => {
  await app?.close();
  server?.closeAllConnections();
  await new Promise((resolve) => server?.close(resolve));
});
beforeEach(async () => {
  for (const table of [
    'conversation',
    'issues_cluster',
    'issues_model',
    'model_answer',
    'model_usage',
  ] as const)
    await app.context.db.deleteFrom(table).execute();
  asked = [];
  replies = [];
});

const LABELLED = JSON.stringify({
  label: 'Downloading invoices',
  summary: 'Users look for\ntheir invoices.',
});
const describeAgain = async (): Promise<void> => {
  await app.context.db.updateTable('issues_cluster').set({ described_issues: 0, label: '' }).execute();
  await use.ingest(saying('trigger', 'The dark theme flickers at night.'));
};
const labels = async () => (await use.listClusters()).map(({ label }) => label);

test('a cluster is labelled by the configured model, which gets masked messages alone', async () => {
  await use.ingest(INVOICES);
  const [cluster] = await use.listClusters();
  expect(cluster).toMatchObject({ label: 'Downloading invoices', summary: 'Users look for their invoices.' });
  expect(asked).toHaveLength(1);
  expect(asked[0]?.authorization).toBe(`Bearer ${KEY}`);
  expect(asked[0]?.body.model).toBe('small');
  const input = asked[0]?.body.messages.at(-1)?.content ?? '';
  expect(input).toContain('invoice');
  expect(input).not.toContain('@example.org');
});

test('the same question is paid for once', async () => {
  await use.ingest(INVOICES);
  await describeAgain();
  expect(await labels()).toContain('Downloading invoices');
  const questions = asked.map(({ body }) => body.messages.at(-1)?.content);
  expect(new Set(questions).size).toBe(questions.length);
});

test('what may pass is tried again; without an answer, clusters are labelled without the model', async () => {
  replies = [{ status: 429, headers: { 'retry-after': '0.01' } }, {}];
  await use.ingest(INVOICES);
  expect([asked.length, await labels()]).toEqual([2, ['Downloading invoices']]);
  const unusable: Reply[] = [
    { status: 401 },
    { content: 'no JSON' },
    { content: '{"label": 5}' },
    { content: 'null' },
    { status: 429, headers: { 'retry-after': '3600' } },
    { status: 302, headers: { location: 'http://127.0.0.1:1/' } },
  ];
  for (const reply of unusable) {
    await app.context.db.deleteFrom('model_answer').execute();
    await app.context.db.deleteFrom('conversation').execute();
    await app.context.db.deleteFrom('issues_cluster').execute();
    asked = [];
    replies = [reply];
    await use.ingest(INVOICES);
    expect([asked.length, ...(await labels())]).toEqual([1, expect.stringMatching(/invoice/i)]);
    expect(await labels()).not.toContain('Downloading invoices');
  }
});

test('an organization uses no more than its budget of the day', async () => {
  replies = [{ tokens: 9_900 }];
  await use.ingest(INVOICES);
  await use.ingest(saying('theme', 'The dark theme flickers at night, where is the setting of the theme?'));
  expect(asked).toHaveLength(1);
  clock.advance(DAY_MS);
  await describeAgain();
  expect(asked.length).toBeGreaterThan(1);
});

test('what the model answered is forgotten after a while', async () => {
  await use.ingest(INVOICES);
  const count = async () => (await app.context.db.selectFrom('model_answer').selectAll().execute()).length;
  expect(await count()).toBe(1);
  clock.advance(91 * DAY_MS);
  await app.app.jobs[CONVERSATION_UPKEEP].run(
    { organizationId: app.organizationId, jobId: app.organizationId, payload: {}, attempt: 1 },
    new AbortController().signal,
  );
  await runJobs(app);
  expect(await count()).toBe(0);
});
