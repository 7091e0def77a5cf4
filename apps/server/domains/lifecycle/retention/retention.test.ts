import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../../test/app.ts';
import { createTestClock } from '../../../../../test/clock.ts';
import { putContent } from '../../../../../test/content.ts';
import { addOrganization, addSpace } from '../../../../../test/factories.ts';
import { ageContent, countContent } from '../../../../../test/fixtures/content/sweep/sweep.ts';
import { runJobs, startJob } from '../../../../../test/jobs.ts';
import { RETENTION } from './retention.jobs.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const clock = createTestClock();
let app: TestApp;

beforeAll(async () => {
  app = await buildTestApp({ clock: clock.now });
  await startJob(app, RETENTION);
});
afterAll(() => app.close());

const jobs = (kind: string) =>
  app.context.db.selectFrom('job').selectAll().where('kind', '=', kind).orderBy('run_at').execute();

test('every start sees to one weekly job, and none puts it off', async () => {
  const [first] = await jobs(RETENTION);
  expect(first?.run_at).toEqual(new Date(clock.now().getTime() + 7 * DAY_MS));
  clock.advance(DAY_MS);
  await startJob(app, RETENTION);
  expect(await jobs(RETENTION)).toEqual([first]);
});

test('each week every organization is swept, one after the other, and the next week is planned', async () => {
  const organizations = [app.organizationId];
  for (let n = 0; n < 3; n += 1) organizations.push((await addOrganization(app)).organizationId);
  const last = organizations.at(-1) as string;
  const spaceId = await addSpace(app, { organizationId: last });
  await putContent(app, spaceId, { 'README.md': '# Left behind\n', 'a.png': 'left behind' });
  await app.context.db.deleteFrom('space').where('space_id', '=', spaceId).execute();
  await ageContent(app, last);

  clock.advance(6 * DAY_MS);
  const ranAt = clock.now().getTime();
  await runJobs(app);
  expect(await jobs(RETENTION)).toMatchObject([{ run_at: new Date(ranAt + 7 * DAY_MS) }]);
  const sweeps = await jobs('content-sweep');
  expect(sweeps.map(({ organization_id }) => organization_id)).toEqual([...organizations].sort().slice(1));
  const pauses = [1, 2, 3].map((n) => new Date(ranAt + (n * 7 * DAY_MS) / 4));
  expect(sweeps.map(({ run_at }) => run_at)).toEqual(pauses);
  clock.advance(6 * DAY_MS);
  await runJobs(app);
  expect(await jobs('content-sweep')).toEqual([]);
  expect(await countContent(app, last)).toEqual({ documents: 0, nodes: 0, files: 0, storedFiles: 0 });
});

test('the next week is planned also when this one fails', async () => {
  clock.advance(8 * DAY_MS);
  const { sql } = app.database;
  await sql`alter table organization rename column deleted_at to broken`;
  await runJobs(app);
  await sql`alter table organization rename column broken to deleted_at`;
  const inAWeek = new Date(clock.now().getTime() + 7 * DAY_MS);
  expect(await jobs(RETENTION)).toMatchObject([{ attempts: 1 }, { attempts: 0, run_at: inAWeek }]);
  clock.advance(DAY_MS);
  await runJobs(app);
  expect(await jobs(RETENTION)).toMatchObject([{ attempts: 0 }]);
});

test('the weekly job purges a deleted space whose purge was given up', async () => {
  const spaceId = await addSpace(app);
  await app.request('DELETE', `/v1/spaces/${spaceId}`);
  await app.context.db.deleteFrom('job').where('kind', '=', 'space-purge').execute();
  clock.advance(8 * DAY_MS);
  await runJobs(app);
  const left = await app.context.db
    .selectFrom('space_directory')
    .selectAll()
    .where('space_id', '=', spaceId)
    .execute();
  expect(left).toEqual([]);
});
