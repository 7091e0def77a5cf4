import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../../../test/app.ts';
import { createKeyRing, unseal } from '../../../../platform/access/keys.ts';
import { createAccountSweepJob } from '../../accounts/account-sweep.jobs.ts';

const KEY = 'the-key-of-a-site-0123456789-abcdef';
let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

test('the key of an organization is readable under a new secret of the instance after the daily sweep', async () => {
  const url = `/v1/orgs/${app.organizationId}/visitor-claims`;
  await app.request('PUT', url, { body: { claims: ['email'], key: KEY } });

  const [fresh] = createKeyRing(['another secret of the instance, long enough']).keys('credentials') as [
    Buffer,
  ];
  const { context } = app;
  const [old] = context.keyRing.keys('credentials') as [Buffer];
  const job = createAccountSweepJob({ ...context, keyRing: { keys: () => [fresh, old] } });
  await job.run({ organizationId: null, payload: {} } as never, new AbortController().signal);

  const row = await context.db
    .selectFrom('organization')
    .select('visitor_key')
    .where('organization_id', '=', app.organizationId)
    .executeTakeFirstOrThrow();
  expect(unseal([fresh], row.visitor_key as Buffer)).toBe(KEY);
});
