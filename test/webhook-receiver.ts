import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

interface ReceivedRequest {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

interface Answer {
  status: number;
  body?: string | Buffer;
  headers?: Record<string, string>;
}

export interface WebhookReceiver {
  url: string;
  /** In the order in which they arrived. */
  requests: ReceivedRequest[];
  /** Decides what is answered. `nothing`: the connection stays open. `cut`: it is closed. */
  answer: (request: ReceivedRequest) => Answer | 'nothing' | 'cut';
  close(): Promise<void>;
}

/** A server that webhooks send to. */
export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const received = {
        method: request.method ?? '',
        path: request.url ?? '',
        headers: request.headers,
        body: Buffer.concat(chunks).toString(),
      };
      receiver.requests.push(received);
      const result = receiver.answer(received);
      if (result === 'cut') response.destroy();
      else if (result !== 'nothing') response.writeHead(result.status, result.headers).end(result.body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const receiver: WebhookReceiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: [],
    answer: () => ({ status: 204 }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return receiver;
}
