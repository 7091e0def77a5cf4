import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../../test/app.ts';
import { conversationsOf, saying } from '../../../../../test/fixtures/conversations/conversations.ts';

const KEY = 'key-of-the-model-0123456789';
/** Each text has the direction of the subject whose words it has, and a little of its own. */
const SUBJECTS = [
  /money back|erstatten|reembolso/i,
  /password|clave/i,
  /parcel|delivery/i,
  /subscription|abonnement/i,
  /crash|stürzt/i,
  /invoice|bill /i,
  /colleague|person/i,
  /slow|load/i,
];
const DIMENSIONS = SUBJECTS.length + 1000;

interface Asked {
  path: string | undefined;
  authorization: string | undefined;
  body: { model: string; input: string[] };
}

let server: Server;
let app: TestApp;
let use: ReturnType<typeof conversationsOf>;
let asked: Asked[] = [];
/** What the service sends instead of embeddings. */
let failure: { status: number; body: string } | undefined;
let embed = embedBySubject;

function embedBySubject(text: string): number[] {
  const vector = Array.from({ length: DIMENSIONS }, () => 0);
  const subject = SUBJECTS.findIndex((words) => words.test(text));
  if (subject >= 0) vector[subject] = 3;
  vector[SUBJECTS.length + (text.length % 1000)] = 1;
  return vector;
}

beforeAll(async () => {
  server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const body = JSON.parse(Buffer.concat(parts).toString()) as Asked['body'];
    asked.push({ path: request.url, authorization: request.headers.authorization, body });
    const isForEmbeddings = request.url === '/v1/embeddings';
    if (failure && isForEmbeddings) {
      response.writeHead(failure.status, { 'content-type': 'application/json' }).end(failure.body);
      return;
    }
    if (!isForEmbeddings) {
      response.writeHead(400).end('{}');
      return;
    }
    // In another order, as a service may send them.
    const data = body.input.map((text, index) => ({ index, embedding: embed(text) })).reverse();
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ data, usage: { total_tokens: 10 } }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  app = await buildTestApp({
    config: {
      languageModel: { url, key: KEY, model: 'chat', embeddingModel: 'meanings', tokensPerDay: 10_000 },
    },
  });
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
  failure = undefined;
  embed = embedBySubject;
});

const MONEY = [
  'Can I have my money back?',
  'Wann erstatten Sie die Summe?',
  'Solicito un reembolso inmediato.',
];
const PASSWORDS = ['My password is rejected every time.', 'No encuentro la clave de acceso.'];
const sayAll = (texts: readonly string[], prefix = 'c') =>
  texts.map((text, at) => saying(`${prefix}${at}`, text, { source: 'email' }));

/** The messages of each cluster. */
async function readClusters(): Promise<string[][]> {
  const rows = await app.context.db
    .selectFrom('conversation_issue')
    .select(['cluster_id', 'title'])
    .orderBy('issue_id')
    .execute();
  const clusters = new Map<string, string[]>();
  for (const { cluster_id, title } of rows)
    clusters.set(cluster_id, [...(clusters.get(cluster_id) ?? []), title]);
  return [...clusters.values()].map((titles) => titles.sort()).sort();
}
const embeddingCalls = () => asked.filter(({ path }) => path === '/v1/embeddings');
const textsSent = () => embeddingCalls().flatMap(({ body }) => body.input);

test('messages with the same meaning and no common words come together', async () => {
  await use.ingest(sayAll([...MONEY, ...PASSWORDS]));
  expect(await readClusters()).toEqual([[...MONEY].sort(), [...PASSWORDS].sort()].sort());
  expect(embeddingCalls()[0]).toMatchObject({ authorization: `Bearer ${KEY}`, body: { model: 'meanings' } });
});

test('they come together one by one, too, and what was embedded is not sent again', async () => {
  for (const [at, text] of [...MONEY, ...PASSWORDS].entries())
    await use.ingest(saying(`m${at}`, text, { source: 'email' }));
  expect(await readClusters()).toEqual([[...MONEY].sort(), [...PASSWORDS].sort()].sort());
  expect(new Set(textsSent()).size).toBe(textsSent().length);
});

test('many messages are sent in batches, masked', async () => {
  const texts = Array.from(
    { length: 40 },
    (_, n) => `${MONEY[n % 3]} Mail jo${n}@example.org, case ${'x'.repeat(n)}`,
  );
  await use.ingest(sayAll(texts));
  expect(textsSent()).toHaveLength(16 + 40);
  expect(Math.max(...embeddingCalls().map(({ body }) => body.input.length))).toBeLessThanOrEqual(16);
  expect(textsSent().join()).not.toContain('@example.org');
  expect(await readClusters()).toHaveLength(1);
});

test.each([
  ['an error', { status: 401, body: '{}' }],
  ['no JSON', { status: 200, body: 'no' }],
  ['null', { status: 200, body: 'null' }],
  ['too few embeddings', { status: 200, body: '{"data":[{"index":0,"embedding":[1,2]}]}' }],
  ['embeddings that are no numbers', { status: 200, body: '{"data":[{"index":0,"embedding":["a"]}]}' }],
])('%s instead of embeddings leaves conversations clustered by their words', async (_name, reply) => {
  failure = reply;
  const invoices = ['Where is the invoice of May?', 'The invoice of May is missing.'];
  await use.ingest(sayAll([...invoices, ...MONEY]));
  expect(await readClusters()).toEqual([[...invoices].sort(), ...MONEY.map((text) => [text])].sort());
  // The next message finds the clusters by words, although it has an embedding.
  failure = undefined;
  await use.ingest(saying('later', 'The invoice of May is wrong.', { source: 'email' }));
  expect((await readClusters()).map(({ length }) => length).sort()).toEqual([1, 1, 1, 3]);
});

test('without budget, and with a model that cannot tell meanings apart, messages are clustered by their words', async () => {
  embed = (text) => [1, text.length / 10_000];
  await use.ingest(sayAll(MONEY));
  expect(await readClusters()).toHaveLength(3);
  await app.context.db.updateTable('model_usage').set({ tokens: 10_000 }).execute();
  embed = embedBySubject;
  await use.ingest(sayAll(PASSWORDS, 'p'));
  expect(await readClusters()).toHaveLength(5);
});

test('after the model for embeddings was set or changed, clusters that mean the same become one', async () => {
  await use.ingest(sayAll([...MONEY, ...PASSWORDS]));
  const clusters = await readClusters();
  const embeddings = () => app.database.sql`select embedding from conversation_issue order by issue_id`;
  const before = await embeddings();
  await app.database.sql`update issues_model set embedding_model = 'another'`;
  await use.ingest(saying('more', 'Grant me a reembolso today.', { source: 'email' }));
  expect((await embeddings()).slice(0, before.length)).toEqual(before);
  expect((await readClusters()).map(({ length }) => length)).toEqual(
    clusters.map((titles) => titles.length + (titles.includes(MONEY[0] as string) ? 1 : 0)),
  );
  failure = { status: 401, body: '{}' };
  await app.context.db.deleteFrom('conversation').execute();
  await app.context.db.deleteFrom('issues_cluster').execute();
  await app.context.db.deleteFrom('model_answer').execute();
  await use.ingest(sayAll(MONEY));
  expect(await readClusters()).toHaveLength(3);
  failure = undefined;
  await app.database.sql`update issues_model set embedding_model = null`;
  await use.ingest(sayAll(PASSWORDS, 'p'));
  expect(await readClusters()).toEqual([[...MONEY].sort(), [...PASSWORDS].sort()].sort());
});

test('a deleted conversation takes its embedding out of its cluster', async () => {
  await use.ingest(sayAll(MONEY));
  await app.request('DELETE', `${use.organization}/conversations?source=email&id=c0`);
  const [cluster] = await app.database.sql`select embedding, embedded_issues from issues_cluster`;
  expect(cluster?.embedded_issues).toBe(2);
  for (const id of ['c1', 'c2'])
    await app.request('DELETE', `${use.organization}/conversations?source=email&id=${id}`);
  expect(await readClusters()).toEqual([]);
});
