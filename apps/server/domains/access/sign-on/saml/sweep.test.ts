import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../../../test/app.ts';
import { createTestClock } from '../../../../../../test/clock.ts';
import { runJobs, startJob } from '../../../../../../test/jobs.ts';
import { addSsoProvider, begin, SsoBrowser, signInBySso } from '../../../../../../test/sso-browser.ts';
import { SAML_SWEEP } from './sweep.jobs.ts';

const HOUR_MS = 3_600_000;
const clock = createTestClock();
let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp({ clock: clock.now });
});
afterAll(() => app?.close());

const count = async (table: 'saml_request' | 'saml_assertion' | 'job'): Promise<number> =>
  (await app.context.db.selectFrom(table).selectAll().execute()).length;

test('a daily job deletes expired requests and assertions', async () => {
  const provider = await addSsoProvider(app);
  await startJob(app, SAML_SWEEP);
  await startJob(app, SAML_SWEEP);
  expect(await count('job')).toBe(1);
  await begin(new SsoBrowser(app), provider);
  await signInBySso(app, new SsoBrowser(app), provider);
  expect([await count('saml_request'), await count('saml_assertion')]).toEqual([1, 1]);
  await runJobs(app);
  expect([await count('saml_request'), await count('saml_assertion')]).toEqual([1, 1]);

  clock.advance(24 * HOUR_MS - 60_000);
  await begin(new SsoBrowser(app), provider);
  await signInBySso(app, new SsoBrowser(app), provider);
  clock.advance(60_000);
  await runJobs(app);
  expect([await count('saml_request'), await count('saml_assertion')]).toEqual([1, 1]);
  expect(await count('job')).toBe(1);
  clock.advance(24 * HOUR_MS);
  await runJobs(app);
  expect([await count('saml_request'), await count('saml_assertion')]).toEqual([0, 0]);
});
