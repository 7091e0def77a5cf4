import { type IncomingMessage, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { ApiError, presentError } from './errors.ts';

/** Answers, in the one error shape, what never becomes a request: Node.js could not read it. */
export function answerConnectionError(
  error: NodeJS.ErrnoException,
  socket: Socket,
  newRequestId: () => string,
): void {
  if (error.code === 'ECONNRESET' || !socket.writable || socket.destroyed) {
    socket.destroy();
    return;
  }
  const requestId = newRequestId();
  const { status, message } = explain(error.code);
  const body = Buffer.from(JSON.stringify(presentError(new ApiError(status, message), requestId)));
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${body.length}`,
    ...(status === 405 ? ['Allow: GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS'] : []),
    'Cache-Control: no-store',
    'X-Content-Type-Options: nosniff',
    `X-Request-Id: ${requestId}`,
    'Connection: close',
  ];
  socket.end(Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), body]));
}

function explain(code: string | undefined): { status: number; message: string } {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return {
        status: 431,
        message: 'The URL and the headers of the request are larger than 16 kB together.',
      };
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return { status: 408, message: 'The request did not arrive in time.' };
    case 'EXPECTATION':
      return { status: 417, message: 'The only expectation that is met here is “100-continue”.' };
    case 'CONNECT':
      return { status: 405, message: 'This server is no proxy: CONNECT is not a method of it.' };
    case 'HPE_INVALID_METHOD':
      return { status: 400, message: 'The request does not begin with a method of HTTP.' };
    case 'HPE_INVALID_URL':
      return {
        status: 400,
        message: 'The URL of the request holds characters that must be percent-encoded.',
      };
    default:
      return { status: 400, message: 'The request is not valid HTTP.' };
  }
}

/** The two kinds of request that Node.js would answer by itself, with an empty body or none. */
export function useConnectionErrors(app: FastifyInstance, newRequestId: () => string): void {
  app.server.on('checkExpectation', (request: IncomingMessage) => {
    answerConnectionError(failure('EXPECTATION'), request.socket, newRequestId);
  });
  app.server.on('connect', (_request: IncomingMessage, socket: Socket) => {
    answerConnectionError(failure('CONNECT'), socket, newRequestId);
  });
}

const failure = (code: string): Error => Object.assign(new Error(code), { code });
