import { createHash } from 'node:crypto';
import type { Json } from '@lectern/openapi/resolve';
import { createMarker } from '@lectern/search/mark-matches';
import { search as findIn } from '@lectern/search/search';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { type Static, Type } from 'typebox';
import type { Config } from '../../server/platform/config.ts';
import type { Context } from '../../server/platform/context.ts';
import { sendBuiltFile } from '../../server/platform/http/built-files.ts';
import { routeNotFound } from '../../server/platform/http/request-errors.ts';
import { type Assets, createAssets, pageAssets } from '../assets.ts';
import { createSectionIndexes } from '../computed/section-indexes.ts';
import { missingPage } from '../missing-page.ts';
import { MODE_SCRIPT_SOURCE, PLAIN_THEME } from '../pages/document-head.ts';
import type { PageData } from '../pages/page-data.ts';
import { renderSitePage } from '../pages/site-page.ts';
import { styleSource } from '../pages/theme-style.ts';
import { MAX_QUERY_LENGTH } from '../published-search.ts';
import { readOperation, type SearchResponse } from '../reader/search-response.ts';
import { matchesEntityTag, tagOfEncoding } from '../responses/entity-tag.ts';
import {
  chooseBodyEncoding,
  encodeKept,
  type KeptBody,
  sendCompressed,
} from '../responses/send-compressed.ts';
import { searchPage } from '../search-page.ts';
import {
  buildPlainReferencePage,
  buildReferencePage,
  createReferenceAddresses,
} from './build-reference-page.ts';
import { createDrawReferenceText } from './draw-reference-text.ts';
import { listReferencePages, type ReferencePage } from './list-reference-pages.ts';

/** Everything is served from here: no script, font, picture or request of another origin. */
const POLICY = [
  "default-src 'none'",
  `style-src 'self' ${styleSource(PLAIN_THEME)}`,
  `script-src 'self' ${MODE_SCRIPT_SOURCE}`,
  "connect-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

/** In bytes: pages that were opened once are at hand again. */
const MAX_KEPT_BYTES = 16_000_000;
const MAX_INDEX_BYTES = 16_000_000;
const MAX_RESULTS = 30;

const SearchQuery = Type.Object({ q: Type.Optional(Type.String({ maxLength: MAX_QUERY_LENGTH })) });

type ReferenceContext = Pick<Context, 'threads'> & { config: Pick<Config, 'baseUrl'> };

/**
 * Serves the reference of the API at `/reference`: pages of the OpenAPI document of this service, as a site shows them.
 * They depend on nothing else, so each is drawn once.
 */
export function serveReference(
  server: FastifyInstance,
  context: ReferenceContext,
  assets: Assets = createAssets(),
): void {
  let opened: ReturnType<typeof openReference> | undefined;
  const open = () => {
    opened ??= openReference(context, assets, server.swagger() as unknown as Json);
    return opened;
  };
  const config = { access: 'public' as const };

  server.route({
    method: 'GET',
    url: '/reference',
    config,
    schema: { hide: true },
    handler: (request, reply) => open().sendPage(request, reply, ''),
  });
  server.route<{ Params: { '*': string } }>({
    method: 'GET',
    url: '/reference/*',
    config,
    schema: { hide: true },
    handler: (request, reply) => open().sendPage(request, reply, request.params['*']),
  });
  server.route<{ Querystring: Static<typeof SearchQuery> }>({
    method: 'GET',
    url: '/reference/~/search',
    config,
    schema: { hide: true, querystring: SearchQuery },
    handler: (request, reply) => open().sendResults(request, reply, request.query.q ?? ''),
  });
  server.route<{ Querystring: Static<typeof SearchQuery> }>({
    method: 'GET',
    url: '/reference/~/search.json',
    config,
    schema: { hide: true, querystring: SearchQuery },
    handler: async ({ query }, reply) =>
      reply.header('cache-control', 'no-cache').send(await open().search(query.q ?? '')),
  });
  server.route<{ Params: { fileName: string } }>({
    method: 'GET',
    url: '/reference/~/assets/:fileName',
    config,
    schema: { hide: true },
    handler({ params, headers }, reply) {
      const asset = assets.find(params.fileName);
      // The frame of diagrams is for sites.
      if (!asset || asset.contentType.startsWith('text/html')) throw routeNotFound();
      return sendBuiltFile(reply, asset, headers['accept-encoding']);
    },
  });
}

interface KeptPage extends KeptBody {
  entityTag: string;
}

function openReference({ config, threads }: ReferenceContext, assets: Assets, spec: Json) {
  const addresses = createReferenceAddresses(config.baseUrl);
  const pages = listReferencePages(spec);
  const shown = {
    pages,
    addresses,
    assets: pageAssets({ href: (name) => addresses.site + assets.href(name) }),
  };
  const drawText = createDrawReferenceText(threads, { spec, pages, hrefOf: addresses.page });
  const kept = new LRUCache<ReferencePage, KeptPage>({
    maxSize: MAX_KEPT_BYTES,
    sizeCalculation: ({ body }) => body.length,
  });
  /** Pages that are being drawn, so that readers who ask at the same time wait for one drawing. */
  const drawing = new Map<ReferencePage, Promise<KeptPage>>();

  async function draw(page: ReferencePage): Promise<KeptPage> {
    const text = await drawText(page);
    const body = Buffer.from(join(buildReferencePage(shown, page, text), text.html));
    const hash = createHash('sha256').update(body).digest('base64url').slice(0, 27);
    const drawn = { body, compressed: {}, entityTag: `"${hash}"` };
    kept.set(page, drawn);
    return drawn;
  }

  function find(page: ReferencePage): KeptPage | Promise<KeptPage> {
    const known = kept.get(page) ?? drawing.get(page);
    if (known) return known;
    const started = draw(page).finally(() => drawing.delete(page));
    drawing.set(page, started);
    return started;
  }

  const sectionIndexes = createSectionIndexes<ReferencePage>(threads, MAX_INDEX_BYTES, (page) => page);

  async function search(query: string): Promise<SearchResponse> {
    const mark = createMarker(query, 'en');
    const { segment, findSection } = await sectionIndexes.find(pages);
    const found = findIn([segment], query, { language: 'en' });
    const results = found.slice(0, MAX_RESULTS).flatMap(({ pageId }) => {
      const one = findSection(pageId);
      if (!one) return [];
      const { page, section } = one;
      const operation = section && readOperation(section.label, mark);
      return {
        title: mark(section?.title ?? page.title),
        href: addresses.page(page),
        crumbs: page.parent ? [page.parent.title] : [],
        ...(operation ? { operation } : {}),
        excerpt: mark(section?.label ?? ''),
      };
    });
    return { results, total: found.length };
  }

  async function sendPage(request: FastifyRequest, reply: FastifyReply, path: string): Promise<FastifyReply> {
    const page = pages.find(path);
    if (!page) {
      const { content, text } = missingPage({
        language: 'en',
        site: { title: '', href: addresses.site },
        search: addresses.search,
      });
      return sendText(request, reply.code(404), join(buildPlainReferencePage(shown, content.title), text));
    }
    const found = await find(page);
    const encoding = chooseBodyEncoding(found.body, request.headers['accept-encoding']);
    const etag = tagOfEncoding(found.entityTag, encoding);
    giveHeaders(reply).headers({ etag, 'cache-control': 'public, no-cache' });
    if (matchesEntityTag(request.headers['if-none-match'], etag)) return reply.code(304).send();
    if (!encoding) return reply.send(found.body);
    return reply.header('content-encoding', encoding).send(await encodeKept(found, encoding));
  }

  async function sendResults(
    request: FastifyRequest,
    reply: FastifyReply,
    query: string,
  ): Promise<FastifyReply> {
    const { content, text } = searchPage({ language: 'en' }, query, await search(query));
    return sendText(request, reply, join(buildPlainReferencePage(shown, content.title), text));
  }

  return { sendPage, sendResults, search };
}

function join(page: PageData, text: string): string {
  const { before, after } = renderSitePage(page);
  return `${before}${text}${after}`;
}

const giveHeaders = (reply: FastifyReply): FastifyReply =>
  reply.type('text/html; charset=utf-8').headers({
    'content-security-policy': POLICY,
    'referrer-policy': 'no-referrer',
    vary: 'accept-encoding',
  });

/** Sends a page that is made for one request. */
const sendText = (request: FastifyRequest, reply: FastifyReply, text: string): Promise<FastifyReply> =>
  sendCompressed(
    giveHeaders(reply).header('cache-control', 'no-store'),
    text,
    request.headers['accept-encoding'],
  );
