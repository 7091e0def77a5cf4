import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Finished, finishSignOn } from '../../../domains/access/sign-on/finish-sign-on.ts';
import type { ProviderKey } from '../../../domains/access/sign-on/providers.queries.ts';
import { causeBy } from '../../../platform/access/cause.ts';
import type { Context } from '../../../platform/context.ts';
import { textsFor } from '../../messages/messages.ts';
import type { Addresses } from '../../parts/addresses.ts';
import { sendPage } from '../../parts/page-shell.ts';
import { readReturnPath } from '../sign-in/return-path.ts';
import type { BrowserCookie } from './browser-cookie.ts';
import { connectPath } from './sso-addresses.ts';
import { renderLinkOffer } from './sso-pages.ts';

/** Signs the browser in with its ticket, or offers to connect the account that has the address. */
export async function finish(
  context: Context,
  { addresses, browserCookie }: { addresses: Addresses; browserCookie: BrowserCookie },
  key: ProviderKey,
  { request, reply, ticket }: { request: FastifyRequest; reply: FastifyReply; ticket: string },
): Promise<FastifyReply> {
  const session = request.server.sessions.cookie;
  const finished = await finishSignOn(context, key, {
    ticket,
    browser: browserCookie.read(request),
    previous: session.read(request),
    address: request.ip,
    userAgent: request.headers['user-agent'],
    causeOf: (userId) => causeBy(request, { kind: 'user', userId }),
  });
  reply.header('cache-control', 'no-store');
  if (finished.outcome === 'link') return sendLinkOffer(addresses, key, finished, { request, reply });
  const { secret, expiresAt } = finished.session;
  return reply
    .header('set-cookie', session.issue(secret, expiresAt))
    .redirect(addresses.absolute(readReturnPath(finished.returnPath)), 303);
}

function sendLinkOffer(
  addresses: Addresses,
  key: ProviderKey,
  { email, label, ticket }: Extract<Finished, { outcome: 'link' }>,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): FastifyReply {
  const to = connectPath(key, ticket);
  const signIn = `${addresses.signIn()}?${new URLSearchParams({ to })}`;
  return sendPage(reply, addresses, {
    title: textsFor(request).text('linkTitle'),
    isSignedIn: false,
    body: renderLinkOffer(textsFor(request), { email, label, signIn }),
  });
}
