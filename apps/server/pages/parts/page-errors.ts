import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { signInRequired } from '../../domains/access/invites/accept-invitation.ts';
import { signInRevoked } from '../../domains/identity/sessions/sessions.service.ts';
import {
  expiredToken,
  missingToken,
  sessionEnded,
  unknownToken,
} from '../../platform/access/access-errors.ts';
import type { SessionCookie } from '../../platform/access/session-cookie.ts';
import { explainFailure } from '../../platform/http/error-handler.ts';
import type { ApiError } from '../../platform/http/errors.ts';
import { routeNotFound } from '../../platform/http/request-errors.ts';
import { textsFor } from '../messages/messages.ts';
import type { Addresses } from './addresses.ts';
import { errorTitle, renderError } from './error-page.ts';
import { sendPage } from './page-shell.ts';

/** The errors that mean that the browser is not, or no longer, signed in. */
const SIGNED_OUT = [missingToken, unknownToken, expiredToken, sessionEnded, signInRequired, signInRevoked];
const asksToSignIn = (failure: ApiError): boolean => SIGNED_OUT.some((error) => error.matches(failure));

/** Shows errors below `/app` as pages. Visitors who are not signed in sign in first, and then get the page. */
export function usePageErrors(app: FastifyInstance, addresses: Addresses, session: SessionCookie): void {
  app.setErrorHandler((error: Error, request, reply) => {
    const failure = explainFailure(error, request);
    if (asksToSignIn(failure)) {
      // The session was revoked or has expired: the browser need not send the cookie again.
      if (session.isSent(request)) reply.header('set-cookie', session.clear());
      return reply.redirect(signInAddress(addresses, request.url), 303);
    }
    return sendFailure(failure, request, reply);
  });

  // A hook refuses unknown URLs before this handler runs; because of the handler, the refusal is shown as a page.
  app.setNotFoundHandler((request, reply) => sendFailure(routeNotFound(), request, reply));

  function sendFailure(failure: ApiError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const texts = textsFor(request);
    const title = errorTitle(texts, failure.status);
    const body = renderError(texts, {
      title,
      message: texts.explain(failure),
      details: failure.details ?? [],
      requestId: request.id,
    });
    reply.code(failure.status).headers(failure.headers ?? {});
    const isSignedIn = request.granted !== undefined || session.read(request) !== undefined;
    return sendPage(reply, addresses, { title, isSignedIn, body });
  }
}

function signInAddress(addresses: Addresses, url: string): string {
  const signIn = `${addresses.origin}${addresses.signIn()}`;
  return url === '/app' || url === '/app/' ? signIn : `${signIn}?to=${encodeURIComponent(url)}`;
}
