import { newId } from '@lectern/std/ids';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../../test/app.ts';
import { createTestClock } from '../../../../../test/clock.ts';
import { addMember, addOrganization, addServiceToken, addUserToken } from '../../../../../test/factories.ts';
import { BY_OPERATOR, type Cause } from '../../../platform/access/cause.ts';
import { newToken } from '../../../platform/access/token.ts';
import { AUDIT_ACTIONS, type AuditAction } from './actions.ts';
import { type NewEvent, recordEvents } from './record-event.ts';

const clock = createTestClock(new Date('2030-01-01T00:00:00.000Z'));
let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp({ clock: clock.now });
});
afterAll(() => app.close());

interface EventItem {
  id: string;
  action: string;
  occurredAt: string;
  actor: { type: string; id: string; label?: string };
  target: { type: string; id: string; label?: string };
}

/** Creates a separate organization with an administrator and an empty audit. */
async function newOrganization() {
  const { organizationId, creatorId } = await addOrganization(app);
  const token = await addUserToken(app, creatorId);
  await app.context.db.deleteFrom('audit_event').where('organization_id', '=', organizationId).execute();
  const url = `/v1/orgs/${organizationId}/audit-events`;
  return {
    organizationId,
    creatorId,
    token,
    url,
    read: async (query = '') => {
      const response = await app.request('GET', `${url}${query}`, { token });
      expect(response.statusCode, response.body).toBe(200);
      return response.json() as { next?: { page: string }; count?: number; items: EventItem[] };
    },
    /** Records events with the current time; the target defaults to the organization. */
    record: (...events: Partial<NewEvent>[]) =>
      app.context.transact(({ trx }) =>
        recordEvents(
          trx,
          events.map((event) => ({
            organizationId,
            cause: BY_OPERATOR,
            action: 'organization.updated' as const,
            target: { type: 'organization' as const, id: organizationId },
            at: clock.now(),
            ...event,
          })),
        ),
      ),
  };
}

const by = (userId: string): Cause => ({
  actor: { kind: 'user', userId },
  source: 'api',
  address: '192.0.2.7',
});

describe('an event', () => {
  test('shows who changed what, when and from where, with the state before and after', async () => {
    const { creatorId, read, record, organizationId, token } = await newOrganization();
    await record({
      cause: by(creatorId),
      action: 'member.updated',
      target: { type: 'member', id: creatorId, label: 'Ada' },
      payload: { before: { role: 'read' }, after: { role: null } },
    });
    const { items } = await read();
    const [item] = items as [EventItem & { urls: { location: string } }];
    expect(item).toEqual({
      object: 'audit-event',
      id: expect.any(String),
      occurredAt: '2030-01-01T00:00:00.000Z',
      action: 'member.updated',
      actor: { type: 'user', id: creatorId, label: 'Somebody' },
      source: 'api',
      target: { type: 'member', id: creatorId, label: 'Ada' },
      urls: { location: `http://127.0.0.1:3000/v1/orgs/${organizationId}/audit-events/${item.id}` },
    });
    const details = await app.request('GET', new URL(item.urls.location).pathname, { token });
    expect(details.json()).toEqual({
      ...item,
      schemaVersion: 1,
      payload: { before: { role: 'read' }, after: { role: null }, address: '192.0.2.7' },
    });
  });

  test('of a service account tells of an integration, of the operator of the system', async () => {
    const { organizationId, read, record } = await newOrganization();
    const secret = await addServiceToken(app, { role: 'admin', organizationId });
    const actor = await app.context.pointers.tokens.find(secret);
    await app.context.db.deleteFrom('audit_event').where('organization_id', '=', organizationId).execute();
    await record({ cause: { actor, source: 'ui', address: null } }, { cause: BY_OPERATOR });
    const [operator, service] = (await read()).items;
    expect(service?.actor).toEqual({ type: 'integration', id: actor?.tokenId, label: 'Token of a test' });
    expect(operator).toMatchObject({ actor: { type: 'system', id: 'system' }, source: 'script' });
  });

  test('keeps the name that its actor had then', async () => {
    const { creatorId, read, record, token } = await newOrganization();
    await record({ cause: by(creatorId) });
    await app.request('PATCH', '/v1/users/me', { token, body: { displayName: 'Renamed' } });
    const [renamed, before] = (await read()).items;
    expect([before?.actor.label, renamed?.actor.label]).toEqual(['Somebody', 'Renamed']);
  });

  test('holds no secret that a change was about', async () => {
    const { read, record, url, token } = await newOrganization();
    const secret = newToken();
    await record({ payload: { after: { title: `A ${secret}`, token: secret, password: 'p' } } });
    const [item] = (await read()).items;
    const details = await app.request('GET', `${url}/${item?.id}`, { token });
    expect(details.json().payload).toEqual({ after: { title: 'A …' } });
    const [row] = await app.database.sql`select payload from audit_event where event_id = ${item?.id ?? ''}`;
    expect(JSON.stringify(row)).not.toContain(secret);
  });

  test('with text that the database refuses is recorded without it', async () => {
    const { read, record } = await newOrganization();
    await record({ payload: { after: { title: 'a\0b \ud800' } } });
    expect((await read()).items).toHaveLength(1);
  });

  test('is 404 for an unknown or malformed id, and below another organization', async () => {
    const { url, record, read, token } = await newOrganization();
    await record({});
    const [item] = (await read()).items;
    for (const id of [newId(), 'x']) {
      expect((await app.request('GET', `${url}/${id}`, { token })).statusCode).toBe(404);
    }
    const elsewhere = `/v1/orgs/${app.organizationId}/audit-events/${item?.id}`;
    expect((await app.request('GET', elsewhere)).statusCode).toBe(404);
  });
});

describe('the list of events', () => {
  test('shows the newest first, page by page, also those of one moment, each once', async () => {
    const { read, record } = await newOrganization();
    const actions = Object.keys(AUDIT_ACTIONS).slice(0, 25) as AuditAction[];
    await record(...actions.slice(0, 12).map((action) => ({ action })));
    clock.advance(1);
    await record(...actions.slice(12).map((action) => ({ action })));
    const first = await read();
    expect([first.items.length, first.count]).toEqual([20, 25]);
    const seen: string[] = [];
    for (let page: string | undefined = ''; page !== undefined; ) {
      const list: Awaited<ReturnType<typeof read>> = await read(`?limit=4${page && `&page=${page}`}`);
      expect(list.count).toBe(25);
      seen.push(...list.items.map(({ action }) => action));
      page = list.next && encodeURIComponent(list.next.page);
    }
    expect(seen).toEqual([...actions].reverse());
  });

  test('has those of one action, actor, target, or time, and of all of these together', async () => {
    const { creatorId, read, record, organizationId } = await newOrganization();
    const teamId = newId();
    const start = clock.now().getTime();
    const at = (seconds: number) => new Date(start + seconds * 1000);
    const team = { type: 'team' as const, id: teamId };
    await record(
      { action: 'team.created', target: team, at: at(0), cause: by(creatorId) },
      { action: 'team.updated', target: team, at: at(1) },
      { action: 'team.updated', target: team, at: at(2), cause: by(creatorId) },
      { action: 'organization.updated', at: at(3), cause: by(creatorId) },
    );
    const ask = async (filter: Record<string, string>) => {
      const list = await read(`?${new URLSearchParams(filter)}`);
      expect(list.count).toBe(list.items.length);
      return list.items.map(({ occurredAt }) => (Date.parse(occurredAt) - start) / 1000);
    };
    expect(await ask({ action: 'team.updated' })).toEqual([2, 1]);
    expect(await ask({ action: 'team' })).toEqual([]);
    expect(await ask({ actor: creatorId })).toEqual([3, 2, 0]);
    expect(await ask({ actor: 'system' })).toEqual([1]);
    expect(await ask({ target: teamId })).toEqual([2, 1, 0]);
    expect(await ask({ target: organizationId })).toEqual([3]);
    expect(await ask({ from: at(1).toISOString() })).toEqual([3, 2, 1]);
    expect(await ask({ to: at(1).toISOString() })).toEqual([1, 0]);
    expect(await ask({ from: at(1).toISOString(), to: at(2).toISOString() })).toEqual([2, 1]);
    const all = { action: 'team.updated', actor: creatorId, target: teamId, from: at(1).toISOString() };
    expect(await ask(all)).toEqual([2]);
    expect(await ask({ ...all, to: at(1).toISOString() })).toEqual([]);
  });

  test('says how many there are up to ten thousand, and is silent beyond', async () => {
    const { read, organizationId } = await newOrganization();
    const fill = (count: number) => app.database.sql`
      insert into audit_event (organization_id, event_id, occurred_at, action, actor_type, actor_id, source,
        target_type, target_id, payload)
      select ${organizationId}, gen_random_uuid(), now(), 'team.created', 'system', 'system', 'api', 'team', 'x', '{}'
      from generate_series(1, ${count}::int)`;
    await fill(10_000);
    expect((await read('?limit=1')).count).toBe(10_000);
    await fill(1);
    const list = await read('?limit=1');
    expect(list).not.toHaveProperty('count');
    expect(list.next).toBeDefined();
    expect((await read('?limit=1&action=team.deleted')).count).toBe(0);
  });

  test('refuses limits, times and pages that are none', async () => {
    const { url, token, read, record } = await newOrganization();
    await record({}, {});
    const pathOf = async (query: string, at = url, by = token) => {
      const response = await app.request('GET', `${at}?${query}`, { token: by });
      expect(response.statusCode).toBe(400);
      return response.json().error.details[0].path;
    };
    for (const limit of [0, 101, 'x']) expect(await pathOf(`limit=${limit}`)).toBe('limit');
    for (const field of ['from', 'to']) {
      expect(await pathOf(`${field}=yesterday`)).toBe(field);
      expect(await pathOf(`${field}=2030-12-31T23:59:60Z`)).toBe(field);
    }
    const page = encodeURIComponent((await read('?limit=1')).next?.page as string);
    expect(await pathOf(`page=${page}&action=team.created`)).toBe('page');
    const own = `/v1/orgs/${app.organizationId}/audit-events`;
    expect(await pathOf(`page=${page}`, own, app.adminToken)).toBe('page');
    expect((await app.request('GET', `${url}?actor=%00`, { token })).statusCode).toBe(400);
  });

  test('is for administrators with the scope “admin”, and of their organization alone', async () => {
    const url = `/v1/orgs/${app.organizationId}/audit-events`;
    const { token: creator } = await addMember(app, { role: 'create' });
    const { userId } = await addMember(app, { role: 'admin' });
    const narrow = await addUserToken(app, userId, { scopes: ['read', 'write'] });
    const { token: stranger } = await newOrganization();
    for (const path of [url, `/v1/orgs/${app.organizationId}/audit-event-actions`]) {
      expect((await app.request('GET', path)).statusCode).toBe(200);
      for (const [token, status] of [
        [creator, 403],
        [narrow, 403],
        [stranger, 404],
        [null, 401],
      ] as const)
        expect((await app.request('GET', path, { token })).statusCode).toBe(status);
    }
  });
});

test('every kind of event is listed with what people call it', async () => {
  const { items } = (await app.request('GET', `/v1/orgs/${app.organizationId}/audit-event-actions`)).json();
  expect(items).toContainEqual({
    object: 'audit-event-action',
    id: 'member.removed',
    label: 'Member removed',
  });
  expect(items.map(({ id }: { id: string }) => id)).toEqual(Object.keys(AUDIT_ACTIONS));
});
