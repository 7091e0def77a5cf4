import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { grantedSite } from '../../../../platform/access/authorize.ts';
import { findVisitor } from '../../../../platform/access/visitor-gate.ts';
import type { Context } from '../../../../platform/context.ts';
import type { Dependencies } from '../../../../platform/fast-path/dependencies.ts';
import type { RepeatedReads } from '../../../../platform/fast-path/repeated-reads.ts';
import {
  createReadyResponse,
  type ReadyResponse,
  sendReady,
} from '../../../../platform/http/ready-response.ts';
import { refTo } from '../../../../platform/http/schemas.ts';
import { SHARED_SPACE_SCHEMAS } from '../../../content/spaces/spaces.schemas.ts';
import { CustomizationSchema } from '../../site-settings/customization/customization.schemas.ts';
import { LinkTargetSchema } from '../../site-settings/customization/link-target.schemas.ts';
import type { SiteReaders } from '../../site-visitors/site-readers.ts';
import type { SiteView } from '../../site-visitors/site-view.ts';
import { listSiteSpaces } from '../../sites/site-structure.ts';
import { SiteParams, SiteSchema } from '../../sites/sites.schemas.ts';
import { STRUCTURE_SCHEMAS } from '../../sites/structure/structure.schemas.ts';
import { findSpacesDependencies } from '../site-dependencies.ts';
import { type ShownSite, showSite } from '../spaces-for-visitors.ts';
import { PublishedSiteQuery, PublishedSiteSchema } from './bundle.schemas.ts';
import { readBundle } from './read-bundle.ts';

interface KeptBundle {
  ready: ReadyResponse;
  /** The spaces that it shows. */
  spaces: Dependencies;
}

/** Bundles in memory, in bytes. */
const MAX_BYTES = 32_000_000;

/** The site as its readers see it, in one response, for renderers. */
export const bundleRoutes =
  (context: Context, readers: SiteReaders, repeatedReads: RepeatedReads): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { pointers } = context;
    const schemas = [...SHARED_SPACE_SCHEMAS, ...STRUCTURE_SCHEMAS, SiteSchema, LinkTargetSchema];
    for (const schema of [...schemas, CustomizationSchema, PublishedSiteSchema]) app.addSchema(schema);
    /** The bundles by address and view; there is a new view whenever the site changes. */
    const kept = new LRUCache<string, KeptBundle>({
      maxSize: MAX_BYTES,
      sizeCalculation: ({ ready }) => ready.body.length,
    });
    const names = new WeakMap<SiteView, string>();
    let count = 0;
    const nameOf = (view: SiteView): string => {
      const name = names.get(view) ?? String(count++);
      names.set(view, name);
      return name;
    };

    function peek(key: string): ReadyResponse | undefined {
      const known = kept.get(key);
      return known?.spaces.isCurrent ? known.ready : undefined;
    }

    async function make(shown: ShownSite, key: string | undefined): Promise<ReadyResponse> {
      const { structure } = shown.view;
      for (const { spaceId } of listSiteSpaces(structure)) await pointers.spaces.find(spaceId);
      const spaces = findSpacesDependencies(pointers, structure);
      const ready = createReadyResponse(JSON.stringify(await readBundle(context, shown)));
      if (key !== undefined && spaces) kept.set(key, { ready, spaces });
      return ready;
    }

    function sendBundle(
      request: FastifyRequest,
      reply: FastifyReply,
      shown: ShownSite,
    ): void | Promise<void> {
      const key = shown.open.isTimed ? undefined : `${nameOf(shown.view)} ${shown.address}`;
      const ready = key === undefined ? undefined : peek(key);
      if (key !== undefined && ready) {
        repeatedReads.remember(request, () => peek(key));
        return sendReady(request, reply, ready);
      }
      return make(shown, key).then((made) => sendReady(request, reply, made));
    }

    app.route({
      method: 'GET',
      url: '/v1/orgs/:organizationId/sites/:siteId/published',
      config: { access: 'site:read', visitors: true },
      schema: {
        operationId: 'getPublishedContentSite',
        tags: ['Published content'],
        summary: 'Get a site as its readers see it',
        description:
          'Returns the site, the part of its structure that the reader sees, and its customizations. With the token of a site, the reader is the visitor of the token; otherwise, it is a visitor without claims.',
        params: SiteParams,
        querystring: PublishedSiteQuery,
        response: { 200: refTo(PublishedSiteSchema) },
      },
      handler: (request, reply) => {
        const site = grantedSite(request);
        const visitor = findVisitor(request);
        const { shareKey } = request.query;
        const open = readers.openSites.peek(site);
        const respond = (opened: ShownSite['open']) =>
          sendBundle(request, reply, showSite(context, opened, { visitor, shareKey }));
        return open ? respond(open) : readers.openSites.open(site).then(respond);
      },
    });
  };
