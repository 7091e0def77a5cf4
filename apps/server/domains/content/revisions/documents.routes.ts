import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import {
  DocumentQuery,
  DocumentSchema,
  HtmlQuery,
  RenderedHtmlSchema,
  RevisionParams,
  SpaceParams,
} from '../../../content/revisions/content.schemas.ts';
import {
  blockNotFound,
  documentNotFound,
  pageNotFound,
  reusableContentNotFound,
  revisionNotFound,
} from '../../../content/revisions/content-errors.ts';
import { readQuotaExceeded } from '../../../platform/access/read-quota.ts';
import { Id, refTo } from '../../../platform/http/schemas.ts';
import { type ContentParts, documentLookup, isDereferenced } from './content-at-place.routes.ts';
import { locationOfPage, placeOfReusable } from './content-reads.ts';
import { tooBusyToRender } from './document-reads.ts';

/** The documents of pages and reusable contents by themselves. */
export const documentRoutes =
  ({ reads, responses }: Pick<ContentParts, 'reads' | 'responses'>): FastifyPluginAsyncTypebox =>
  async (app) => {
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
        return responses.send(
          request,
          reply,
          documentLookup(request.query, {
            key: `document/${pageId}/${isDereferenced(request.query)}`,
            isComputed: true,
            place: (open) => locationOfPage(open.snapshot.pages.find(pageId)),
            read: (open, how) => reads.pageDocument(open, pageId, how),
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
          'Returns the page, or one of its blocks, as HTML without scripts. References to reusable contents are replaced by their content.',
        params: Type.Object({ ...RevisionParams, pageId: Id }),
        querystring: HtmlQuery,
        response: { 200: RenderedHtmlSchema },
      },
      handler: (request, reply) => {
        const { pageId } = request.params;
        const { block } = request.query;
        return responses.send(request, reply, {
          key: `html/${pageId}/${block === undefined ? '' : encodeURIComponent(block)}`,
          read: (open) => reads.pageHtml(open, pageId, block),
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
        return responses.send(
          request,
          reply,
          documentLookup(request.query, {
            hasContent: true,
            key: `reusable-document/${reusableContentId}/${isDereferenced(request.query)}`,
            place: (open) => placeOfReusable(open, reusableContentId),
            read: (open, how) => reads.reusableDocument(open, reusableContentId, how),
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
        return responses.send(
          request,
          reply,
          documentLookup(request.query, {
            hasContent: true,
            key: `by-id/${documentId}/${isDereferenced(request.query)}`,
            place: (open) => reads.placeOfDocument(open, documentId),
            read: (open, how) => reads.document(open, documentId, how),
          }),
        );
      },
    });
  };
