import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildBareTestApp } from '../../../../test/bare-app.ts';

let app: FastifyInstance;
beforeAll(async () => {
  app = await buildBareTestApp();
});
afterAll(() => app.close());

const urlsIn = (html: string): string[] =>
  [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map((match) => match[1] as string);

test.each(['/', '/reference'])('%s asks nothing of another origin', async (url) => {
  const response = await app.inject({ url });
  expect(response.statusCode).toBe(200);
  expect(response.headers['content-type']).toBe('text/html; charset=utf-8');
  const policy = String(response.headers['content-security-policy']);
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).not.toMatch(/https?:|\*|unsafe-eval|script-src[^;]*unsafe/);
  for (const link of urlsIn(response.body)) expect(link).toMatch(/^(?:\/|data:,$)/);
});

test('every link of the pages leads somewhere', async () => {
  const links = new Set<string>();
  for (const url of ['/', '/reference'])
    for (const link of urlsIn((await app.inject({ url })).body)) links.add(link);
  links.delete('data:,');
  expect([...links].sort()).toEqual(['/app', '/reference', '/reference/viewer.js', '/v1/openapi.json']);
  // Shows what the features contain, and this app has none.
  links.delete('/app');
  for (const link of links) expect((await app.inject({ url: link })).statusCode, link).toBe(200);
});

test('the viewer is served from here, compressed', async () => {
  const response = await app.inject({ url: '/reference/viewer.js', headers: { 'accept-encoding': 'gzip' } });
  expect(response.statusCode).toBe(200);
  expect(response.headers['content-type']).toBe('text/javascript; charset=utf-8');
  expect(response.headers['content-encoding']).toBe('gzip');
  expect(response.rawPayload.length).toBeLessThan(2_000_000);
});

test('below a path of the base URL the links carry it', async () => {
  const below = await buildBareTestApp({ config: { baseUrl: 'https://example.com/lectern' } });
  for (const url of ['/', '/reference'])
    for (const link of urlsIn((await below.inject({ url })).body))
      expect(link).toMatch(/^(?:\/lectern\/|data:)/);
  await below.close();
});
