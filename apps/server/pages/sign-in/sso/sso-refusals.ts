import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Reason, SignOnRefusal } from '../../../domains/access/sign-on/refusal.ts';
import { textsFor } from '../../messages/messages.ts';
import type { Addresses } from '../../parts/addresses.ts';
import { sendPage } from '../../parts/page-shell.ts';
import { explainRefusal } from './refusals/refusals.ts';
import { chooserAddress } from './sso-addresses.ts';
import { renderRefusal } from './sso-pages.ts';

const STATUSES: Partial<Record<Reason, number>> = {
  'not-base64': 400,
  'too-large': 413,
  'not-xml': 400,
  'document-type': 400,
  comment: 400,
  markup: 400,
  'not-a-response': 400,
  'provider-gone': 404,
  'oidc-state': 400,
  'oidc-unreachable': 503,
  'oidc-discovery': 503,
  'directory-credentials': 401,
  'directory-unreachable': 503,
  'directory-busy': 503,
  'directory-settings': 503,
};

export const statusOf = (reason: Reason): number => STATUSES[reason] ?? 403;
const MAX_DETAIL_LENGTH = 500;

/**
 * Shows why the sign-in failed, and logs it; neither contains the data that the provider sent. Other errors are shown
 * by the pages above. `note`: keeps the reason for administrators.
 */
export function useSsoRefusals(
  app: FastifyInstance,
  addresses: Addresses,
  note: (request: FastifyRequest, reason: Reason) => Promise<void> = async () => {},
): void {
  app.setErrorHandler((error: Error, request, reply) => {
    if (!(error instanceof SignOnRefusal)) throw error;
    const {
      organizationId = '',
      samlProviderId,
      oidcProviderId,
    } = request.params as Record<string, string | undefined>;
    const { reason } = error;
    const detail = error.detail?.slice(0, MAX_DETAIL_LENGTH);
    request.log.warn({ reason, detail, organizationId, samlProviderId, oidcProviderId }, 'sign-on refused');
    return note(request, reason)
      .catch((failure: unknown) => request.log.warn({ err: failure }, 'the refusal could not be kept'))
      .then(() => sendRefusal(request, reply, error, organizationId));
  });

  const sendRefusal = (
    request: FastifyRequest,
    reply: FastifyReply,
    refusal: SignOnRefusal,
    organizationId: string,
  ): FastifyReply => {
    const { reason } = refusal;
    const texts = textsFor(request);
    return sendPage(reply.code(statusOf(reason)), addresses, {
      title: texts.text('notSignedIn'),
      isSignedIn: false,
      body: renderRefusal(texts, {
        reason,
        message: explainRefusal(refusal, texts.language),
        requestId: request.id,
        retry: chooserAddress(addresses, organizationId),
      }),
    });
  };
}
