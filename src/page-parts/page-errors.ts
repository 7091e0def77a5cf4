import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { SessionCookie } from '../access/session-cookie.ts';
import { explainFailure } from '../http/error-handler.ts';
import { ApiError } from '../http/errors.ts';
import type { Addresses } from './addresses.ts';
import { errorTitle, renderError } from './error-page.ts';
import { sendPage } from './page-shell.ts';

/** Failures below `/app` are pages; who is not signed in is asked to, and then gets what they asked for. */
export function usePageErrors(app: FastifyInstance, addresses: Addresses, session: SessionCookie): void {
  app.setErrorHandler((error: Error, request, reply) => {
    const failure = explainFailure(error, request);
    if (failure.status === 401) {
      // Revoked or expired: the browser need not send it again.
      if (session.isSent(request)) reply.header('set-cookie', session.clear());
      return reply.redirect(signInAddress(addresses, request.url), 303);
    }
    return sendFailure(failure, request, reply);
  });

  app.setNotFoundHandler((request, reply) =>
    sendFailure(new ApiError(404, 'This page does not exist, or you cannot see it.'), request, reply),
  );

  function sendFailure(failure: ApiError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const title = errorTitle(failure.status);
    const body = renderError({
      title,
      message: failure.message,
      details: failure.details ?? [],
      requestId: request.id,
    });
    reply.code(failure.status).headers(failure.headers ?? {});
    const isSignedIn = request.granted !== undefined || session.read(request) !== undefined;
    return sendPage(reply, addresses, { title, crumbs: [], isSignedIn, body });
  }
}

function signInAddress(addresses: Addresses, url: string): string {
  const signIn = `${addresses.origin}${addresses.signIn()}`;
  return url === '/app' || url === '/app/' ? signIn : `${signIn}?to=${encodeURIComponent(url)}`;
}
