import { expect, test } from 'vitest';
import { buildBareTestApp, TOKEN } from '../../../../test/bare-app.ts';
import { limitedByAddress } from './rate-limit.ts';

test('without a limit calls are not counted', async () => {
  const app = await buildBareTestApp();
  for (let call = 0; call < 20; call += 1) {
    const response = await app.inject({ url: '/v1/things/a', headers: { authorization: `Bearer ${TOKEN}` } });
    expect(response.statusCode).toBe(200);
  }
  await app.close();
});

test('with one, a token has so many calls a minute over all routes; public routes have no end', async () => {
  const app = await buildBareTestApp({ config: { rateLimit: 2 } });
  const call = (url: string, token = TOKEN) =>
    app.inject({ url, headers: { authorization: `Bearer ${token}` } });
  expect((await call('/v1/things/a')).statusCode).toBe(200);
  expect((await call('/v1/things/b')).statusCode).toBe(200);
  const refused = await call('/v1/things/c');
  expect(refused.statusCode).toBe(429);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60);
  expect(refused.json()).toEqual({
    error: {
      code: 429,
      reason: 'rate-limited',
      message: expect.stringMatching(/^Too many requests\. Try again in \d+ seconds?\.$/),
      requestId: refused.headers['x-request-id'],
    },
  });
  for (let more = 0; more < 5; more += 1) {
    expect((await call('/v1/')).statusCode).toBe(200);
    expect((await call('/v1/things/a', 'lct_unknown')).statusCode).toBe(401);
  }
  await app.close();
});

test('a route can be limited by address without any setting', async () => {
  const app = await buildBareTestApp({
    addRoutes: (routes) => {
      const config = { access: 'public', rateLimit: limitedByAddress(2) } as const;
      routes.get('/v1/sign-in', { config, schema: { hide: true } }, async () => ({}));
    },
  });
  const statuses = [];
  for (let call = 0; call < 3; call += 1)
    statuses.push((await app.inject({ url: '/v1/sign-in' })).statusCode);
  expect(statuses).toEqual([200, 200, 429]);
  const elsewhere = await app.inject({ url: '/v1/sign-in', remoteAddress: '10.0.0.9' });
  expect(elsewhere.statusCode).toBe(200);
  const ofOneNetwork = [];
  for (const remoteAddress of ['2001:db8::1', '2001:db8::2', '2001:db8::ffff:3', '2001:db8:0:1::1'])
    ofOneNetwork.push((await app.inject({ url: '/v1/sign-in', remoteAddress })).statusCode);
  expect(ofOneNetwork).toEqual([200, 200, 429, 200]);
  await app.close();
});
