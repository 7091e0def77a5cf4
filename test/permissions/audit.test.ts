import { readFileSync } from 'node:fs';
import { fastify } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AuditAction } from '../../apps/server/domains/core/audit/actions.ts';
import {
  type AuditDeclaration,
  type AuditedRoute,
  requireAuditDeclarations,
} from '../../apps/server/domains/core/audit/declared-audit.ts';
import type { Method } from '../app.ts';
import { addMember } from '../factories.ts';
import { AUDITED, type Audited } from './audited-calls.ts';
import { CALLS } from './calls.ts';
import type { Named } from './resources.ts';
import { keyOf, parametersOf, queryOf } from './send.ts';
import { prepareSetup, type Setup } from './setup.ts';

let setup: Setup;
let table: AuditedRoute[];
beforeAll(async () => {
  setup = await prepareSetup();
  table = setup.app.app.auditTable;
});
afterAll(() => setup?.close());

const ADDRESS = '192.0.2.77';
const ROOT = new URL('../../', import.meta.url);

const declaredActions = (audit: AuditDeclaration): readonly AuditAction[] =>
  typeof audit === 'string' ? [audit] : 'none' in audit ? [] : audit;

test('every route that declares audit actions has a call or tests here, and no other route has', () => {
  const declaring = table.filter(({ audit }) => declaredActions(audit).length > 0).map(keyOf);
  expect(Object.keys(AUDITED).sort()).toEqual(declaring.sort());
});

test('a route whose call is not made here names a test file that checks one of its actions', () => {
  for (const route of table) {
    const file = AUDITED[keyOf(route)];
    if (typeof file !== 'string') continue;
    const text = readFileSync(new URL(file, ROOT), 'utf8');
    expect(
      declaredActions(route.audit).some((action) => text.includes(action)),
      `${file} checks no action of ${keyOf(route)}`,
    ).toBe(true);
  }
});

test.each(['POST', 'PUT', 'PATCH', 'DELETE'])(
  'a route with %s without a declaration stops the boot',
  (method) => {
    const server = fastify();
    const declared = requireAuditDeclarations(server);
    const add = (url: string, config: object) =>
      server.route({ method, url, config, handler: () => undefined });
    expect(() => add('/v1/shelf', {})).toThrow(`${method} /v1/shelf declares no audit action`);
    add('/v1/book', { audit: 'team.created' });
    expect(declared).toEqual([{ method, url: '/v1/book', audit: 'team.created' }]);
  },
);

interface Event {
  action: string;
  actorId: string;
  source: string;
  address: string | null;
  targetId: string;
}

async function listEvents(): Promise<Map<string, Event>> {
  const rows = await setup.app.context.db
    .selectFrom('audit_event')
    .select(['organization_id', 'event_id', 'action', 'actor_id', 'source', 'address', 'target_id'])
    .orderBy('event_id')
    .execute();
  return new Map(
    rows.map((row) => [
      `${row.organization_id} ${row.event_id}`,
      {
        action: row.action,
        actorId: row.actor_id,
        source: row.source,
        address: row.address,
        targetId: row.target_id,
      },
    ]),
  );
}

const audited = Object.entries(AUDITED).filter(
  (entry): entry is [string, Audited] => typeof entry[1] === 'object',
);

describe('a call that changes people or access is told by as many events as it makes changes', () => {
  test.each(audited)('%s', async (key, { actions, prepare, targetOf, isForgotten }) => {
    const { app, own } = setup;
    const [method, url] = key.split(' ') as [Method, string];
    const administrator = await addMember(app, { role: 'admin' });
    const call = CALLS[key];
    const usual = await call?.name?.(setup, { ...administrator, name: '', role: 'admin', scope: 'admin' });
    const prepared = (await prepare?.(setup, administrator)) ?? {};
    const named: Named = { ...own, ...usual, ...prepared.named };
    const body = prepared.body ?? call?.body?.(setup);
    const query = queryOf(setup, call);
    const caller = prepared.caller ?? administrator;
    const before = await listEvents();

    const response = await app.server.inject({
      method,
      url: `${url.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(named[name] as string))}${query ? `?${query}` : ''}`,
      remoteAddress: ADDRESS,
      headers: caller.token === null ? {} : { authorization: `Bearer ${caller.token}` },
      ...(body ? { payload: body } : {}),
    });
    expect(response.statusCode, response.body).toBeLessThan(300);

    const events = [...(await listEvents())].flatMap(([id, event]) => (before.has(id) ? [] : [event]));
    const shown: unknown = response.body === '' ? undefined : response.json();
    const made = response.statusCode === 201 ? (shown as { id: string }).id : undefined;
    const last = named[parametersOf(url).at(-1) ?? ''];
    const told = {
      actorId: caller.userId,
      source: 'api',
      address: isForgotten ? null : ADDRESS,
      targetId: prepared.target ?? targetOf?.({ answer: shown, named }) ?? made ?? last,
    };
    expect(events).toEqual(actions.map((action) => ({ action, ...told })));
    const route = table.find((one) => keyOf(one) === key);
    expect(declaredActions(route?.audit ?? [])).toEqual(expect.arrayContaining(actions));
    await call?.undo?.(setup);
  });
});
