import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { Agent, request as send } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../database.ts';
import { findFreePorts } from '../free-port.ts';
import { temporaryDirectory } from '../git-fixtures.ts';
import { type DatabaseProxy, startDatabaseProxy } from './database-proxy.ts';
import { recordFigures } from './figures.ts';
import { createSetup, type RunningService, type Setup, waitFor } from './service-process.ts';

const TOKEN = 'token-of-the-administrator-0123456789';
const ROUNDS = 3;

let database: TestDatabase;
let proxy: DatabaseProxy;
let folder: Awaited<ReturnType<typeof temporaryDirectory>>;
let setup: Setup[];
let ports: { api: number; sites: number }[];
let stopProxy: () => Promise<void>;

beforeEach(async () => {
  stopProxy = async () => {};
  database = await createTestDatabase();
  proxy = await startDatabaseProxy(inject('databaseServer'));
  folder = await temporaryDirectory();
  setup = [await createSetup(), await createSetup()];
  const [a = 0, b = 0, c = 0, d = 0] = await findFreePorts(4);
  ports = [
    { api: a, sites: b },
    { api: c, sites: d },
  ];
});
afterEach(async () => {
  await stopProxy();
  for (const one of setup) await one.clean();
  await proxy.close();
  await database.drop();
  await folder.remove();
});

const secret = randomBytes(32).toString('hex');
const serve = (n: number): Promise<RunningService> =>
  (setup[n] as Setup).serve({
    DATABASE_URL: proxy.url(database.connection.database),
    LECTERN_SECRET: secret,
    LECTERN_ADMIN_TOKEN: TOKEN,
    LECTERN_BASE_URL: 'http://lectern.test',
    LECTERN_SITES_URL: 'http://sites.test',
    LECTERN_DRAIN_SECONDS: '5',
    LECTERN_PORT: String(ports[n]?.api),
    LECTERN_SITES_PORT: String(ports[n]?.sites),
  });

/** A kind of request with the only right status. */
const REQUESTS = [
  { origin: 'api', path: '/v1/user', status: 200 },
  { origin: 'api', path: '/v1/orgs', body: JSON.stringify({ title: 'Made during a restart' }), status: 201 },
  { origin: 'sites', path: '/files/nothing', status: 404 },
] as const;

/** The status; with the beginning of the body if it is another one than it should be. */
function ask(
  agent: Agent,
  port: number,
  { path, ...kind }: (typeof REQUESTS)[number],
): Promise<number | string> {
  return new Promise((resolve, reject) => {
    const body = 'body' in kind ? kind.body : undefined;
    const request = send({
      agent,
      port,
      host: '127.0.0.1',
      path,
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' },
    });
    request.once('error', reject).once('response', (response) => {
      text(response).then((body) => {
        const { statusCode = 0 } = response;
        resolve(statusCode === kind.status ? statusCode : `${statusCode} ${body.trim().slice(0, 100)}`);
      }, reject);
    });
    request.end(body);
  });
}

/** Clients, each of which sends one request after the other, some with pauses. */
function startClients(choosePort: (origin: 'api' | 'sites') => number | undefined, keepAlive = true) {
  let isEnding = false;
  let count = 0;
  const failures: string[] = [];
  const clients = Array.from({ length: 12 }, async (_, n) => {
    const kind = REQUESTS[n % REQUESTS.length] as (typeof REQUESTS)[number];
    const agent = new Agent({ keepAlive, maxSockets: 1 });
    while (!isEnding) {
      const port = choosePort(kind.origin);
      if (port !== undefined) {
        count += 1;
        const outcome = await ask(agent, port, kind).catch((error) => String(error));
        if (outcome !== kind.status) failures.push(`${kind.path}: ${outcome}`);
      }
      await sleep((n * 7) % 60);
    }
    agent.destroy();
  });
  return {
    failures,
    end: async () => {
      isEnding = true;
      await Promise.all(clients);
      return count;
    },
  };
}

/** Asks each process, as a load balancer does, whether it is ready. */
function watchReadiness(): { ready: boolean[]; stop(): Promise<void> } {
  const ready = [true, true];
  let isEnding = false;
  const watching = [0, 1].map(async (n) => {
    while (!isEnding) {
      ready[n] = await fetch(`http://127.0.0.1:${ports[n]?.api}/readyz`).then(
        ({ status }) => status === 200,
        () => false,
      );
      await sleep(100);
    }
  });
  return {
    ready,
    stop: async () => {
      isEnding = true;
      await Promise.all(watching);
    },
  };
}

/** `without` tells a load balancer that does not check its servers which of them is about to stop, and that it is back. */
async function restartInTurn(
  services: RunningService[],
  without: (stopping?: number) => Promise<void> = async () => {},
): Promise<void> {
  for (let round = 0; round < ROUNDS; round += 1)
    for (const n of [0, 1]) {
      await without(n);
      expect(await services[n]?.stop('SIGTERM')).toMatchObject({ code: 0, errors: '' });
      services[n] = await serve(n);
      await without();
      // The load balancer notices.
      await sleep(1500);
    }
}

test('a rolling restart loses no request of clients that ask which process is ready', async () => {
  const services = [await serve(0), await serve(1)];
  const watch = watchReadiness();
  let turn = 0;
  const clients = startClients((origin) => {
    turn += 1;
    const n = [turn % 2, (turn + 1) % 2].find((one) => watch.ready[one]);
    return n === undefined ? undefined : ports[n]?.[origin];
  });
  await restartInTurn(services);
  const count = await clients.end();
  await watch.stop();
  recordFigures({ fault: 'Rolling restart, directly', requests: count, failed: clients.failures.length });
  expect(clients.failures).toEqual([]);
});

/** The servers that HAProxy sends requests to: two processes, each with two origins. */
async function countServersUp(state: string): Promise<number> {
  const socket = connect(state);
  socket.end('show stat\n');
  const [header = '', ...lines] = (await text(socket)).replace(/^# /, '').trim().split('\n');
  const columns = header.split(',');
  const cells = lines.map((line) => line.split(','));
  const [name, status] = ['svname', 'status'].map((column) => columns.indexOf(column)) as [number, number];
  return cells.filter((row) => row[name]?.startsWith('s') && row[status]?.startsWith('UP')).length;
}

test('a rolling restart behind HAProxy loses no request', async () => {
  expect(existsSync('/usr/sbin/haproxy'), 'apt-get install haproxy').toBe(true);
  const services = [await serve(0), await serve(1)];
  const [api = 0, sites = 0] = await findFreePorts(2);
  const file = join(folder.path, 'haproxy.cfg');
  const listen = (name: 'api' | 'sites', port: number): string =>
    [
      `listen ${name}`,
      `  bind 127.0.0.1:${port}`,
      '  option httpchk GET /readyz',
      // A busy machine responds late, but a service that stops says so at once.
      '  default-server check inter 200ms fall 2 rise 1',
      ...ports.map((own, n) => `  server s${n} 127.0.0.1:${own[name]} port ${own.api}`),
    ].join('\n');
  const state = join(folder.path, 'haproxy.socket');
  const global = `global\n  log stdout format raw daemon notice\n  stats socket ${state} mode 600`;
  const defaults =
    'defaults\n  log global\n  option log-health-checks\n  mode http\n  timeout connect 2s\n  timeout client 30s\n  timeout server 30s\n  timeout check 10s';
  writeFileSync(file, `${[global, defaults, listen('api', api), listen('sites', sites)].join('\n')}\n`);
  const child = spawn('/usr/sbin/haproxy', ['-db', '-f', file], { stdio: ['ignore', 'pipe', 'ignore'] });
  let checks = '';
  child.stdout.setEncoding('utf8').on('data', (told: string) => {
    checks += told;
  });
  const ended = once(child, 'close');
  stopProxy = async () => {
    child.kill('SIGKILL');
    await ended;
  };
  await waitFor('HAProxy', () =>
    fetch(`http://127.0.0.1:${api}/readyz`).then(
      ({ status }) => status === 200,
      () => false,
    ),
  );
  const clients = startClients((origin) => (origin === 'api' ? api : sites));
  // The other process is stopped only when HAProxy sends requests to this one again.
  await restartInTurn(services, async (stopping) => {
    if (stopping === undefined)
      await waitFor('HAProxy to use both processes', async () => (await countServersUp(state)) === 4);
  });
  const count = await clients.end();
  recordFigures({
    fault: 'Rolling restart, behind HAProxy',
    requests: count,
    failed: clients.failures.length,
  });
  expect(clients.failures, checks).toEqual([]);
});

test('a rolling restart behind nginx, which is told which process stops, loses no request', async () => {
  expect(existsSync('/usr/sbin/nginx'), 'apt-get install nginx-light').toBe(true);
  const services = [await serve(0), await serve(1)];
  const [api = 0, sites = 0] = await findFreePorts(2);
  const file = join(folder.path, 'nginx.conf');
  const upstream = (name: 'api' | 'sites', port: number, stopping?: number): string => `
    upstream ${name} {
      ${ports.map((own, n) => `server 127.0.0.1:${own[name]}${n === stopping ? ' down' : ''};`).join('\n      ')}
    }
    server {
      listen 127.0.0.1:${port};
      location / {
        proxy_pass http://${name};
        proxy_http_version 1.1;
        proxy_set_header Connection "";
        proxy_set_header Host $host;
      }
    }`;
  const configure = (stopping?: number): void =>
    writeFileSync(
      file,
      `daemon off;
pid ${join(folder.path, 'nginx.pid')};
error_log ${join(folder.path, 'error.log')} warn;
worker_processes 1;
events {}
http {
  access_log off;
  ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${join(folder.path, name)};`).join('\n  ')}
  ${upstream('api', api, stopping)}
  ${upstream('sites', sites, stopping)}
}
`,
    );
  configure();
  const child = spawn('/usr/sbin/nginx', ['-c', file, '-e', join(folder.path, 'start.log')], {
    stdio: 'ignore',
  });
  const ended = once(child, 'close');
  stopProxy = async () => {
    child.kill('SIGTERM');
    await ended;
  };
  await waitFor('nginx', () =>
    fetch(`http://127.0.0.1:${api}/readyz`).then(
      ({ status }) => status === 200,
      () => false,
    ),
  );
  // When nginx reads its configuration again, it closes the connections of clients that are idle. Browsers repeat what they
  // send at that moment; these clients do not.
  const clients = startClients((origin) => (origin === 'api' ? api : sites), false);
  await restartInTurn(services, async (stopping) => {
    configure(stopping);
    child.kill('SIGHUP');
    await sleep(1000);
  });
  const count = await clients.end();
  recordFigures({ fault: 'Rolling restart, behind nginx', requests: count, failed: clients.failures.length });
  expect(clients.failures).toEqual([]);
});
