import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RouteAccess } from '../../apps/server/platform/access/authorize.ts';
import { addMember } from '../factories.ts';
import type { Call } from './call.ts';
import { partsOf } from './call-by-everybody.ts';
import { type Caller, settle, withToken } from './callers.ts';
import { CALLS } from './calls.ts';
import { EXPECTATIONS } from './expectations.ts';
import { expectedRefusal, type Parts } from './expected-status.ts';
import { keyOf, send, sendCall } from './send.ts';
import { prepareSetup, type Setup } from './setup.ts';

let setup: Setup;
let table: RouteAccess[];
beforeAll(async () => {
  setup = await prepareSetup();
  table = setup.app.app.accessTable;
});
afterAll(() => setup?.close());

const routesThat = (isMeant: (parts: Parts) => boolean): string[] =>
  Object.keys(CALLS).filter((key) => EXPECTATIONS[key] && isMeant(partsOf(key)));

const routeOf = (key: string): RouteAccess => table.find((one) => keyOf(one) === key) as RouteAccess;

describe('a guest, whatever their role', () => {
  test.each(routesThat(({ also }) => also === 'self'))(
    'for themself, not for another one: %s',
    async (key) => {
      const guest = async (): Promise<Caller> => {
        const { token, userId } = await addMember(setup.app, { role: null });
        return withToken(setup.app, token, { name: 'a guest', userId, role: null, scope: 'admin' });
      };
      const { status } = CALLS[key] as Call;
      const [first, second] = [await guest(), await guest()];
      const userId = first.userId as string;
      expect(await sendCall(setup, routeOf(key), second, { userId })).toBe(403);
      expect(await sendCall(setup, routeOf(key), first, { userId })).toBe(status);
      expect(await sendCall(setup, routeOf(key), second, { userId: 'me' })).toBe(status);
    },
  );
});

describe('where the body names a parent, the role on that counts', () => {
  test.each(routesThat(({ also }) => also === 'in parent'))('%s', async (key) => {
    const { body, status } = CALLS[key] as Call;
    const seen: Record<string, number> = {};
    const expected: Record<string, number> = {};
    for (const caller of setup.callers) {
      await settle(setup.app, caller, setup.own, partsOf(key));
      const parts = { ...partsOf(key), place: 'collection' } as const;
      const facts = { isSelf: false, isDeleted: false };
      expected[caller.name] = expectedRefusal(parts, caller, facts) ?? status;
      seen[caller.name] = await send(setup, routeOf(key), caller, {
        body: { ...body?.(setup), parent: setup.own.collectionId },
      });
    }
    expect(seen).toEqual(expected);
  });
});

describe('a deleted space is not there, for its administrators either', () => {
  test.each(routesThat(({ place }) => place === 'space'))('%s', async (key) => {
    const spaceId = await setup.deletedSpace();
    const status = await sendCall(setup, routeOf(key), setup.both, { spaceId });
    expect(status).toBe(EXPECTATIONS[key]?.endsWith('also deleted') ? (CALLS[key] as Call).status : 404);
  });
});

describe('a cookie alone changes nothing', () => {
  const changing = Object.keys(CALLS).filter((key) => !key.startsWith('GET '));
  test.each(changing)('%s', async (key) => {
    const { session } = setup.both;
    const forged = { isForged: true, body: CALLS[key]?.body?.(setup) ?? {} };
    expect(await send(setup, routeOf(key), { ...(session ? { session } : {}) }, forged)).toBe(403);
  });
});

test('public routes need nobody, and a bad token does not harm them', async () => {
  const routes = table.filter(
    // Forms differ from tokens: see the tests of signing in.
    ({ method, url }) =>
      EXPECTATIONS[keyOf({ method, url })] === 'everyone' && method !== 'POST' && !/[*:]/.test(url),
  );
  // These ask about the address in their query, and get none here.
  const withoutQuery = new Map([
    ['/v1/urls/published', 400],
    ['/tls/ask', 400],
    ['/sso/oidc/initiate', 404],
  ]);
  expect(routes.length).toBeGreaterThan(5);
  for (const route of routes) {
    for (const caller of [{}, { token: 'lct_unknown', session: 'lcs_unknown' }])
      expect(await send(setup, route, caller), `${route.method} ${route.url}`).toBe(
        withoutQuery.get(route.url) ?? 200,
      );
  }
});
