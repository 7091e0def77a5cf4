import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { type Static, type TSchema, Type } from 'typebox';
import { grantedSpace } from '../../access/authorize.ts';
import type { SpacePointer } from '../../access/pointers.ts';
import { readQuotaExceeded } from '../../access/read-quota.ts';
import type { RepeatedReads } from '../../access/repeated-reads.ts';
import type { Visitor } from '../../access/visitor.ts';
import { findVisitor } from '../../access/visitor-gate.ts';
import {
  DocumentQuery,
  DocumentSchema,
  FileQuery,
  FileSchema,
  FilesQuery,
  HtmlQuery,
  PageByPathQuery,
  PageMetaLinksSchema,
  PageQuery,
  PageSchema,
  RenderedHtmlSchema,
  ReusableContentSchema,
  RevisionParams,
  RevisionQuery,
  RevisionSchema,
  SHARED_CONTENT_SCHEMAS,
  SpaceParams,
} from '../../content/revisions/content.schemas.ts';
import {
  blockNotFound,
  documentNotFound,
  fileNotFound,
  pageNotFound,
  reusableContentNotFound,
  revisionNotFound,
} from '../../content/revisions/content-errors.ts';
import type { ContentStore, OpenRevision } from '../../content/revisions/content-store.ts';
import { readPosition } from '../../content/revisions/list-position.ts';
import type { ViewFlags } from '../../content/revisions/revision-view.ts';
import { hashOf } from '../../content/tree/hash.ts';
import type { Context } from '../../context.ts';
import type { ErrorIdentity } from '../../http/errors.ts';
import type { List } from '../../http/lists.ts';
import { JsonAnswer } from '../../http/make-once.ts';
import { DEFAULT_LIMIT, Id, listOf, refTo } from '../../http/schemas.ts';
import type { Evaluated } from './adaptive-reads.ts';
import { createAnswers, type Question, revisionIdOf } from './answer-questions.ts';
import { createContentReads, type DocumentPlace, type PageOptions } from './content-reads.ts';
import type { DocumentOptions } from './document-reads.ts';
import { tooBusyToRender } from './render-document.ts';

interface Flags {
  metadata?: boolean;
  computed?: boolean;
}
interface DocumentFlags {
  dereferenced?: string;
  evaluated?: Evaluated;
}
type PageFlags = Flags &
  DocumentFlags & { format?: 'document' | 'markdown'; 'format.markdown.refs'?: 'relative' | 'stable' };

const flagsOf = ({ metadata = true, computed = true }: Flags): ViewFlags => ({
  hasGit: metadata,
  isComputed: computed,
});
const isDereferenced = ({ dereferenced = 'false' }: DocumentFlags): boolean => dereferenced !== 'false';
const pageOptionsOf = (query: PageFlags): PageOptions => ({
  format: query.format ?? 'document',
  references: query['format.markdown.refs'] ?? 'relative',
  isDereferenced: isDereferenced(query),
});

declare module 'fastify' {
  interface FastifyRequest {
    /** The revision that the URL means, where neither an id in it nor the space tells. */
    contentRevisionId: string | undefined;
  }
}

/** A place in the API where the content of some revision is read. */
export interface ContentPlace {
  prefix: string;
  params: Record<string, TSchema>;
  /** “the current revision”: for the descriptions. */
  where: string;
  names: typeof CURRENT_NAMES;
  errors: ErrorIdentity[];
  /** Finds the revision, if neither an id in the URL nor the space tells. */
  findRevisionId?: (request: FastifyRequest) => Promise<string>;
}

export interface ContentOptions {
  /** Places beside the current revision and those that are named by their ids. */
  otherPlaces: readonly ContentPlace[];
  /** The change request whose merge made a revision, as the caller sees it. */
  findMergedFrom(request: FastifyRequest, revisionId: string): Promise<object | undefined>;
  /** The claims of a visitor as their site knows them. */
  claimsOf(request: FastifyRequest): object;
  /** Whether a visitor may read a revision of a space other than its current one. */
  mayRead(visitor: Visitor, revision: { space: SpacePointer; revisionId: string }): Promise<boolean>;
}

interface DocumentQuestion {
  /** Names the question, with all options but how it is evaluated. */
  name: string;
  /** Whether it can be that of a reusable content by itself. */
  hasContent?: boolean;
  flags: DocumentFlags;
  place(open: OpenRevision): DocumentPlace;
  make(open: OpenRevision, options: DocumentOptions): Promise<object>;
}

/**
 * Reads of the current revision (`/content`) and of any revision by its id, and of `otherPlaces`: the same operations on
 * each.
 */
export const contentRoutes =
  (
    context: Context,
    store: ContentStore,
    repeatedReads: RepeatedReads,
    { otherPlaces, findMergedFrom, claimsOf, mayRead }: ContentOptions,
  ): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.decorateRequest('contentRevisionId', undefined);
    const { cursors } = context;
    const reads = createContentReads(context, store);
    const answer = createAnswers(context, { store, repeatedReads, claimsOf, mayRead });
    for (const schema of SHARED_CONTENT_SCHEMAS) app.addSchema(schema);

    /** A question about a document, which can be evaluated. */
    const ofDocument = ({ name, hasContent = false, flags, place, make }: DocumentQuestion): Question => ({
      name,
      hasContent,
      evaluated: flags.evaluated,
      document: (open) => ({ ...place(open), isDereferenced: isDereferenced(flags) }),
      make: (open, outcomes) => make(open, { isDereferenced: isDereferenced(flags), outcomes }),
    });

    const places: ContentPlace[] = [
      {
        prefix: '/v1/spaces/:spaceId/content',
        params: SpaceParams,
        where: 'the current revision',
        names: CURRENT_NAMES,
        errors: [readQuotaExceeded],
      },
      {
        prefix: '/v1/spaces/:spaceId/revisions/:revisionId',
        params: RevisionParams,
        where: 'a revision',
        names: REVISION_NAMES,
        errors: [readQuotaExceeded, revisionNotFound],
      },
      ...otherPlaces,
    ];
    for (const { prefix, params, where, names, errors, findRevisionId } of places) {
      // What others propose is no content of a site.
      const visitors = otherPlaces.some((place) => place.prefix === prefix)
        ? {}
        : { visitors: true as const };
      const config = { access: 'space:read', errors, ...visitors } as const;
      const hooks = findRevisionId
        ? {
            preHandler: async (request: FastifyRequest) => {
              request.contentRevisionId = await findRevisionId(request);
            },
          }
        : {};
      const tags = ['Content'];

      app.route({
        ...hooks,
        method: 'GET',
        url: prefix,
        config,
        schema: {
          operationId: names.revision,
          tags,
          summary: `Get ${where}`,
          description: 'Returns the revision with all of its pages, files and reusable contents.',
          params: Type.Object(params),
          querystring: RevisionQuery,
          response: { 200: refTo(RevisionSchema) },
        },
        handler: async (request, reply) => {
          const flags = flagsOf(request.query);
          const revisionId = revisionIdOf(request);
          const question: Question = {
            name: `revision/${flagKey(flags)}`,
            hasContent: true,
            make: (open) => reads.revision(open, flags),
          };
          // Change requests are no content of a site.
          if (findVisitor(request)) return answer(request, reply, question);
          const { revision } = await store.open(grantedSpace(request), revisionId);
          const mergedFrom =
            revision.type === 'merge' ? await findMergedFrom(request, revisionId) : undefined;
          if (!mergedFrom) return answer(request, reply, question);
          // The change request can change: it is part of the question and read each time.
          request.contentRevisionId = revisionId;
          return answer(request, reply, {
            name: `revision/${flagKey(flags)}/${hashOf(JSON.stringify(mergedFrom))}`,
            make: async (open) => addField(await reads.revision(open, flags), 'mergedFrom', mergedFrom),
          });
        },
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
          return answer(request, reply, {
            name: `pages/${flagKey(flags)}`,
            make: (open) => reads.pages(open, flags),
          });
        },
      });

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
          const { spaceId } = grantedSpace(request);
          const { page, limit = DEFAULT_LIMIT } = request.query;
          const flags = flagsOf(request.query);
          const list = `files:${spaceId}:${nameOf(request)}`;
          const position = readPosition(cursors, list, { revisionId: revisionIdOf(request) }, page);
          const make = async (open: OpenRevision): Promise<List<Static<typeof FileSchema>>> => {
            const count = reads.countFiles(open);
            const end = position.start + limit;
            return {
              ...(end < count ? { next: { page: cursors.issue(list, { ...position, start: end }) } } : {}),
              count,
              items: await reads.files(open, flags, position.start, limit),
            };
          };
          return answer(request, reply, {
            name: `files/${list}/${position.start}/${limit}/${flagKey(flags)}`,
            revisionId: position.revisionId,
            hasContent: true,
            make,
          });
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
          return answer(request, reply, {
            name: `file/${fileId}/${flagKey(flags)}`,
            hasContent: true,
            make: (open) => reads.file(open, fileId, flags),
          });
        },
      });

      app.route({
        ...hooks,
        method: 'GET',
        url: `${prefix}/page/:pageId`,
        config: { ...config, errors: [...errors, pageNotFound, tooBusyToRender] },
        schema: {
          operationId: names.page,
          tags,
          summary: `Get a page of ${where}`,
          description:
            'Returns the page with its blocks, or with its Markdown source if `format` is `markdown`.',
          params: Type.Object({ ...params, pageId: Id }),
          querystring: PageQuery,
          response: { 200: refTo(PageSchema) },
        },
        handler: (request, reply) => {
          const { pageId } = request.params as { pageId: string };
          const flags = flagsOf(request.query);
          const options = pageOptionsOf(request.query);
          return answer(
            request,
            reply,
            ofDocument({
              name: `page/${pageId}/${flagKey(flags)}/${optionKey(options)}`,
              flags: request.query,
              place: (open) => reads.places.page(open, pageId),
              make: (open, how) => reads.page(open, pageId, flags, { ...options, ...how }),
            }),
          );
        },
      });

      app.route({
        ...hooks,
        method: 'GET',
        // The client puts the path into the URL as it is, others encode its slashes: both are the rest of the URL.
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
          const options = pageOptionsOf(request.query);
          return answer(
            request,
            reply,
            ofDocument({
              name: `path/${encodeURIComponent(pagePath)}/${flagKey(flags)}/${optionKey(options)}`,
              flags: request.query,
              place: (open) => reads.places.pageByPath(open, pagePath),
              make: (open, how) => reads.pageByPath(open, pagePath, flags, { ...options, ...how }),
            }),
          );
        },
      });

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
          return answer(request, reply, {
            name: `meta-links/${pageId}`,
            make: (open) => reads.pageMetaLinks(open, pageId),
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
          return answer(request, reply, {
            name: `reusable/${reusableContentId}/${flagKey(flags)}`,
            hasContent: true,
            make: (open) => reads.reusable(open, reusableContentId, flags),
          });
        },
      });
    }

    app.route({
      method: 'GET',
      url: '/v1/spaces/:spaceId/revisions/:revisionId/page/:pageId/document',
      config: {
        access: 'space:read',
        visitors: true,
        errors: [readQuotaExceeded, revisionNotFound, pageNotFound, documentNotFound, tooBusyToRender],
      },
      schema: {
        operationId: 'getPageDocumentInRevisionById',
        tags: ['Content'],
        summary: 'Get the document of a page of a revision',
        params: Type.Object({ ...RevisionParams, pageId: Id }),
        querystring: DocumentQuery,
        response: { 200: refTo(DocumentSchema) },
      },
      handler: (request, reply) => {
        const { pageId } = request.params;
        return answer(
          request,
          reply,
          ofDocument({
            name: `document/${pageId}/${isDereferenced(request.query)}`,
            flags: request.query,
            place: (open) => reads.places.page(open, pageId),
            make: (open, how) => reads.pageDocument(open, pageId, how),
          }),
        );
      },
    });

    app.route({
      method: 'GET',
      url: '/v1/spaces/:spaceId/revisions/:revisionId/page/:pageId/html',
      config: {
        access: 'space:read',
        errors: [
          readQuotaExceeded,
          revisionNotFound,
          pageNotFound,
          documentNotFound,
          blockNotFound,
          tooBusyToRender,
        ],
      },
      schema: {
        operationId: 'getPageHtmlInRevisionById',
        tags: ['Content'],
        summary: 'Get a page of a revision as HTML',
        description:
          'Returns the page, or one of its blocks, as HTML without scripts, with reusable contents in place of the references to them.',
        params: Type.Object({ ...RevisionParams, pageId: Id }),
        querystring: HtmlQuery,
        response: { 200: RenderedHtmlSchema },
      },
      handler: (request, reply) => {
        const { pageId } = request.params;
        const { block } = request.query;
        return answer(request, reply, {
          name: `html/${pageId}/${block === undefined ? '' : encodeURIComponent(block)}`,
          make: (open) => reads.pageHtml(open, pageId, block),
        });
      },
    });

    app.route({
      method: 'GET',
      url: '/v1/spaces/:spaceId/revisions/:revisionId/reusable-contents/:reusableContentId/document',
      config: {
        access: 'space:read',
        visitors: true,
        errors: [
          readQuotaExceeded,
          revisionNotFound,
          reusableContentNotFound,
          documentNotFound,
          tooBusyToRender,
        ],
      },
      schema: {
        operationId: 'getReusableContentDocumentInRevisionById',
        tags: ['Content'],
        summary: 'Get the document of a reusable content of a revision',
        params: Type.Object({ ...RevisionParams, reusableContentId: Id }),
        querystring: DocumentQuery,
        response: { 200: refTo(DocumentSchema) },
      },
      handler: (request, reply) => {
        const { reusableContentId } = request.params;
        return answer(
          request,
          reply,
          ofDocument({
            hasContent: true,
            name: `reusable-document/${reusableContentId}/${isDereferenced(request.query)}`,
            flags: request.query,
            place: (open) => reads.places.reusable(open, reusableContentId),
            make: (open, how) => reads.reusableDocument(open, reusableContentId, how),
          }),
        );
      },
    });

    app.route({
      method: 'GET',
      url: '/v1/spaces/:spaceId/documents/:documentId',
      config: {
        access: 'space:read',
        visitors: true,
        errors: [readQuotaExceeded, documentNotFound, tooBusyToRender],
      },
      schema: {
        operationId: 'getDocumentById',
        tags: ['Content'],
        summary: 'Get a document',
        description: 'Returns the blocks of a document by the `documentId` of a page.',
        params: Type.Object({ ...SpaceParams, documentId: Type.String() }),
        querystring: DocumentQuery,
        response: { 200: refTo(DocumentSchema) },
      },
      handler: (request, reply) => {
        const { documentId } = request.params;
        return answer(
          request,
          reply,
          ofDocument({
            hasContent: true,
            name: `by-id/${documentId}/${isDereferenced(request.query)}`,
            flags: request.query,
            place: (open) => reads.places.document(open, documentId),
            make: (open, how) => reads.document(open, documentId, how),
          }),
        );
      },
    });
  };

const CURRENT_NAMES = {
  revision: 'getCurrentRevision',
  pages: 'listPages',
  files: 'listFiles',
  file: 'getFileById',
  page: 'getPageById',
  pageByPath: 'getPageByPath',
  metaLinks: 'listSpacePageMetaLinks',
  reusable: 'getReusableContentById',
};

const REVISION_NAMES: typeof CURRENT_NAMES = {
  revision: 'getRevisionById',
  pages: 'listPagesInRevisionById',
  files: 'listFilesInRevisionById',
  file: 'getFileInRevisionById',
  page: 'getPageInRevisionById',
  pageByPath: 'getPageInRevisionByPath',
  metaLinks: 'listRevisionPageMetaLinks',
  reusable: 'getReusableContentInRevisionById',
};

/** The answer with one more field, without reading the JSON that it is. */
function addField({ body, name }: JsonAnswer, field: string, value: object): JsonAnswer {
  const added = `,${JSON.stringify(field)}:${JSON.stringify(value)}}`;
  return new JsonAnswer(Buffer.concat([body.subarray(0, -1), Buffer.from(added)]), hashOf(name + added));
}

/** Names the revision or the line of revisions that the URL means. */
function nameOf({ params }: FastifyRequest): string {
  const { revisionId, changeRequestId } = params as { revisionId?: string; changeRequestId?: string };
  return revisionId ?? changeRequestId ?? 'current';
}

const flagKey = (flags: ViewFlags): string => `${flags.hasGit ? 'g' : ''}${flags.isComputed ? 'c' : ''}`;
const optionKey = (options: PageOptions): string =>
  `${options.format}/${options.isDereferenced}/${options.format === 'markdown' ? options.references : ''}`;
