/** Stands between the browser and the service, and replaces what would differ from run to run. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface PretendProxy {
  port: number;
  close(): Promise<void>;
}

export interface Replacements {
  /** In what the service answers. */
  outgoing(text: string): string;
  /** In what the browser sends. */
  incoming(text: string): string;
}

/** Passes everything to the port `target` of this machine. */
export async function startPretendProxy(target: number, replacements: Replacements): Promise<PretendProxy> {
  const server = createServer((incoming, response) => {
    void pass(target, replacements, incoming, response).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

async function pass(
  target: number,
  { incoming, outgoing }: Replacements,
  asked: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const headers = { ...asked.headers, 'accept-encoding': 'identity' };
  const isText = isOf(asked, 'application/json');
  const body = isText ? incoming(await text(asked)) : undefined;
  if (body !== undefined) headers['content-length'] = String(Buffer.byteLength(body));
  const forwarded = request({
    host: '127.0.0.1',
    port: target,
    method: asked.method,
    path: asked.url,
    headers,
  });
  response.on('close', () => forwarded.destroy());
  if (body === undefined) asked.pipe(forwarded);
  else forwarded.end(body);
  const [answer] = (await once(forwarded, 'response')) as [IncomingMessage];
  const status = answer.statusCode ?? 502;
  if (!isOf(answer, 'application/json') && !isOf(answer, 'text/html')) {
    response.writeHead(status, answer.headers);
    answer.pipe(response);
    return;
  }
  const shown = outgoing(await text(answer));
  const { 'content-length': _length, etag: _etag, ...kept } = answer.headers;
  const hasBody = status !== 204 && status !== 304 && asked.method !== 'HEAD';
  response.writeHead(status, { ...kept, ...(hasBody && { 'content-length': Buffer.byteLength(shown) }) });
  response.end(hasBody ? shown : undefined);
}

const isOf = ({ headers }: IncomingMessage, type: string): boolean =>
  headers['content-type']?.startsWith(type) ?? false;
