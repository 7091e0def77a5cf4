import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, inject, test, vi } from 'vitest';
import { connectDatabase } from '../../apps/server/platform/db/connect.ts';
import { clusterPaths } from '../../apps/server/platform/db/embedded/cluster.ts';
import { silentLog } from '../database.ts';
import { startDatabaseProxy } from './database-proxy.ts';
import { createSetup, freePorts, type Setup, TEST_TIMEOUT_MS } from './service-process.ts';

vi.setConfig({ testTimeout: TEST_TIMEOUT_MS });

let setup: Setup;
const servers: Server[] = [];

beforeEach(async () => {
  setup = await createSetup();
});
afterEach(async () => {
  for (const server of servers.splice(0)) await once(server.close(), 'close');
  await setup.clean();
});

/** Starts the service, which must refuse: one line on standard error, nothing else, nothing left running. */
async function expectRefusal(environment: Record<string, string>): Promise<string> {
  const ports = await freePorts();
  const ended = await setup.run(['serve'], {
    LECTERN_PORT: ports[0],
    LECTERN_SITES_PORT: ports[1],
    ...environment,
  });
  expect(ended.code).toBe(1);
  expect(ended.output).toBe('');
  expect(ended.errors).toMatch(/^lectern: [^\n]+\n$/);
  expect(setup.processes()).toEqual([]);
  expect(existsSync(clusterPaths(setup.dataDir).lock)).toBe(false);
  return ended.errors.trim();
}

async function takePort(): Promise<string> {
  const server = createServer();
  servers.push(server);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return String((server.address() as { port: number }).port);
}

describe('the service refuses', () => {
  test.each(['LECTERN_PORT', 'LECTERN_SITES_PORT'])(
    'a port in use, naming %s, before it creates anything',
    async (setting) => {
      const port = await takePort();
      expect(await expectRefusal({ [setting]: port })).toBe(
        `lectern: Port ${port} is already in use. Stop the program that uses it, or set ${setting} to another port.`,
      );
      // The administrator’s token is shown once: a start that fails must not have made it.
      expect(existsSync(setup.dataDir)).toBe(false);
    },
  );

  test('an address that is not of this machine', async () => {
    expect(await expectRefusal({ LECTERN_HOST: '192.0.2.1' })).toContain('LECTERN_HOST is 192.0.2.1');
  });

  test('a data directory that is a file', async () => {
    writeFileSync(setup.dataDir, '');
    expect(await expectRefusal({})).toContain(`The data directory ${setup.dataDir} cannot be created`);
  });

  test.runIf(process.platform === 'linux')('a data directory that is not writable', async () => {
    // The superuser may write everywhere but here.
    let dataDir = '/sys/kernel';
    if (process.getuid?.() !== 0) {
      dataDir = join(setup.dataDir, '..', 'read-only');
      mkdirSync(dataDir, { mode: 0o500 });
    }
    expect(await expectRefusal({ LECTERN_DATA_DIR: dataDir })).toMatch(
      new RegExp(`The data directory ${dataDir} cannot be used: .* is not writable.*LECTERN_DATA_DIR`),
    );
  });

  test.runIf(process.platform === 'linux')('a data directory in a file system without folders', async () => {
    expect(await expectRefusal({ LECTERN_DATA_DIR: '/proc/nowhere/data' })).toContain(
      'The data directory /proc/nowhere/data cannot be created',
    );
  });

  test('a data directory that does not respond, without waiting for it', async () => {
    mkdirSync(setup.dataDir);
    // Opening a pipe that nobody writes to waits, as a file of a dead network file system does.
    execFileSync('mkfifo', [join(setup.dataDir, 'secret')]);
    const ended = await setup.run(['serve']);
    expect(ended).toMatchObject({ signal: 'SIGKILL', output: '' });
    expect(ended.errors).toBe(
      `lectern: The data directory ${setup.dataDir} has not responded for 15 seconds. If it is on a network file system, check that its server can be reached, or set LECTERN_DATA_DIR to another directory.\n`,
    );
  });

  test('a database that does not answer, without naming its password', async () => {
    const [port] = await freePorts();
    const message = await expectRefusal({
      DATABASE_URL: `postgres://somebody:pass-word@127.0.0.1:${port}/docs`,
      LECTERN_SECRET: randomBytes(32).toString('hex'),
    });
    expect(message).toContain(`“docs” at 127.0.0.1:${port} refused the connection`);
    expect(message).not.toContain('pass-word');
  });

  test('a database that is not UTF-8', async () => {
    const connection = inject('databaseServer');
    const database = `ascii_${randomBytes(8).toString('hex')}`;
    const { sql, close } = await connectDatabase({ connection, poolSize: 1, log: silentLog });
    const proxy = await startDatabaseProxy(connection);
    try {
      await sql.unsafe(
        `create database ${database} encoding 'SQL_ASCII' locale_provider libc locale 'C' template template0`,
      );
      const message = await expectRefusal({
        DATABASE_URL: proxy.url(database),
        LECTERN_SECRET: randomBytes(32).toString('hex'),
      });
      expect(message).toContain('stores text as SQL_ASCII, but Lectern needs UTF8');
    } finally {
      await sql.unsafe(`drop database if exists ${database} with (force)`);
      await close();
      await proxy.close();
    }
  });

  test('an external database without a secret that all processes share', async () => {
    expect(await expectRefusal({ DATABASE_URL: 'postgres://127.0.0.1/docs' })).toBe(
      'lectern: LECTERN_SECRET is required if DATABASE_URL is set. Every process needs the same secret.',
    );
  });

  test('a storage that cannot be used', async () => {
    mkdirSync(setup.dataDir);
    writeFileSync(join(setup.dataDir, 'blobs'), '');
    expect(await expectRefusal({})).toContain('blobs');
  });

  test.each([
    ['LECTERN_PORT', 'http'],
    ['LECTERN_PORT', '0'],
    ['LECTERN_PORT', '65536'],
    ['LECTERN_BASE_URL', 'docs.example.com'],
    ['LECTERN_SITES_URL', 'ftp://docs.example.com'],
    ['DATABASE_URL', 'mysql://127.0.0.1/docs'],
    ['LECTERN_STORAGE', 'tape'],
    ['LECTERN_SECRET', 'too short'],
    ['LECTERN_ADMIN_TOKEN', 'short'],
    ['LECTERN_ADMIN_EMAIL', 'nobody'],
    ['LECTERN_ALLOW_PRIVATE_NETWORKS', 'perhaps'],
    ['LECTERN_RATE_LIMIT', '-1'],
    ['LECTERN_LINK_CHECKS', 'weekly'],
    ['LECTERN_LINK_CHECK_DAYS', '0'],
    ['LECTERN_MAX_BODY', 'much'],
    ['LECTERN_JOB_TIMEOUT', '0'],
    ['LECTERN_LOG_LEVEL', 'loud'],
    ['SMTP_URL', 'http://mail'],
    ['LECTERN_MAIL_FROM', 'Docs'],
    ['LECTERN_MAIL_FROM', 'a@example.com, b@example.com'],
    ['LECTERN_DNS_SERVERS', 'dns.example.com'],
    ['LECTERN_PROT', '3000'],
  ])('%s=%s, naming the setting, before it touches anything', async (name, value) => {
    const ended = await setup.run(['serve'], {
      LECTERN_SECRET: randomBytes(32).toString('hex'),
      [name]: value,
    });
    expect(ended).toMatchObject({ code: 1, output: '' });
    expect(ended.errors).toMatch(new RegExp(`^lectern: ${name} [^\n]+\n$`));
    expect(existsSync(setup.dataDir)).toBe(false);
  });

  test('every wrong setting at once, one line each', async () => {
    const ended = await setup.run(['serve'], {
      LECTERN_PORT: 'x',
      LECTERN_LOG_LEVEL: 'loud',
      SMTP_URL: 'x',
    });
    expect(ended.code).toBe(1);
    const lines = ended.errors.trimEnd().split('\n');
    expect(lines.map((line) => /(LECTERN_\w+|SMTP_URL)/.exec(line)?.[1]).sort()).toEqual([
      'LECTERN_LOG_LEVEL',
      'LECTERN_PORT',
      'SMTP_URL',
    ]);
  });
});

describe('the command line', () => {
  test('lists its commands', async () => {
    for (const args of [[], ['help'], ['--help']]) {
      const ended = await setup.run(args);
      expect(ended).toMatchObject({ code: 0, errors: '' });
      for (const command of ['serve', 'migrate', 'token create', 'import']) {
        expect(ended.output).toContain(`lectern ${command}`);
      }
    }
  });

  test.each([['--version'], ['-v'], ['version']])('says with %s which version it is', async (argument) => {
    const ended = await setup.run([argument], { LECTERN_PORT: 'nonsense' });
    const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
    expect(ended).toMatchObject({ code: 0, errors: '' });
    expect(ended.output).toMatch(
      new RegExp(`^Lectern ${version} \\(\\S+\\), Node\\.js \\d+\\.\\d+\\.\\d+\n$`),
    );
  });

  test.each([
    [['publish'], 'Unknown command “publish”. Did you mean'],
    [['sevre'], 'Did you mean “serve”? Run “lectern help” for a list of commands.'],
    [['token'], 'The command is incomplete. Use lectern token create.'],
    [['user', 'remove'], 'Unknown command “user remove”. Use lectern user password, lectern user create,'],
    [['token', 'create', '--scopes', 'read,everything'], '“everything” is not a scope.'],
    [['token', 'create', '--days', 'many'], '--days must be a number greater than 0 and at most 36500.'],
    [
      ['token', 'create', '--titel', 'red'],
      '“lectern token create” has no option --titel. Did you mean --title?',
    ],
    [['token', 'create', '-t', 'red'], 'has no option -t.'],
    [['token', 'create', '--title'], '--title needs a value: --title T.'],
    [['token', 'create', '--title', '--days', '3'], '--title needs a value'],
    [['user', 'verify', 'a@b.c'], '“lectern user verify” accepts no arguments, but received “a@b.c”.'],
    [
      ['user', 'verify', '--name', 'Ada'],
      '“lectern user verify” has no option --name. Did you mean --email?',
    ],
    [['import'], 'Specify one URL, folder or file'],
    [
      ['import', 'a', 'b'],
      '“lectern import” accepts one argument, <url, folder or file>, but also received “b”.',
    ],
    [['serve', '--port', '80'], '“lectern serve” has no option --port. Settings are environment variables'],
    [['migrate', 'down'], '“lectern migrate” accepts no arguments, but received “down”.'],
  ])('refuses %j in one line', async (args, message) => {
    const ended = await setup.run(args);
    expect(ended).toMatchObject({ code: 1, output: '' });
    expect(ended.errors).toMatch(/^lectern: [^\n]+\n$/);
    expect(ended.errors).toContain(message);
    expect(existsSync(setup.dataDir)).toBe(false);
  });
});
