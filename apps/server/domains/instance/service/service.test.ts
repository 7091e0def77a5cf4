import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../../test/app.ts';
import { addOrganization } from '../../../../../test/factories.ts';
import { type FakeClickHouse, startFakeClickHouse } from '../../../../../test/fake-clickhouse.ts';
import { startMailServer } from '../../../../../test/mail-server.ts';
import { readConfig } from '../../../platform/config.ts';
import { presentSetting } from './present-setting.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

const get = async (path: string) => (await app.request('GET', `/v1/instance${path}`)).json();

test('the instance tells its version and what it holds', async () => {
  await addOrganization(app);
  expect(await get('')).toMatchObject({ organizations: 2, users: 2, mail: false });
  expect((await get('')).version).toMatch(/^\d+\.\d+\.\d+/);
});

test('the health names each part, and says what is wrong with one', async () => {
  expect(await get('/health')).toMatchObject({
    database: { status: 'ok' },
    files: { status: 'ok', storage: 'disk' },
    jobs: { status: 'ok', failing: 0 },
  });
  const at = app.context.clock();
  await app.context.db
    .insertInto('job')
    .values({
      organization_id: app.organizationId,
      job_id: '01890000-0000-7000-8000-000000000001',
      kind: 'content-sweep',
      payload: {},
      run_at: new Date(at.getTime() - 3_600_000),
      created_at: at,
    })
    .execute();
  const { jobs, status } = await get('/health');
  expect([jobs.status, status]).toEqual(['warning', 'warning']);
  expect(new Date(jobs.oldestDueAt).getTime()).toBe(at.getTime() - 3_600_000);
});

test('the health has the broker and the database of events where there are such, and says when they are away', async () => {
  expect(Object.keys(await get('/health'))).not.toEqual(expect.arrayContaining(['broker']));
  const clickHouse: FakeClickHouse = await startFakeClickHouse(app.database.connection);
  const other = await buildTestApp({
    beside: app,
    config: { insightsUrl: clickHouse.url, eventsUrl: 'redis://127.0.0.1:9' },
  });
  const read = async () => (await other.request('GET', '/v1/instance/health')).json();
  try {
    other.context.news.restore('database');
    other.context.news.restore('broker');
    expect(await read()).toMatchObject({ broker: { status: 'ok' }, insights: { status: 'ok' } });
    other.context.news.lose('broker');
    expect(await read()).toMatchObject({ broker: { status: 'warning' } });
    other.context.news.lose('database');
    expect(await read()).toMatchObject({ broker: { status: 'failing' }, status: 'failing' });
    other.context.news.restore('broker');
    clickHouse.failure = 'ended';
    expect(await read()).toMatchObject({
      status: 'failing',
      broker: { status: 'ok' },
      insights: {
        status: 'failing',
        error: 'The database of events is not available. Try again in 5 seconds.',
      },
    });
  } finally {
    await other.close();
    await clickHouse.close();
  }
});

test('storage is measured by organization, and not again for a while', async () => {
  const insert = (size: number) =>
    app.context.db
      .insertInto('blob')
      .values({
        organization_id: app.organizationId,
        hash: Buffer.from(String(size).padStart(32)),
        size,
        content_type: 'image/png',
      })
      .execute();
  await insert(2048);
  const storage = await get('/storage');
  expect(storage.files).toEqual({ count: 1, bytes: 2048 });
  expect(storage.organizations).toEqual([
    { id: app.organizationId, title: 'My organization', files: 1, bytes: 2048 },
  ]);
  expect(storage.database.tables.length).toBe(10);
  expect(storage.database.bytes).toBeGreaterThan(storage.database.tables[0].bytes);
  await insert(4096);
  expect(await get('/storage')).toEqual(storage);
});

test('settings are listed with where they come from', async () => {
  const settings = readConfig({
    LECTERN_PORT: '4000',
    LECTERN_RATE_LIMIT: '60',
    DATABASE_URL: 'postgres://lectern:p4ssw0rd-of-database@db.internal:5432/docs?sslpassword=of-ssl',
    LECTERN_SECRET: 'of-the-instance-0123456789-0123456789',
    SMTP_URL: 'smtp://mailer:of-the-mailer@mail.internal:587',
    LECTERN_ADMIN_TOKEN: 'of-the-administrator-0123456789',
    LECTERN_MODEL_URL: 'https://user:of-model-url@models.internal/v1?api_key=in-the-query',
    LECTERN_MODEL_NAME: 'a-model',
    LECTERN_MODEL_KEY: 'of-the-model',
    LECTERN_TRANSLATION_PROVIDER: 'openai',
    LECTERN_TRANSLATION_KEY: 'of-the-translation',
  }).settings.map(presentSetting);
  const byName = Object.fromEntries(settings.map(({ name, ...rest }) => [name, rest]));
  expect(byName).toMatchObject({
    LECTERN_PORT: { value: '4000', source: 'environment', secret: false },
    LECTERN_SITES_PORT: { value: '4001', source: 'default' },
    LECTERN_HOST: { value: '127.0.0.1', source: 'default' },
    LECTERN_JOB_TIMEOUT: { value: '900', source: 'default' },
    LECTERN_LOG_LEVEL: { value: 'info', source: 'default' },
    LECTERN_SECRET: { source: 'environment', secret: true },
    DATABASE_URL: { value: 'postgres://lectern:•••@db.internal:5432/docs?•••', source: 'environment' },
    SMTP_URL: { value: 'smtp://mailer:•••@mail.internal:587' },
  });
  const text = JSON.stringify(settings);
  for (const secret of ['p4ssw0rd', 'of-ssl', 'of-the', 'of-model-url', 'in-the-query'])
    expect(text).not.toContain(secret);
});

test('a secret that the first start generated comes from a file, and every setting is described once', async () => {
  const { items } = await get('/settings');
  const names = items.map(({ name }: { name: string }) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(names).toContain('LECTERN_DATA_DIR');
  expect(items.find(({ name }: { name: string }) => name === 'LECTERN_SECRET')).toEqual({
    object: 'instance-setting',
    name: 'LECTERN_SECRET',
    source: 'file',
    secret: true,
  });
});

test('a test email reaches the mail server, or returns why not', async () => {
  const send = async (one: TestApp) =>
    (await one.request('POST', '/v1/instance/test-mail', { body: { to: 'ann@example.com' } })).json();
  expect(await send(app)).toMatchObject({ sent: false, error: 'No mail server is configured (SMTP_URL).' });
  const server = await startMailServer();
  const mailing = await buildTestApp({ config: { smtpUrl: server.url } });
  try {
    expect(await send(mailing)).toEqual({ sent: true, from: mailing.context.config.mailFrom });
    expect(server.received.flatMap(({ to }) => to)).toEqual(['ann@example.com']);
  } finally {
    await mailing.close();
    await server.close();
  }
});
