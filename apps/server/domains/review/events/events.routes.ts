import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Static, TSchema } from 'typebox';
import { grantedSpace, grantedTo, grantedUser } from '../../../platform/access/authorize.ts';
import type { Call } from '../../../platform/access/grant.ts';
import { startCounter, startUserCounter } from '../../../platform/access/space-events.queries.ts';
import type { Context } from '../../../platform/context.ts';
import { addDefaultHeaders } from '../../../platform/http/response-headers.ts';
import { refTo } from '../../../platform/http/schemas.ts';
import { changeRequestNotFound } from '../change-requests/change-request-errors.ts';
import type { ChangeRequestRow } from '../change-requests/change-requests.service.ts';
import { getChangeRequest } from '../change-requests/change-requests.service.ts';
import { EventStreams, tooManyStreams } from './event-streams.ts';
import {
  ChangeRequestEventsParams,
  EventsQuery,
  PersonalEventSchema,
  PersonalEventsQuery,
  SpaceEventsParams,
  StreamEventSchema,
} from './events.schemas.ts';

const EVENT_STREAM = 'text/event-stream';
/** The format of event ids. Other ids count as too old. */
const ID = /^\d{1,15}$/;

const HEADERS = {
  'content-type': `${EVENT_STREAM}; charset=utf-8`,
  'cache-control': 'no-store, no-transform',
  // Without it, proxies buffer events.
  'x-accel-buffering': 'no',
};

const streamOf = (name: string, schema: TSchema) => ({
  tags: ['Events'],
  produces: [EVENT_STREAM],
  response: {
    200: {
      description: `Server-sent events. The \`data\` of each is a \`${name}\` as JSON, and its \`event\` is the \`type\`.`,
      content: { [EVENT_STREAM]: { schema: refTo(schema) } },
    },
  },
});
const common = { ...streamOf('SpaceEvent', StreamEventSchema), querystring: EventsQuery };

/** Event streams of spaces, change requests and users. */
export const eventStreamRoutes =
  (context: Context): FastifyPluginAsyncTypebox =>
  async (app) => {
    const streams = new EventStreams(context);
    for (const schema of [StreamEventSchema, PersonalEventSchema]) app.addSchema(schema);
    app.metrics.addMetric({
      name: 'event_streams',
      help: 'Open streams of events.',
      read: () => streams.size,
    });
    app.draining.whenBegun(() => streams.end());
    app.addHook('preClose', async () => streams.end());

    async function open(
      request: FastifyRequest,
      reply: FastifyReply,
      /** Finds the change request whose events the stream carries. Throws errors that must be sent before the stream begins. */
      begin: () => Promise<ChangeRequestRow | undefined>,
    ): Promise<void> {
      const granted = grantedTo(request);
      const { tab, since, duration } = request.query as Static<typeof EventsQuery>;
      const release = streams.reserve(granted, request.ip);
      try {
        const row = await begin();
        addDefaultHeaders(request, reply);
        reply.headers(HEADERS).hijack();
        const response = reply.raw;
        // The reader left meanwhile, and the end of the response has been told.
        if (response.destroyed) {
          release();
          return;
        }
        response.writeHead(200, reply.getHeaders() as Record<string, string>);
        response.once('close', release);
        if (request.method === 'HEAD') {
          response.end();
          return;
        }
        response.flushHeaders();
        const options = {
          call: request.call as Call,
          granted,
          response,
          changeRequestId: row?.change_request_id,
          tab,
          endsAt: duration === undefined ? Number.POSITIVE_INFINITY : performance.now() + duration * 1000,
        };
        await streams.open(options, readPosition(request.headers['last-event-id'], since));
      } catch (error) {
        release();
        if (!reply.sent) throw error;
        request.log.error({ err: error }, 'A stream of events ended.');
        reply.raw.destroy();
      }
    }

    /** Runs before anything is sent, because the status cannot report a missing database later. */
    const beginSpace = async (request: FastifyRequest): Promise<undefined> => {
      await startCounter(context.db, grantedSpace(request));
    };

    app.route({
      method: 'GET',
      url: '/v1/user/events',
      config: { access: 'person:read', errors: [tooManyStreams] },
      schema: {
        ...streamOf('UserEvent', PersonalEventSchema),
        querystring: PersonalEventsQuery,
        operationId: 'streamUserEvents',
        summary: 'Listen to your notifications',
        description:
          'Streams your notifications in all spaces that you can read, and what you have seen, as server-sent events. The stream ends when your session or token does.',
      },
      handler: (request, reply) => {
        const { userId } = grantedUser(request);
        return open(request, reply, async () => {
          await startUserCounter(context.db, userId);
          return undefined;
        });
      },
    });

    app.route({
      method: 'GET',
      url: '/v1/spaces/:spaceId/events',
      config: { access: 'space:read', errors: [tooManyStreams] },
      schema: {
        ...common,
        operationId: 'streamSpaceEvents',
        summary: 'Listen to a space',
        description:
          'Streams what happens in the space as server-sent events. You hear of what you can read; the stream ends when your access ends.',
        params: SpaceEventsParams,
      },
      handler: (request, reply) => open(request, reply, () => beginSpace(request)),
    });

    app.route({
      method: 'GET',
      url: '/v1/spaces/:spaceId/change-requests/:changeRequestId/events',
      config: { access: 'space:read', errors: [tooManyStreams, changeRequestNotFound] },
      schema: {
        ...common,
        operationId: 'streamChangeRequestEvents',
        summary: 'Listen to a change request',
        description:
          'Streams what happens in the change request, as the stream of its space does. The stream ends when you no longer see the change request.',
        params: ChangeRequestEventsParams,
      },
      handler: (request, reply) =>
        open(request, reply, async () => {
          const { changeRequestId } = request.params;
          const row = await getChangeRequest(
            context,
            grantedSpace(request),
            changeRequestId,
            grantedTo(request),
          );
          await beginSpace(request);
          return row;
        }),
    });
  };

/** Returns the number of the last event that the client received. An invalid one counts as older than all. */
function readPosition(header: string | string[] | undefined, since: string | undefined): number | undefined {
  const id = header === undefined || header === '' ? since : String(header);
  if (id === undefined) return undefined;
  return ID.test(id) ? Number(id) : 0;
}
