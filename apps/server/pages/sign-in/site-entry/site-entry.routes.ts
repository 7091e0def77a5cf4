import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { html } from '@lectern/html/html';
import type { FastifyReply } from 'fastify';
import { Type } from 'typebox';
import { isForAccounts } from '../../../domains/publishing/site-visitors/admission.ts';
import {
  createEntryCode,
  isBrowserSecret,
} from '../../../domains/publishing/site-visitors/site-entry/entry-codes.ts';
import type { SiteReaders } from '../../../domains/publishing/site-visitors/site-readers.ts';
import { siteNotFound } from '../../../platform/access/access-errors.ts';
import { findBrowserActor } from '../../../platform/access/find-caller-actor.ts';
import type { SitePointer } from '../../../platform/access/pointers.ts';
import { mustUseSso } from '../../../platform/access/space-role.ts';
import type { Context } from '../../../platform/context.ts';
import { limitedByAddress } from '../../../platform/http/rate-limit.ts';
import { Id } from '../../../platform/http/schemas.ts';
import { siteUrl } from '../../../platform/http/site-url.ts';
import { textsFor } from '../../messages/messages.ts';
import type { Addresses } from '../../parts/addresses.ts';
import { sendPage } from '../../parts/page-shell.ts';
import { chooserAddress } from '../sso/sso-addresses.ts';

/** A whole company may sign in from one address. */
const ENTRIES_PER_MINUTE = 300;
const MAX_LOCATION_LENGTH = 2048;

const Query = Type.Object({
  location: Type.Optional(Type.String({ maxLength: MAX_LOCATION_LENGTH })),
  browser: Type.Optional(Type.String({ maxLength: 64 })),
  from: Type.Optional(Type.String({ maxLength: 16 })),
});

/**
 * Leads readers of a site for members from the site to sign in, and back with a code. What the site lets them do is
 * decided there at each of their requests. Register below `/app`.
 */
export const siteEntryRoutes =
  (context: Context, addresses: Addresses, readers: SiteReaders): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { pointers, clock, config } = context;

    /** Finds out why the signed-in browser may not read the site. */
    async function refuse(site: SitePointer, sessionId: string): Promise<'membership' | undefined> {
      const open = await readers.openSites.open(site);
      const { refusal } = await readers.admit(open, { enteredBy: sessionId });
      return refusal === undefined ? undefined : 'membership';
    }

    app.route({
      method: 'GET',
      url: '/enter/:siteId',
      config: { access: 'public', rateLimit: limitedByAddress(ENTRIES_PER_MINUTE) },
      schema: { hide: true, params: Type.Object({ siteId: Id }), querystring: Query },
      handler: async (request, reply) => {
        const { location = '/', browser, from } = request.query;
        const site = await pointers.sites.find(request.params.siteId);
        if (!site?.isPublished) throw siteNotFound();
        const onSite = (name: string, query: Record<string, string>): URL => {
          const url = new URL(`~/${name}`, siteUrl(config, site));
          url.search = String(new URLSearchParams({ ...query, location }));
          return url;
        };
        const isFromSite = from === 'site';
        const lead = (url: URL): FastifyReply => leadTo(reply, addresses, { url, isFromSite });
        // The site gives the browser a secret first, unless it has no use for one.
        if (!isForAccounts(site) || !isBrowserSecret(browser)) return lead(onSite('sign-in', {}));
        const actor = await findBrowserActor(request, { pointers, clock });
        const here = `/app/enter/${site.siteId}?${new URLSearchParams({ location, browser })}`;
        const sessionId = actor?.sessionId;
        if (!actor || sessionId === undefined)
          return redirect(reply, `${addresses.signIn()}?${new URLSearchParams({ to: here })}`);
        if (await mustUseSso(pointers, actor, site.organizationId))
          return redirect(
            reply,
            `${chooserAddress(addresses, site.organizationId)}&${new URLSearchParams({ to: here })}`,
          );
        if (await refuse(site, sessionId)) return lead(onSite('enter', { refused: 'membership' }));
        const code = await createEntryCode(context, site, { sessionId, browser });
        return lead(onSite('enter', { code }));
      },
    });

    const redirect = (reply: FastifyReply, path: string): FastifyReply =>
      reply.header('cache-control', 'no-store').redirect(addresses.origin + path, 303);
  };

/**
 * Sends the browser to a site. After a form was sent, it goes there by a page: the policy of the form, which allows no
 * other target than our own origin, holds for redirects as well.
 */
function leadTo(
  reply: FastifyReply,
  addresses: Addresses,
  { url, isFromSite }: { url: URL; isFromSite: boolean },
): FastifyReply {
  reply.headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
  if (isFromSite) return reply.redirect(url.href, 303);
  const { text } = textsFor(reply.request);
  return sendPage(reply.header('refresh', `0; url=${url.href}`), addresses, {
    title: text('signedIn'),
    isSignedIn: true,
    body: html`<h1>${text('signedIn')}</h1>
<p><a class="step" href="${url.href}">${text('continueTo', { host: url.host })}</a></p>`,
  });
}
