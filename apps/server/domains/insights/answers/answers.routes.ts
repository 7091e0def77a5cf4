import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { type TObject, Type } from 'typebox';
import { grantedSite, grantedTo } from '../../../platform/access/authorize.ts';
import { readQuotaExceeded } from '../../../platform/access/read-quota.ts';
import type { Context } from '../../../platform/context.ts';
import { Timestamp } from '../../../platform/http/schemas.ts';
import { findTimeZoneOf } from '../../identity/organizations/time-zone.queries.ts';
import { SiteParams } from '../../publishing/sites/sites.schemas.ts';
import { INSIGHTS_ERRORS } from '../insights-turns.ts';
import type { Answer, AnswerParts, AskedByOrganizations } from './answer.ts';
import { AnswerQuery } from './answer-query.schemas.ts';
import { ANSWERS } from './answers.ts';
import { linkChecksOff } from './broken-links.ts';
import { chooseFormat, FORMATS } from './formats.ts';
import { readQuestion } from './question.ts';
import { writeCsv, writeNdjson } from './write-rows.ts';

const SITE = '/v1/orgs/:organizationId/sites/:siteId/insights';

const Text = Type.String();

const describeAnswer = ({ item, totals }: Answer): TObject =>
  Type.Object({
    range: Type.Object(
      { from: Timestamp, to: Timestamp },
      { description: 'The period of the events that are counted.' },
    ),
    timeZone: Type.String({ description: 'The time zone of the organization, in which days begin.' }),
    totals: Type.Object(totals),
    items: Type.Array(item),
  });

/** The most common questions about a site: each answer is one request. */
export const answerRoutes =
  (
    parts: AnswerParts & AskedByOrganizations & { context: Pick<Context, 'readQuota'> },
  ): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { db, clock, readQuota } = parts.context;
    for (const answer of ANSWERS) {
      const { name, operationId, summary, description, query, item } = answer;
      const schema = describeAnswer(answer);
      app.route({
        method: 'GET',
        url: `${SITE}/answers/${name}`,
        config: {
          access: 'site:read-insights',
          errors: [
            readQuotaExceeded,
            ...INSIGHTS_ERRORS,
            ...(name === 'broken-links' ? [linkChecksOff] : []),
          ],
        },
        schema: {
          operationId,
          tags: ['Insights'],
          summary,
          description,
          params: SiteParams,
          querystring: Type.Object({ ...AnswerQuery.properties, ...query }),
          response: {
            200: {
              description: 'The result.',
              content: {
                [FORMATS.json]: { schema },
                [FORMATS.csv]: { schema: Text },
                [FORMATS.ndjson]: { schema: Text },
              },
            },
          },
        },
        handler: async (request, reply) => {
          const input = request.query as Parameters<Answer['read']>[2];
          const format = chooseFormat(input.format, request.headers.accept);
          const site = grantedSite(request);
          const timeZone = await findTimeZoneOf(db, site.organizationId);
          const { actor } = grantedTo(request);
          const question = readQuestion({ site, actor, timeZone }, input, clock());
          const { totals, items } = await readQuota.measure(request, () =>
            parts.takeTurn(site.organizationId, () => answer.read(parts, question, input)),
          );
          if (format === 'json') {
            const { from, to } = question.range;
            return { range: { from: from.toISOString(), to: to.toISOString() }, timeZone, totals, items };
          }
          reply
            .type(`${FORMATS[format]}; charset=utf-8`)
            .header('content-disposition', `attachment; filename="${name}.${format}"`);
          return reply.send(format === 'csv' ? writeCsv(item, items) : writeNdjson(items));
        },
      });
    }
  };
