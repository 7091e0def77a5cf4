import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { parseAddress } from '@lectern/std/address';
import { cutText } from '@lectern/std/cut-text';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  findSiteOfReader,
  MAX_PATH_LENGTH,
} from '../server/domains/publishing/published-content/find-site.ts';
import {
  contentNotFound,
  type ResolvedContent,
  signInRequired,
} from '../server/domains/publishing/published-content/resolve-url.ts';
import type { SiteReaders } from '../server/domains/publishing/site-visitors/site-readers.ts';
import type { Actor } from '../server/platform/access/actor.ts';
import type { Pointers } from '../server/platform/access/pointers.ts';
import type { Config } from '../server/platform/config.ts';
import type { Dependencies } from '../server/platform/fast-path/dependencies.ts';
import { useFastPath } from '../server/platform/fast-path/fast-path.ts';
import { createCallCounter } from '../server/platform/http/call-counter.ts';
import { chooseEncoding } from '../server/platform/http/compression.ts';
import { methodNotAllowed, uriTooLong } from '../server/platform/http/request-errors.ts';
import { withoutParameters, withQuery } from '../server/platform/http/written-query.ts';
import {
  type HandleApiRequest,
  isApiRequest,
  MAX_API_REQUEST_BYTES,
} from './api-requests/handle-api-request.ts';
import { limitBody } from './api-requests/limit-body.ts';
import type { Assets } from './assets.ts';
import { findExternalPicture } from './external-pictures/external-picture-address.ts';
import { type ReadExternalPicture, sendExternalPicture } from './external-pictures/send-external-picture.ts';
import { type FramedPagesDeps, framedPageRoutes } from './framed-pages/framed-pages.routes.ts';
import type { ProgramReads } from './insights/program-reads.ts';
import { findReaderPost, handleReaderPost, type ReaderEventsDeps } from './insights/reader-events.ts';
import {
  createMcpHandler,
  isMcp,
  MCP_METHODS,
  type McpDeps,
  sendMcpPreflight,
} from './machines/mcp.routes.ts';
import { writeRobots, writeSecurityContact } from './machines/plain-files.ts';
import { acceptsMarkdown, sendMarkdown } from './machines/send-markdown.ts';
import { sendSiteFile } from './machines/send-site-file.ts';
import { findSiteFile, type ReadSiteFile, type SiteFileName } from './machines/site-files.ts';
import type { PublishedPages, RenderedPage } from './published-pages.ts';
import { MAX_QUERY_LENGTH, type SearchPublished } from './published-search.ts';
import type { PublishedResponse, ReadPublishedPage } from './read-published-page.ts';
import type { Refusals } from './refusals/refusals.ts';
import { matchesEntityTag, tagOfEncoding } from './responses/entity-tag.ts';
import { writePagePolicy } from './responses/page-policy.ts';
import { RepeatedPages, type SentPage } from './responses/repeated-pages.ts';
import { encodeKept, sendCompressed } from './responses/send-compressed.ts';
import { type Sharing, sharingHeaders } from './responses/sharing.ts';
import { isSharedWithAll } from './site-readings.ts';
import type { TrafficKind } from './site-traffic.ts';
import { findSocialPreview, sendSocialPreview } from './social-preview/send-social-preview.ts';
import type { ReadSocialPreview } from './social-preview/social-previews.ts';
import { enterFromPage } from './visits/enter-from-page.ts';
import { createSiteCookie } from './visits/site-cookie.ts';
import { type EntryParts, findEntry, handleEntry } from './visits/site-entry.ts';
import { handlePasswordPost, isPasswordPost } from './visits/site-password.ts';
import { joinPath, readSiteRequest, type SiteRequest } from './visits/site-request.ts';
import type { EnterSite } from './visits/site-visits.ts';
import { isVisitorParameter } from './visits/visitor-query.ts';

export interface SitePagesDeps
  extends McpDeps,
    FramedPagesDeps,
    Pick<ReaderEventsDeps, 'tracking' | 'findWhyNotFound'> {
  config: Pick<Config, 'baseUrl' | 'sitesUrl' | 'sitesSubdomains' | 'sitesCdnSeconds' | 'securityContact'>;
  clock: () => Date;
  assets: Assets;
  pointers: Pick<Pointers, 'sites' | 'siteAddresses' | 'spaces' | 'organizations' | 'actors'>;
  openSites: SiteReaders['openSites'];
  enterSite: EnterSite;
  entry: EntryParts;
  /** Records that the session or token of a member was used. */
  recordUse: (actor: Actor) => void;
  refusals: Refusals;
  readPage: ReadPublishedPage;
  readSiteFile: ReadSiteFile;
  renderSearch: PublishedPages['renderSearch'];
  readSocialPreview: ReadSocialPreview;
  readExternalPicture: ReadExternalPicture;
  searchSite: SearchPublished;
  /** Returns the state in memory that a page of a site depends on; undefined if the page may change at any time. */
  findDependencies: (place: ResolvedContent) => Dependencies | undefined;
  answerApiRequest: HandleApiRequest;
}

const MAX_POST_BYTES = 64_000;
const POSTS_PER_MINUTE = 300;

/** Serves the pages of published sites, at every path that has no other route on the sites origin. */
export function sitePageRoutes(server: FastifyInstance, deps: SitePagesDeps): void {
  const { config } = deps;
  const repeated = new RepeatedPages();
  useFastPath(server, repeated);
  const reads = new SiteReads(deps, repeated);

  server.route({
    method: ['GET', 'HEAD'],
    url: '/robots.txt',
    exposeHeadRoute: false,
    handler: async ({ host }, reply) =>
      reply.type('text/plain; charset=utf-8').send(await writeRobots(deps.pointers, config, host)),
  });
  if (config.securityContact !== undefined) {
    const contact = config.securityContact;
    server.route({
      method: ['GET', 'HEAD'],
      url: '/.well-known/security.txt',
      exposeHeadRoute: false,
      handler: (_request, reply) =>
        reply.type('text/plain; charset=utf-8').send(writeSecurityContact(contact, deps.clock())),
    });
  }
  server.route({
    method: ['GET', 'HEAD'],
    url: '*',
    exposeHeadRoute: false,
    handler: (request, reply) => reads.respond(request, reply),
  });
  const countPost = createCallCounter('site-posts', POSTS_PER_MINUTE);
  const handleMcp = createMcpHandler(deps, countPost);
  server.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, new URLSearchParams(body as string)),
  );
  framedPageRoutes(server, deps);
  server.route({
    method: 'POST',
    url: '*',
    bodyLimit: MAX_API_REQUEST_BYTES,
    preParsing: async ({ raw: { url } }, _reply, payload) =>
      isApiRequest(url) ? payload : limitBody(payload, MAX_POST_BYTES),
    onRequest: async ({ method, raw: { url }, ip }) => {
      if (!acceptsPosts(url)) throw methodNotAllowed(method, READ_METHODS);
      countPost(ip);
    },
    handler: async (request, reply) => {
      if (isPasswordPost(request.raw.url)) return handlePasswordPost(deps.entry, request, reply);
      if (isApiRequest(request.raw.url)) {
        const { place } = await enterFromPage(deps, request);
        if (!place) throw contentNotFound();
        return deps.answerApiRequest(place, request, reply);
      }
      const kind = findReaderPost(request.raw.url);
      return kind ? handleReaderPost(deps, kind, request, reply) : handleMcp(request, reply);
    },
  });
  server.route({
    method: ['PUT', 'PATCH', 'DELETE', 'OPTIONS'],
    url: '*',
    onRequest: async ({ method, raw: { url } }, reply) => {
      if (method === 'OPTIONS' && isMcp(url)) return sendMcpPreflight(reply);
      throw methodNotAllowed(method, methodsOf(url));
    },
    handler: () => undefined,
  });
}

const READ_METHODS = 'GET, HEAD';

/** Whether there is something at an address to send to. Nothing can be read there. */
const acceptsPosts = (url = ''): boolean =>
  isMcp(url) || findReaderPost(url) !== undefined || isApiRequest(url) || isPasswordPost(url);

/** The methods of an address, as the `Allow` header names them. */
function methodsOf(url = ''): string {
  if (isMcp(url)) return MCP_METHODS;
  return acceptsPosts(url) ? 'POST' : READ_METHODS;
}

/** A request for what a site publishes, by a visitor whom the site let in. */
interface SiteVisit {
  asked: SiteRequest;
  place: ResolvedContent;
  headers: IncomingHttpHeaders;
  raw: IncomingMessage;
  setsCookie: boolean;
}

/** Responds to reads of sites, by the kind of their addresses. */
class SiteReads {
  readonly #deps: SitePagesDeps;
  readonly #repeated: RepeatedPages;
  readonly #origin: URL;
  readonly #cookie: ReturnType<typeof createSiteCookie>;

  constructor(deps: SitePagesDeps, repeated: RepeatedPages) {
    this.#deps = deps;
    this.#repeated = repeated;
    this.#origin = new URL(deps.config.sitesUrl);
    this.#cookie = createSiteCookie(deps.config);
  }

  async respond(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { host, raw, headers } = request;
    const url = raw.url as string;
    if ((url.split('?', 1)[0] as string).length > MAX_PATH_LENGTH) throw uriTooLong();
    if (isMcp(url)) throw methodNotAllowed(request.method, MCP_METHODS);
    const { cookie: cookies, authorization } = headers;
    const asked = readSiteRequest({ host, url, cookies, authorization });
    if (!asked) throw contentNotFound();
    const tidy = findTidyAddress(asked, this.#origin);
    if (tidy !== undefined) return redirect(reply, { status: 308, location: withQuery(tidy, asked.search) });
    if (isLogout(asked)) return this.#logOut(asked, reply);
    const entry = findEntry(asked);
    if (entry) return handleEntry(this.#deps.entry, entry, asked, reply);
    const search = findSearch(asked);
    const social = findSocialPreview(asked);
    const external = findExternalPicture(asked);
    const from = search?.from ?? social?.from ?? external?.from ?? asked;
    const entered = await this.#deps.enterSite(from);
    if ('redirect' in entered) {
      // Only somebody at a browser can sign in: to programs and scripts, the page for it would be the content.
      if (entered.redirect.isForAccount && !isNavigation(headers)) throw signInRequired();
      return redirect(reply, entered.redirect);
    }
    const { place, setCookie } = entered;
    this.#noteUse(place);
    if (setCookie !== undefined) reply.header('set-cookie', setCookie);
    const visit: SiteVisit = { asked, place, headers, raw, setsCookie: setCookie !== undefined };
    if (search) return this.#sendSearch(reply, visit, search.kind);
    if (social) {
      this.#count(place, 'picture');
      const sharing = this.#sharingOf(visit, isSharedWithAll({ resolved: place }));
      const drawn = await this.#deps.readSocialPreview(place, social.pageId);
      return sendSocialPreview(reply, drawn, { headers, sharing });
    }
    if (external) {
      this.#count(place, 'picture');
      const picture = await this.#deps.readExternalPicture(place, external);
      const { isShared } = this.#sharingOf(visit, isSharedWithAll({ resolved: place }));
      return sendExternalPicture(reply, picture, { headers, isShared });
    }
    const fileName = findSiteFile(place);
    if (fileName !== undefined) return this.#sendFile(reply, visit, fileName);
    return this.#sendContent(reply, visit);
  }

  /** Reading a site keeps the session alive, as everything else that a member does. */
  #noteUse({ visitor: { enteredBy } }: ResolvedContent): void {
    const actor = enteredBy === undefined ? undefined : this.#deps.pointers.actors.peek(enteredBy);
    if (actor) this.#deps.recordUse(actor);
  }

  #count(place: ResolvedContent, kind: TrafficKind): void {
    this.#deps.traffic.count(place.open.site.siteId, kind);
  }

  #sharingOf({ place, setsCookie }: SiteVisit, isShared: boolean): Sharing {
    return {
      // A shared cache would send the cookie to everybody.
      isShared: isShared && !setsCookie,
      cdnSeconds: this.#deps.config.sitesCdnSeconds,
      place,
    };
  }

  /** Sends the results that a page shows while its reader types, or a page with the same results. */
  async #sendSearch(
    reply: FastifyReply,
    { asked: { query, host }, place, headers }: SiteVisit,
    kind: 'json' | 'page',
  ): Promise<FastifyReply> {
    this.#count(place, 'search');
    const text = cutText(query.get('q') ?? '', MAX_QUERY_LENGTH);
    const respond = await this.#deps.searchSite(place, text, query.get('section') ?? undefined);
    if (kind === 'page') {
      const page = await this.#deps.renderSearch(place, text, respond);
      return this.#sendPage(
        reply,
        { page, isFound: true },
        { sharing: { isShared: false, cdnSeconds: 0, place }, host, held: undefined, accepted: undefined },
      );
    }
    reply
      .headers({
        'cache-control': 'private, no-store',
        'x-robots-tag': 'noindex',
        vary: 'accept-encoding',
      })
      .type('application/json; charset=utf-8');
    // The response does not contain the query, so its size reveals no more than the number of results does.
    return sendCompressed(reply, JSON.stringify(respond), headers['accept-encoding']);
  }

  async #sendFile(reply: FastifyReply, visit: SiteVisit, fileName: SiteFileName): Promise<FastifyReply> {
    const { asked, place, headers } = visit;
    this.#count(place, 'file');
    const read = FILE_READS[fileName];
    if (read) this.#deps.programReads.record(place, read, { headers, pathname: asked.pathname });
    const file = await this.#deps.readSiteFile(place, fileName, asked.query);
    const sharing = this.#sharingOf(visit, file.isShared);
    return sendSiteFile(reply, file, { sharing, accepted: headers['accept-encoding'] });
  }

  /** Sends a page of the site, as HTML or as Markdown. */
  async #sendContent(reply: FastifyReply, visit: SiteVisit): Promise<FastifyReply> {
    const { asked, place, headers, raw } = visit;
    const { pathname } = asked;
    const accepted = headers['accept-encoding'];
    // Noted before the page is read, so that a change in the meantime counts as a change.
    const dependencies = this.#deps.findDependencies(place);
    const prefersMarkdown = acceptsMarkdown(headers.accept);
    const found = await this.#deps.readPage(place, { pathname, prefersMarkdown });
    if ('location' in found) {
      this.#count(place, 'moved');
      return redirect(reply, toRedirect(found, asked));
    }
    const shared = this.#sharingOf(visit, found.isShared);
    if ('markdown' in found) {
      this.#count(place, 'markdown');
      this.#deps.programReads.record(place, markdownRead(headers), {
        headers,
        pathname,
        pageId: found.pageId,
      });
      // Many networks do not distinguish the two responses of one address.
      const cdnSeconds = prefersMarkdown ? 0 : shared.cdnSeconds;
      const held = headers['if-none-match'];
      return sendMarkdown(reply, found.markdown, { sharing: { ...shared, cdnSeconds }, held, accepted });
    }
    const countPage = (request: IncomingMessage): void => {
      this.#count(place, found.isFound ? 'page' : 'missing');
      const { pageId } = found;
      const whyNotFound = found.isFound ? undefined : () => this.#deps.findWhyNotFound(place);
      const read = { headers: request.headers, pathname, pageId, whyNotFound };
      this.#deps.programReads.record(place, { type: 'page_view' }, read);
    };
    countPage(raw);
    const canRepeat = shared.isShared && found.isFound && found.page.isLasting;
    return this.#sendPage(reply, found, {
      sharing: shared,
      host: asked.host,
      held: headers['if-none-match'],
      accepted,
      onSend: (page) => {
        if (canRepeat && dependencies)
          this.#repeated.remember(raw, { ...page, dependencies, onResponse: countPage });
      },
    });
  }

  /** Signs the visitor out of one site. Visitors without a cookie of the site learn nothing about it. */
  async #logOut(asked: SiteRequest, reply: FastifyReply): Promise<FastifyReply> {
    const entrance = await findSiteOfReader(
      this.#deps.pointers,
      this.#deps.config,
      asked.host,
      asked.segments,
    );
    const siteId = entrance?.site.siteId;
    if (!entrance || siteId === undefined || this.#cookie.read(asked.cookies, siteId) === undefined)
      throw contentNotFound();
    const { logoutUrl } = await this.#deps.openSites.open(entrance.site);
    const path = joinPath(entrance.base, false);
    reply.header('set-cookie', this.#cookie.clear({ siteId, path: path === '/' ? '' : path }));
    const location = logoutUrl === null ? undefined : parseAddress(logoutUrl)?.href;
    if (location !== undefined) return redirect(reply, { status: 303, location });
    reply.header('cache-control', 'no-store');
    return this.#deps.refusals.sendFarewell({ entrance, host: asked.host, search: asked.search }, reply);
  }

  /**
   * `accepted`: the encodings that the browser accepts; undefined for pages that repeat a part of the request, because
   * the size of a compressed page would reveal its other content.
   */
  async #sendPage(
    reply: FastifyReply,
    { page, isFound }: { page: RenderedPage; isFound: boolean },
    { sharing, host, held, accepted, onSend }: Sending,
  ): Promise<FastifyReply> {
    const encoding = chooseEncoding(accepted);
    reply.headers({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': writePagePolicy({
        host,
        filesOrigin: this.#origin.origin,
        styleSources: [page.styleSource],
        loadsExternalPictures: page.loadsExternalPictures,
        callsOwnServers: page.callsOwnServers,
      }),
      'cross-origin-resource-policy': 'same-origin',
      ...(isFound ? sharingHeaders(sharing) : { 'cache-control': 'no-store' }),
      vary: sharing.isShared ? 'accept, accept-encoding' : 'accept, accept-encoding, cookie',
    });
    if (!page.isIndexed) reply.header('x-robots-tag', 'noindex');
    const entityTag = tagOfEncoding(page.entityTag, encoding);
    if (!isFound) reply.code(404);
    else {
      reply.header('etag', entityTag);
      if (matchesEntityTag(held, entityTag)) return reply.code(304).send();
    }
    let { body } = page;
    if (encoding) {
      body = await encodeKept(page, encoding);
      reply.header('content-encoding', encoding);
    }
    onSend?.({ body, entityTag, headers: Object.entries(reply.getHeaders()).flat().map(String) });
    return reply.send(body);
  }
}

/** The way in which a page is sent, and a callback for pages that are sent in full. */
interface Sending {
  sharing: Sharing;
  host: string;
  held: string | undefined;
  accepted: string | undefined;
  onSend?: (page: Omit<SentPage, 'dependencies' | 'onResponse'>) => void;
}

/**
 * Returns the address of the path without empty segments, and with the name of the site in lower case; undefined if the
 * address is already in this form. It does not depend on whether there is such a site.
 */
function findTidyAddress({ host, segments, isTidy, pathname }: SiteRequest, origin: URL): string | undefined {
  const [first] = segments;
  if (host !== origin.host || first === undefined) return isTidy ? undefined : pathname;
  const basename = first.toLowerCase();
  if (isTidy && basename === first) return undefined;
  return joinPath([basename, ...segments.slice(1)], pathname.endsWith('/'));
}

/** Reads a request for a search, and the place of the site from which it is made. */
function findSearch(asked: SiteRequest): { kind: 'json' | 'page'; from: SiteRequest } | undefined {
  const { segments } = asked;
  const kind = segments.at(-2) === '~' ? SEARCHES[segments.at(-1) ?? ''] : undefined;
  if (!kind) return undefined;
  const above = segments.slice(0, -2);
  return { kind, from: { ...asked, segments: above, pathname: joinPath(above, true) } };
}

/** The files of a site whose reads are counted. */
const FILE_READS: Partial<Record<SiteFileName, Parameters<ProgramReads['record']>[1]>> = {
  'llms.txt': { type: 'llms_request', llmsVariant: 'standard' },
  'llms-full.txt': { type: 'llms_request', llmsVariant: 'full' },
  'feed.xml': { type: 'rss_request' },
  'feed.json': { type: 'rss_request' },
};

/** Describes a read of Markdown: only the page actions make requests from the same origin. */
const markdownRead = (headers: IncomingHttpHeaders) =>
  ({
    type: 'page_markdown_request',
    ...(headers['sec-fetch-site'] === 'same-origin' ? { markdownSource: 'page-action' as const } : {}),
  }) as const;

const SEARCHES: Record<string, 'json' | 'page'> = { 'search.json': 'json', search: 'page' };

/** Whether a browser asks for a page to show it. */
function isNavigation({ accept, ...headers }: IncomingHttpHeaders): boolean {
  const target = headers['sec-fetch-dest'];
  return (
    accept?.includes('text/html') === true &&
    (target === undefined || /^(?:document|i?frame)$/.test(String(target)))
  );
}

const isLogout = ({ segments }: SiteRequest): boolean =>
  segments.at(-2) === '~' && segments.at(-1) === 'logout';

/** Keeps the query of the reader; elsewhere without what it says about them to this site. */
function toRedirect(
  { location, isPermanent }: Extract<PublishedResponse, { location: string }>,
  { search }: SiteRequest,
): { location: string; status: 307 | 308 } {
  const isWithin = location.startsWith('/');
  const kept = isWithin ? search : withoutParameters(search, isVisitorParameter);
  return { location: withQuery(location, kept), status: isPermanent ? 308 : 307 };
}

function redirect(
  reply: FastifyReply,
  { location, status, setCookie }: { location: string; status: number; setCookie?: string | undefined },
): FastifyReply {
  if (setCookie !== undefined) reply.header('set-cookie', setCookie);
  return reply.header('cache-control', 'no-store').redirect(location, status);
}
