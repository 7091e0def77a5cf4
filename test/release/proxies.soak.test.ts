/** The examples of proxies, run by the real programs in front of a server that tells what reached it. */
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { findFreePorts } from '../free-port.ts';

const EXAMPLES = join(import.meta.dirname, '../../packaging/proxies');
const API = 'docs-api.example.com';
const SITES = 'docs-files.example.com';
const UPLOAD_BYTES = 100_000_000;

let folder: string;
let servers: Server[];
let ports: { api: number; sites: number; proxy: number; plain: number };
let running: ChildProcess | undefined;

/** Tells what reached it; `/stream` sends an event and leaves the rest for a second later. */
const createEcho = (name: string): Server =>
  createServer(async (incoming, response) => {
    let bytes = 0;
    for await (const chunk of incoming) bytes += (chunk as Buffer).length;
    if (incoming.url === '/stream') {
      response.writeHead(200, { 'content-type': 'text/event-stream', 'x-accel-buffering': 'no' });
      response.write('data: first\n\n');
      setTimeout(() => response.end('data: second\n\n'), 1000);
      return;
    }
    response.end(JSON.stringify({ name, url: incoming.url, headers: incoming.headers, bytes }));
  });

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-proxies-'));
  const [api = 0, sites = 0, proxy = 0, plain = 0] = await findFreePorts(4);
  ports = { api, sites, proxy, plain };
  servers = [createEcho('api').listen(api, '127.0.0.1'), createEcho('sites').listen(sites, '127.0.0.1')];
  execFileSync(
    'openssl',
    [
      ...[
        'req',
        '-x509',
        '-newkey',
        'ec',
        '-pkeyopt',
        'ec_paramgen_curve:prime256v1',
        '-nodes',
        '-days',
        '2',
      ],
      ...['-subj', `/CN=${API}`, '-keyout', join(folder, 'key.pem'), '-out', join(folder, 'cert.pem')],
    ],
    { stdio: 'ignore' },
  );
  mkdirSync(join(folder, 'certificates'));
  const both = readFileSync(join(folder, 'cert.pem'), 'utf8') + readFileSync(join(folder, 'key.pem'), 'utf8');
  writeFileSync(join(folder, 'certificates/both.pem'), both);
});
afterAll(() => {
  for (const server of servers) server.close();
  rmSync(folder, { recursive: true, force: true });
});
afterEach(async () => {
  const child = running;
  running = undefined;
  if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
});

/** Sends the request for `host` to the proxy. */
function ask(host: string, path: string, upload?: Buffer): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        ...{ host: '127.0.0.1', port: ports.proxy, path, servername: host, rejectUnauthorized: false },
        // A proxy may close a connection after it refused a request.
        agent: false,
        ...{ method: upload ? 'POST' : 'GET', headers: { host } },
      },
      resolve,
    );
    sent.once('error', reject);
    sent.end(upload);
  });
}

async function read(response: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of response) text += String(chunk);
  return text;
}

async function start(command: string, parameters: string[]): Promise<void> {
  const child = spawn(command, parameters, {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
  });
  running = child;
  let errors = '';
  child.stderr.on('data', (chunk) => {
    errors += String(chunk);
  });
  for (let attempt = 0; attempt < 300; attempt++) {
    if (child.exitCode !== null) throw new Error(`${command} ended: ${errors}`);
    const status = await ask(API, '/').then(
      (response) => response.resume().statusCode,
      () => 0,
    );
    if (status === 200) return;
    await sleep(100);
  }
  throw new Error(`${command} does not respond: ${errors}`);
}

/** Writes the example with the ports and certificates of the test. */
function prepare(name: string, change: (text: string) => string): string {
  const text = readFileSync(join(EXAMPLES, name), 'utf8')
    .replaceAll('127.0.0.1:3000', `127.0.0.1:${ports.api}`)
    .replaceAll('127.0.0.1:3001', `127.0.0.1:${ports.sites}`);
  const file = join(folder, name);
  writeFileSync(file, change(text));
  return file;
}

const PROXIES: { command: string; start: () => Promise<void> }[] = [
  {
    command: 'nginx',
    start: () => {
      const server = prepare('nginx.conf', (text) =>
        text
          .replaceAll('listen 443 ssl', `listen 127.0.0.1:${ports.proxy} ssl`)
          .replaceAll(/ssl_certificate +\S+;/g, `ssl_certificate ${folder}/cert.pem;`)
          .replaceAll(/ssl_certificate_key +\S+;/g, `ssl_certificate_key ${folder}/key.pem;`),
      );
      const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
        .map((kind) => `${kind}_temp_path ${folder}/${kind};`)
        .join(' ');
      const main = join(folder, 'main.conf');
      writeFileSync(
        main,
        `pid ${folder}/nginx.pid; daemon off; error_log stderr; events {} http { access_log off; ${paths} include ${server}; }`,
      );
      return start('nginx', ['-c', main]);
    },
  },
  {
    command: 'caddy',
    start: () => {
      const file = prepare(
        'Caddyfile',
        (text) =>
          `{\n  admin off\n  local_certs\n  skip_install_trust\n  https_port ${ports.proxy}\n  http_port ${ports.plain}\n}\n${text}`,
      );
      return start('caddy', ['run', '--config', file, '--adapter', 'caddyfile']);
    },
  },
  {
    command: 'haproxy',
    start: () => {
      const file = prepare('haproxy.cfg', (text) =>
        text
          .replace('bind :443', `bind 127.0.0.1:${ports.proxy}`)
          .replace('/etc/haproxy/certificates/', join(folder, 'certificates/')),
      );
      return start('haproxy', ['-db', '-f', file]);
    },
  },
];

const isThere = (command: string): boolean => spawnSync(command, ['-v']).error === undefined;

describe.each(PROXIES.filter(({ command }) => isThere(command)))('$command', ({ start: startProxy }) => {
  test('passes on both origins, who asks, uploads and streams, and hides the metrics', async () => {
    await startProxy();
    for (const [host, name] of [
      [API, 'api'],
      [SITES, 'sites'],
    ] as const) {
      const told = JSON.parse(await read(await ask(host, '/a%2Fb?c=d'))) as {
        name: string;
        url: string;
        headers: Record<string, string>;
      };
      expect(told).toMatchObject({ name, url: '/a%2Fb?c=d' });
      expect(told.headers).toMatchObject({
        host,
        'x-forwarded-for': '127.0.0.1',
        'x-forwarded-proto': 'https',
      });
    }
    expect((await ask(API, '/metrics')).resume().statusCode).toBe(403);

    const uploaded = await ask(API, '/upload', Buffer.alloc(UPLOAD_BYTES));
    expect(JSON.parse(await read(uploaded))).toMatchObject({ bytes: UPLOAD_BYTES });

    const stream = await ask(API, '/stream');
    const chunks: string[] = [];
    for await (const chunk of stream) chunks.push(String(chunk));
    // In one piece, the first event would have waited for the second.
    expect(chunks.length).toBeGreaterThan(1);
    expect(chunks.join('')).toBe('data: first\n\ndata: second\n\n');
  });
});

test('the example for Traefik sends both hosts to their ports', () => {
  const { http } = parse(readFileSync(join(EXAMPLES, 'traefik.yaml'), 'utf8')) as {
    http: {
      routers: Record<string, { rule: string; service: string }>;
      services: Record<string, { loadBalancer: { servers: { url: string }[] } }>;
    };
  };
  const targets = Object.values(http.routers).map(({ rule, service }) => [
    rule,
    http.services[service]?.loadBalancer.servers[0]?.url,
  ]);
  expect(targets).toEqual([
    [`Host(\`${API}\`) && !Path(\`/metrics\`)`, 'http://127.0.0.1:3000'],
    [`Host(\`${SITES}\`)`, 'http://127.0.0.1:3001'],
  ]);
});
