import { TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  addAccount,
  callByCookie,
  openBrowser,
  PASSWORD,
  signInByApi,
  turnOnSecondFactor,
} from '../../../../../test/accounts.ts';
import { buildTestApp, type TestApp } from '../../../../../test/app.ts';
import { createTestClock } from '../../../../../test/clock.ts';
import { runJobs, startJob } from '../../../../../test/jobs.ts';
import { ACCOUNT_SWEEP } from './account-sweep.jobs.ts';
import { makeResetLink } from './reset-link.ts';

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
const clock = createTestClock();
let app: TestApp;

beforeAll(async () => {
  app = await buildTestApp({ clock: clock.now });
  await startJob(app, ACCOUNT_SWEEP);
});
afterAll(() => app.close());

const waiting = () =>
  app.context.db.selectFrom('job').select('run_at').where('kind', '=', ACCOUNT_SWEEP).execute();
const rows = async () => ({
  sessions: (await app.context.db.selectFrom('user_session').selectAll().execute()).length,
  tickets: (await app.context.db.selectFrom('user_ticket').selectAll().execute()).length,
});

test('each day what has ended is taken away, what has not stays, and the next day is planned', async () => {
  const { email } = await addAccount(app);
  await openBrowser(app, email);
  await makeResetLink(app.context, email);
  clock.advance(DAY_MS - HOUR_MS);
  const { email: other } = await addAccount(app);
  const cookie = await openBrowser(app, other);
  await makeResetLink(app.context, other);
  clock.advance(HOUR_MS - 1);
  await runJobs(app);
  expect(await rows()).toEqual({ sessions: 2, tickets: 2 });
  clock.advance(1);
  await runJobs(app);
  // The second link expires at this very moment; the first session has been unused for a day.
  expect(await rows()).toEqual({ sessions: 2, tickets: 0 });
  expect(await waiting()).toEqual([{ run_at: new Date(clock.now().getTime() + DAY_MS) }]);

  clock.advance(2 * DAY_MS);
  await app.database.sql`update user_session set last_used_at = ${clock.now()} where expires_at = (
    select max(expires_at) from user_session)`;
  await runJobs(app);
  expect((await rows()).sessions).toBe(1);
  expect((await callByCookie(app, cookie, 'GET', '/v1/session')).statusCode).toBe(200);
  clock.advance(7 * DAY_MS);
  await runJobs(app);
  expect(await rows()).toEqual({ sessions: 0, tickets: 0 });
});

test('a rotation of the secret leaves second factors good, also when the old one is given up after a day', async () => {
  const { email, token } = await addAccount(app);
  const { secret } = await turnOnSecondFactor(app, token);
  const [old = ''] = app.context.config.secrets ?? [];
  const next = 'another secret of the instance, the new one';
  const during = await buildTestApp({ beside: app, config: { secrets: [next, old] } });
  clock.advance(DAY_MS);
  await runJobs(during);
  await during.close();
  const after = await buildTestApp({ beside: app, config: { secrets: [next] } });
  const code = new TOTP({ secret }).generate({ timestamp: clock.now().getTime() });
  expect((await signInByApi(after, { email, password: PASSWORD, code })).statusCode).toBe(201);
  await after.close();
});
