import { ApiError } from '@lectern/client/api-error';
import { type Client, createClient } from '@lectern/client/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../../test/app.ts';
import { signIn } from '../../../../../test/session.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

/** The client in a browser on the origin of the API, which sends the cookie that it has. */
function clientInBrowser(browser: { cookie: string | undefined }): Client {
  const { origin } = new URL(app.context.config.baseUrl);
  return createClient({
    url: origin,
    fetch: async (url, init) => {
      const { statusCode, headers, payload } = await app.server.inject({
        method: init?.method as 'GET',
        url: String(url).slice(origin.length),
        headers: {
          ...(init?.headers as Record<string, string>),
          origin,
          ...(browser.cookie === undefined ? {} : { cookie: browser.cookie }),
        },
        ...(init?.body === undefined ? {} : { payload: init.body as string }),
      });
      const isEmpty = statusCode === 204 || statusCode === 205;
      return new Response(isEmpty ? null : payload, {
        status: statusCode,
        headers: { 'content-type': String(headers['content-type'] ?? '') },
      });
    },
  });
}

test('the client makes changes with the session of a browser, also after a new sign-in', async () => {
  const browser = { cookie: (await signIn(app, app.adminToken)) as string | undefined };
  const client = clientInBrowser(browser);
  const path = { organizationId: app.organizationId };
  const create = (title: string) =>
    client.post('/v1/orgs/{organizationId}/spaces', { path, body: { title } });
  expect((await create('First')).title).toBe('First');
  browser.cookie = await signIn(app, app.adminToken);
  expect((await create('Second')).title).toBe('Second');
  browser.cookie = undefined;
  await expect(create('Third')).rejects.toThrow(ApiError);
  const titles: unknown[] = [];
  browser.cookie = await signIn(app, app.adminToken);
  for await (const { title } of client.list('/v1/orgs/{organizationId}/spaces', { path })) titles.push(title);
  expect(titles).toEqual(['First', 'Second']);
});
