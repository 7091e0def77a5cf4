import { createWriteStream, type WriteStream } from 'node:fs';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import type { AccessLogConfig, Config } from '../config.ts';
import { accessLinesLost } from '../metrics/meters.ts';
import { type AccessEntry, maskClient, writeCombined, writeJson } from './access-line.ts';
import { createFindClient } from './client-address.ts';

export interface AccessLog {
  /** Logs every request of a server, also those that pass the framework by. */
  follow(server: Server, origin: AccessEntry['origin']): void;
  /** Closes the file and opens it again, because it was renamed. */
  reopen(): void;
  close(): Promise<void>;
}

/** More than this waits for no disk: lines are lost before the service is. */
const MAX_WAITING_BYTES = 8_000_000;
/** What nginx writes for a client that did not wait for the response. */
const BROKEN_OFF = 499;

interface Options {
  config: AccessLogConfig;
  trustProxy: Config['trustProxy'];
  log: Logger;
  clock: () => Date;
}

export function openAccessLog({ config, trustProxy, log, clock }: Options): AccessLog {
  const { file, isMasked } = config;
  const findClient = createFindClient(trustProxy);
  const write = config.format === 'json' ? writeJson : writeCombined;
  let isFailing = false;
  let output = file === undefined ? undefined : openFile(file);

  function openFile(path: string): WriteStream {
    const stream = createWriteStream(path, { flags: 'a', mode: 0o640 });
    stream.once('open', () => {
      isFailing = false;
    });
    stream.on('error', (error) => {
      if (!isFailing) log.error({ err: error }, 'the access log cannot be written');
      isFailing = true;
    });
    return stream;
  }

  function append(line: string): void {
    const stream = output ?? process.stdout;
    if (stream.destroyed && file !== undefined && stream === output) output = openFile(file);
    if (isFailing || stream.writableLength > MAX_WAITING_BYTES) accessLinesLost.add(1);
    else stream.write(line);
  }

  const describe = (
    request: IncomingMessage,
    response: ServerResponse,
    rest: Pick<AccessEntry, 'origin' | 'bytes' | 'milliseconds' | 'url' | 'address'>,
  ): AccessEntry => ({
    ...rest,
    at: clock(),
    method: request.method ?? 'GET',
    httpVersion: request.httpVersion,
    host: request.headers.host,
    status: response.headersSent ? response.statusCode : BROKEN_OFF,
    referrer: request.headers.referer,
    agent: request.headers['user-agent'],
  });

  return {
    follow(server, origin) {
      server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
        const startedAt = performance.now();
        // The framework rewrites it, and the connection may be gone at the end.
        const url = request.url ?? '/';
        const client = findClient(request);
        const address = isMasked ? maskClient(client) : client;
        const count = countBody(response);
        response.once('close', () => {
          const milliseconds = Math.round((performance.now() - startedAt) * 10) / 10;
          const bytes = request.method === 'HEAD' ? 0 : count();
          append(write(describe(request, response, { origin, bytes, milliseconds, url, address })));
        });
      });
    },
    reopen() {
      if (file === undefined) return;
      output?.end();
      isFailing = false;
      output = openFile(file);
    },
    close: () =>
      new Promise((resolve) => {
        if (!output || output.destroyed) resolve();
        else output.end(resolve);
      }),
  };
}

/** Counts the bytes of a body as they are written. */
function countBody(response: ServerResponse): () => number {
  let bytes = 0;
  const count = (chunk: unknown): void => {
    if (typeof chunk === 'string') bytes += Buffer.byteLength(chunk);
    else if (chunk instanceof Uint8Array) bytes += chunk.byteLength;
  };
  const { write, end } = response;
  response.write = ((...parameters: Parameters<typeof write>) => {
    count(parameters[0]);
    return write.apply(response, parameters);
  }) as typeof write;
  response.end = ((...parameters: Parameters<typeof end>) => {
    count(parameters[0]);
    // What `end` writes itself must not be counted twice.
    response.write = write;
    return end.apply(response, parameters);
  }) as typeof end;
  return () => bytes;
}
