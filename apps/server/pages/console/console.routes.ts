import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyReply } from 'fastify';
import { type Static, Type } from 'typebox';
import { grantedTo } from '../../platform/access/authorize.ts';
import { RULES } from '../../platform/access/policy.ts';
import { isAtLeast } from '../../platform/access/roles.ts';
import type { SessionCookie } from '../../platform/access/session-cookie.ts';
import { sendBuiltFile } from '../../platform/http/built-files.ts';
import { explainFailure } from '../../platform/http/error-handler.ts';
import { routeNotFound } from '../../platform/http/request-errors.ts';
import { Id } from '../../platform/http/schemas.ts';
import type { Addresses } from '../parts/addresses.ts';
import { type ConsoleFiles, createConsoleFiles } from './console-files.ts';
import { type OpenedView, renderConsole } from './render-console.ts';

/**
 * The addresses that the console shows, each with the access without which a browser gets an error page instead. The
 * console reads everything that it shows from the API.
 */
const ADDRESSES = [
  { url: '/', view: 'home', access: 'account:read' },
  { url: '/o/:organizationId', view: 'organization', access: 'organization:view' },
  { url: '/welcome', view: 'addContent', access: 'account:read' },
  { url: '/o/:organizationId/add', view: 'addContent', access: 'organization:view' },
  { url: '/notifications', view: 'notifications', access: 'person:read' },
  { url: '/o/:organizationId/change-requests', view: 'changeRequests', access: 'organization:view' },
  { url: '/c/:collectionId', view: 'collection', access: 'collection:view' },
  { url: '/s/:spaceId', view: 'space', access: 'space:view' },
  { url: '/s/:spaceId/trash', view: 'trash', access: 'space:read' },
  { url: '/s/:spaceId/change-requests', view: 'changeRequests', access: 'space:read' },
  { url: '/s/:spaceId/revisions', view: 'history', access: 'space:read' },
  { url: '/s/:spaceId/compare', view: 'comparison', access: 'space:read' },
  { url: '/s/:spaceId/revisions/:revisionId', view: 'revision', access: 'space:read' },
  { url: '/s/:spaceId/revisions/:revisionId/:pageId', view: 'revision', access: 'space:read' },
  { url: '/s/:spaceId/change-requests/:changeRequestId', view: 'changeRequest', access: 'space:read' },
  { url: '/s/:spaceId/change-requests/:changeRequestId/:pageId', view: 'page', access: 'space:read' },
  { url: '/s/:spaceId/:pageId', view: 'page', access: 'space:read' },
  { url: '/o/:organizationId/sites', view: 'sites', access: 'organization:view' },
  { url: '/o/:organizationId/sites/:siteId', view: 'siteArea', access: 'site:read' },
  { url: '/o/:organizationId/sites/:siteId/:part', view: 'siteArea', access: 'site:read' },
  { url: '/o/:organizationId/sites/:siteId/:part/:itemId', view: 'siteArea', access: 'site:read' },
  { url: '/o/:organizationId/:part', view: 'organizationArea', access: 'organization:view' },
  { url: '/o/:organizationId/:part/:itemId', view: 'organizationArea', access: 'organization:view' },
  { url: '/s/:spaceId/permissions', view: 'spaceArea', access: 'space:list-permissions' },
  { url: '/s/:spaceId/broken-links', view: 'spaceArea', access: 'space:read' },
  { url: '/c/:collectionId/permissions', view: 'collection', access: 'collection:list-permissions' },
  { url: '/s/:spaceId/settings', view: 'spaceArea', access: 'space:read' },
  { url: '/s/:spaceId/settings/:part', view: 'spaceArea', access: 'space:read' },
  { url: '/s/:spaceId/settings/:part/:itemId', view: 'spaceArea', access: 'space:read' },
  { url: '/account', view: 'sessionArea', access: 'account:read' },
  { url: '/account/:part', view: 'sessionArea', access: 'account:read' },
  { url: '/account/:part/:itemId', view: 'sessionArea', access: 'account:read' },
  { url: '/instance', view: 'sessionArea', access: 'account:read' },
  { url: '/instance/:part', view: 'sessionArea', access: 'account:read' },
  { url: '/instance/:part/:itemId', view: 'sessionArea', access: 'account:read' },
] as const;

const ASSETS = '/assets/:name';

const Params = Type.Object({
  organizationId: Type.Optional(Id),
  collectionId: Type.Optional(Id),
  spaceId: Type.Optional(Id),
  pageId: Type.Optional(Id),
  revisionId: Type.Optional(Id),
  siteId: Type.Optional(Id),
  /** The id of a change request, or its number. */
  changeRequestId: Type.Optional(Type.String()),
});

interface ConsoleParts {
  addresses: Addresses;
  sitesOrigin: string;
  readToken: SessionCookie['read'];
  files?: ConsoleFiles;
}

/** The console: one document for all of its addresses, and the files that it loads. Register below `/app`. */
export const consoleRoutes =
  ({
    addresses,
    sitesOrigin,
    readToken,
    files = createConsoleFiles(),
  }: ConsoleParts): FastifyPluginAsyncTypebox =>
  async (app) => {
    const policy = policyOf(sitesOrigin);
    // After the hook that gives every page below /app a policy without scripts.
    app.addHook('onSend', async ({ routeOptions, host }, reply) => {
      const isAsset = routeOptions.url?.endsWith(ASSETS);
      const isFrame = isAsset && isDocument(reply);
      reply.header('content-security-policy', isFrame ? framePolicyOf(addresses, host) : policy);
      // The frame has no origin that could have a process of its own; browsers warn of one that asks for it.
      if (isFrame) reply.removeHeader('origin-agent-cluster');
      // Its script is from another origin for it.
      if (isAsset) reply.header('cross-origin-resource-policy', 'cross-origin');
    });
    app.get(
      ASSETS,
      {
        config: { access: 'public' },
        schema: { hide: true, params: Type.Object({ name: Type.String() }) },
      },
      (request, reply) => {
        const file = files.find(request.params.name);
        if (!file) throw routeNotFound();
        return sendBuiltFile(reply, file, request.headers['accept-encoding']);
      },
    );

    app.get(
      '/service-worker.js',
      { config: { access: 'public' }, schema: { hide: true } },
      (_request, reply) => {
        const file = files.find('service-worker.js');
        if (!file) throw routeNotFound();
        // It lies below /app, and is also for /app itself.
        reply.headers({ 'cache-control': 'no-cache', 'service-worker-allowed': `${addresses.prefix}/app` });
        return reply.type(file.contentType).send(file.body);
      },
    );

    const send = (reply: FastifyReply, opened: OpenedView): FastifyReply =>
      reply
        .headers({
          'cache-control': reply.statusCode < 400 ? 'private, no-cache' : 'no-store',
          'x-lectern-console': '1',
        })
        .type('text/html; charset=utf-8')
        .send(renderConsole(addresses, files.entry(), opened));
    // The frame and the way home stay around what says that nothing is here. Missing files have another error.
    app.setErrorHandler((error: Error, request, reply) => {
      const isFile = request.routeOptions.config.access === 'public';
      if (isFile || explainFailure(error, request).status !== 404) throw error;
      return send(reply.code(404), { view: 'home', reads: listReads({}, false) });
    });
    app.get('/*', { config: { access: 'account:read', readToken }, schema: { hide: true } }, () => {
      throw routeNotFound();
    });
    for (const { url, view, access } of ADDRESSES)
      app.get(
        url,
        { config: { access, readToken }, schema: { hide: true, params: Params } },
        (request, reply) => {
          const mayEdit = isAtLeast(grantedTo(request).role, RULES['space:edit'].role);
          const reads = listReads(request.params, mayEdit);
          if (view === 'changeRequest') reads.push(...listReadsOfRequest(request.params, request.query));
          return send(reply, { view, reads });
        },
      );
  };

/** The first requests of the console at an address, as its client writes them. */
function listReads(
  { spaceId, pageId, revisionId, changeRequestId }: Static<typeof Params>,
  mayEdit: boolean,
): string[] {
  const reads = ['/v1/session', '/v1/orgs'];
  if (spaceId === undefined) return reads;
  const space = `/v1/spaces/${spaceId}`;
  reads.push(space);
  if (revisionId !== undefined) return [...reads, `${space}/revisions/${revisionId}/tree?computed=false`];
  const content =
    changeRequestId === undefined
      ? `${space}/content`
      : `${space}/change-requests/${encodeURIComponent(changeRequestId)}/content`;
  // Only those who can edit a page learn how it is written.
  if (pageId !== undefined)
    reads.push(`${content}/page/${pageId}?computed=false${mayEdit ? '&ranges=true' : ''}`);
  return [...reads, `${content}/tree?computed=false`];
}
/** The change request, and the first pages that it changes, unless the address asks for something else of it. */
function listReadsOfRequest(
  { spaceId, changeRequestId = '' }: Static<typeof Params>,
  query: unknown,
): string[] {
  const changeRequest = `/v1/spaces/${spaceId}/change-requests/${encodeURIComponent(changeRequestId)}`;
  const { tab = 'changes', base } = query as { tab?: unknown; base?: unknown };
  return tab === 'changes' && base === undefined
    ? [changeRequest, `${changeRequest}/changes/pages?limit=2`]
    : [changeRequest];
}

const isDocument = (reply: FastifyReply): boolean =>
  String(reply.getHeader('content-type')).startsWith('text/html');

/** The frame in which a diagram is drawn: it has no origin, and loads nothing but its script. */
const framePolicyOf = ({ consoleFile }: Addresses, host: string): string =>
  [
    "default-src 'none'",
    // Policies have no form for an address of IP version 6: there, the whole origin must do.
    `script-src ${host.startsWith('[') ? "'self'" : host + consoleFile('')}`,
    "style-src 'unsafe-inline'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
    'sandbox allow-scripts',
  ].join('; ');

/** Scripts and styles are our own files, and requests go to this service. */
const policyOf = (sitesOrigin: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    `img-src 'self' blob: data: ${sitesOrigin}`,
    `media-src 'self' blob: ${sitesOrigin}`,
    `frame-src 'self' ${sitesOrigin}`,
    // What a page of a site is drawn from is posted to its origin, into a frame.
    `form-action 'self' ${sitesOrigin}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
