import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { hashOf } from '@lectern/content/tree/hash';
import type { FastifyRequest } from 'fastify';
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
} from '../../../content/revisions/content.schemas.ts';
import {
  fileNotFound,
  pageNotFound,
  reusableContentNotFound,
} from '../../../content/revisions/content-errors.ts';
import type { ContentStore, OpenRevision } from '../../../content/revisions/content-store.ts';
import { readPosition } from '../../../content/revisions/list-position.ts';
import { grantedSpace } from '../../../platform/access/authorize.ts';
import { findVisitor } from '../../../platform/access/visitor-gate.ts';
import type { CursorSigner } from '../../../platform/http/cursors.ts';
import type { List } from '../../../platform/http/lists.ts';
import { JsonAnswer } from '../../../platform/http/make-once.ts';
import { DEFAULT_LIMIT, Id, listOf, refTo } from '../../../platform/http/schemas.ts';
import { type Answer, type Question, revisionIdOf } from './answer-questions.ts';
import type { ContentPlace } from './content-place.ts';
import { flagKey, flagsOf, ofDocument, optionKey, pageOptionsOf } from './content-questions.ts';
import type { ContentReads } from './content-reads.ts';
import { tooBusyToRender } from './render-document.ts';

/** The parts of the service with which content is read and sent, at every place. */
export interface ContentParts {
  cursors: CursorSigner;
  store: ContentStore;
  reads: ContentReads;
  answer: Answer;
  /** Finds the change request whose merge made a revision, as the caller sees it. */
  findMergedFrom(request: FastifyRequest, revisionId: string): Promise<object | undefined>;
}

/** Defines the operations on the content of a revision, which are the same at every place. */
export const contentRoutesAt =
  (
    { prefix, params, where, whole = where, names, errors, isForVisitors, findRevisionId }: ContentPlace,
    { cursors, store, reads, answer, findMergedFrom }: ContentParts,
  ): FastifyPluginAsyncTypebox =>
  async (app) => {
    const visitors = isForVisitors ? { visitors: true as const } : {};
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
        summary: `Get ${whole}`,
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
          isComputed: flags.isComputed,
          make: (open) => reads.revision(open, flags),
        };
        // Change requests are not content of a site.
        if (findVisitor(request)) return answer(request, reply, question);
        const { revision } = await store.open(grantedSpace(request), revisionId);
        const mergedFrom = revision.type === 'merge' ? await findMergedFrom(request, revisionId) : undefined;
        if (!mergedFrom) return answer(request, reply, question);
        // The change request can change, so it is read each time and is part of the question's name.
        request.contentRevisionId = revisionId;
        return answer(request, reply, {
          name: `revision/${flagKey(flags)}/${hashOf(JSON.stringify(mergedFrom))}`,
          isComputed: flags.isComputed,
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
          isComputed: flags.isComputed,
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
            isComputed: flags.isComputed,
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
        const options = pageOptionsOf(request.query);
        return answer(
          request,
          reply,
          ofDocument({
            name: `path/${encodeURIComponent(pagePath)}/${flagKey(flags)}/${optionKey(options)}`,
            isComputed: flags.isComputed,
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
          isComputed: true,
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
  };

/** Adds a field to a response without parsing its JSON. */
function addField({ body, name }: JsonAnswer, field: string, value: object): JsonAnswer {
  const added = `,${JSON.stringify(field)}:${JSON.stringify(value)}}`;
  return new JsonAnswer(Buffer.concat([body.subarray(0, -1), Buffer.from(added)]), hashOf(name + added));
}

/** Names the revision, or the line of revisions, in the URL. */
function nameOf({ params }: FastifyRequest): string {
  const { revisionId, changeRequestId } = params as { revisionId?: string; changeRequestId?: string };
  return revisionId ?? changeRequestId ?? 'current';
}
