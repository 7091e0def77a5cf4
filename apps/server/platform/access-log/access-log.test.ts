import { mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { AccessLogConfig } from '../config.ts';
import { maskClient } from './access-line.ts';
import { type AccessLog, openAccessLog } from './access-log.ts';

/** The pattern of GoAccess and of others for Apache's combined format. */
const COMBINED =
  /^(?<address>\S+) \S+ \S+ \[(?<time>[^\]]+)\] "(?<method>[A-Z]+) (?<url>\S+) HTTP\/(?<version>[\d.]+)" (?<status>\d{3}) (?<bytes>\d+|-) "(?<referrer>(?:[^"\\]|\\.)*)" "(?<agent>(?:[^"\\]|\\.)*)"$/;

let folder: string;
let server: Server;
let accessLog: AccessLog;
let port: number;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-access-'));
  server = createServer((request, response) => {
    request.resume();
    if (request.url === '/slow') return;
    if (request.url === '/moved') response.writeHead(304).end();
    else if (request.url === '/pieces') {
      response.write('one');
      response.end('two');
    } else response.end('Hello');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  ({ port } = server.address() as AddressInfo);
});
afterEach(async () => {
  await accessLog.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await rm(folder, { recursive: true });
});

const file = () => join(folder, 'access.log');

function open(config: Partial<AccessLogConfig> = {}, trustProxy: boolean | string[] = false): void {
  accessLog = openAccessLog({
    config: { format: 'combined', file: file(), isMasked: false, ...config },
    trustProxy,
    log: pino({ level: 'silent' }),
    clock: () => new Date('2026-11-28T17:20:25Z'),
  });
  accessLog.follow(server, 'sites');
}

/** Sends bytes as they are, as no honest client would. */
const send = (text: string): Promise<string> =>
  new Promise((resolve, reject) => {
    let received = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(text, 'latin1'));
    socket.on('data', (chunk) => {
      received += chunk;
    });
    socket.on('close', () => resolve(received));
    socket.on('error', reject);
  });

const get = (path: string, headers: Record<string, string> = {}): Promise<string> =>
  send(
    `GET ${path} HTTP/1.1\r\nHost: docs.test\r\nConnection: close\r\n${Object.entries(headers)
      .map(([name, value]) => `${name}: ${value}\r\n`)
      .join('')}\r\n`,
  );

async function readLines(count: number, path = file()): Promise<string[]> {
  const read = async () => (await readFile(path, 'utf8')).split('\n').slice(0, -1);
  await expect.poll(async () => (await read()).length).toBe(count);
  return read();
}

const parse = (line: string | undefined) => COMBINED.exec(line ?? '')?.groups;

test('a line has the form that Apache writes', async () => {
  open();
  await get('/guide/start', { 'User-Agent': 'Browser/1.0 (X11)', Referer: 'https://example.com/page' });
  expect(await readLines(1)).toEqual([
    '127.0.0.1 - - [28/Nov/2026:17:20:25 +0000] "GET /guide/start HTTP/1.1" 200 5 "https://example.com/page" "Browser/1.0 (X11)"',
  ]);
});

test.for([
  ['quotation marks', '/a"b', 'Agent" 200 1 "-" "Other', '\\"'],
  ['backslashes', '/a\\b', 'C:\\Agent\\', '\\\\'],
  ['characters beyond ASCII', '/cafe', 'Agent \u00e9\u00ff', '\\xc3'],
  ['control characters', '/tab', 'Agent\tof a\ttab', '\\x09'],
  ['line breaks', '/%0A127.0.0.1%20-%20-', 'Agent', '%0A127'],
] as const)('hostile %s stay in their field', async ([, path, agent, expected]) => {
  open();
  await get(path, { 'User-Agent': agent });
  const [line, ...more] = await readLines(1);
  expect(more).toEqual([]);
  expect(line).toMatch(/^[ -~]+$/);
  expect(parse(line)).toMatchObject({ method: 'GET', status: '200', bytes: '5', referrer: '-' });
  expect(line).toContain(expected);
});

test('keys in addresses and referrers are masked', async () => {
  open();
  const jwt = `eyJ${'a'.repeat(20)}.${'b'.repeat(20)}.${'c'.repeat(20)}`;
  await get(`/k-${'Ab3_'.repeat(5)}xy/page`);
  await get(`/page?jwt_token=${jwt}&q=my+illness&flag`);
  await get('/files/0af7651916cd/cat.png?s=1');
  await get('/v1/orgs', {
    Referer: `https://user:pass@docs.test/invites/Zx9${'yQ'.repeat(12)}?token=abc#f`,
    'User-Agent': 'Agent Bearer lct_0123456789abcdef',
  });
  const lines = await readLines(4);
  expect(lines.map((line) => parse(line)?.url)).toEqual([
    '/k-***/page',
    '/page?jwt_token=***&q=***&***',
    '/files/***?s=***',
    '/v1/orgs',
  ]);
  expect(parse(lines[3])?.referrer).toBe('https://docs.test/invites/***?token=***');
  expect(lines.join()).not.toMatch(/lct_0|illness|eyJ|pass|yQyQ/);
});

test('bytes are those of the body, and requests without one have none', async () => {
  open();
  await get('/pieces');
  await get('/moved');
  await send('HEAD /x HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
  const bytes = (await readLines(3)).map((line) => [parse(line)?.status, parse(line)?.bytes]);
  expect(bytes).toEqual([
    ['200', '6'],
    ['304', '-'],
    ['200', '-'],
  ]);
});

test('a client that goes away before the response is logged with 499', async () => {
  open();
  const socket = connect(port, '127.0.0.1', () => socket.write('GET /slow HTTP/1.1\r\nHost: a\r\n\r\n'));
  await expect.poll(() => server.listenerCount('request')).toBeGreaterThan(0);
  setTimeout(() => socket.destroy(), 100);
  expect(parse((await readLines(1))[0])?.status).toBe('499');
});

test('JSON has one object per line', async () => {
  open({ format: 'json' });
  await get('/guide', { 'User-Agent': 'Agent "x"\ty' });
  const [line] = await readLines(1);
  expect(JSON.parse(line as string)).toMatchObject({
    time: '2026-11-28T17:20:25.000Z',
    origin: 'sites',
    address: '127.0.0.1',
    host: 'docs.test',
    method: 'GET',
    url: '/guide',
    status: 200,
    bytes: 5,
    agent: 'Agent "x"\ty',
  });
});

test('addresses are masked, and come from trusted proxies only', async () => {
  open({ isMasked: true }, ['loopback', '10.0.0.0/8']);
  await get('/', { 'X-Forwarded-For': '9.9.9.9, 203.0.113.77, 10.1.2.3' });
  expect(parse((await readLines(1))[0])?.address).toBe('203.0.113.0');
  const masked = ['192.0.2.9', '::ffff:192.0.2.9', '2001:db8:1:2::7', '2001:db8::7', 'nonsense'].map(
    maskClient,
  );
  expect(masked).toEqual(['192.0.2.0', '192.0.2.0', '2001:db8:1::', '2001:db8:0::', '-']);
});

test('without trust, what a client claims is ignored', async () => {
  open();
  await get('/', { 'X-Forwarded-For': '9.9.9.9' });
  expect(parse((await readLines(1))[0])?.address).toBe('127.0.0.1');
});

test('a renamed file is left alone after the log was opened again', async () => {
  open();
  await get('/first');
  await readLines(1);
  await rename(file(), `${file()}.1`);
  accessLog.reopen();
  await get('/second');
  expect(parse((await readLines(1))[0])?.url).toBe('/second');
  expect(parse((await readLines(1, `${file()}.1`))[0])?.url).toBe('/first');
});

test('a file that cannot be written costs lines, and no request', async () => {
  open({ file: join(folder, 'missing', 'access.log') });
  expect(await get('/')).toContain('Hello');
  expect(await get('/')).toContain('Hello');
});
