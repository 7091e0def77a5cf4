import { once } from 'node:events';
import { Agent, type IncomingMessage, request as send } from 'node:http';
import { createConnection } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  createPreparedSetup,
  type RunningService,
  type Setup,
  TEST_TIMEOUT_MS,
  waitFor,
} from './service-process.ts';

vi.setConfig({ testTimeout: TEST_TIMEOUT_MS });

let setup: Setup;
beforeEach(async () => {
  setup = await createPreparedSetup();
});
afterEach(() => setup.clean());

const TOKEN = 'token-of-the-administrator-0123456789';
const serve = (drainSeconds: number): Promise<RunningService> =>
  setup.serve({
    LECTERN_ADMIN_TOKEN: TOKEN,
    LECTERN_DRAIN_SECONDS: String(drainSeconds),
    LECTERN_LOG_LEVEL: 'info',
  });

interface Response {
  status: number;
  connection: string | undefined;
  body: string;
}

function ask(url: string, agent: Agent, body?: string): Promise<Response> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' };
    const request = send(url, { agent, headers, method: body === undefined ? 'GET' : 'POST' });
    request.once('error', reject).once('response', (response: IncomingMessage) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk) => {
        text += chunk;
      });
      response.once('error', reject).once('end', () => {
        const { statusCode = 0, headers } = response;
        resolve({ status: statusCode, connection: headers.connection, body: text });
      });
    });
    request.end(body);
  });
}

/**
 * Sends one request after the other on connections that are kept alive. Once `isLeaving`, a client that is asked to
 * close its connection opens no other, as one behind a load balancer that has asked whether the service is ready.
 */
async function askUntilAway(url: string, isLeaving: () => boolean, body?: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const statuses: number[] = [];
  for (;;) {
    const { status, connection } = await ask(url, agent, body);
    statuses.push(status);
    if (connection === 'close' && isLeaving()) return statuses;
  }
}

test.each([
  ['SIGTERM', 2],
  ['SIGTERM', 0],
  ['SIGINT', 0],
] as const)(
  '%s loses no request of clients that keep connections alive (drain: %i s)',
  async (signal, drain) => {
    const service = await serve(drain);
    const organizations = await ask(`${service.url}/v1/orgs`, new Agent());
    const spaces = `/v1/orgs/${JSON.parse(organizations.body).items[0].id}/spaces`;
    let isLeaving = false;
    const askOften = (url: string, body?: string) => askUntilAway(url, () => isLeaving, body);
    const clients = [
      ...Array.from({ length: 4 }, () => askOften(`${service.url}/v1/user`)),
      askOften(`${service.url}${spaces}`, JSON.stringify({ title: 'Made while it stops' })),
      ...Array.from({ length: 2 }, () => askOften(`${service.sitesUrl}/files/nothing`)),
    ];
    const done = Promise.allSettled(clients);
    await sleep(300);
    const stopped = service.stop(signal);
    await sleep(drain * 500);
    isLeaving = true;
    for (const client of await done) {
      const { value: statuses } = client as PromiseFulfilledResult<number[]>;
      expect(client).toMatchObject({ status: 'fulfilled' });
      expect(new Set(statuses).size).toBe(1);
    }
    const ended = await stopped;
    expect(ended).toMatchObject({ code: 0, signal: null, errors: '' });
    const lines = ended.output
      .split('\n')
      .flatMap((line) => (line.startsWith('{') ? [JSON.parse(line).msg] : []));
    expect(lines.filter((line) => /is ready|^Stop/.test(line))).toEqual([
      expect.stringMatching(/^Lectern \d+\.\d+\.\d+\S* is ready\.$/),
      `Stopping: received ${signal}.${drain > 0 ? ` Requests are served for another ${drain} seconds.` : ''}`,
      'Stopped.',
    ]);
  },
);

test('during the drain the service is not ready, serves on, and asks its clients to close their connections', async () => {
  const service = await serve(3);
  const agents = Array.from({ length: 2 }, () => new Agent({ keepAlive: true, maxSockets: 1 })) as [
    Agent,
    Agent,
  ];
  for (const agent of agents)
    expect(await ask(`${service.url}/readyz`, agent)).toMatchObject({
      status: 200,
      connection: 'keep-alive',
    });
  // A request that has only arrived in part when the signal comes.
  const slow = createConnection(Number(new URL(service.url).port), '127.0.0.1').setEncoding('utf8');
  slow.write(
    `POST /v1/orgs HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${TOKEN}\r\nContent-Type: application/json\r\n`,
  );
  await once(slow, 'connect');
  const stopped = service.stop();
  await waitFor('the drain', async () => (await fetch(`${service.url}/readyz`)).status === 503);
  const unready = await ask(`${service.url}/readyz`, agents[0]);
  expect(unready).toMatchObject({ status: 503, connection: 'close' });
  expect(JSON.parse(unready.body).error.reason).toBe('shutting-down');
  expect(await ask(`${service.url}/v1/user`, agents[1])).toMatchObject({ status: 200, connection: 'close' });
  expect(await ask(`${service.sitesUrl}/files/nothing`, agents[1])).toMatchObject({ connection: 'close' });
  expect((await fetch(`${service.url}/healthz`)).status).toBe(200);
  const body = JSON.stringify({ title: 'Arrived in parts' });
  let text = '';
  slow.on('data', (chunk) => {
    text += chunk;
  });
  slow.write(`Content-Length: ${body.length}\r\n\r\n${body}`);
  await once(slow, 'close');
  expect(text).toMatch(/^HTTP\/1\.1 201 [\s\S]*Arrived in parts/);
  expect(text.toLowerCase()).toContain('connection: close');
  expect((await stopped).code).toBe(0);
});

test('a connection that was used a moment before is open for one more request when there is no drain', async () => {
  const service = await serve(5);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  expect((await ask(`${service.url}/healthz`, agent)).status).toBe(200);
  const stopped = service.stop('SIGINT');
  await waitFor('the stop', async () => service.output().includes('Stopping'));
  expect(await ask(`${service.url}/v1/user`, agent)).toMatchObject({ status: 200, connection: 'close' });
  expect((await stopped).code).toBe(0);
});

test('a second Ctrl-C ends the service at once', async () => {
  const service = await serve(3600);
  service.kill('SIGTERM');
  await waitFor('the drain', async () => (await fetch(`${service.url}/readyz`)).status === 503);
  // A signal that follows within a second is taken for the same one, which npm passes on.
  await sleep(1100);
  expect((await service.stop('SIGINT')).code).toBe(130);
});
