import { Readable } from 'node:stream';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { ContentStore } from '../../../content/revisions/content-store.ts';
import { grantedSite } from '../../../platform/access/authorize.ts';
import type { SitePointer } from '../../../platform/access/pointers.ts';
import type { Context } from '../../../platform/context.ts';
import { invalidRequest } from '../../../platform/http/errors.ts';
import { StreamedFile } from '../../../platform/http/schemas.ts';
import { SiteParams } from '../sites/sites.schemas.ts';
import { tooManyRedirects } from './redirect-errors.ts';
import { readAllRedirects } from './redirects.repository.ts';
import { UploadedRedirectsSchema, UploadRedirectsBody, UploadRedirectsQuery } from './redirects.schemas.ts';
import { CSV_HEADER, writeRedirectRow } from './redirects-csv.ts';
import { uploadRedirects } from './upload-redirects.ts';

const url = '/v1/orgs/:organizationId/sites/:siteId/redirects.csv';

/** All redirects of a site as one file, for spreadsheets. */
export const redirectCsvRoutes =
  (context: Context, store: ContentStore): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.addContentTypeParser('text/csv', { parseAs: 'buffer' }, (_request, bytes, done) => {
      try {
        done(null, { csv: new TextDecoder('utf-8', { fatal: true }).decode(bytes as Buffer) });
      } catch {
        done(invalidRequest('The file is not valid UTF-8.'));
      }
    });

    app.route({
      method: 'GET',
      url,
      config: { access: 'site:read' },
      schema: {
        operationId: 'downloadSiteRedirects',
        tags: ['Sites'],
        summary: 'Download the redirects of a site as CSV',
        description: 'Downloads all redirects, including drafts, ordered by source.',
        params: SiteParams,
        produces: ['text/csv'],
        response: { 200: { description: 'The file.', content: { 'text/csv': { schema: StreamedFile } } } },
      },
      handler: async (request, reply) => {
        const file = writeFile(context, grantedSite(request));
        // Read before anything is sent: later the status could no longer tell that the database is away.
        const first = await file.next();
        reply
          .type('text/csv; charset=utf-8')
          .header('content-disposition', 'attachment; filename="redirects.csv"');
        return Readable.from(continueFile(first.value ?? '', file));
      },
    });

    app.route({
      method: 'PUT',
      url,
      config: {
        hasLargeBody: true,
        access: 'site:edit',
        audit: { none: 'It changes content, not people or access.' },
        errors: [tooManyRedirects],
      },
      schema: {
        operationId: 'uploadSiteRedirects',
        tags: ['Sites'],
        summary: 'Upload redirects of a site as CSV',
        description:
          'Creates and updates redirects from a file with the columns `source`, `destination`, `captureWildcard`, `permanent` and `draft`. If any line is invalid, nothing changes, and the error lists the numbers of the invalid lines.',
        params: SiteParams,
        querystring: UploadRedirectsQuery,
        body: UploadRedirectsBody,
        consumes: ['text/csv', 'application/json'],
        response: { 200: UploadedRedirectsSchema },
      },
      handler: (request) => {
        const { replace = false, dryRun: isDryRun = false } = request.query;
        const { csv } = request.body;
        return uploadRedirects({ context, store }, grantedSite(request), { csv, replace, isDryRun });
      },
    });
  };

async function* writeFile({ db }: Pick<Context, 'db'>, site: SitePointer): AsyncGenerator<string, undefined> {
  let head = CSV_HEADER;
  for await (const redirects of readAllRedirects(db, site)) {
    yield head + redirects.map(writeRedirectRow).join('');
    head = '';
  }
  if (head !== '') yield head;
}

async function* continueFile(first: string, rest: AsyncGenerator<string>): AsyncGenerator<string> {
  yield first;
  yield* rest;
}
