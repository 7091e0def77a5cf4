import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * The content at a path: a page of HTML, bytes of a type, a redirect, a status, or a function that sends the response.
 */
export type WebContent =
  | string
  | { type: string; body: string | Buffer }
  | { location: string; status?: number }
  | { status: number }
  | ((response: ServerResponse) => void);

export interface WebServer {
  origin: string;
  /** The content by path with its query; tests can change it at any time. */
  content: Record<string, WebContent>;
  /** The requests in the order in which they arrived. */
  requests: { method: string; path: string; at: number; headers: IncomingHttpHeaders; body: string }[];
  url(path: string): string;
  close(): Promise<void>;
}

/** A website of a test. */
export async function startWebServer(content: Record<string, WebContent> = {}): Promise<WebServer> {
  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    const { method = '', headers } = request;
    const arrived = { method, path, at: performance.now(), headers, body: '' };
    web.requests.push(arrived);
    request.on('data', (chunk: Buffer) => {
      arrived.body += chunk;
    });
    // A client that is answered earlier need not send the rest.
    request.on('end', () => answer(response, web.content[path] ?? { status: 404 }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const web: WebServer = {
    origin,
    content,
    requests: [],
    url: (path) => origin + path,
    close: async () => {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
  return web;
}

function answer(response: ServerResponse, content: WebContent): void {
  if (typeof content === 'function') content(response);
  else if (typeof content === 'string')
    response.setHeader('content-type', 'text/html; charset=utf-8').end(content);
  else if ('body' in content) response.setHeader('content-type', content.type).end(content.body);
  else if ('location' in content)
    response.writeHead(content.status ?? 302, { location: content.location }).end();
  else response.writeHead(content.status).end(`Status ${content.status}`);
}
