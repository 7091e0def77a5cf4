import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { inRootSpan, type LiveSpan, parseTraceparent } from './tracing.ts';

type Handle = (request: IncomingMessage, response: ServerResponse) => void;

const spans = new WeakMap<IncomingMessage, LiveSpan>();

/**
 * Makes each request of a server the beginning of a trace, or the continuation of its caller's. The URL is no
 * attribute: it can hold keys of share links, tokens of visitors and names.
 */
export function traceRequests(server: Server): void {
  const handle = server.listeners('request').at(-1) as Handle;
  server.off('request', handle);
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const method = request.method ?? 'GET';
    const attributes = { 'http.request.method': method };
    const parent = parseTraceparent(request.headers.traceparent);
    void inRootSpan(method, { kind: 'server', attributes, parent }, async (span) => {
      if (!span) return handle(request, response);
      spans.set(request, span);
      const closed = new Promise<void>((resolve) => response.once('close', resolve));
      handle(request, response);
      await closed;
      span.set({ 'http.response.status_code': response.statusCode });
      if (response.statusCode >= 500) span.fail(String(response.statusCode));
      else if (!response.writableFinished) span.fail('broken-off');
    });
  });
}

/** The pattern of the route, never the URL. */
export function nameTracedRequest(
  request: IncomingMessage,
  { route, requestId }: { route: string; requestId: string },
): void {
  const span = spans.get(request);
  if (!span) return;
  span.rename(`${request.method} ${route}`);
  span.set({ 'http.route': route, 'lectern.request.id': requestId });
}
