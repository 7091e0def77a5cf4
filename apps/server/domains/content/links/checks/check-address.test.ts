import type { RequestListener } from 'node:http';
import { afterEach, describe, expect, test } from 'vitest';
import {
  type Outside,
  startOutside,
  startUntrusted,
} from '../../../../../../test/fixtures/content/links/checks/outside.ts';
import { type AddressCheck, checkAddress } from './check-address.ts';
import { type Finding, weighFinding } from './finding.ts';
import { HostGate } from './host-gate.ts';

const servers: Outside[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

async function serve(listener: RequestListener): Promise<Outside> {
  const server = await startOutside(listener);
  servers.push(server);
  return server;
}

/** 127.0.0.1 plays a public address; every other loopback address a private one. */
const check = (url: string, more: Partial<AddressCheck> = {}): Promise<Finding> =>
  checkAddress(url, {
    policy: { allowPrivate: false, isAllowed: (address) => address === '127.0.0.1' },
    gate: new HostGate(async () => {}),
    userAgent: 'Lectern/1 (test)',
    timeoutMs: 5000,
    isOwn: () => false,
    signal: new AbortController().signal,
    ...more,
  });

const statusServer = (): Promise<Outside> =>
  serve(({ url, method }, response) => {
    const [, head, get] = String(url).split('/');
    response.writeHead(Number(method === 'HEAD' ? head : (get ?? head))).end();
  });

describe('an address that answers', () => {
  test('with success is ok, and is asked once, by HEAD, without a body, in our name', async () => {
    const headers: unknown[] = [];
    const outside = await serve((request, response) => {
      headers.push(request.headers['user-agent'], request.headers.authorization, request.headers.cookie);
      response.end('hello');
    });
    const address = outside.origin.replace('://', '://me:secret@');
    expect(await check(`${address}/page#part`)).toEqual({ kind: 'ok', statusCode: 200 });
    expect(outside.asked).toEqual(['HEAD /page']);
    expect(headers).toEqual(['Lectern/1 (test)', undefined, undefined]);
  });

  test.each([405, 501, 403, 404, 400, 500, 503])('with %i to HEAD is asked again by GET', async (status) => {
    const outside = await statusServer();
    expect(await check(`${outside.origin}/${status}/200`)).toEqual({ kind: 'ok', statusCode: 200 });
    expect(outside.asked.map((asked) => asked.split(' ')[0])).toEqual(['HEAD', 'GET']);
  });

  test('by closing the connection to HEAD is asked again by GET', async () => {
    const outside = await serve((request, response) => {
      if (request.method === 'HEAD') request.socket.destroy();
      else response.end('hello');
    });
    expect(await check(outside.origin)).toEqual({ kind: 'ok', statusCode: 200 });
  });

  test.each([
    [404, 'gone'],
    [410, 'gone'],
    [408, 'failing'],
    [500, 'failing'],
    [503, 'failing'],
    [401, 'unclear'],
    [403, 'unclear'],
    [405, 'unclear'],
    [418, 'unclear'],
    [304, 'unclear'],
  ])('with %i is %s, and says so in words', async (status, kind) => {
    const outside = await statusServer();
    expect(await check(`${outside.origin}/${status}`)).toEqual({
      kind,
      statusCode: status,
      reason: expect.stringContaining(`127.0.0.1 returns status ${status}`),
    });
  });

  test.each([429, 503])(
    'with %i and Retry-After is left for later, without a second request',
    async (status) => {
      const outside = await serve((_, response) =>
        response.writeHead(status, { 'retry-after': '120' }).end(),
      );
      expect(await check(outside.origin)).toMatchObject({
        kind: 'later',
        statusCode: status,
        retryAfter: '120',
        host: '127.0.0.1',
      });
      expect(outside.asked).toHaveLength(1);
    },
  );

  test('without an end is ok after its first bytes', async () => {
    const outside = await serve((request, response) => {
      if (request.method === 'HEAD') return response.writeHead(405).end();
      const send = (): void => {
        if (!response.destroyed && response.write('x'.repeat(65_536))) setImmediate(send);
      };
      response.on('drain', send);
      response.on('close', () => closed());
      send();
      return response;
    });
    let closed = (): void => {};
    const isClosed = new Promise<void>((resolve) => {
      closed = resolve;
    });
    expect(await check(outside.origin)).toEqual({ kind: 'ok', statusCode: 200 });
    await isClosed;
  });
});

describe('redirects', () => {
  test('are followed, and what they lead to counts', async () => {
    const outside = await serve(({ url }, response) => {
      if (url === '/moved') response.writeHead(301, { location: '/there#part' }).end();
      else if (url === '/lost') response.writeHead(302, { location: 'nowhere' }).end();
      else response.writeHead(url === '/there' ? 200 : 404).end();
    });
    expect(await check(`${outside.origin}/moved`)).toEqual({ kind: 'ok', statusCode: 200 });
    expect(await check(`${outside.origin}/lost`)).toMatchObject({ kind: 'gone', statusCode: 404 });
    expect(outside.asked).toEqual([
      'HEAD /moved',
      'HEAD /there',
      'HEAD /lost',
      'HEAD /nowhere',
      'GET /nowhere',
    ]);
  });

  test('without an end are given up', async () => {
    const outside = await serve((_, response) => response.writeHead(302, { location: '/again' }).end());
    expect(await check(outside.origin)).toEqual({
      kind: 'failing',
      reason: '127.0.0.1 redirects too many times.',
    });
    expect(outside.asked).toHaveLength(6);
  });

  test('to a private address are refused without a request', async () => {
    const outside = await serve((request, response) => {
      const location = `http://127.0.0.2:${outside.port}/secret`;
      if (request.url === '/secret') response.end('secret');
      else response.writeHead(302, { location }).end();
    });
    expect(await check(outside.origin)).toEqual({
      kind: 'unclear',
      reason: expect.stringContaining('127.0.0.2 leads to a private or local address'),
    });
    expect(outside.asked).toEqual(['HEAD /']);
  });

  test.each(['file:///etc/passwd', 'mailto:a@b.c', 'http://', 'gopher://127.0.0.1/'])(
    'to %s are not followed',
    async (location) => {
      const outside = await serve((_, response) => response.writeHead(302, { location }).end());
      expect(await check(outside.origin)).toMatchObject({ kind: 'unclear', reason: expect.any(String) });
      expect(outside.asked).toEqual(['HEAD /']);
    },
  );

  test.each([`http://${'long.'.repeat(2000)}example/`, `${'long'.repeat(2000)}:`])(
    'tell nothing of a very long address',
    async (location) => {
      const outside = await serve((_, response) => response.writeHead(302, { location }).end());
      expect(await check(outside.origin)).toEqual({
        kind: 'unclear',
        reason: '127.0.0.1 redirects to an invalid address.',
      });
    },
  );

  test('to this service are not followed', async () => {
    const outside = await serve((_, response) => response.writeHead(302, { location: '/own' }).end());
    const isOwn = (url: URL): boolean => url.pathname === '/own';
    expect(await check(outside.origin, { isOwn })).toMatchObject({ kind: 'unclear' });
    expect(outside.asked).toEqual(['HEAD /']);
  });
});

describe('an address without an answer', () => {
  test('that is private is refused without a request', async () => {
    const outside = await serve((_, response) => response.end('secret'));
    const policy = { allowPrivate: false };
    expect(await check(outside.origin, { policy })).toMatchObject({ kind: 'unclear' });
    expect(await check(`http://localhost:${outside.port}`, { policy })).toMatchObject({ kind: 'unclear' });
    expect(outside.asked).toEqual([]);
    expect(await check(outside.origin, { policy: { allowPrivate: true } })).toMatchObject({ kind: 'ok' });
  });

  test('that is slow fails', async () => {
    const outside = await serve(() => {});
    expect(await check(outside.origin, { timeoutMs: 100 })).toEqual({
      kind: 'failing',
      reason: '127.0.0.1 did not respond in time.',
    });
  });

  test('that nobody vouches for is broken', async () => {
    const untrusted = await startUntrusted();
    servers.push(untrusted);
    expect(await check(untrusted.origin)).toEqual({
      kind: 'gone',
      reason: expect.stringContaining('The certificate of 127.0.0.1 is not trusted'),
    });
  });

  test('whose name does not exist is broken, unless the resolver cannot tell', async () => {
    const resolve = (code: string) => ({
      allowPrivate: false,
      resolveHost: async () => {
        throw Object.assign(new Error(code), { code });
      },
    });
    const url = 'https://docs.nowhere.example/';
    expect(await check(url, { policy: resolve('ENOTFOUND') })).toEqual({
      kind: 'gone',
      reason: expect.stringContaining('There is no host named docs.nowhere.example'),
    });
    expect(await check(url, { policy: resolve('EAI_AGAIN') })).toMatchObject({ kind: 'failing' });
  });

  test('is no finding when the check itself was stopped', async () => {
    const controller = new AbortController();
    const outside = await serve(() => controller.abort(new Error('stopped')));
    await expect(check(outside.origin, { signal: controller.signal })).rejects.toThrow('stopped');
  });
});

test('what may pass is broken the second time, what is gone at once, and what is unclear never', () => {
  const reason = 'because';
  expect(weighFinding({ kind: 'failing', reason }, 0)).toEqual({ state: 'unknown', failures: 1 });
  expect(weighFinding({ kind: 'failing', reason }, 1)).toEqual({ state: 'broken', failures: 2 });
  expect(weighFinding({ kind: 'gone', reason }, 0)).toEqual({ state: 'broken', failures: 1 });
  expect(weighFinding({ kind: 'unclear', reason }, 5)).toEqual({ state: 'unknown', failures: 5 });
  expect(weighFinding({ kind: 'ok', statusCode: 200 }, 5)).toEqual({ state: 'ok', failures: 0 });
});
