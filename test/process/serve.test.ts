import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { createConnection, type Socket } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { clusterPaths } from '../../apps/server/platform/db/embedded/cluster.ts';
import {
  createPreparedSetup,
  createSetup,
  isRunning,
  type RunningService,
  request,
  type Setup,
  TEST_TIMEOUT_MS,
  waitFor,
} from './service-process.ts';

vi.setConfig({ testTimeout: TEST_TIMEOUT_MS });

/** Stops and kills rarely change, and take long. */
const IS_SOAK = process.env.LECTERN_SOAK !== undefined;

let setup: Setup;

afterEach(() => setup.clean());

function useSetup(create: () => Promise<Setup>): void {
  beforeEach(async () => {
    setup = await create();
  });
}

/** The token that the first start prints. */
function readToken(service: RunningService): string {
  const [, token] = /shown only once:\s+(\S+)/.exec(service.output()) ?? [];
  if (!token) throw new Error(`No token in: ${service.output()}`);
  return token;
}

function expectNothingLeft(service: RunningService): void {
  const { lock, cluster } = clusterPaths(setup.dataDir);
  expect(setup.processes()).toEqual([]);
  expect(isRunning(service.databasePid as number)).toBe(false);
  expect(existsSync(lock)).toBe(false);
  expect(existsSync(join(cluster, 'postmaster.pid'))).toBe(false);
}

describe('the first start', () => {
  useSetup(createSetup);

  test('prints where it listens, the administrator’s token and two commands; the next one prints no token', async () => {
    const first = await setup.serve();
    const token = readToken(first);
    expect(first.output()).toContain(`Lectern listens on ${first.url}\n`);
    expect(first.output()).toContain(`${first.url}/reference`);
    const commands = /Two commands to try:\s+(curl .*)\n\s+(npx lectern import .*)\n/.exec(first.output());
    expect(commands?.[1]).toBe(`curl -H "Authorization: Bearer ${token}" ${first.url}/v1/user`);
    expect((await request(first, token, '/v1/user')).body).toMatchObject({ object: 'user' });
    expect((await fetch(`${first.url}/readyz`)).status).toBe(200);
    expect((await first.stop()).code).toBe(0);

    const second = await setup.serve();
    expect(second.output()).toContain(`Lectern listens on ${second.url}\n`);
    expect(second.output()).not.toMatch(/token/i);
    expect((await request(second, token, '/v1/user')).status).toBe(200);
    expect((await second.stop()).code).toBe(0);
    expect(second.errors() + first.errors()).toBe('');
  });

  test('works in a data directory of mode 0700, and keeps its secret to the owner', async () => {
    mkdirSync(setup.dataDir, { mode: 0o700 });
    const service = await setup.serve();
    const secret = join(setup.dataDir, 'secret');
    expect(statSync(setup.dataDir).mode & 0o777).toBe(0o700);
    expect(statSync(secret).mode & 0o777).toBe(0o600);
    const { output, errors } = await service.stop();
    expect(output + errors).not.toContain(readFileSync(secret, 'utf8').trim());
  });
});

describe('the first start on a database that is there', () => {
  useSetup(createPreparedSetup);

  test('shows where the app is; while nobody has used the token, each later start says how to get one', async () => {
    const first = await setup.serve({ LECTERN_ADMIN_EMAIL: 'ops@example.com' });
    expect(first.output()).toContain(`${first.url}/app\n`);
    expect(first.output()).not.toContain('No administrator has signed in');
    expect((await first.stop()).code).toBe(0);

    const second = await setup.serve();
    expect(second.output()).toContain('No administrator has signed in or used a token yet.');
    expect(second.output()).not.toContain(readToken(first));
    expect(second.output()).toContain('npx lectern user password --email ops@example.com\n');
    const [, command] = /npx lectern (token create .*)\n/.exec(second.output()) ?? [];
    const created = await setup.run(String(command).split(' '));
    expect((await request(second, created.output.trim(), '/v1/user')).status).toBe(200);
    expect((await second.stop()).code).toBe(0);

    const third = await setup.serve();
    expect(third.output()).not.toContain('No administrator has signed in');
  });

  test('says what a proxy must forward, if the base URL has TLS, and that files need it too', async () => {
    const service = await setup.serve({ LECTERN_BASE_URL: 'https://docs.example.com' });
    expect(service.output()).toContain(
      `A proxy with TLS must forward https://docs.example.com to ${service.url}, with the Host header.\n`,
    );
    expect(service.output()).toContain(
      `Pages at https:// cannot show files from ${service.sitesUrl}. Set LECTERN_SITES_URL to an https:// address that the proxy forwards to ${service.sitesUrl}.\n`,
    );
  });

  test('takes the administrator’s token from the settings and does not print it', async () => {
    const token = 'chosen-by-the-operator-0123456789';
    const service = await setup.serve({ LECTERN_ADMIN_TOKEN: token });
    expect(service.output()).toContain('$LECTERN_ADMIN_TOKEN');
    expect(service.output()).not.toContain(token);
    expect((await request(service, token, '/v1/user')).status).toBe(200);
  });
});

describe.runIf(IS_SOAK)('a stop', () => {
  useSetup(createPreparedSetup);

  test.each(['SIGINT', 'SIGTERM'] as const)(
    'by %s ends the service and its database in good order',
    async (signal) => {
      const service = await setup.serve();
      const ended = await service.stop(signal);
      expect(ended).toMatchObject({ code: 0, signal: null, errors: '' });
      expectNothingLeft(service);
    },
  );

  test('is not cut short by the second SIGINT of one Ctrl-C, which npm sends on', async () => {
    const service = await setup.serve({ LECTERN_LOG_LEVEL: 'info' });
    service.kill('SIGINT');
    await waitFor('the stop to begin', async () => service.output().includes('Stopping: received SIGINT.'));
    service.kill('SIGINT');
    expect(await service.ended).toMatchObject({ code: 0, signal: null });
    expectNothingLeft(service);
  });

  test('does not cut off a request that is being answered', async () => {
    const service = await setup.serve();
    const token = readToken(service);
    const { body: organizations } = await request<{ items: { id: string }[] }>(service, token, '/v1/orgs');
    const path = `/v1/orgs/${organizations.items[0]?.id}/spaces`;
    const responses = Array.from({ length: 20 }, (_, index) =>
      request(service, token, path, { method: 'POST', body: { title: `Space ${index}` } }),
    );
    await Promise.race(responses);
    const ended = service.stop();
    const done = await Promise.allSettled(responses);
    const made = done.filter(
      (response) => response.status === 'fulfilled' && response.value.status === 201,
    ).length;
    expect((await ended).code).toBe(0);
    const next = await setup.serve();
    const { body } = await request<{ items: { title: string }[] }>(next, token, `${path}?limit=100`);
    expect(body.items.filter(({ title }) => title.startsWith('Space '))).toHaveLength(made);
  });

  test('does not wait for clients that keep their connections open', async () => {
    const service = await setup.serve();
    const sockets = await Promise.all(
      ['', 'GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n', 'GET /healthz HTTP/1.1\r\nHost:'].map(async (text) => {
        const socket = createConnection(Number(new URL(service.url).port), '127.0.0.1');
        socket.on('error', () => {});
        await once(socket, 'connect');
        socket.write(text);
        return socket;
      }),
    );
    await once(sockets[1] as Socket, 'data');
    const closed = sockets.map((socket) => once(socket.resume(), 'close'));
    expect((await service.stop()).code).toBe(0);
    await Promise.all(closed);
  });
});

describe.runIf(IS_SOAK)('a stop while the database is being created', () => {
  useSetup(createSetup);

  test('leaves nothing running', async () => {
    const command = setup.start(['serve'], { LECTERN_LOG_LEVEL: 'info' });
    await waitFor('the migration', async () => command.output().includes('Migrating'));
    command.kill('SIGTERM');
    expect(await command.ended).toMatchObject({ code: 130, signal: null, errors: '' });
    await waitFor('the database to end', async () => setup.processes().length === 0);
    expect((await (await setup.serve()).stop()).code).toBe(0);
  });
});

/** Imports from a host that does not exist: only a worker that holds its lock again ends the operation. */
async function expectJobsRun(service: RunningService, token: string): Promise<void> {
  const organizations = await request<{ items: { id: string }[] }>(service, token, '/v1/orgs');
  const spaces = `/v1/orgs/${organizations.body.items[0]?.id}/spaces`;
  const { body } = await request<{ id: string }>(service, token, spaces, { method: 'POST', body: {} });
  const git = `/v1/spaces/${body.id}/git`;
  const source = { url: 'https://git.invalid/docs.git', ref: 'refs/heads/main' };
  expect((await request(service, token, `${git}/import`, { method: 'POST', body: source })).status).toBe(204);
  await waitFor('the import to end', async () => {
    const info = await request<{ operation?: { state: string } }>(service, token, `${git}/info`);
    return info.body.operation?.state === 'failure';
  });
}

describe.runIf(IS_SOAK)('after kill -9', () => {
  useSetup(createPreparedSetup);

  test('of the service, the next start ends the database that was left running and goes on', async () => {
    const killed = await setup.serve();
    const token = readToken(killed);
    killed.kill('SIGKILL');
    expect((await killed.ended).signal).toBe('SIGKILL');
    expect(isRunning(killed.databasePid as number)).toBe(true);

    const next = await setup.serve();
    expect(isRunning(killed.databasePid as number)).toBe(false);
    expect((await request(next, token, '/v1/user')).status).toBe(200);
    expect((await next.stop()).code).toBe(0);
    expectNothingLeft(next);
  });

  test('of the database, the service starts it again and goes on', async () => {
    const service = await setup.serve();
    const token = readToken(service);
    const { databasePid } = service;
    process.kill(databasePid as number, 'SIGKILL');
    const statuses = new Set<number>();
    await waitFor('the database to be back', async () => {
      const { status } = await request(service, token, '/v1/orgs');
      statuses.add(status);
      return status === 200 && setup.databasePid() !== databasePid;
    });
    expect([...statuses].filter((status) => status !== 200 && status !== 503)).toEqual([]);
    await waitFor(
      'the service to be ready',
      async () => (await fetch(`${service.url}/readyz`)).status === 200,
    );
    await expectJobsRun(service, token);
    const ended = await service.stop();
    expect(ended.code).toBe(0);
    expect(ended.output).toContain('PostgreSQL was restarted.');
    expect(setup.processes()).toEqual([]);
  });

  test('of both, the next start recovers', async () => {
    const killed = await setup.serve();
    const token = readToken(killed);
    process.kill(killed.databasePid as number, 'SIGKILL');
    killed.kill('SIGKILL');
    await killed.ended;
    const next = await setup.serve();
    expect((await request(next, token, '/v1/user')).status).toBe(200);
  });
});

describe('a second service on the same data directory', () => {
  useSetup(createPreparedSetup);

  test('refuses in one line and leaves the first one alone', async () => {
    const first = await setup.serve();
    const token = readToken(first);
    const second = await setup.run(['serve'], { LECTERN_PORT: '1', LECTERN_SITES_PORT: '2' });
    expect(second.code).toBe(1);
    expect(second.errors).toBe(
      `lectern: ${setup.dataDir} is in use by process ${first.pid}. Stop that process first, or set LECTERN_DATA_DIR to another directory.\n`,
    );
    expect((await request(first, token, '/v1/user')).status).toBe(200);
  });
});
