import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../../test/app.ts';
import { addMember, addOrganization, addUserToken } from '../../../../../test/factories.ts';
import { petSpec, publishSpec } from '../../../../../test/fixtures/review/openapi-drift/drift.ts';
import { runJobs } from '../../../../../test/jobs.ts';
import { type MailServer, startMailServer } from '../../../../../test/mail-server.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../../../../../test/webhook-receiver.ts';

let app: TestApp;
let receiver: WebhookReceiver;
let mails: MailServer;
let organizationId: string;
let token: string;
beforeAll(async () => {
  mails = await startMailServer();
  receiver = await startWebhookReceiver();
  app = await buildTestApp({
    config: {
      allowPrivateNetworks: true,
      smtpUrl: mails.url,
      mailFrom: 'docs@example.com',
      baseUrl: 'https://docs.example.com',
    },
  });
});
afterAll(async () => {
  await app?.close();
  await receiver?.close();
  await mails?.close();
});
beforeEach(async () => {
  const made = await addOrganization(app);
  organizationId = made.organizationId;
  token = await addUserToken(app, made.creatorId, { scopes: ['admin'] });
  receiver.answer = () => ({ status: 204 });
  receiver.requests.length = 0;
  mails.received.length = 0;
});

const publish = (source: string) => publishSpec(app, { organizationId, token, slug: 'pets', source });
const bodies = () => receiver.requests.map(({ body }) => JSON.parse(body));
const recipients = () => mails.received.flatMap(({ to }) => to).sort();

async function addWebhook(): Promise<void> {
  const response = await app.request('POST', `/v1/orgs/${organizationId}/webhooks`, {
    token,
    body: { title: 'A', url: `${receiver.url}/hook`, events: ['openapi_spec.version_created'] },
  });
  expect(response.statusCode, response.body).toBe(201);
}

/** Publishes a version without one operation, which breaks clients. */
async function publishBreaking(): Promise<{ first: string; second: string }> {
  const first = await publish(petSpec({ methods: ['get', 'put'] }));
  return { first, second: await publish(petSpec({ methods: ['get'] })) };
}

test('webhooks are told of each version, with the number of changes', async () => {
  await addWebhook();
  const { first, second } = await publishBreaking();
  const location = `https://docs.example.com/v1/orgs/${organizationId}/openapi/pets`;
  const [one, other] = bodies();
  expect(receiver.requests).toHaveLength(2);
  expect(one).toMatchObject({
    openapiSpecVersion: { id: first },
    base: null,
    changes: { breaking: 0, 'non-breaking': 0, documentation: 0 },
  });
  expect(other).toEqual({
    version: 1,
    id: expect.any(String),
    type: 'openapi_spec.version_created',
    createdAt: expect.any(String),
    organization: organizationId,
    actor: { type: 'system' },
    openapiSpec: { id: expect.any(String), slug: 'pets', urls: { location } },
    openapiSpecVersion: { id: second, urls: { location: `${location}/versions/${second}` } },
    base: first,
    changes: { breaking: 1, 'non-breaking': 0, documentation: 0 },
  });
});

test('who may edit specs gets a mail about changes that break clients', async () => {
  const editor = await addMember(app, { organizationId, role: 'create' });
  await addMember(app, { organizationId, role: 'edit' });
  await publish(petSpec({ methods: ['get', 'put'], summary: 'Pets' }));
  await publish(petSpec({ methods: ['get', 'put', 'post'], summary: 'Other' }));
  expect(mails.received).toEqual([]);
  await publish(petSpec({ methods: ['get'], summary: 'Other' }));
  expect(recipients()).toHaveLength(2);
  const mail = mails.received.find(({ to }) => to.includes(editor.email));
  expect(mail?.text).toContain('“pets” has 2 changes that break clients.');
  expect(mail?.text).toContain('- operation removed: “PUT /pets”\n- operation removed: “POST /pets”');
  expect(mail?.text).toContain(`https://docs.example.com/app/o/${organizationId}`);
});

test('mails end with a link to unsubscribe, and with the preference', async () => {
  const editor = await addMember(app, { organizationId, role: 'create' });
  const other = await addMember(app, { organizationId, role: 'create' });
  await publishBreaking();
  const { text = '' } = mails.received.find(({ to }) => to.includes(editor.email)) ?? {};
  const [, ticket] = /\/app\/unsubscribe\/(\S+)/.exec(text) ?? [];
  expect((await app.request('GET', `/app/unsubscribe/${ticket}`)).body).toContain('breaks clients');
  expect((await app.request('POST', `/v1/unsubscribe/${ticket}`)).statusCode).toBeLessThan(300);
  const url = '/v1/user/notification-preferences';
  expect((await app.request('GET', url, { token: editor.token })).json()).toMatchObject({
    'openapi-breaking': { mail: false },
  });
  const changed = await app.request('PUT', url, {
    token: other.token,
    body: { 'openapi-breaking': { mail: false } },
  });
  expect(changed.json()['openapi-breaking']).toEqual({ mail: false });
  mails.received.length = 0;
  await publishBreaking();
  expect(recipients()).toHaveLength(1);
  expect(recipients()).not.toContain(editor.email);
});

test('a job that is run again tells nothing again', async () => {
  await addWebhook();
  const { second } = await publishBreaking();
  const [sent, mailed] = [receiver.requests.length, mails.received.length];
  expect([sent, mailed]).toEqual([2, 1]);
  const { spec_id: specId } = await app.context.db
    .selectFrom('openapi_version')
    .select('spec_id')
    .where('version_id', '=', second)
    .executeTakeFirstOrThrow();
  const job = { organizationId, jobId: second, payload: { specId, versionId: second }, attempt: 2 };
  await app.app.jobs['openapi-news'].run(job, new AbortController().signal);
  await app.app.jobs['openapi-news'].giveUp?.(job);
  await runJobs(app);
  expect([receiver.requests.length, mails.received.length]).toEqual([sent, mailed]);
});

test('a version that cannot be compared is told of without numbers, and without mails', async () => {
  await addWebhook();
  const { second } = await publishBreaking();
  const { db } = app.context;
  const { spec_id: specId } = await db
    .updateTable('openapi_version')
    .set({ announced_at: null })
    .where('version_id', '=', second)
    .returning('spec_id')
    .executeTakeFirstOrThrow();
  mails.received.length = 0;
  const job = { organizationId, jobId: second, payload: { specId, versionId: second }, attempt: 3 };
  await app.app.jobs['openapi-news'].giveUp?.(job);
  await runJobs(app);
  expect(bodies().at(-1)).toMatchObject({ openapiSpecVersion: { id: second }, base: null, changes: null });
  expect(mails.received).toEqual([]);
});

test('a spec that is deleted meanwhile is told of no more', async () => {
  await addWebhook();
  await publishBreaking();
  const gone = { specId: organizationId, versionId: organizationId };
  const job = { organizationId, jobId: organizationId, payload: gone, attempt: 1 };
  await app.app.jobs['openapi-news'].run(job, new AbortController().signal);
  await runJobs(app);
  expect(receiver.requests).toHaveLength(2);
});
