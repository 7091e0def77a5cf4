import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { LogoutRefusal, logOutByToken } from '../../../domains/access/sign-on/oidc/back-channel-logout.ts';
import { beginSignOn } from '../../../domains/access/sign-on/oidc/begin-sign-on.ts';
import type { ConnectedProvider } from '../../../domains/access/sign-on/oidc/connected-provider.ts';
import type { OidcClients } from '../../../domains/access/sign-on/oidc/oidc-clients.ts';
import type { Context } from '../../../platform/context.ts';
import { limitedByAddress } from '../../../platform/http/rate-limit.ts';
import type { Addresses } from '../../parts/addresses.ts';
import { readReturnPath } from '../sign-in/return-path.ts';
import { createBrowserCookie } from './browser-cookie.ts';

/** A whole company may sign in from one address. */
const STEPS_PER_MINUTE = 300;

/** What a page sends that leads here: ours, or one of the provider (OpenID Connect Core, section 4). */
export const StartFields = Type.Object({
  to: Type.Optional(Type.String()),
  iss: Type.Optional(Type.String()),
  login_hint: Type.Optional(Type.String()),
  target_link_uri: Type.Optional(Type.String()),
});
export const LogoutFields = Type.Object({ logout_token: Type.Optional(Type.String()) });

/** The steps that providers of organizations and of the instance have in common. */
export function createOidcSteps(context: Context, clients: OidcClients, addresses: Addresses) {
  const browserCookie = createBrowserCookie(context.config.baseUrl);

  const begin = async (
    request: FastifyRequest,
    reply: FastifyReply,
    provider: ConnectedProvider,
    fields: { to?: string; iss?: string; login_hint?: string; target_link_uri?: string },
  ): Promise<FastifyReply> => {
    const { secret, header } = browserCookie.keep(request);
    const url = await beginSignOn(context, clients, provider, {
      browser: secret,
      returnPath: readReturnPath(fields.to ?? pathOf(fields.target_link_uri, addresses.origin)),
      loginHint: fields.login_hint,
      issuer: fields.iss,
    });
    return reply.header('set-cookie', header).header('cache-control', 'no-store').redirect(url.href, 303);
  };

  const logOut = async (
    request: FastifyRequest,
    reply: FastifyReply,
    provider: ConnectedProvider,
  ): Promise<FastifyReply> => {
    reply.header('cache-control', 'no-store').type('application/json; charset=utf-8');
    const { logout_token: token = '' } = request.body as { logout_token?: string };
    try {
      const sessions = await logOutByToken(context, clients, provider, token);
      request.log.info({ provider: provider.key, sessions }, 'identity provider ended sessions');
      return reply.send('{}');
    } catch (error) {
      if (!(error instanceof LogoutRefusal)) throw error;
      const { message } = error;
      request.log.warn({ provider: provider.key, message }, 'logout token refused');
      return reply.code(400).send(JSON.stringify({ error: 'invalid_request', error_description: message }));
    }
  };

  return { browserCookie, begin, logOut, rateLimit: limitedByAddress(STEPS_PER_MINUTE) };
}

/** The query as it was sent: values that came twice must be seen. */
export const queryOf = ({ raw }: FastifyRequest): URLSearchParams => {
  const { url = '' } = raw;
  return new URLSearchParams(url.includes('?') ? url.slice(url.indexOf('?') + 1) : '');
};

/** The path of an address on our own origin. */
const pathOf = (address: string | undefined, origin: string): string | undefined =>
  address?.startsWith(`${origin}/`) ? address.slice(origin.length) : undefined;
