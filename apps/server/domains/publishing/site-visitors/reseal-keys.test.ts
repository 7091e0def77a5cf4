import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../../test/app.ts';
import { addSite } from '../../../../../test/factories.ts';
import { createKeyRing, unseal } from '../../../platform/access/keys.ts';
import { resealSiteKeys } from './reseal-keys.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

test('the keys of share links and visitors are readable under a new secret of the instance', async () => {
  const siteId = await addSite(app);
  const site = `/v1/orgs/${app.organizationId}/sites/${siteId}`;
  await app.request('POST', `${site}/share-links`, { body: { name: 'Partners' } });
  const { privateKey: first } = (await app.request('GET', `${site}/publishing/auth`)).json();
  const { privateKey: second } = (await app.request('POST', `${site}/publishing/auth/regenerate`)).json();

  const [fresh] = createKeyRing(['another secret of the instance, long enough']).keys('credentials') as [
    Buffer,
  ];
  const { db, keyRing } = app.context;
  const [old] = keyRing.keys('credentials') as [Buffer];
  await resealSiteKeys({ db, keyRing: { keys: () => [fresh, old] } });

  const row = await db.selectFrom('site').selectAll().where('site_id', '=', siteId).executeTakeFirstOrThrow();
  expect(unseal([fresh], row.auth_key as Buffer)).toBe(second);
  expect(unseal([fresh], row.auth_old_key as Buffer)).toBe(first);
  const link = await db.selectFrom('site_share_link').selectAll().executeTakeFirstOrThrow();
  expect(unseal([fresh], link.sealed_key)).toMatch(/^k-/);
});
