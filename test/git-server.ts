/** Serves Git repositories over real HTTP through `git http-backend`, and misbehaves on request. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import process from 'node:process';
import { setTimeout as wait } from 'node:timers/promises';
import { runHttpBackend } from './git-runner.ts';
import type { LfsFixture } from './lfs-server.ts';

export interface GitServerOptions {
  /** Name in the URL → directory of the repository. */
  repositories: Record<string, string>;
  /** Basic credentials that every request must carry. */
  auth?: { username: string; password: string };
  /** The delay before each response. */
  latencyMs?: number;
  /**
   * A status for every request, a page of HTML, a connection that is cut, or an answer that breaks off or never ends.
   */
  failWith?: number | 'html' | 'reset' | 'truncated' | 'hanging';
  /** Only requests whose URL contains this fail. */
  failOn?: string;
  /** Path prefix → address prefix it has moved to. */
  redirects?: Record<string, string>;
  /** Repositories may be pushed to. */
  allowPush?: boolean;
  /** Files in Git LFS. */
  lfs?: LfsFixture;
  /** Speaks only Git's old protocol, whatever the client asks for. */
  oldProtocol?: boolean;
}

interface SeenRequest {
  method: string;
  url: string;
  authorization: string | undefined;
}

export interface GitServer {
  origin: string;
  port: number;
  /** The address of a repository, with credentials when given. */
  url(name: string, credentials?: { username: string; password: string }): string;
  requests: SeenRequest[];
  /** May be changed while the server runs. */
  options: GitServerOptions;
  close(): Promise<void>;
}

export async function startGitServer(options: GitServerOptions): Promise<GitServer> {
  const requests: SeenRequest[] = [];
  const server = createServer((request, response) => {
    requests.push({
      method: request.method ?? '',
      url: request.url ?? '',
      authorization: request.headers.authorization,
    });
    void answer(options, request, response).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const origin = `http://127.0.0.1:${port}`;
  return {
    origin,
    port,
    url: (name, credentials) => {
      const user = credentials
        ? `${encodeURIComponent(credentials.username)}:${encodeURIComponent(credentials.password)}@`
        : '';
      return `http://${user}127.0.0.1:${port}/${name}`;
    },
    requests,
    options,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

async function answer(
  options: GitServerOptions,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://local');
  if (options.latencyMs) await wait(options.latencyMs);
  const fails = options.failOn === undefined || url.href.includes(options.failOn);
  const failWith = fails ? options.failWith : undefined;
  if (failWith === 'reset') return void request.socket.destroy();
  if (failWith === 'hanging') return;
  if (failWith === 'html') {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<p>Welcome</p>');
    return;
  }
  if (typeof failWith === 'number') {
    const challenge = failWith === 401 ? { 'www-authenticate': 'Basic realm="git"' } : {};
    response.writeHead(failWith, challenge).end();
    return;
  }
  for (const [from, to] of Object.entries(options.redirects ?? {})) {
    if (!url.pathname.startsWith(from)) continue;
    response.writeHead(302, { location: `${to}${url.pathname.slice(from.length)}${url.search}` }).end();
    return;
  }
  if (await options.lfs?.respond(request, response)) return;
  if (options.auth) {
    const expected = `Basic ${Buffer.from(`${options.auth.username}:${options.auth.password}`).toString('base64')}`;
    if (request.headers.authorization !== expected) {
      response.writeHead(401, { 'www-authenticate': 'Basic realm="git"' }).end();
      return;
    }
  }
  const [, name = '', rest = ''] = /^\/([^/]+)(\/.*)$/.exec(decodeURIComponent(url.pathname)) ?? [];
  const directory = options.repositories[name] ?? options.repositories[name.replace(/\.git$/, '')];
  if (!directory) return void response.writeHead(404).end();
  await runBackend({
    options,
    request,
    response,
    query: url.search.slice(1),
    path: directory + rest,
    failWith,
  });
}

interface BackendCall {
  options: GitServerOptions;
  request: IncomingMessage;
  response: ServerResponse;
  query: string;
  path: string;
  failWith: GitServerOptions['failWith'];
}

async function runBackend(call: BackendCall): Promise<void> {
  const { request, response } = call;
  const config = { 'safe.directory': '*', 'http.receivepack': String(call.options.allowPush === true) };
  const header = (name: string): string => String(request.headers[name] ?? '');
  const output = await runHttpBackend(request, {
    PATH: process.env.PATH,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_HTTP_EXPORT_ALL: '1',
    GIT_PROTOCOL: call.options.oldProtocol ? '' : header('git-protocol'),
    PATH_TRANSLATED: call.path,
    QUERY_STRING: call.query,
    REQUEST_METHOD: request.method,
    CONTENT_TYPE: header('content-type'),
    ...(header('content-length') ? { CONTENT_LENGTH: header('content-length') } : {}),
    HTTP_CONTENT_ENCODING: header('content-encoding'),
    REMOTE_USER: 'test',
    REMOTE_ADDR: '127.0.0.1',
    GIT_CONFIG_COUNT: String(Object.keys(config).length),
    ...Object.fromEntries(
      Object.entries(config).flatMap(([key, value], index) => [
        [`GIT_CONFIG_KEY_${index}`, key],
        [`GIT_CONFIG_VALUE_${index}`, value],
      ]),
    ),
  });
  response.once('close', () => output.destroy());
  let head = Buffer.alloc(0);
  let isBodyStarted = false;
  let sent = 0;
  for await (const chunk of output as AsyncIterable<Buffer>) {
    let body = chunk;
    if (!isBodyStarted) {
      head = Buffer.concat([head, chunk]);
      const end = head.indexOf('\r\n\r\n');
      if (end === -1) continue;
      isBodyStarted = true;
      writeCgiHead(response, head.subarray(0, end).toString('latin1'));
      body = head.subarray(end + 4);
    }
    sent += body.length;
    if (call.failWith === 'truncated' && sent > 200) {
      response.write(body.subarray(0, 100), () => response.destroy());
      return;
    }
    if (!response.write(body)) await once(response, 'drain');
  }
  response.end();
}

function writeCgiHead(response: ServerResponse, head: string): void {
  let status = 200;
  for (const line of head.split('\r\n')) {
    const colon = line.indexOf(':');
    const name = line.slice(0, colon);
    const value = line.slice(colon + 1).trim();
    if (name.toLowerCase() === 'status') status = Number.parseInt(value, 10);
    else response.setHeader(name, value);
  }
  response.writeHead(status);
}
