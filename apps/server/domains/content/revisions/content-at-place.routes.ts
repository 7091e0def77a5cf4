import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { hashOf } from '@lectern/content/tree/hash';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Static, Type } from 'typebox';
import {
  FileQuery,
  FileSchema,
  FilesQuery,
  PageByPathQuery,
  PageMetaLinksSchema,
  PageQuery,
  PageSchema,
  ReusableContentSchema,
  RevisionQuery,
  RevisionSchema,
  TreePageSchema,
  TreeQuery,
} from '../../../content/revisions/content.schemas.ts';
import {
  fileNotFound,
  pageNotFound,
  reusableContentNotFound,
} from '../../../content/revisions/content-errors.ts';
import type { ContentStore, OpenRevision } from '../../../content/revisions/content-store.ts';
import { readPosition } from '../../../content/revisions/list-position.ts';
import type { ViewFlags } from '../../../content/revisions/revision-view.ts';
import { insufficientRole } from '../../../platform/access/access-errors.ts';
import { grantedSpace, grantedTo } from '../../../platform/access/authorize.ts';
import { RULES } from '../../../platform/access/policy.ts';
import { isAtLeast } from '../../../platform/access/roles.ts';
import { findVisitor } from '../../../platform/access/visitor-gate.ts';
import type { CursorSigner } from '../../../platform/http/cursors.ts';
import { invalidField } from '../../../platform/http/errors.ts';
import type { List } from '../../../platform/http/lists.ts';
import { jsonResponse, withField } from '../../../platform/http/ready-response.ts';
import { DEFAULT_LIMIT, Id, listOf, refTo } from '../../../platform/http/schemas.ts';
import type { Evaluated } from './adaptive-reads.ts';
import type { ContentRoutes } from './content-place.ts';
import {
  type ContentReads,
  countFiles,
  locationOfPage,
  type PageOptions,
  type PlacedDocument,
  placeOfPageByPath,
} from './content-reads.ts';
import { type ContentLookup, type ContentResponses, revisionIdOf } from './content-responses.ts';
import { type DocumentOptions, tooBusyToRender } from './document-reads.ts';

/** The parts of the service with which content is read and sent, at every place. */
export interface ContentParts {
  cursors: CursorSigner;
  store: ContentStore;
  reads: ContentReads;
  responses: ContentResponses;
  /** Finds the change request whose merge made a revision, as the caller sees it. */
  findMergedFrom(request: FastifyRequest, revisionId: string): Promise<object | undefined>;
}

type RoutesApp = Parameters<FastifyPluginAsyncTypebox>[0];

/** Defines the operations on the content of a revision, which are the same at every place. */
export const contentRoutesAt =
  (place: ContentRoutes, parts: ContentParts): FastifyPluginAsyncTypebox =>
  async (app) => {
    addRevisionRoutes(app, place, parts);
    addFileRoutes(app, place, parts);
    addPageRoutes(app, place, parts);
    addPartRoutes(app, place, parts);
  };

/** The common parts of the routes of a place. */
function sharedOf({ errors, isForVisitors, findRevisionId }: ContentRoutes) {
  const visitors = isForVisitors ? { visitors: true as const } : {};
  const hooks = findRevisionId
    ? {
        preHandler: async (request: FastifyRequest) => {
          request.contentRevisionId = await findRevisionId(request);
        },
      }
    : {};
  return {
    config: { access: 'space:read', errors, ...visitors } as const,
    hooks,
    tags: ['Content'],
  };
}

function addRevisionRoutes(app: RoutesApp, place: ContentRoutes, parts: ContentParts): void {
  const { prefix, params, where, whole = where, names } = place;
  const { config, hooks, tags } = sharedOf(place);
  const { reads, responses } = parts;

  app.route({
    ...hooks,
    method: 'GET',
    url: prefix,
    config,
    schema: {
      operationId: names.revision,
      tags,
      summary: `Get ${whole}`,
      description: 'Returns the revision with all of its pages, files and reusable contents.',
      params: Type.Object(params),
      querystring: RevisionQuery,
      response: { 200: refTo(RevisionSchema) },
    },
    handler: (request, reply) => sendRevision(parts, request, reply, flagsOf(request.query)),
  });

  app.route({
    ...hooks,
    method: 'GET',
    url: `${prefix}/pages`,
    config,
    schema: {
      operationId: names.pages,
      tags,
      summary: `List the page tree of ${where}`,
      params: Type.Object(params),
      querystring: RevisionQuery,
      response: { 200: Type.Object({ pages: Type.Array(refTo(PageSchema)) }) },
    },
    handler: (request, reply) => {
      const flags = flagsOf(request.query);
      return responses.send(request, reply, {
        key: `pages/${flagKey(flags)}`,
        isComputed: flags.isComputed,
        read: (open) => reads.pages(open, flags),
      });
    },
  });

  app.route({
    ...hooks,
    method: 'GET',
    url: `${prefix}/tree`,
    config,
    schema: {
      operationId: names.tree,
      tags,
      summary: `Get the page tree of ${where} in its short form`,
      description:
        'Returns only what a table of contents shows. Of a large space, this is a small part of what the list of pages returns.',
      params: Type.Object(params),
      querystring: TreeQuery,
      response: { 200: Type.Object({ pages: Type.Array(refTo(TreePageSchema)) }) },
    },
    handler: (request, reply) => {
      const flags = flagsOf(request.query);
      return responses.send(request, reply, {
        key: `tree/${flagKey(flags)}`,
        isComputed: flags.isComputed,
        read: (open) => reads.tree(open, flags),
      });
    },
  });
}

async function sendRevision(
  { store, reads, responses, findMergedFrom }: ContentParts,
  request: FastifyRequest,
  reply: FastifyReply,
  flags: ViewFlags,
): Promise<void> {
  const revisionId = revisionIdOf(request);
  // With the parents of the revision.
  const key = `revision/${flagKey(flags)}/${grantedSpace(request).historyEpoch}`;
  const { isComputed } = flags;
  const read = (open: OpenRevision) => reads.revision(open, flags);
  // Change requests are not content of a site.
  if (findVisitor(request))
    return responses.send(request, reply, { key, hasContent: true, isComputed, read });
  const { revision } = await store.open(grantedSpace(request), revisionId);
  const mergedFrom = revision.type === 'merge' ? await findMergedFrom(request, revisionId) : undefined;
  if (!mergedFrom) return responses.send(request, reply, { key, hasContent: true, isComputed, read });
  // The change request can change, so it is read each time and is part of the key.
  request.contentRevisionId = revisionId;
  const bytes = Buffer.from(JSON.stringify(mergedFrom));
  const hash = hashOf(bytes);
  return responses.send(request, reply, {
    key: `${key}/${hash}`,
    isComputed,
    read: async (open) => withField(await read(open), 'mergedFrom', { bytes, hash }),
  });
}

function addFileRoutes(app: RoutesApp, place: ContentRoutes, parts: ContentParts): void {
  const { prefix, params, where, names, errors } = place;
  const { config, hooks, tags } = sharedOf(place);
  const { reads, responses } = parts;

  app.route({
    ...hooks,
    method: 'GET',
    url: `${prefix}/files`,
    config,
    schema: {
      operationId: names.files,
      tags,
      summary: `List the files of ${where}`,
      params: Type.Object(params),
      querystring: FilesQuery,
      response: { 200: listOf(refTo(FileSchema)) },
    },
    handler: (request, reply) => {
      const { page, limit = DEFAULT_LIMIT } = request.query;
      return responses.send(
        request,
        reply,
        filesLookup(parts, request, { page, limit, flags: flagsOf(request.query) }),
      );
    },
  });

  app.route({
    ...hooks,
    method: 'GET',
    url: `${prefix}/files/:fileId`,
    config: { ...config, errors: [...errors, fileNotFound] },
    schema: {
      operationId: names.file,
      tags,
      summary: `Get a file of ${where}`,
      params: Type.Object({ ...params, fileId: Id }),
      querystring: FileQuery,
      response: { 200: refTo(FileSchema) },
    },
    handler: (request, reply) => {
      const { fileId } = request.params as { fileId: string };
      const flags = flagsOf(request.query);
      return responses.send(request, reply, {
        key: `file/${fileId}/${flagKey(flags)}`,
        hasContent: true,
        read: (open) => reads.file(open, fileId, flags),
      });
    },
  });
}

function filesLookup(
  { cursors, reads }: ContentParts,
  request: FastifyRequest,
  { page, limit, flags }: { page: string | undefined; limit: number; flags: ViewFlags },
): ContentLookup {
  const { spaceId } = grantedSpace(request);
  const list = `files:${spaceId}:${nameOf(request)}`;
  const position = readPosition(cursors, list, { revisionId: revisionIdOf(request) }, page);
  return {
    key: `files/${list}/${position.start}/${limit}/${flagKey(flags)}`,
    revisionId: position.revisionId,
    hasContent: true,
    read: async (open) => {
      const count = countFiles(open);
      const end = position.start + limit;
      const shown: List<Static<typeof FileSchema>> = {
        ...(end < count ? { next: { page: cursors.issue(list, { ...position, start: end }) } } : {}),
        count,
        items: await reads.files(open, flags, position.start, limit),
      };
      return jsonResponse(shown);
    },
  };
}

function addPageRoutes(app: RoutesApp, place: ContentRoutes, { reads, responses }: ContentParts): void {
  const { prefix, params, where, names, errors } = place;
  const { config, hooks, tags } = sharedOf(place);

  app.route({
    ...hooks,
    method: 'GET',
    url: `${prefix}/page/:pageId`,
    config: { ...config, errors: [...errors, pageNotFound, tooBusyToRender] },
    schema: {
      operationId: names.page,
      tags,
      summary: `Get a page of ${where}`,
      description: 'Returns the page with its blocks, or with its Markdown source if `format` is `markdown`.',
      params: Type.Object({ ...params, pageId: Id }),
      querystring: PageQuery,
      response: { 200: refTo(PageSchema) },
    },
    handler: (request, reply) => {
      const { pageId } = request.params as { pageId: string };
      const flags = flagsOf(request.query);
      const options = pageOptionsOf(request);
      const lookup = documentLookup(request.query, {
        key: `page/${pageId}/${flagKey(flags)}/${optionKey(options)}`,
        isComputed: flags.isComputed,
        place: (open) => locationOfPage(open.snapshot.pages.find(pageId)),
        read: (open, how) => reads.page(open, pageId, flags, { ...options, ...how }),
      });
      return responses.send(request, reply, lookup);
    },
  });

  app.route({
    ...hooks,
    method: 'GET',
    // Some clients encode the slashes of the path and others do not, so the path is the rest of the URL.
    url: `${prefix}/path/*`,
    config: { ...config, errors: [...errors, pageNotFound, tooBusyToRender], wildcard: 'pagePath' },
    schema: {
      operationId: names.pageByPath,
      tags,
      summary: `Get a page of ${where} by path`,
      params: Type.Object({
        ...params,
        '*': Type.String({
          description: 'The slugs of the page and its ancestors, joined by “/” or %2F.',
        }),
      }),
      querystring: PageByPathQuery,
      response: { 200: refTo(PageSchema) },
    },
    handler: (request, reply) => {
      const { '*': pagePath } = request.params as { '*': string };
      const flags = flagsOf(request.query);
      const options = pageOptionsOf(request);
      const lookup = documentLookup(request.query, {
        key: `path/${encodeURIComponent(pagePath)}/${flagKey(flags)}/${optionKey(options)}`,
        isComputed: flags.isComputed,
        place: (open) => placeOfPageByPath(open, pagePath),
        read: (open, how) => reads.pageByPath(open, pagePath, flags, { ...options, ...how }),
      });
      return responses.send(request, reply, lookup);
    },
  });
}

function addPartRoutes(app: RoutesApp, place: ContentRoutes, { reads, responses }: ContentParts): void {
  const { prefix, params, where, names, errors } = place;
  const { config, hooks, tags } = sharedOf(place);

  app.route({
    ...hooks,
    method: 'GET',
    url: `${prefix}/page/:pageId/meta-links`,
    config: { ...config, errors: [...errors, pageNotFound] },
    schema: {
      operationId: names.metaLinks,
      tags,
      summary: `Get the metadata links of a page of ${where}`,
      description:
        'Returns the canonical and alternate addresses that the page declares in its front matter.',
      params: Type.Object({ ...params, pageId: Id }),
      response: { 200: refTo(PageMetaLinksSchema) },
    },
    handler: (request, reply) => {
      const { pageId } = request.params as { pageId: string };
      return responses.send(request, reply, {
        key: `meta-links/${pageId}`,
        isComputed: true,
        read: (open) => reads.pageMetaLinks(open, pageId),
      });
    },
  });

  app.route({
    ...hooks,
    method: 'GET',
    url: `${prefix}/reusable-contents/:reusableContentId`,
    config: { ...config, errors: [...errors, reusableContentNotFound] },
    schema: {
      operationId: names.reusable,
      tags,
      summary: `Get a reusable content of ${where}`,
      params: Type.Object({ ...params, reusableContentId: Id }),
      querystring: FileQuery,
      response: { 200: refTo(ReusableContentSchema) },
    },
    handler: (request, reply) => {
      const { reusableContentId } = request.params as { reusableContentId: string };
      const flags = flagsOf(request.query);
      return responses.send(request, reply, {
        key: `reusable/${reusableContentId}/${flagKey(flags)}`,
        hasContent: true,
        read: (open) => reads.reusable(open, reusableContentId, flags),
      });
    },
  });
}

interface FlagsQuery {
  metadata?: boolean;
  computed?: boolean;
}

interface DocumentFlagsQuery {
  dereferenced?: string;
  evaluated?: Evaluated;
}

type PageFlagsQuery = FlagsQuery &
  DocumentFlagsQuery & {
    format?: 'document' | 'markdown';
    'format.markdown.refs'?: 'relative' | 'stable';
    ranges?: boolean;
  };

const flagsOf = ({ metadata = true, computed = true }: FlagsQuery): ViewFlags => ({
  hasGit: metadata,
  isComputed: computed,
});

export const isDereferenced = ({ dereferenced = 'false' }: DocumentFlagsQuery): boolean =>
  dereferenced !== 'false';

function pageOptionsOf(request: FastifyRequest): PageOptions {
  const query = request.query as PageFlagsQuery;
  const { format = 'document', ranges = false } = query;
  if (ranges) requireRanges(request, query);
  return {
    format,
    targets: query['format.markdown.refs'] ?? 'relative',
    isDereferenced: isDereferenced(query),
    hasRanges: ranges,
  };
}

/** Places in a source reveal what conditions hide, so only people who can edit the source get them. */
function requireRanges(request: FastifyRequest, query: PageFlagsQuery): void {
  if (findVisitor(request) || !isAtLeast(grantedTo(request).role, RULES['space:edit'].role))
    throw insufficientRole(RULES['space:edit'].role, 'on the space');
  const { format = 'document', evaluated = 'false' } = query;
  if (format !== 'document') throw invalidField('ranges', 'requires the format “document”');
  if (evaluated !== 'false' || isDereferenced(query))
    throw invalidField('ranges', 'cannot be combined with evaluated or dereferenced');
}

const flagKey = (flags: ViewFlags): string => `${flags.hasGit ? 'g' : ''}${flags.isComputed ? 'c' : ''}`;

const optionKey = (options: PageOptions): string =>
  `${options.format}/${options.isDereferenced}/${options.format === 'markdown' ? options.targets : options.hasRanges}`;

interface DocumentLookup extends Pick<ContentLookup, 'key' | 'hasContent' | 'isComputed'> {
  place(open: OpenRevision): PlacedDocument;
  read(open: OpenRevision, options: DocumentOptions): ReturnType<ContentLookup['read']>;
}

/** A lookup that shows a document, which can be evaluated. `key` has all options but how it is evaluated. */
export const documentLookup = (
  query: DocumentFlagsQuery,
  { place, read, ...lookup }: DocumentLookup,
): ContentLookup => ({
  ...lookup,
  evaluated: query.evaluated,
  document: (open) => ({ ...place(open), isDereferenced: isDereferenced(query) }),
  read: (open, outcomes) => read(open, { isDereferenced: isDereferenced(query), outcomes }),
});

/** Names the revision, or the line of revisions, in the URL. */
function nameOf({ params }: FastifyRequest): string {
  const { revisionId, changeRequestId } = params as { revisionId?: string; changeRequestId?: string };
  return revisionId ?? changeRequestId ?? 'current';
}
