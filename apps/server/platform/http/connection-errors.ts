import { type IncomingMessage, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { type ApiError, invalidRequest, presentError } from './errors.ts';
import { expectationFailed, headersTooLarge, methodNotAllowed, requestTimeout } from './request-errors.ts';

/** Answers, in the one error shape, what never becomes a request: Node.js could not read it. */
export function respondToConnectionError(
  error: NodeJS.ErrnoException,
  socket: Socket,
  newRequestId: () => string,
): void {
  if (error.code === 'ECONNRESET' || !socket.writable || socket.destroyed) {
    socket.destroy();
    return;
  }
  const requestId = newRequestId();
  const response = explain(error.code);
  const { status, headers = {} } = response;
  const body = Buffer.from(JSON.stringify(presentError(response, requestId)));
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${body.length}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    'Cache-Control: no-store',
    'X-Content-Type-Options: nosniff',
    `X-Request-Id: ${requestId}`,
    'Connection: close',
  ];
  socket.end(Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), body]));
}

function explain(code: string | undefined): ApiError {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return headersTooLarge();
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return requestTimeout();
    case 'EXPECTATION':
      return expectationFailed();
    case 'CONNECT':
      return methodNotAllowed('CONNECT', 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS');
    case 'HPE_INVALID_METHOD':
      return invalidRequest('The request does not begin with an HTTP method.');
    case 'HPE_INVALID_URL':
      return invalidRequest('The URL contains characters that must be percent-encoded.');
    default:
      return invalidRequest('The request is not valid HTTP.');
  }
}

/** Handles the two kinds of request that Node.js would answer itself, with an empty body or none. */
export function useConnectionErrors(app: FastifyInstance, newRequestId: () => string): void {
  app.server.on('checkExpectation', (request: IncomingMessage) => {
    respondToConnectionError(failure('EXPECTATION'), request.socket, newRequestId);
  });
  app.server.on('connect', (_request: IncomingMessage, socket: Socket) => {
    respondToConnectionError(failure('CONNECT'), socket, newRequestId);
  });
}

const failure = (code: string): Error => Object.assign(new Error(code), { code });
