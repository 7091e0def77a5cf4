import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../test/app.ts';
import { addSpace } from '../../../../test/factories.ts';
import { signIn } from '../../../../test/session.ts';

const FOLDER = fileURLToPath(new URL('../../../../dist/console', import.meta.url));

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

test('the frame of diagrams has no origin, and loads only files of the console', async () => {
  const name = readdirSync(FOLDER).find((file) => /^diagram-frame-.*\.html$/.test(file));
  const { statusCode, headers, body } = await app.server.inject(`/app/assets/${name}`);
  expect(statusCode).toBe(200);
  expect(String(headers['content-security-policy']).split('; ')).toEqual([
    "default-src 'none'",
    'script-src localhost:80/app/assets/',
    "style-src 'unsafe-inline'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
    'sandbox allow-scripts',
  ]);
  expect(headers['origin-agent-cluster']).toBeUndefined();
  const [, script = ''] = /src="([^"]+)"/.exec(body) ?? [];
  const loaded = await app.server.inject(`/app/assets/${script}`);
  expect(loaded.statusCode).toBe(200);
  // A frame without an origin is another one for it.
  expect(loaded.headers['cross-origin-resource-policy']).toBe('cross-origin');
});

test('the document of a change request names what its view reads first', async () => {
  const spaceId = await addSpace(app);
  const { number } = (
    await app.request('POST', `/v1/spaces/${spaceId}/change-requests`, { body: {} })
  ).json();
  const cookie = await signIn(app, app.adminToken);
  const readsOf = async (query: string): Promise<(string | undefined)[]> => {
    const url = `/app/s/${spaceId}/change-requests/${number}${query}`;
    const { body } = await app.request('GET', url, { token: null, headers: { cookie } });
    return [...body.matchAll(/rel="preload"[^>]+change-requests\/1([^"]*)"/g)].map(([, path]) => path);
  };
  const always = ['/content/tree?computed=false', ''];
  expect(await readsOf('')).toEqual([...always, '/changes/pages?limit=2']);
  expect(await readsOf('?tab=checks')).toEqual(always);
  expect(await readsOf('?base=x')).toEqual(always);
});
