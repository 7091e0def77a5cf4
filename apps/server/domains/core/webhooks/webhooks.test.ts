import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../../test/app.ts';
import { createTestClock } from '../../../../../test/clock.ts';
import { putContent } from '../../../../../test/content.ts';
import { addMember, addOrganization, addSpace, addUserToken } from '../../../../../test/factories.ts';
import { runJobs, startJob } from '../../../../../test/jobs.ts';
import { countWaiting } from '../../../../../test/locks.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../../../../../test/webhook-receiver.ts';
import type { UnitOfWork } from '../../../platform/access/transaction.ts';
import { emitEvent } from './emit-event.ts';
import { EVENT_TYPES } from './event-types.ts';
import { WEBHOOK_SWEEP } from './sweep.jobs.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

const clock = createTestClock();
let app: TestApp;
let receiver: WebhookReceiver;
beforeAll(async () => {
  app = await buildTestApp({ clock: clock.now, config: { allowPrivateNetworks: true } });
  receiver = await startWebhookReceiver();
});
afterAll(async () => {
  await receiver?.close();
  await app?.close();
});

const webhooks = () => `/v1/orgs/${app.organizationId}/webhooks`;

beforeEach(async () => {
  await app.context.db.deleteFrom('webhook').execute();
  await runJobs(app);
  receiver.requests.length = 0;
  receiver.answer = () => ({ status: 204 });
});

interface Webhook {
  id: string;
  secret: string;
  enabled: boolean;
}

async function addWebhook(body: object = {}): Promise<Webhook> {
  const response = await app.request('POST', webhooks(), {
    body: { title: 'A receiver', url: `${receiver.url}/hook`, events: EVENT_TYPES, ...body },
  });
  expect(response.statusCode, response.body).toBe(201);
  return response.json();
}

const readWebhook = async ({ id }: Webhook) => (await app.request('GET', `${webhooks()}/${id}`)).json();

interface Delivery {
  id: string;
  event: { type: string };
  state: string;
  attempts: { status?: number; response?: string; error?: string }[];
  nextAttemptAt?: string;
}

/** Oldest first. */
const listDeliveries = async ({ id }: Webhook, query = ''): Promise<Delivery[]> =>
  (await app.request('GET', `${webhooks()}/${id}/deliveries${query}`)).json().items.reverse();

const bodies = () => receiver.requests.map(({ body }) => JSON.parse(body));
const typesOf = (): string[] => bodies().map(({ type }) => type);

/** As a receiver checks it. */
function isSigned(request: { headers: Record<string, unknown>; body: string }, secret: string): boolean {
  const parts = String(request.headers['x-lectern-signature']).split(',');
  const time = parts.find((part) => part.startsWith('t='))?.slice(2);
  const expected = createHmac('sha256', secret).update(`${time}.${request.body}`).digest('hex');
  return parts.includes(`v1=${expected}`);
}

const pages = (...titles: string[]) =>
  Object.fromEntries(titles.map((title) => [`${title.toLowerCase()}.md`, `# ${title}\n`]));

async function addSpaceWithPages(): Promise<string> {
  const spaceId = await addSpace(app, { title: 'Handbook' });
  await putContent(app, spaceId, pages('A', 'B'));
  await runJobs(app);
  receiver.requests.length = 0;
  return spaceId;
}

describe('a webhook', () => {
  test('is created with a secret that is shown once', async () => {
    const created = await addWebhook({ events: ['page.created', 'page.created'] });
    expect(created).toMatchObject({
      object: 'webhook',
      title: 'A receiver',
      url: `${receiver.url}/hook`,
      events: ['page.created'],
      enabled: true,
      secret: expect.stringMatching(/^lcw_[\w-]{43}$/),
    });
    const { secret, ...shown } = created;
    expect(await readWebhook(created)).toEqual(shown);
    expect((await app.request('GET', webhooks())).json()).toEqual({ count: 1, items: [shown] });
    const stored = await app.context.db.selectFrom('webhook').selectAll().executeTakeFirstOrThrow();
    expect(JSON.stringify(stored)).not.toContain(secret);
    expect(stored.secret.includes(secret)).toBe(false);
  });

  test.each([
    ['url', { url: 'ftp://example.com' }],
    ['url', { url: 'not a URL' }],
    ['url', { url: 'https://me:secret@example.com' }],
    ['events', { events: [] }],
    ['events.0', { events: ['page.burned'] }],
    ['title', { title: '' }],
  ])('is refused with a wrong %s: %j', async (path, wrong) => {
    const right = { title: 'A', url: 'https://example.com', events: ['page.created'] };
    const refused = await app.request('POST', webhooks(), { body: { ...right, ...wrong } });
    expect(refused.statusCode).toBe(400);
    expect(refused.json().error.details).toMatchObject([{ path }]);
    const { id } = await addWebhook();
    expect((await app.request('PATCH', `${webhooks()}/${id}`, { body: wrong })).statusCode).toBe(400);
  });

  test('is one of at most twenty, also when they are created at once', async () => {
    const body = { title: 'A', url: 'https://example.com', events: ['page.created'] };
    const responses = await Promise.all(
      Array.from({ length: 25 }, () => app.request('POST', webhooks(), { body })),
    );
    const statuses = responses.map(({ statusCode }) => statusCode);
    expect(statuses.filter((status) => status === 201)).toHaveLength(20);
    expect(new Set(statuses)).toEqual(new Set([201, 409]));
    const first = (await app.request('GET', `${webhooks()}?limit=15`)).json();
    const rest = (await app.request('GET', `${webhooks()}?limit=15&page=${first.next.page}`)).json();
    expect([first.count, first.items.length, rest.items.length]).toEqual([20, 15, 5]);
  });

  test('is changed, and deleted with its deliveries', async () => {
    const webhook = await addWebhook();
    const url = `${webhooks()}/${webhook.id}`;
    const changed = await app.request('PATCH', url, { body: { title: 'B', events: ['page.moved'] } });
    expect(changed.json()).toMatchObject({ title: 'B', events: ['page.moved'], url: `${receiver.url}/hook` });
    await app.request('POST', `${url}/test`);
    expect((await app.request('DELETE', url)).statusCode).toBe(204);
    await runJobs(app);
    expect(receiver.requests).toEqual([]);
    for (const [method, path] of [
      ['GET', ''],
      ['PATCH', ''],
      ['DELETE', ''],
      ['POST', '/secret'],
      ['POST', '/test'],
      ['GET', '/deliveries'],
    ] as const) {
      const body = method === 'PATCH' ? { body: {} } : {};
      const missing = await app.request(method, `${url}${path}`, body);
      expect(missing.statusCode).toBe(404);
      expect(missing.json().error.reason).toBe('webhook-not-found');
    }
    expect(
      await app.context.db
        .selectFrom('job')
        .select('kind')
        .where('kind', '=', 'webhook-deliveries')
        .execute(),
    ).toEqual([]);
  });

  test('is not found in another organization, nor are its deliveries', async () => {
    const webhook = await addWebhook();
    const { id: deliveryId } = (await app.request('POST', `${webhooks()}/${webhook.id}/test`)).json();
    const other = await addOrganization(app);
    const token = await addUserToken(app, other.creatorId);
    const theirs = `/v1/orgs/${other.organizationId}/webhooks`;
    const { id: own } = (
      await app.request('POST', theirs, {
        token,
        body: { title: 'A', url: receiver.url, events: ['page.created'] },
      })
    ).json();
    for (const path of [
      webhook.id,
      `${webhook.id}/deliveries`,
      `${webhook.id}/deliveries/${deliveryId}`,
      `${own}/deliveries/${deliveryId}`,
    ])
      expect((await app.request('GET', `${theirs}/${path}`, { token })).statusCode, path).toBe(404);
    const again = `${theirs}/${own}/deliveries/${deliveryId}/redeliver`;
    expect((await app.request('POST', again, { token })).statusCode).toBe(404);
    const { token: creator } = await addMember(app, { role: 'create' });
    expect((await app.request('GET', webhooks(), { token: creator })).statusCode).toBe(403);
  });

  test('leaves audit events without its secret and the path of its address', async () => {
    const webhook = await addWebhook({ url: 'https://example.com/hooks/s3cr3t?key=hidden' });
    const url = `${webhooks()}/${webhook.id}`;
    await app.request('PATCH', url, { body: { title: 'Renamed' } });
    await app.request('PATCH', url, { body: { title: 'Renamed' } });
    await app.request('POST', `${url}/secret`);
    await app.request('DELETE', url);
    const events = await app.context.db
      .selectFrom('audit_event')
      .select(['action', 'payload', 'target_label'])
      .where('target_id', '=', webhook.id)
      .orderBy('event_id')
      .execute();
    expect(events.map(({ action }) => action)).toEqual([
      'webhook.created',
      'webhook.updated',
      'webhook.secret-rotated',
      'webhook.deleted',
    ]);
    expect(events[0]?.payload).toMatchObject({ after: { origin: 'https://example.com', enabled: true } });
    expect(JSON.stringify(events)).not.toMatch(/s3cr3t|hidden|lcw_/);
  });
});

describe('an event', () => {
  test('is sent signed, with ids, titles and addresses', async () => {
    const spaceId = await addSpaceWithPages();
    const { secret } = await addWebhook({ events: ['page.created'] });
    await putContent(app, spaceId, pages('A', 'B', 'C'));
    await runJobs(app);
    expect(receiver.requests).toHaveLength(1);
    const [request] = receiver.requests;
    expect(request).toMatchObject({ method: 'POST', path: '/hook' });
    expect(request?.headers).toMatchObject({
      'content-type': 'application/json',
      'x-lectern-event': 'page.created',
      'x-lectern-delivery': expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    expect(request && isSigned(request, secret)).toBe(true);
    expect(request && isSigned({ ...request, body: `${request.body} ` }, secret)).toBe(false);
    const { baseUrl } = app.context.config;
    const [body] = bodies();
    expect(body).toEqual({
      version: 1,
      id: expect.any(String),
      type: 'page.created',
      createdAt: clock.now().toISOString(),
      organization: app.organizationId,
      space: {
        id: spaceId,
        title: 'Handbook',
        urls: { location: `${baseUrl}/v1/spaces/${spaceId}`, app: `${baseUrl}/app/s/${spaceId}` },
      },
      actor: { type: 'system' },
      revision: expect.objectContaining({ id: expect.any(String), type: 'edits' }),
      page: {
        id: expect.any(String),
        type: 'document',
        title: 'C',
        path: 'c',
        urls: {
          location: `${baseUrl}/v1/spaces/${spaceId}/content/page/${body.page.id}`,
          app: `${baseUrl}/app/s/${spaceId}/${body.page.id}`,
        },
      },
    });
    const page = await app.request('GET', body.page.urls.location.slice(baseUrl.length));
    expect(page.json().title).toBe('C');
    const revision = await app.request('GET', body.revision.urls.location.slice(baseUrl.length));
    expect(revision.statusCode).toBe(200);
  });

  test('is what became of each page of a revision', async () => {
    const spaceId = await addSpace(app);
    const summary = (...lines: string[]) => `# Table of contents\n\n${lines.join('\n')}\n`;
    const first = ['* [A](a.md)', '* [B](b.md)', '* [F](f.md)', '* [C](c.md)', '* [D](d.md)'];
    await putContent(app, spaceId, { ...pages('A', 'B', 'C', 'D', 'F'), 'SUMMARY.md': summary(...first) });
    await addWebhook();
    const second = ['* [C](c.md)', '* [A](a.md)', '  * [B](b.md)', '* [F](f.md)', '* [E](e.md)'];
    await putContent(app, spaceId, {
      ...pages('A', 'B', 'C', 'E', 'F'),
      'a.md': '# A\n\nMore.\n',
      'SUMMARY.md': summary(...second),
    });
    await runJobs(app);
    const told = bodies().map(({ type, page, pages, changes, from }) => ({
      type,
      ...(page ? { title: page.title, path: page.path } : { pages }),
      ...(changes ? { changes } : {}),
      ...(from ? { from } : {}),
    }));
    expect(told).toEqual([
      { type: 'revision.created', pages: { created: 1, edited: 1, moved: 2, deleted: 1 } },
      { type: 'page.created', title: 'E', path: 'e' },
      { type: 'page.edited', title: 'A', path: 'a', changes: ['content'] },
      { type: 'page.moved', title: 'C', path: 'c' },
      { type: 'page.moved', title: 'B', path: 'a/b', from: 'b' },
      { type: 'page.deleted', title: 'D', path: 'd' },
    ]);
  });

  test('is sent of at most a hundred pages of a revision, and the others are counted', async () => {
    const spaceId = await addSpace(app);
    const webhook = await addWebhook();
    await putContent(app, spaceId, pages(...Array.from({ length: 120 }, (_, n) => `P${n}`)));
    await runJobs(app);
    expect(receiver.requests).toHaveLength(101);
    expect(bodies()[0].pages).toEqual({ created: 120, edited: 0, moved: 0, deleted: 0, withoutEvent: 20 });
    const delivered = await listDeliveries(webhook, '?limit=1000');
    expect(new Set(delivered.map(({ state }) => state))).toEqual(new Set(['delivered']));
  });

  test('is neither stored nor sent if no webhook wants it, or the transaction fails', async () => {
    const spaceId = await addSpaceWithPages();
    await addWebhook({ events: ['comment.created'] });
    await addWebhook({ enabled: false });
    await putContent(app, spaceId, pages('A', 'B', 'C'));
    await addWebhook();
    await app.request('PATCH', `/v1/spaces/${spaceId}`, { body: { editMode: 'locked' } });
    await expect(putContent(app, spaceId, pages('A'))).rejects.toThrow(/locked/);
    await runJobs(app);
    expect(receiver.requests).toEqual([]);
    const stored = await app.context.db
      .selectFrom('webhook_event')
      .selectAll()
      .where('space_id', '=', spaceId)
      .execute();
    expect(stored).toEqual([]);
  });

  test('of any type is emitted in a transaction, with the addresses of what it names, and short', async () => {
    const spaceId = await addSpaceWithPages();
    await addWebhook({ events: ['comment.created'] });
    const place = { organizationId: app.organizationId, spaceId };
    const comment = {
      type: 'comment.created' as const,
      payload: {
        comment: { id: 'c1' },
        changeRequest: { id: 'r1', number: 7, subject: `\ud800\u0000${'😀'.repeat(1000)}` },
      },
      actor: { kind: 'user' as const, userId: 'u1' },
      at: clock.now(),
    };
    await app.context.transact(async (unit) => {
      await emitEvent(unit, place, { ...comment, type: 'change_request.opened' });
      await emitEvent(unit, place, comment);
      await emitEvent(unit, place, comment);
    });
    const failing = app.context.transact(async (unit) => {
      await emitEvent(unit, place, comment);
      throw new Error('Something else failed.');
    });
    await expect(failing).rejects.toThrow('Something else failed.');
    await runJobs(app);
    expect(typesOf()).toEqual(['comment.created', 'comment.created']);
    const request = `${app.context.config.baseUrl}/v1/spaces/${spaceId}/change-requests/r1`;
    expect(bodies()[0]).toMatchObject({
      actor: { type: 'user', id: 'u1' },
      comment: { id: 'c1', urls: { location: `${request}/comments/c1` } },
      changeRequest: { id: 'r1', number: 7, urls: { location: request } },
    });
    expect(bodies()[0].changeRequest.subject).toBe(`\ufffd\ufffd${'😀'.repeat(498)}…`);
  });

  test('that is added while the job of its queue is about to end is sent, too', async () => {
    const spaceId = await addSpaceWithPages();
    await addWebhook({ events: ['comment.created'] });
    const place = { organizationId: app.organizationId, spaceId };
    const emit = (unit: UnitOfWork, id: string) =>
      emitEvent(unit, place, {
        type: 'comment.created',
        payload: { comment: { id } },
        actor: undefined,
        at: clock.now(),
      });
    await app.context.transact((unit) => emit(unit, 'first'));
    const jobs = await app.context.transact(async (unit) => {
      await emit(unit, 'second');
      const running = runJobs(app);
      await expect.poll(() => countWaiting(app)).toBe(1);
      expect(bodies().map(({ comment }) => comment.id)).toEqual(['first']);
      return { running };
    });
    await jobs.running;
    expect(bodies().map(({ comment }) => comment.id)).toEqual(['first', 'second']);
  });

  test('is sent to every webhook that wants it, under an id of its own and with the id of the event', async () => {
    const spaceId = await addSpaceWithPages();
    const [one, other] = [await addWebhook(), await addWebhook()];
    await putContent(app, spaceId, pages('A'));
    await runJobs(app);
    expect(typesOf().sort()).toEqual([
      'page.deleted',
      'page.deleted',
      'revision.created',
      'revision.created',
    ]);
    expect(new Set(bodies().map(({ id }) => id)).size).toBe(2);
    expect(new Set(receiver.requests.map(({ headers }) => headers['x-lectern-delivery'])).size).toBe(4);
    for (const { secret } of [one, other])
      expect(receiver.requests.filter((request) => isSigned(request, secret))).toHaveLength(2);
  });
});

describe('a delivery that fails', () => {
  test('is repeated after growing pauses under the same id, and given up in the end', async () => {
    const spaceId = await addSpaceWithPages();
    const webhook = await addWebhook({ events: ['revision.created'] });
    receiver.answer = () => ({ status: 500, body: 'No\u0000thing\u001b[31m works.' });
    await putContent(app, spaceId, pages('A'));
    await runJobs(app);
    for (const [count, pause] of [1, 5, 30, 120, 480].entries()) {
      expect(receiver.requests).toHaveLength(count + 1);
      clock.advance(pause * MINUTE_MS - 1);
      await runJobs(app);
      expect(receiver.requests).toHaveLength(count + 1);
      clock.advance(1);
      await runJobs(app);
    }
    expect(receiver.requests).toHaveLength(6);
    expect(new Set(receiver.requests.map(({ headers }) => headers['x-lectern-delivery'])).size).toBe(1);
    expect(new Set(receiver.requests.map(({ headers }) => headers['x-lectern-signature'])).size).toBe(6);
    const [delivery] = await listDeliveries(webhook);
    expect(delivery).toMatchObject({ state: 'failed', endedAt: clock.now().toISOString() });
    expect(delivery?.attempts).toHaveLength(6);
    expect(delivery?.attempts[0]).toMatchObject({ status: 500, response: 'No thing [31m works.' });
    clock.advance(DAY_MS);
    await runJobs(app);
    expect(receiver.requests).toHaveLength(6);
  });

  test('keeps the later events of its space waiting, in their order, and those of other spaces go on', async () => {
    const [one, other] = [await addSpaceWithPages(), await addSpaceWithPages()];
    const webhook = await addWebhook({ events: ['page.deleted', 'page.created'] });
    receiver.answer = ({ body }) => ({ status: JSON.parse(body).space.id === one ? 503 : 200 });
    await putContent(app, one, pages('A'));
    await runJobs(app);
    await putContent(app, one, pages('A', 'X'));
    await putContent(app, other, pages('B'));
    await runJobs(app);
    const seen = () =>
      bodies().map(({ space, type, page }) => [space.id === one ? 'one' : 'other', type, page.title]);
    expect(seen()).toEqual([
      ['one', 'page.deleted', 'B'],
      ['other', 'page.deleted', 'A'],
    ]);
    expect(await listDeliveries(webhook, '?state=waiting')).toHaveLength(2);
    receiver.requests.length = 0;
    receiver.answer = () => ({ status: 200 });
    clock.advance(MINUTE_MS);
    await runJobs(app);
    expect(seen()).toEqual([
      ['one', 'page.deleted', 'B'],
      ['one', 'page.created', 'X'],
    ]);
    expect(await app.context.db.selectFrom('webhook_queue').selectAll().execute()).toEqual([]);
  });

  test('without an answer keeps the deliveries of all spaces waiting for a minute', async () => {
    const spaces = [await addSpaceWithPages(), await addSpaceWithPages(), await addSpaceWithPages()];
    const webhook = await addWebhook({ events: ['revision.created'] });
    receiver.answer = () => 'cut';
    await putContent(app, spaces[0] as string, pages('A'));
    await runJobs(app);
    receiver.answer = () => ({ status: 200 });
    for (const spaceId of spaces) await putContent(app, spaceId, pages('B'));
    clock.advance(MINUTE_MS - 1);
    await runJobs(app);
    expect(receiver.requests).toHaveLength(1);
    clock.advance(1);
    await runJobs(app);
    expect(receiver.requests).toHaveLength(5);

    receiver.answer = () => 'cut';
    await putContent(app, spaces[0] as string, pages('C'));
    await runJobs(app);
    receiver.answer = () => ({ status: 200 });
    await putContent(app, spaces[1] as string, pages('C'));
    const [waiting] = (await listDeliveries(webhook, '?state=waiting')).slice(-1);
    await app.request('POST', `${webhooks()}/${webhook.id}/deliveries/${waiting?.id}/redeliver`);
    await runJobs(app);
    expect(bodies().at(-1).space.id).toBe(spaces[1]);
  });

  test('is one to which a redirect is answered, or nothing, or which leads nowhere', async () => {
    const webhook = await addWebhook();
    const url = `${webhooks()}/${webhook.id}`;
    const test = async () => {
      await app.request('POST', `${url}/test`);
      await runJobs(app);
      return (await listDeliveries(webhook)).at(-1);
    };
    receiver.answer = () => ({ status: 302, headers: { location: `${receiver.url}/elsewhere` } });
    expect(await test()).toMatchObject({ state: 'failed', attempts: [{ status: 302 }] });
    receiver.answer = () => 'cut';
    expect((await test())?.attempts[0]?.error).toContain('could not be reached');
    await app.request('PATCH', url, { body: { url: 'http://127.0.0.1:9/hook' } });
    expect((await test())?.attempts[0]?.error).toContain('refuses connections');
    expect(receiver.requests.map(({ path }) => path)).toEqual(['/hook', '/hook']);
  });

  test('keeps of the response its first kilobyte, without the secret', async () => {
    const { secret, id } = await addWebhook();
    receiver.answer = () => ({ status: 200, body: `${secret} ${'é'.repeat(100_000)}` });
    await app.request('POST', `${webhooks()}/${id}/test`);
    await runJobs(app);
    const [delivery] = await listDeliveries({ id, secret, enabled: true });
    expect(delivery?.attempts[0]?.response).toBe(`… ${'é'.repeat(1022)}`);
  });

  test('for three days disables the webhook, until an administrator enables it again', async () => {
    const spaceId = await addSpaceWithPages();
    const webhook = await addWebhook({ events: ['revision.created'] });
    receiver.answer = () => ({ status: 500 });
    for (let n = 0; n < 8; n += 1) {
      await putContent(app, spaceId, pages('A', `N${n}`));
      for (let hours = 0; hours < 12; hours += 1) {
        await runJobs(app);
        clock.advance(HOUR_MS);
      }
    }
    const disabled = await readWebhook(webhook);
    expect(disabled).toMatchObject({ enabled: false, failingSince: expect.any(String) });
    expect(disabled.disabledReason).toContain('No delivery has succeeded since');
    expect((await listDeliveries(webhook)).filter(({ state }) => state !== 'failed')).toEqual([]);
    const actions = await app.context.db
      .selectFrom('audit_event')
      .select(['action', 'actor_type'])
      .where('target_id', '=', webhook.id)
      .orderBy('event_id')
      .execute();
    expect(actions.at(-1)).toEqual({ action: 'webhook.disabled', actor_type: 'system' });
    receiver.answer = () => ({ status: 200 });
    const url = `${webhooks()}/${webhook.id}`;
    const [delivery] = await listDeliveries(webhook);
    const refused = await app.request('POST', `${url}/deliveries/${delivery?.id}/redeliver`);
    expect(refused.json().error).toMatchObject({ code: 409, reason: 'webhook-disabled' });
    const enabled = (await app.request('PATCH', url, { body: { enabled: true } })).json();
    expect(enabled.enabled).toBe(true);
    expect(enabled.disabledReason ?? enabled.failingSince).toBeUndefined();
  });

  test('with 410 disables the webhook at once, and a success forgets earlier failures', async () => {
    const spaceId = await addSpaceWithPages();
    const webhook = await addWebhook({ events: ['revision.created'] });
    receiver.answer = () => ({ status: 500 });
    await putContent(app, spaceId, pages('A'));
    await runJobs(app);
    expect((await readWebhook(webhook)).failingSince).toBe(clock.now().toISOString());
    receiver.answer = () => ({ status: 200 });
    clock.advance(MINUTE_MS);
    await runJobs(app);
    expect((await readWebhook(webhook)).failingSince).toBeUndefined();
    receiver.answer = () => ({ status: 410 });
    await putContent(app, spaceId, pages('B'));
    await putContent(app, spaceId, pages('A'));
    await runJobs(app);
    expect(await readWebhook(webhook)).toMatchObject({
      enabled: false,
      disabledReason: 'The receiver returned 410 Gone.',
    });
    expect(receiver.requests).toHaveLength(3);
  });
});

describe('a private address', () => {
  test('is not contacted unless the operator allows it', async () => {
    const guarded = await buildTestApp({ clock: clock.now });
    try {
      const organization = `/v1/orgs/${guarded.organizationId}/webhooks`;
      for (const url of [receiver.url, receiver.url.replace('127.0.0.1', 'localhost')]) {
        const body = { title: 'A', url, events: ['page.created'] };
        const { id } = (await guarded.request('POST', organization, { body })).json();
        const { urls } = (await guarded.request('POST', `${organization}/${id}/test`)).json();
        await runJobs(guarded);
        const delivery = (await guarded.request('GET', new URL(urls.location).pathname)).json();
        expect(delivery.state).toBe('failed');
        expect(delivery.attempts[0].error).toContain('leads to a private or local address');
      }
      expect(receiver.requests).toEqual([]);
    } finally {
      await guarded.close();
    }
  });
});

describe('a rotated secret', () => {
  test('signs beside the former one for a day, and then alone', async () => {
    const webhook = await addWebhook();
    const url = `${webhooks()}/${webhook.id}`;
    const send = async () => {
      await app.request('POST', `${url}/test`);
      await runJobs(app);
      const request = receiver.requests.at(-1);
      return (secret: string) => request !== undefined && isSigned(request, secret);
    };
    const rotated = (await app.request('POST', `${url}/secret`)).json();
    expect(rotated.secret).not.toBe(webhook.secret);
    expect(rotated.previousSecretUntil).toBe(new Date(clock.now().getTime() + DAY_MS).toISOString());
    clock.advance(DAY_MS - 1000);
    const both = await send();
    expect([both(webhook.secret), both(rotated.secret)]).toEqual([true, true]);
    clock.advance(1000);
    const alone = await send();
    expect([alone(webhook.secret), alone(rotated.secret)]).toEqual([false, true]);
    expect((await readWebhook(webhook)).previousSecretUntil).toBeUndefined();
  });
});

describe('a secret that is stored under a former secret of the instance', () => {
  test('signs on, and is stored under the present one within an hour', async () => {
    const { secret, id } = await addWebhook();
    await app.request('POST', `${webhooks()}/${id}/secret`);
    const [former] = app.context.config.secrets as [string];
    const deliver = async (secrets: string[]) => {
      const rotated = await buildTestApp({ beside: app, config: { secrets, allowPrivateNetworks: true } });
      await startJob(rotated, WEBHOOK_SWEEP);
      await rotated.request('POST', `${webhooks()}/${id}/test`);
      await runJobs(rotated);
      clock.advance(HOUR_MS);
      await runJobs(rotated);
      await rotated.close();
      const request = receiver.requests.at(-1);
      return request !== undefined && isSigned(request, secret);
    };
    expect(await deliver(['a new secret of the instance', former])).toBe(true);
    expect(await deliver(['a new secret of the instance'])).toBe(true);
    expect(receiver.requests).toHaveLength(2);
  });
});

describe('a delivery', () => {
  test('is shown with what was sent, and sent again under the same id', async () => {
    const spaceId = await addSpaceWithPages();
    const webhook = await addWebhook({ events: ['revision.created'] });
    await putContent(app, spaceId, pages('A'));
    await runJobs(app);
    const [delivery] = await listDeliveries(webhook);
    const url = `${webhooks()}/${webhook.id}/deliveries/${delivery?.id}`;
    const details = (await app.request('GET', url)).json();
    expect(details).toMatchObject({ object: 'webhook-delivery', state: 'delivered', space: spaceId });
    expect(details.payload).toEqual(bodies()[0]);
    const again = await app.request('POST', `${url}/redeliver`);
    expect(again.statusCode).toBe(202);
    expect(again.json()).toMatchObject({ state: 'waiting', nextAttemptAt: clock.now().toISOString() });
    await runJobs(app);
    const [first, second] = receiver.requests;
    expect(second?.headers['x-lectern-delivery']).toBe(first?.headers['x-lectern-delivery']);
    expect(second?.body).toBe(first?.body);
    expect((await app.request('GET', url)).json().attempts).toHaveLength(2);
  });

  test('that waits for its next attempt is attempted now when it is sent again', async () => {
    const spaceId = await addSpaceWithPages();
    const webhook = await addWebhook({ events: ['revision.created'] });
    receiver.answer = () => ({ status: 500 });
    await putContent(app, spaceId, pages('A'));
    await runJobs(app);
    receiver.answer = () => ({ status: 200 });
    const [delivery] = await listDeliveries(webhook);
    await app.request('POST', `${webhooks()}/${webhook.id}/deliveries/${delivery?.id}/redeliver`);
    await runJobs(app);
    expect((await listDeliveries(webhook))[0]).toMatchObject({ state: 'delivered' });
    clock.advance(DAY_MS);
    await runJobs(app);
    expect(receiver.requests).toHaveLength(2);
  });

  test('of a test is made once, also of a disabled webhook', async () => {
    const webhook = await addWebhook({ enabled: false });
    receiver.answer = () => ({ status: 500 });
    const sent = await app.request('POST', `${webhooks()}/${webhook.id}/test`);
    expect(sent.statusCode).toBe(202);
    await runJobs(app);
    clock.advance(DAY_MS);
    await runJobs(app);
    expect(typesOf()).toEqual(['webhook.test']);
    expect(bodies()[0]).toMatchObject({
      webhook: { id: webhook.id, title: 'A receiver' },
      actor: { type: 'user' },
    });
    const { pathname } = new URL(sent.json().urls.location);
    expect((await app.request('GET', pathname)).json().state).toBe('failed');
  });

  test('of a test neither counts as a failure of the webhook nor ends one', async () => {
    const spaceId = await addSpaceWithPages();
    const webhook = await addWebhook({ events: ['revision.created'] });
    const sendTest = async () => {
      await app.request('POST', `${webhooks()}/${webhook.id}/test`);
      await runJobs(app);
      return (await listDeliveries(webhook)).at(-1);
    };
    receiver.answer = () => 'cut';
    expect(await sendTest()).toMatchObject({ state: 'failed', attempts: [{ error: expect.any(String) }] });
    receiver.answer = () => ({ status: 410 });
    clock.advance(4 * DAY_MS);
    expect(await sendTest()).toMatchObject({ state: 'failed', attempts: [{ status: 410 }] });
    const healthy = await readWebhook(webhook);
    expect(healthy.enabled).toBe(true);
    expect(healthy.failingSince).toBeUndefined();

    receiver.answer = () => ({ status: 500 });
    const failingSince = clock.now().toISOString();
    await putContent(app, spaceId, pages('A'));
    await runJobs(app);
    receiver.answer = () => ({ status: 200 });
    expect(await sendTest()).toMatchObject({ state: 'delivered' });
    expect(await readWebhook(webhook)).toMatchObject({ enabled: true, failingSince });
  });

  test('of a test that gets no answer does not keep events waiting', async () => {
    const spaceId = await addSpaceWithPages();
    const webhook = await addWebhook({ events: ['revision.created'] });
    receiver.answer = () => 'cut';
    await app.request('POST', `${webhooks()}/${webhook.id}/test`);
    await runJobs(app);
    receiver.answer = () => ({ status: 200 });
    await putContent(app, spaceId, pages('A'));
    await runJobs(app);
    expect(typesOf()).toEqual(['webhook.test', 'revision.created']);
  });

  test('that waits while the webhook is disabled fails, and is not sent later', async () => {
    const spaceId = await addSpaceWithPages();
    const webhook = await addWebhook({ events: ['revision.created'] });
    await putContent(app, spaceId, pages('A'));
    await app.request('PATCH', `${webhooks()}/${webhook.id}`, { body: { enabled: false } });
    await app.request('PATCH', `${webhooks()}/${webhook.id}`, { body: { enabled: true } });
    await runJobs(app);
    expect(receiver.requests).toEqual([]);
    expect(await listDeliveries(webhook)).toMatchObject([{ state: 'failed', attempts: [] }]);
  });

  test('is deleted after thirty days', async () => {
    const webhook = await addWebhook();
    await startJob(app, WEBHOOK_SWEEP);
    await app.request('POST', `${webhooks()}/${webhook.id}/test`);
    await runJobs(app);
    clock.advance(30 * DAY_MS - HOUR_MS);
    await runJobs(app);
    expect(await listDeliveries(webhook)).toHaveLength(1);
    clock.advance(2 * HOUR_MS);
    await runJobs(app);
    expect(await listDeliveries(webhook)).toEqual([]);
  });

  test('whose job was lost gets another', async () => {
    const webhook = await addWebhook();
    await app.request('POST', `${webhooks()}/${webhook.id}/test`);
    await app.context.db.deleteFrom('job').where('kind', '=', 'webhook-deliveries').execute();
    await startJob(app, WEBHOOK_SWEEP);
    clock.advance(HOUR_MS);
    await runJobs(app);
    expect(receiver.requests).toHaveLength(1);
  });
});
