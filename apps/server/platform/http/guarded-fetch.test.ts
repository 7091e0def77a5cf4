import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type GuardedFetchOptions, guardedFetch } from './guarded-fetch.ts';
import { NetworkError, type NetworkPolicy } from './guarded-network.ts';
import { isPublicAddress } from './public-address.ts';

const servers: Server[] = [];

async function serve(listener: RequestListener): Promise<{ origin: string; port: number }> {
  const server = createServer(listener).listen(0, '0.0.0.0');
  servers.push(server);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { origin: `http://127.0.0.1:${port}`, port };
}

afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.close();
    server.closeAllConnections();
  }
});

/** 127.0.0.1 plays a public address; every other loopback address a private one. */
const POLICY: NetworkPolicy = { allowPrivate: false, isAllowed: (address) => address === '127.0.0.1' };
const LIMITS = { ...POLICY, maxBytes: 1_000, timeoutMs: 5_000 };

const fetchOf = (url: string, more: Partial<GuardedFetchOptions> = {}): ReturnType<typeof guardedFetch> =>
  guardedFetch(url, { ...LIMITS, ...more });

async function failureOf(promise: Promise<unknown>): Promise<NetworkError> {
  const error = await promise.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(NetworkError);
  return error as NetworkError;
}

describe('guardedFetch', () => {
  it('reads an answer from an allowed address, and no other', async () => {
    let contacts = 0;
    const { origin, port } = await serve((_, response) => {
      contacts += 1;
      response.setHeader('x-a', 'b').end('hello');
    });
    const result = await fetchOf(`${origin}/path#part`);
    expect([result.status, result.headers['x-a'], result.body.toString(), result.url.href]).toEqual([
      200,
      'b',
      'hello',
      `${origin}/path`,
    ]);
    for (const host of ['127.0.0.2', '2130706434', '0x7f000002', '[::1]', '0.0.0.0']) {
      expect((await failureOf(fetchOf(`http://${host}:${port}/`))).code).toBe('refused-address');
    }
    const resolveHost = async () => [{ address: '127.0.0.2', family: 4 as const }];
    expect((await failureOf(fetchOf(`http://name.example:${port}/`, { resolveHost }))).code).toBe(
      'refused-address',
    );
    expect(contacts).toBe(1);
  });

  it('knows a local address in every spelling', async () => {
    let contacts = 0;
    const { port } = await serve((_, response) => {
      contacts += 1;
      response.end();
    });
    const hosts = [
      'localhost',
      'LOCALHOST',
      '127.1',
      '0177.0.0.1',
      '①②⑦.0.0.1',
      '%31%32%37.0.0.1',
      '[::ffff:127.0.0.1]',
      '[::ffff:7f00:1]',
      '[0:0:0:0:0:0:0:1]',
      '[::127.0.0.1]',
      '[64:ff9b::7f00:1]',
      '169.254.169.254',
    ];
    for (const host of hosts) {
      const failure = await failureOf(fetchOf(`http://${host}:${port}/`, { isAllowed: isPublicAddress }));
      expect([host, failure.code]).toEqual([host, 'refused-address']);
    }
    expect(contacts).toBe(0);
  });

  it('connects to the address that it checked, and checks each connection separately', async () => {
    const { port } = await serve((request, response) => {
      if (request.url === '/') response.end('public');
      else response.writeHead(302, { location: `http://name.example:${other.port}/secret` }).end();
    });
    const other = await serve((_, response) => response.end('secret'));
    const responses = ['127.0.0.1', '127.0.0.2', '127.0.0.1', '127.0.0.2'];
    const resolveHost = async () => [{ address: responses.shift() as string, family: 4 as const }];
    const url = `http://name.example:${port}`;
    expect((await fetchOf(url, { resolveHost })).body.toString()).toBe('public');
    expect((await failureOf(fetchOf(url, { resolveHost }))).code).toBe('refused-address');
    expect((await failureOf(fetchOf(`${url}/moved`, { resolveHost }))).code).toBe('refused-address');
    expect(responses).toEqual([]);
  });

  it('asks no proxy of the environment, which would resolve names by itself', async () => {
    const { origin } = await serve((_, response) => response.end('direct'));
    const proxy = await serve((_, response) => response.end('proxied'));
    for (const name of ['HTTP_PROXY', 'http_proxy', 'ALL_PROXY']) vi.stubEnv(name, proxy.origin);
    vi.stubEnv('NODE_USE_ENV_PROXY', '1');
    try {
      expect((await fetchOf(origin)).body.toString()).toBe('direct');
    } finally {
      vi.unstubAllEnvs();
    }
  });

  it('checks every redirect', async () => {
    const { origin, port } = await serve((request, response) => {
      const to =
        request.url === '/private'
          ? `http://127.0.0.2:${port}/secret`
          : request.url === '/file'
            ? 'file:///etc/passwd'
            : '/loop';
      response.writeHead(302, { location: to }).end();
    });
    expect((await failureOf(fetchOf(`${origin}/private`))).code).toBe('refused-address');
    expect((await failureOf(fetchOf(`${origin}/file`))).code).toBe('unsupported-url');
    expect((await failureOf(fetchOf(`${origin}/loop`))).code).toBe('too-many-redirects');
  });

  it('drops credentials for good when a redirect leaves the origin', async () => {
    const seen: (string | undefined)[] = [];
    const other = await serve((request, response) => {
      seen.push(request.headers.authorization);
      response.writeHead(307, { location: `${first.origin}/back` }).end();
    });
    const first = await serve((request, response) => {
      seen.push(request.headers.authorization);
      if (request.url === '/back') response.end('done');
      else response.writeHead(301, { location: request.url === '/' ? '/same' : `${other.origin}/x` }).end();
    });
    const result = await fetchOf(first.origin, { headers: { Authorization: 'Basic abc' } });
    expect(result.hasLeftOrigin).toBe(true);
    expect(seen).toEqual(['Basic abc', 'Basic abc', undefined, undefined]);
  });

  it('never sends or shows credentials of the URL itself', async () => {
    const { origin } = await serve((request, response) =>
      response.end(String(request.headers.authorization)),
    );
    const result = await fetchOf(origin.replace('http://', 'http://me:secret@'));
    expect([result.body.toString(), result.url.href]).toEqual(['undefined', `${origin}/`]);
  });

  it('stops at its limits', async () => {
    const { origin } = await serve((request, response) => {
      if (request.url === '/large') response.end('x'.repeat(5_000));
      if (request.url === '/full') response.end('x'.repeat(1_000));
    });
    expect((await failureOf(fetchOf(`${origin}/large`))).code).toBe('too-large');
    const cut = await fetchOf(`${origin}/large`, { truncate: true });
    expect(cut).toMatchObject({ body: { length: 1_000 }, isCut: true });
    const full = await fetchOf(`${origin}/full`, { truncate: true });
    expect(full).toMatchObject({ body: { length: 1_000 }, isCut: false });
    expect((await failureOf(fetchOf(`${origin}/never`, { timeoutMs: 200 }))).code).toBe('timeout');
    const controller = new AbortController();
    const pending = failureOf(fetchOf(`${origin}/never`, { signal: controller.signal }));
    controller.abort();
    expect((await pending).code).toBe('aborted');
  });

  it('stops while a name is still being resolved', async () => {
    const controller = new AbortController();
    const resolveHost = (): Promise<never> => {
      controller.abort();
      return new Promise(() => {});
    };
    const stopped = fetchOf('http://name.example/', { resolveHost, signal: controller.signal });
    expect((await failureOf(stopped)).code).toBe('aborted');
  });

  it('tells an unreachable host and a wrong address in words', async () => {
    const { port } = await serve(() => {});
    servers[0]?.close();
    expect((await failureOf(fetchOf(`http://127.0.0.1:${port}/`))).message).toContain('127.0.0.1');
    for (const address of ['file:///etc/passwd', 'ftp://127.0.0.1/', 'nonsense']) {
      expect((await failureOf(fetchOf(address))).code).toBe('unsupported-url');
    }
  });
});
