import type { FastifyInstance, FastifyReply } from 'fastify';
import { Type } from 'typebox';
import type { Context } from '../../../platform/context.ts';
import { MAX_COUNT } from './scim-discovery.ts';
import { presentScimErrors, SCIM_TYPE } from './scim-errors.ts';
import { parseFilter } from './scim-filter.queries.ts';

const DEFAULT_COUNT = 100;
const Names = Type.Optional(Type.String({ maxLength: 2000 }));

export const ProjectionQuery = Type.Object({ attributes: Names, excludedAttributes: Names });

export const ScimListQuery = Type.Object({
  attributes: Names,
  excludedAttributes: Names,
  filter: Type.Optional(Type.String({ maxLength: 2000 })),
  startIndex: Type.Optional(Type.Integer({ maximum: 1_000_000_000 })),
  count: Type.Optional(Type.Integer({ maximum: 1_000_000_000 })),
});

/** SCIM names attributes without regard to case: the services read the body. */
export const Resource = Type.Object({}, { additionalProperties: true });

export const PatchBody = Type.Object({
  schemas: Type.Optional(Type.Array(Type.String({ maxLength: 200 }), { maxItems: 10 })),
  Operations: Type.Array(
    Type.Object({
      op: Type.String({ maxLength: 10 }),
      path: Type.Optional(Type.String({ maxLength: 2000 })),
      value: Type.Optional(Type.Unknown()),
    }),
    { minItems: 1, maxItems: 1000 },
  ),
});

/** The document of the API leaves these routes out, because SCIM describes itself. */
export const hidden = { hide: true } as const;

/** The address of the SCIM service of an organization. */
export const baseOf = ({ config }: Pick<Context, 'config'>, organizationId: string): string =>
  `${config.baseUrl}/v1/orgs/${organizationId}/scim/v2`;

/** Indexes begin at 1; what is below counts as 1 (RFC 7644, section 3.4.2.4). */
export function pageOf(query: {
  filter?: string | undefined;
  startIndex?: number | undefined;
  count?: number | undefined;
}) {
  const { filter, startIndex = 1, count = DEFAULT_COUNT } = query;
  const first = Math.max(1, startIndex);
  return {
    filter: filter === undefined ? undefined : parseFilter(filter),
    startIndex: first,
    offset: first - 1,
    limit: Math.min(MAX_COUNT, Math.max(0, count)),
  };
}

export function send(reply: FastifyReply, body: object): FastifyReply {
  return reply.type(`${SCIM_TYPE}; charset=utf-8`).serializer(JSON.stringify).send(body);
}

/** Reads and shows bodies and errors in the forms of SCIM. */
export function speakScim(app: FastifyInstance): void {
  presentScimErrors(app);
  app.addHook('onRequest', (request, _reply, done) => {
    const type = request.headers['content-type'];
    // Bodies are JSON: the parser of the service checks them.
    if (type?.startsWith(SCIM_TYPE)) request.headers['content-type'] = 'application/json';
    done();
  });
}
