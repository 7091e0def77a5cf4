import { Readable } from 'node:stream';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { isId } from '@lectern/std/ids';
import { Type } from 'typebox';
import type { Context } from '../../../../platform/context.ts';
import { StreamedFile } from '../../../../platform/http/schemas.ts';
import type { AuditEventRow } from '../audit.queries.ts';
import { type EventFilter, findEventRow, readEventRows } from '../audit.repository.ts';
import { ListAuditEventsQuery, OrganizationParams } from '../audit.schemas.ts';
import { auditEventNotFound } from '../audit.service.ts';
import { csvHeader, writeCsv, writeJsonLines } from './write-events.ts';

const TYPES = { jsonl: 'application/x-ndjson', csv: 'text/csv' } as const;

const { from, to, action, actor, target } = ListAuditEventsQuery.properties;
const ExportQuery = Type.Object({
  format: Type.Enum(['jsonl', 'csv'], { default: 'jsonl' }),
  after: Type.Optional(
    Type.String({ description: 'The id of the last event of an earlier export: only later ones.' }),
  ),
  from,
  to,
  action,
  actor,
  target,
});

/** All audit events of an organization as a file. */
export const auditExportRoutes =
  ({ db, config }: Pick<Context, 'db' | 'config'>): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.route({
      method: 'GET',
      url: '/v1/orgs/:organizationId/audit-events/export',
      config: { access: 'organization:administer', errors: [auditEventNotFound] },
      schema: {
        operationId: 'exportAuditEvents',
        tags: ['Audit'],
        summary: 'Export the audit events of an organization',
        description:
          'Returns all matching events with their details, oldest first: as one JSON object per line, or as CSV, in which texts that a spreadsheet would run as formulas begin with an apostrophe. An export that was cut off is continued with the id of its last event in `after`.',
        params: OrganizationParams,
        querystring: ExportQuery,
        produces: Object.values(TYPES),
        response: {
          200: {
            description: 'The events.',
            content: { [TYPES.jsonl]: { schema: StreamedFile }, [TYPES.csv]: { schema: StreamedFile } },
          },
        },
      },
      handler: async (request, reply) => {
        const { organizationId } = request.params;
        const { format, after, ...query } = request.query;
        const last = after === undefined ? undefined : await getLast(organizationId, after);
        const filter: EventFilter = {
          organizationId,
          from: query.from === undefined ? undefined : new Date(query.from),
          to: query.to === undefined ? undefined : new Date(query.to),
          action: query.action,
          actorId: query.actor,
          targetId: query.target,
        };
        const batches = readEventRows(db, filter, last);
        // Read before anything is sent: later the status could no longer tell that the database is away.
        const first = await batches.next();
        reply
          .type(`${TYPES[format]}; charset=utf-8`)
          .header('content-disposition', `attachment; filename="audit.${format}"`);
        const write = format === 'csv' ? writeCsv : writeJsonLines;
        const head = format === 'csv' && after === undefined ? csvHeader() : '';
        return Readable.from(
          writeAll({ head, first: first.value ?? [], batches }, (rows) => write(rows, config.baseUrl)),
        );
      },
    });

    async function getLast(organizationId: string, eventId: string) {
      const row = isId(eventId) ? await findEventRow(db, { organizationId, eventId }) : undefined;
      if (!row) throw auditEventNotFound();
      return { at: row.occurred_at.toISOString(), eventId };
    }
  };

async function* writeAll(
  parts: { head: string; first: AuditEventRow[]; batches: AsyncGenerator<AuditEventRow[]> },
  write: (rows: AuditEventRow[]) => string,
): AsyncGenerator<string> {
  yield parts.head + write(parts.first);
  for await (const rows of parts.batches) yield write(rows);
}
