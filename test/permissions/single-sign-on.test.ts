import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addSsoProvider, SsoBrowser, signInBySso } from '../sso-browser.ts';
import type { Caller } from './callers.ts';
import { CALLS } from './calls.ts';
import { EXPECTATIONS } from './expectations.ts';
import { type Expectation, parseExpectation } from './expected-status.ts';
import { keepSessions } from './people.ts';
import { keyOf, parametersOf, send, sendCall } from './send.ts';
import { prepareSetup, type Setup } from './setup.ts';

/** An administrator of two organizations, whom the identity provider of one has signed in. */
let caller: Caller;
let setup: Setup;
beforeAll(async () => {
  setup = await prepareSetup();
  const { app, both } = setup;
  const userId = both.userId as string;
  await app.request('POST', `/v1/orgs/${app.organizationId}/members/${userId}/sso`);
  const provider = await addSsoProvider(app);
  const { email } = await app.context.db
    .selectFrom('user_account')
    .select('email')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  const browser = new SsoBrowser(app);
  await signInBySso(app, browser, provider, { nameId: email as string });
  const session = browser.cookies.get('lectern') as string;
  caller = { name: 'by single sign-on', session, userId, role: 'admin', scope: 'admin', isBound: true };
});
afterAll(() => setup?.close());

/** The first parameter of a route's URL decides which organization it concerns. */
const ofAnOrganization = Object.keys(CALLS).filter(
  (key) =>
    /:(?:organizationId|spaceId|collectionId)/.test(key) &&
    EXPECTATIONS[key] !== 'everyone' &&
    // About the account that is signed in to: the organization is the provider’s.
    !key.includes('/app/connect/') &&
    // What administrators of the instance do is refused whatever the organization is.
    !key.includes(' /v1/instance/'),
);

/**
 * Other organizations are not found. Joining one is refused with a 403, because anyone who has a link knows that it
 * exists.
 */
const refusalOf = (key: string): number => {
  const expectation = EXPECTATIONS[key] as Exclude<Expectation, 'everyone'>;
  return parseExpectation(expectation).place === undefined ? 403 : 404;
};

const routeOf = (key: string) => {
  const route = setup.app.app.accessTable.find((one) => keyOf(one) === key);
  if (!route) throw new Error(`There is no route ${key}.`);
  return route;
};

test('there are many routes to try', () => {
  expect(ofAnOrganization.length).toBeGreaterThan(60);
});

describe('a session that one organization’s sign-on opened does nothing in another', () => {
  test.each(ofAnOrganization)('%s', async (key) => {
    const { foreign, both } = setup;
    const named = Object.fromEntries(
      parametersOf(key).map((parameter) => [parameter, foreign[parameter] ?? (both.userId as string)]),
    );
    expect(await sendCall(setup, routeOf(key), caller, named)).toBe(refusalOf(key));
  });
});

describe('it does what its user may in its own', () => {
  const reads = ofAnOrganization.filter(
    (key) => key.startsWith('GET ') && !EXPECTATIONS[key]?.includes('unbound'),
  );
  test.each(reads)('%s', async (key) => {
    const { status, name } = CALLS[key] as (typeof CALLS)[string];
    const named = { ...setup.own, ...(await name?.(setup, caller)) };
    expect(await sendCall(setup, routeOf(key), caller, named)).toBe(status);
  });
});

describe('it leaves the account and everything outside of its organization alone', () => {
  const closed = Object.keys(CALLS).filter((key) => EXPECTATIONS[key]?.endsWith('unbound user'));
  test.each(closed)('%s', async (key) => {
    const named = { ...setup.own, ...(await CALLS[key]?.name?.(setup, caller)) };
    expect(await sendCall(setup, routeOf(key), caller, named)).toBe(403);
  });

  test('it lists its own organization alone, and only what acts there', async () => {
    const { app, own, both } = setup;
    const read = async (url: string) =>
      (
        await app.server.inject({
          method: 'GET',
          url,
          headers: { cookie: `lectern=${caller.session}` },
        })
      ).json();
    expect((await read('/v1/orgs')).items.map(({ id }: { id: string }) => id)).toEqual([own.organizationId]);
    const { items: tokens } = await read('/v1/user/tokens');
    expect(tokens).toEqual([]);
    const asAlways = await app.request('GET', '/v1/user/tokens', { token: both.token as string });
    expect(asAlways.json().items.length).toBeGreaterThan(0);
    const { items: sessions } = await read('/v1/user/sessions');
    expect(sessions).toHaveLength(1);
    expect((await read(`/v1/users/${both.userId}`)).id).toBe(both.userId);
  });

  test('a token that is made in it is as bound as it is, and ends with its membership', async () => {
    const { app, own, foreign } = setup;
    const { csrfToken, origin } = app.server.sessions;
    const made = await app.server.inject({
      method: 'POST',
      url: '/v1/user/tokens',
      headers: {
        cookie: `lectern=${caller.session}`,
        origin,
        'x-lectern-csrf': csrfToken(caller.session as string),
      },
      payload: { title: 'Made by single sign-on' },
    });
    expect(made.statusCode).toBe(201);
    const { token } = made.json();
    const bound: Caller = { ...caller, token };
    const restore = await keepSessions(app);
    for (const key of ofAnOrganization.filter((one) => one.includes(' /v1/'))) {
      const named = Object.fromEntries(
        parametersOf(key).map((parameter) => [parameter, foreign[parameter] ?? (caller.userId as string)]),
      );
      expect(await sendCall(setup, routeOf(key), bound, named), key).toBe(refusalOf(key));
    }
    await restore();
    const status = async (url: string) => (await app.request('GET', url, { token })).statusCode;
    expect(await status(`/v1/orgs/${own.organizationId}`)).toBe(200);
    expect(await status(`/v1/spaces/${own.spaceId}`)).toBe(200);
    expect(await send(setup, { method: 'POST', url: '/v1/orgs' }, bound, { body: { title: 'Mine' } })).toBe(
      403,
    );
    await app.request('DELETE', `/v1/orgs/${app.organizationId}/members/${caller.userId}`);
    expect(await status('/v1/user')).toBe(401);
    expect((await app.request('GET', '/v1/user', { token: setup.both.token as string })).statusCode).toBe(
      200,
    );
  });
});
