/** What every route does while the instance is under maintenance. */
import { newId } from '@lectern/std/ids';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  beginMaintenance,
  endMaintenance,
} from '../../apps/server/domains/instance/maintenance/maintenance.service.ts';
import { CALLS } from './calls.ts';
import type { Named } from './resources.ts';
import { inject, keyOf, parametersOf, queryOf } from './send.ts';
import { prepareSetup, type Setup } from './setup.ts';

/** All that is not a GET and is served: it reads, it signs in or out, or it ends the maintenance. */
const SERVED = [
  'POST /v1/orgs/:organizationId/sites/:siteId/customization/preview',
  'POST /v1/orgs/:organizationId/sites/:siteId/insights/events/aggregate',
  'POST /v1/orgs/:organizationId/sites/:siteId/publishing/preview',
  'POST /v1/orgs/:organizationId/sites/:siteId/search',
  'POST /v1/orgs/:organizationId/sites/:siteId/search/prewarm',
  'POST /v1/orgs/:organizationId/sites/:siteId/visitor-preview',
  'POST /v1/orgs/:organizationId/translations/:translationSettingsId/estimate',
  'POST /v1/spaces/:spaceId/change-requests/:changeRequestId/conflicts/:conflictId/preview',
  'POST /v1/spaces/:spaceId/change-requests/:changeRequestId/content/render',
  'POST /v1/spaces/:spaceId/change-requests/:changeRequestId/content/resolve',
  'POST /v1/spaces/:spaceId/content/computed/document',
  'POST /v1/spaces/:spaceId/content/computed/revision',
  'POST /v1/spaces/:spaceId/content/render',
  'POST /v1/spaces/:spaceId/content/resolve',
  'POST /v1/spaces/:spaceId/git/check',
  'POST /v1/urls/published',
  'POST /v1/instance/test-mail',
  'POST /v1/session',
  'POST /v1/session/passkey-options',
  'POST /v1/session/passkey',
  'DELETE /v1/session',
  'DELETE /v1/user/sessions',
  'DELETE /v1/user/sessions/:sessionId',
  'DELETE /v1/instance/users/:userId/sessions',
  'POST /app/sign-in',
  'POST /app/sign-in/code',
  'POST /app/sign-in/directory/:name',
  'POST /app/sign-in/directory/:name/code',
  'POST /app/sign-out',
  'POST /sso/saml/:organizationId/:samlProviderId/acs',
  'PUT /v1/instance/maintenance',
  'DELETE /v1/instance/maintenance',
];

let setup: Setup;
beforeAll(async () => {
  setup = await prepareSetup();
});
afterAll(() => setup.close());

const SAFE = ['GET', 'HEAD', 'OPTIONS'];

test('every route reads and signs in as before, and every other one is a 503 that says until when', async () => {
  const { app } = setup;
  const routes: { key: string; method: string; url: string; named: Named; body: object | undefined }[] = [];
  for (const { method, url } of app.app.accessTable) {
    const key = keyOf({ method, url });
    const call = CALLS[key];
    const unknown = parametersOf(url).filter((name) => !(name in setup.own));
    const named = {
      ...Object.fromEntries(unknown.map((name) => [name, newId()])),
      ...(await call?.name?.(setup, setup.both)),
    };
    routes.push({ key, method, url, named, body: call?.body?.(setup) });
  }
  await beginMaintenance(
    app.context,
    { until: new Date(app.context.clock().getTime() + 600_000), message: 'See https://status.example.com.' },
    'operator',
  );
  const wrong: Record<string, string> = {};
  const refused: string[] = [];
  const ends = new Set(['PUT /v1/instance/maintenance', 'DELETE /v1/instance/maintenance']);
  for (const { key, method, url, named, body } of routes) {
    if (ends.has(key) || CALLS[key]?.endsSessions) continue;
    const query = queryOf(setup, CALLS[key]);
    const response = await inject(setup, { method, url }, setup.both, {
      named,
      ...(body ? { body } : {}),
      ...(query ? { query } : {}),
    });
    const isMaintenance = response.statusCode === 503 && response.body.includes('under maintenance');
    const isServed = SAFE.includes(method) || SERVED.includes(key);
    if (isMaintenance === isServed || response.statusCode === 500)
      wrong[`${method} ${url}`] = `${response.statusCode} ${response.body.slice(0, 100)}`;
    if (!isMaintenance) continue;
    refused.push(key);
    if (!(Number(response.headers['retry-after']) > 590)) wrong[key] = 'no Retry-After';
  }
  expect(wrong).toEqual({});
  expect(refused.length).toBeGreaterThan(200);
  await endMaintenance(app.context, 'operator');
}, 120_000);
