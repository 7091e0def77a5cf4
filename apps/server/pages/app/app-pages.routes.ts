import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { SiteReaders } from '../../domains/publishing/site-visitors/site-readers.ts';
import type { Context } from '../../platform/context.ts';
import { createReadyResponse, sendReady } from '../../platform/http/ready-response.ts';
import { consoleRoutes } from '../console/console.routes.ts';
import { createAddresses } from '../parts/addresses.ts';
import { useBaseUrlHost } from '../parts/base-url-host.ts';
import { usePageErrors } from '../parts/page-errors.ts';
import { usePageHeaders } from '../parts/page-headers.ts';
import { ICON, STYLES } from '../parts/styles.ts';
import { useViewer } from '../parts/viewer.ts';
import { directoryRoutes } from '../sign-in/directory/directory.routes.ts';
import { invitationPageRoutes } from '../sign-in/invitation/invitation-pages.routes.ts';
import { joinPageRoutes } from '../sign-in/invitation/join-pages.routes.ts';
import { confirmEmailRoutes } from '../sign-in/sign-in/confirm-email.routes.ts';
import { linkPageRoutes } from '../sign-in/sign-in/link-pages.routes.ts';
import { PASSKEY_SCRIPT } from '../sign-in/sign-in/passkey-script.ts';
import { signInRoutes } from '../sign-in/sign-in/sign-in.routes.ts';
import { siteEntryRoutes } from '../sign-in/site-entry/site-entry.routes.ts';
import { signInSsoRoutes } from '../sign-in/sso/sign-in-sso.routes.ts';
import { unsubscribeRoutes } from '../sign-in/unsubscribe.routes.ts';
import { sitePreviewRoutes } from './site-preview.routes.ts';

const PEOPLE_ROUTES = [confirmEmailRoutes, invitationPageRoutes, joinPageRoutes];

/** The targets of all `urls.app`: pages that show the object to a signed-in browser. Register below `/app`. */
export const appPageRoutes =
  (context: Context, { readers }: { readers: SiteReaders }): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { baseUrl, sitesUrl } = context.config;
    const addresses = createAddresses(baseUrl);
    const session = app.sessions.cookie;
    usePageHeaders(app, addresses.origin);
    useBaseUrlHost(app, baseUrl);
    usePageErrors(app, addresses, session);
    useViewer(app, context);
    await app.register(signInRoutes(context, addresses));
    await app.register(linkPageRoutes(context, addresses));
    await app.register(signInSsoRoutes(context, addresses));
    await app.register(directoryRoutes(context, addresses));
    await app.register(unsubscribeRoutes(context, addresses));
    await app.register(siteEntryRoutes(context, addresses, readers));

    for (const [url, content, contentType] of [
      ['/styles.css', STYLES, 'text/css; charset=utf-8'],
      ['/icon.svg', ICON, 'image/svg+xml'],
      ['/passkeys.js', PASSKEY_SCRIPT, 'text/javascript; charset=utf-8'],
    ] as const) {
      const ready = createReadyResponse(content, { contentType });
      app.route({
        method: 'GET',
        url,
        config: { access: 'public' },
        schema: { hide: true },
        handler: (request, reply) => sendReady(request, reply, ready),
      });
    }

    /** Every page is for a browser that signed in: a token in the header means nothing here. */
    const readToken = session.read;
    const people = { context, addresses, readToken };
    for (const routes of PEOPLE_ROUTES) {
      await app.register(routes(people));
    }
    await app.register(sitePreviewRoutes(people, readers));

    const sitesOrigin = new URL(sitesUrl).origin;
    await app.register(consoleRoutes({ addresses, sitesOrigin, readToken }));
  };
