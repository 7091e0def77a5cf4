import { once } from 'node:events';
import { chmod, cp, mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { createServer as createHttpServer } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { type FakeClickHouse, startFakeClickHouse } from '../../../test/fake-clickhouse.ts';
import { startFakeS3 } from '../../../test/fixtures/storage/fake-s3.ts';
import { findFreePorts } from '../../../test/free-port.ts';
import { startMailServer } from '../../../test/mail-server.ts';
import { hasRedis, startRedis } from '../../../test/redis-server.ts';
import { makeCertificate } from '../../../test/x509.ts';
import { probeBroker } from '../../server/platform/broker/probe.ts';
import { readConfig } from '../../server/platform/config.ts';
import { checkDatabase } from './check-database.ts';
import { checkDataDirectory, checkNode } from './check-machine.ts';
import {
  checkBroker,
  checkCertificates,
  checkInsights,
  checkMail,
  checkPorts,
  checkStorage,
} from './check-services.ts';
import { examine } from './examine.ts';
import type { Finding, Findings } from './finding.ts';

const MIGRATIONS = fileURLToPath(new URL('../../server/platform/db/migrations', import.meta.url));
const PASSWORD = 'a-password-that-nobody-may-see';

let database: TestDatabase;
let folder: string;
let environment: NodeJS.ProcessEnv;

beforeEach(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'lectern-doctor-'));
  const { path = '', host, port, username, password, database: name } = database.connection;
  const where = new URLSearchParams({ host: path === '' ? host : dirname(path), port: String(port) });
  const [api, sites] = await findFreePorts(2);
  environment = {
    LECTERN_PORT: String(api),
    LECTERN_SITES_PORT: String(sites),
    PATH: process.env.PATH,
    LECTERN_DATA_DIR: folder,
    LECTERN_SECRET: 's'.repeat(40),
    // Nothing listens there.
    LECTERN_BASE_URL: 'http://127.0.0.1:9',
    DATABASE_URL: `postgres://${username}:${encodeURIComponent(password)}@/${name}?${where}`,
  };
});
afterEach(async () => {
  await database.drop();
  await rm(folder, { recursive: true });
});

const badOf = (findings: readonly Finding[]): string[] =>
  findings.filter(({ status }) => status !== 'ok').map(({ status, message }) => `${status}: ${message}`);
const inDatabase = async (directory?: string): Promise<string[]> => {
  const findings: Findings[] = await checkDatabase(readConfig(environment), directory);
  return badOf(findings.flatMap(({ list }) => list));
};

test('a sound installation has no problems, and each check says what it found', async () => {
  const findings = await examine(environment);
  expect(badOf(findings)).toEqual([]);
  expect(new Set(findings.map(({ check }) => check))).toEqual(
    new Set([
      'node',
      'settings',
      'data directory',
      'database',
      'sessions',
      'migrations',
      'jobs',
      'storage',
      'git',
      'mail',
      'service',
      'ports',
    ]),
  );
  const { password } = database.connection;
  expect(JSON.stringify(findings)).not.toContain(password);
});

test('nothing is written to the database, also where that would help', async () => {
  await database.sql.unsafe('drop schema public cascade; create schema public');
  const findings = await examine(environment);
  expect(findings).toContainEqual(
    expect.objectContaining({
      check: 'migrations',
      status: 'ok',
      message: expect.stringMatching(/^\d+ migrations are pending and can be applied: 0050_schema, /),
    }),
  );
  expect(await database.sql`select 1 from pg_class where relnamespace = 'public'::regnamespace`).toEqual([]);
});

test('settings that are not valid are named, and what does not depend on them is checked', async () => {
  const findings = await examine({ ...environment, LECTERN_PROT: '1', LECTERN_SITES_PORT: 'x' });
  expect(badOf(findings)).toEqual([
    expect.stringMatching(/^problem: LECTERN_SITES_PORT must be/),
    'problem: LECTERN_PROT is not a setting. Did you mean LECTERN_PORT?',
  ]);
  expect(findings.at(-1)?.check).toBe('data directory');
});

test('a data directory that others can read, or that does not exist', async () => {
  await writeFile(join(folder, 'secret'), 'short');
  await chmod(join(folder, 'secret'), 0o644);
  await chmod(folder, 0o755);
  expect(badOf(await examine(environment))).toEqual([
    `problem: Other users can read ${join(folder, 'secret')}.`,
    `warning: Other users can open the data directory ${folder} (mode 755).`,
    `problem: The file ${join(folder, 'secret')} does not contain a valid secret.`,
  ]);
  const missing = join(folder, 'missing');
  const findings = await examine({ ...environment, LECTERN_DATA_DIR: missing });
  expect(badOf(findings)).toEqual([`warning: The data directory ${missing} does not exist.`]);
  expect(findings.some(({ check }) => check === 'storage')).toBe(false);
});

test('files of another user, as after a copy by root', async () => {
  const { uid } = await stat(folder);
  expect(badOf((await checkDataDirectory(folder, { uid })).list)).toEqual([]);
  // Nobody else but root can read what belongs to this one.
  expect(badOf((await checkDataDirectory(folder, { uid: uid + 1 })).list)).toEqual([
    `problem: ${folder} belongs to the user ${uid}, but this command runs as ${uid + 1}.`,
  ]);
});

test('an embedded database whose secret is lost', async () => {
  await mkdir(join(folder, 'postgres/18'), { recursive: true });
  expect(badOf((await checkDataDirectory(folder)).list)).toEqual([
    `problem: The file ${join(folder, 'secret')} is missing, but there is a database that was used with it.`,
  ]);
  expect(badOf((await checkDataDirectory(folder, { isSecretSet: true })).list)).toEqual([]);
});

test('ports that another program uses, but not those of the service itself', async () => {
  const told = { name: 'another' } as Record<string, string>;
  const server = createHttpServer((_, response) => response.end(JSON.stringify(told)));
  await once(server.listen(Number(environment.LECTERN_PORT), '127.0.0.1'), 'listening');
  try {
    const config = readConfig(environment);
    expect(badOf((await checkPorts(config)).list)).toEqual([
      `problem: Another program uses the port ${environment.LECTERN_PORT}.`,
    ]);
    told.version = '0.1.0';
    expect(badOf((await checkPorts(config)).list)).toEqual([]);
  } finally {
    server.close();
  }
  const elsewhere = await checkPorts(readConfig({ ...environment, LECTERN_HOST: '192.0.2.1' }));
  expect(badOf(elsewhere.list)[0]).toMatch(
    /^problem: Nothing can listen on 192\.0\.2\.1:\d+ \(EADDRNOTAVAIL\)/,
  );
});

test('an old Node.js', async () => {
  expect(badOf((await checkNode('18.19.1')).list)).toEqual(['problem: Node.js 18.19.1 is too old.']);
  expect(badOf((await checkNode('99.0.0')).list)).toEqual([]);
});

describe('the database', () => {
  test('cannot be reached, and the password is not shown', async () => {
    environment.DATABASE_URL = `postgres://lectern:${PASSWORD}@127.0.0.1:9/lectern`;
    const findings = await examine(environment);
    expect(badOf(findings)).toEqual([
      expect.stringMatching(/^problem: The database “lectern” at 127\.0\.0\.1:9 refused the connection/),
    ]);
    expect(JSON.stringify(findings)).not.toContain(PASSWORD);
  });

  test('was migrated by a newer version, or by a modified copy', async () => {
    await database.sql`insert into schema_migration (name, checksum) values ('9998_future', 'x')`;
    expect(await inDatabase()).toEqual([
      expect.stringMatching(/^problem: The database was migrated by a newer Lectern \(9998_future/),
    ]);
    await database.sql`update schema_migration set name = '0072_mine' where name = '9998_future'`;
    expect(await inDatabase()).toEqual([
      expect.stringMatching(
        /^problem: The database has a migration that no version of Lectern has: 0072_mine/,
      ),
    ]);
  });

  test('has a long transaction, a session that waits for it, and an invalid index', async () => {
    const [session, waiting] = [await database.sql.reserve(), await database.sql.reserve()];
    try {
      await session`begin`;
      await session`lock table organization in access exclusive mode`;
      const blocked = waiting`select 1 from organization`.execute();
      await database.sql.unsafe(
        `update pg_index set indisvalid = false where indexrelid = 'member_by_name'::regclass`,
      );
      await expect
        .poll(() => inDatabase())
        .toEqual([
          expect.stringMatching(/^warning: Session \d+ waits for a lock of session \d+\.$/),
          'warning: Indexes are invalid, and are not used: member_by_name.',
        ]);
      await session`rollback`;
      await blocked;
    } finally {
      session.release();
      waiting.release();
    }
  });

  test('gets migrations that only start once old processes are stopped', async () => {
    const directory = join(folder, 'migrations');
    await cp(MIGRATIONS, directory, { recursive: true });
    await writeFile(
      join(directory, '9998_contract.sql'),
      '-- contract since 0.9.0: nothing reads it.\nalter table space drop column emoji;\n',
    );
    expect(await inDatabase(directory)).toEqual([
      'warning: 9998_contract removes what versions before 0.9.0 use.',
    ]);
  });

  test('has jobs that failed', async () => {
    await database.sql`
      insert into failed_job (organization_id, job_id, kind, payload, attempts, created_at, error, failed_at)
      values (gen_random_uuid(), gen_random_uuid(), 'mail.send', '{}', 3, now(), 'refused', now())`;
    expect(await inDatabase()).toEqual(['warning: 1 job has failed in the last day.']);
  });
});

describe('files in a bucket', () => {
  test('are written, read and removed, or the reason is told', async () => {
    const fake = await startFakeS3({ bucket: 'lectern', accessKey: 'key' });
    const storage = (bucket: string) => `s3://${bucket}?endpoint=${encodeURIComponent(fake.endpoint)}`;
    Object.assign(process.env, { AWS_ACCESS_KEY_ID: 'key', AWS_SECRET_ACCESS_KEY: PASSWORD });
    try {
      const check = async (setting: string) =>
        (await checkStorage({ ...readConfig(environment), storage: setting })).list;
      expect(badOf(await check(storage('lectern')))).toEqual([]);
      expect(fake.requests.some((request) => request.startsWith('DELETE'))).toBe(true);
      const [missing] = await check(storage('other'));
      expect(missing?.message).toMatch(/^Files cannot be stored in s3:\/\/other: /);
      expect(missing?.status).toBe('problem');
    } finally {
      delete process.env.AWS_ACCESS_KEY_ID;
      delete process.env.AWS_SECRET_ACCESS_KEY;
      await fake.close();
    }
  });
});

test('the mail server is asked without sending anything', async () => {
  const mails = await startMailServer();
  environment.SMTP_URL = mails.url;
  expect(badOf((await checkMail(readConfig(environment))).list)).toEqual([]);
  expect(mails.received).toEqual([]);
  await mails.close();
  expect(badOf((await checkMail(readConfig(environment))).list)).toEqual([
    expect.stringMatching(/^problem: The mail server cannot be used: connect ECONNREFUSED/),
  ]);
});

test.skipIf(!hasRedis)(
  'the broker delivers a message, or the reason is told without the password',
  async () => {
    const redis = await startRedis(PASSWORD);
    try {
      environment.LECTERN_EVENTS_URL = redis.url;
      const sound = await examine(environment);
      expect(badOf(sound)).toEqual([]);
      expect(sound).toContainEqual(expect.objectContaining({ check: 'broker', status: 'ok' }));
      const wrong = await checkBroker({ eventsUrl: redis.url.replace(PASSWORD, 'another-password') });
      expect(badOf(wrong.list)).toEqual([
        expect.stringMatching(/^problem: The broker cannot be used: (?:WRONGPASS|.*password)/),
      ]);
      redis.signal('SIGSTOP');
      await expect(probeBroker(redis.url, 500)).rejects.toThrow('does not deliver');
      await redis.kill();
      const away = await examine(environment);
      expect(badOf(away)).toEqual([
        expect.stringMatching(/^problem: The broker cannot be used: .*ECONNREFUSED/),
      ]);
      expect(JSON.stringify(away)).not.toContain(PASSWORD);
    } finally {
      await redis.kill();
    }
  },
);

test('the database of events tells its version, or why it cannot be used', async () => {
  const fake: FakeClickHouse = await startFakeClickHouse(database.connection);
  const check = async () => badOf((await checkInsights({ insightsUrl: fake.url })).list);
  try {
    environment.LECTERN_INSIGHTS_URL = fake.url;
    expect(await examine(environment)).toContainEqual({
      check: 'insights',
      status: 'ok',
      message: `ClickHouse ${fake.version} responds.`,
    });
    // The tables are made when they are first needed.
    expect(fake.statements.every((statement) => statement.startsWith('select'))).toBe(true);
    fake.version = '23.8.16.16';
    expect(await check()).toEqual([
      'warning: ClickHouse 23.8.16.16 is older than 24.8, the oldest version that Lectern supports.',
    ]);
    fake.failure = { code: 516, message: 'lectern: Authentication failed' };
    expect(await check()).toEqual([
      expect.stringMatching(/^problem: The database of events cannot be used: .*Authentication failed/),
    ]);
  } finally {
    await fake.close();
  }
  expect(await check()).toEqual([
    expect.stringMatching(/^problem: The database of events cannot be used: .*ECONNREFUSED/),
  ]);
});

test('certificates that expire soon or are not trusted', async () => {
  const { key, certificate } = makeCertificate();
  const server = createServer({ key, cert: certificate }, (_request, response) => response.end());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const config = { ...readConfig(environment), baseUrl: url };
  try {
    expect(badOf((await checkCertificates(config)).list)).toEqual([
      expect.stringMatching(/^problem: The certificate of https:.* is not trusted: /),
    ]);
    const later = new Date(Date.now() + 100 * 24 * 3_600_000);
    expect(badOf((await checkCertificates(config, later)).list)).toEqual([
      expect.stringMatching(/^problem: The certificate of https:.* expired \d+ days ago\.$/),
    ]);
  } finally {
    server.close();
    server.closeAllConnections();
  }
});
