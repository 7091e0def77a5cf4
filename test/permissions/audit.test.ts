import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RouteAccess } from '../../src/access/authorize.ts';
import type { Method } from '../app.ts';
import { addMember } from '../factories.ts';
import { AUDITED, type Audited } from './audited-calls.ts';
import { CALLS } from './calls.ts';
import { type Ground, prepareGround } from './ground.ts';
import type { Named } from './resources.ts';
import { keyOf, parametersOf } from './send.ts';

let ground: Ground;
let table: RouteAccess[];
beforeAll(async () => {
  ground = await prepareGround();
  table = ground.app.app.accessTable;
});
afterAll(() => ground?.close());

const ADDRESS = '192.0.2.77';
const SAFE = ['GET', 'HEAD', 'OPTIONS'];

test('of every call of the API that changes something it is said what the audit tells', () => {
  const changing = table
    .filter(({ method, url }) => url.startsWith('/v1/') && !SAFE.includes(method))
    .map(keyOf);
  expect(
    changing.filter((key) => !AUDITED[key]),
    'are missing in test/permissions/audited-calls.ts',
  ).toEqual([]);
  expect(Object.keys(AUDITED).filter((key) => !changing.includes(key))).toEqual([]);
});

interface Event {
  action: string;
  actorId: string;
  source: string;
  address: string | null;
  targetId: string;
}

async function listEvents(): Promise<Map<string, Event>> {
  const rows = await ground.app.context.db
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
    const { app, own } = ground;
    const [method, url] = key.split(' ') as [Method, string];
    const administrator = await addMember(app, { role: 'admin' });
    const call = CALLS[key];
    const usual = await call?.name?.(ground, { ...administrator, name: '', role: 'admin', scope: 'admin' });
    const prepared = (await prepare?.(ground, administrator)) ?? {};
    const named: Named = { ...own, ...usual, ...prepared.named };
    const body = prepared.body ?? call?.body?.(ground);
    const caller = prepared.caller ?? administrator;
    const before = await listEvents();

    const answer = await app.server.inject({
      method,
      url: url.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(named[name] as string)),
      remoteAddress: ADDRESS,
      headers: caller.token === null ? {} : { authorization: `Bearer ${caller.token}` },
      ...(body ? { payload: body } : {}),
    });
    expect(answer.statusCode, answer.body).toBeLessThan(300);

    const events = [...(await listEvents())].flatMap(([id, event]) => (before.has(id) ? [] : [event]));
    const shown: unknown = answer.body === '' ? undefined : answer.json();
    const made = answer.statusCode === 201 ? (shown as { id: string }).id : undefined;
    const last = named[parametersOf(url).at(-1) ?? ''];
    const told = {
      actorId: caller.userId,
      source: 'api',
      address: isForgotten ? null : ADDRESS,
      targetId: prepared.target ?? targetOf?.({ answer: shown, named }) ?? made ?? last,
    };
    expect(events).toEqual(actions.map((action) => ({ action, ...told })));
    await call?.undo?.(ground);
  });
});
