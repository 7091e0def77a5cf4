import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RouteAccess } from '../../src/access/authorize.ts';
import { addMember } from '../factories.ts';
import { type Caller, settle, withToken } from './callers.ts';
import { CALLS, type Call } from './calls.ts';
import { EXPECTATIONS } from './expectations.ts';
import { type Expectation, expectedRefusal, type Parts, parseExpectation } from './expected-status.ts';
import { type Ground, prepareGround } from './ground.ts';
import { keepSessions } from './people.ts';
import { keyOf, send, sendCall } from './send.ts';

let ground: Ground;
let table: RouteAccess[];
beforeAll(async () => {
  ground = await prepareGround();
  table = ground.app.app.accessTable;
});
afterAll(() => ground?.close());

/** As many calls at once as the app has connections. */
const AT_ONCE = 5;

/** They tell whether it has the access of its GET: the rest of the answer is made by the same code. */
const CALLERS_OF_HEAD = new Set([
  'admin',
  'read',
  'guest without a grant',
  'guest granted read',
  'admin of another organization',
  'revoked token',
  'nobody',
]);

const partsOf = (key: string): Parts =>
  parseExpectation(EXPECTATIONS[key] as Exclude<Expectation, 'everyone'>);

test('who may call what', async () => {
  const lines = table
    .filter(({ method }) => method !== 'HEAD')
    .map(
      ({ method, url, access, isForSession }) =>
        `${method.padEnd(6)} ${url.padEnd(92)} ${access}${isForSession ? ', signed in' : ''}`,
    )
    .sort((one, other) => (one.slice(7) < other.slice(7) ? -1 : 1));
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('access-table.txt');
});

test('it is said of every route who may call it, and how, and of nothing else', () => {
  const routes = [...new Set(table.map(keyOf))];
  expect(
    routes.filter((route) => !EXPECTATIONS[route]),
    'are missing in test/permissions/expectations.ts',
  ).toEqual([]);
  expect(Object.keys(EXPECTATIONS).filter((route) => !routes.includes(route))).toEqual([]);
  const needed = routes.filter((route) => EXPECTATIONS[route] !== 'everyone');
  expect(
    needed.filter((route) => !CALLS[route]),
    'are missing in test/permissions/calls.ts',
  ).toEqual([]);
  expect(Object.keys(CALLS).filter((route) => !needed.includes(route))).toEqual([]);
});

test('pages know the cookie alone', () => {
  for (const { url, access, isForSession, method } of table) {
    const isPage = url === '/app' || url.startsWith('/app/');
    expect(isForSession ?? false, `${method} ${url}`).toBe(isPage && access !== 'public');
  }
});

async function callAs(
  key: string,
  one: RouteAccess,
  caller: Caller,
): Promise<[expected: number, seen: number]> {
  const call = CALLS[key] as Call;
  const named = { ...ground.own, ...(await call.name?.(ground, caller)) };
  await settle(ground.app, caller, named, partsOf(key));
  const isSelf = named.userId === 'me' || named.userId === caller.userId;
  const refusal = expectedRefusal(partsOf(key), caller, { isSelf, isDeleted: call.isDeleted ?? false });
  const beyond = call.refusal?.(caller) ?? (caller.isService ? call.statusForService : undefined);
  const restore = call.endsSessions && (await keepSessions(ground.app));
  const status = await sendCall(ground, one, caller, named);
  if (restore) await restore();
  await call.undo?.(ground);
  return [refusal ?? beyond ?? call.status, status];
}

describe('every route, called by everybody', () => {
  test.each(Object.keys(CALLS))('%s', async (key) => {
    const routes = table.filter((one) => keyOf(one) === key);
    expect(routes.length).toBeGreaterThan(0);
    const seen: Record<string, number> = {};
    const expected: Record<string, number> = {};
    const queue = routes.flatMap((one) =>
      ground.callers
        .filter(({ name }) => one.method !== 'HEAD' || CALLERS_OF_HEAD.has(name))
        .map((caller) => ({ one, caller })),
    );
    const work = async (): Promise<void> => {
      for (let next = queue.shift(); next; next = queue.shift()) {
        const { one, caller } = next;
        const name = `${one.method} as ${caller.name}`;
        [expected[name], seen[name]] = await callAs(key, one, caller);
      }
    };
    await Promise.all(Array.from({ length: CALLS[key]?.undo ? 1 : AT_ONCE }, work));
    expect(seen).toEqual(expected);
  });
});

const routesThat = (isMeant: (parts: Parts) => boolean): string[] =>
  Object.keys(CALLS).filter((key) => EXPECTATIONS[key] && isMeant(partsOf(key)));

const routeOf = (key: string): RouteAccess => table.find((one) => keyOf(one) === key) as RouteAccess;

describe('a guest, whatever their role', () => {
  test.each(routesThat(({ also }) => also === 'self'))(
    'for themself, not for another one: %s',
    async (key) => {
      const guest = async (): Promise<Caller> => {
        const { token, userId } = await addMember(ground.app, { role: null });
        return withToken(ground.app, token, { name: 'a guest', userId, role: null, scope: 'admin' });
      };
      const { status } = CALLS[key] as Call;
      const [first, second] = [await guest(), await guest()];
      const userId = first.userId as string;
      expect(await sendCall(ground, routeOf(key), second, { userId })).toBe(403);
      expect(await sendCall(ground, routeOf(key), first, { userId })).toBe(status);
      expect(await sendCall(ground, routeOf(key), second, { userId: 'me' })).toBe(status);
    },
  );
});

describe('where the body names a parent, the role on that counts', () => {
  test.each(routesThat(({ also }) => also === 'in parent'))('%s', async (key) => {
    const { body, status } = CALLS[key] as Call;
    const seen: Record<string, number> = {};
    const expected: Record<string, number> = {};
    for (const caller of ground.callers) {
      await settle(ground.app, caller, ground.own, partsOf(key));
      const parts = { ...partsOf(key), place: 'collection' } as const;
      const facts = { isSelf: false, isDeleted: false };
      expected[caller.name] = expectedRefusal(parts, caller, facts) ?? status;
      seen[caller.name] = await send(ground, routeOf(key), caller, {
        body: { ...body?.(ground), parent: ground.own.collectionId },
      });
    }
    expect(seen).toEqual(expected);
  });
});

describe('a deleted space is not there, for its administrators either', () => {
  test.each(routesThat(({ place }) => place === 'space'))('%s', async (key) => {
    const spaceId = await ground.deletedSpace();
    const status = await sendCall(ground, routeOf(key), ground.both, { spaceId });
    expect(status).toBe(EXPECTATIONS[key]?.endsWith('also deleted') ? (CALLS[key] as Call).status : 404);
  });
});

describe('a cookie alone changes nothing', () => {
  const changing = Object.keys(CALLS).filter((key) => !key.startsWith('GET '));
  test.each(changing)('%s', async (key) => {
    const { session } = ground.both;
    const forged = { isForged: true, body: CALLS[key]?.body?.(ground) ?? {} };
    expect(await send(ground, routeOf(key), { ...(session ? { session } : {}) }, forged)).toBe(403);
  });
});

test('public routes need nobody, and a bad token does not harm them', async () => {
  const routes = table.filter(
    // What a form sends is another matter than a token: see the tests of signing in.
    ({ method, url }) =>
      EXPECTATIONS[keyOf({ method, url })] === 'everyone' && method !== 'POST' && !/[*:]/.test(url),
  );
  expect(routes.length).toBeGreaterThan(5);
  for (const route of routes) {
    for (const caller of [{}, { token: 'lct_unknown', session: 'lcs_unknown' }])
      expect(await send(ground, route, caller), `${route.method} ${route.url}`).toBe(200);
  }
});
