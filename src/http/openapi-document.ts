import swagger from '@fastify/swagger';
import type { FastifyInstance, FastifySchema, RouteOptions } from 'fastify';
import { type Action, RULES, type Rule } from '../access/policy.ts';
import { sessionCookieName } from '../access/session-cookie.ts';
import { reasonsByStatus } from './declared-errors.ts';
import { describeErrors, describeSharedErrors } from './error-responses.ts';
import { createReadyResponse, type ReadyResponse, sendReady } from './ready-response.ts';
import type { Release } from './release.ts';

type Operation = {
  responses: Record<string, object>;
  requestBody?: { required?: boolean };
  parameters?: object[];
  security?: object[];
  'x-errors'?: [number, string[]][];
};
/** Of an answer; one of `null` stands for none. */
type Content = { 'application/json'?: { schema: { type?: string } } };
type Document = { paths: Record<string, Record<string, Operation>> };

/**
 * Serves the OpenAPI document of this very service, made from the schemas that validate its requests and
 * serialize its answers. Must be registered before the routes; the document is made when it is first asked for.
 */
export async function serveOpenApiDocument(
  app: FastifyInstance,
  { baseUrl, release }: { baseUrl: string; release: Release },
): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Lectern',
        version: release.version,
        description: 'The open, self-hosted documentation platform.',
      },
      servers: [{ url: baseUrl }],
      security: [{ token: [] }, { session: [] }],
      components: {
        securitySchemes: {
          token: {
            type: 'http',
            scheme: 'bearer',
            description: 'A personal or an organization’s API token.',
          },
          session: {
            type: 'apiKey',
            in: 'cookie',
            name: sessionCookieName(baseUrl),
            description:
              'For pages of this very origin, whose browser signed in. It counts when no Authorization header is sent. What changes something needs the header `X-Lectern-CSRF` too, with the `csrfToken` of the session.',
          },
        },
        responses: describeSharedErrors(),
      },
    },
    stripBasePath: false,
    convertConstToEnum: false,
    refResolver: {
      buildLocalReference: (json, _baseUri, _fragment, index) =>
        typeof json.$id === 'string' ? json.$id : `Schema${index}`,
    },
    transform: ({ schema, url, route }) =>
      nameWildcard(noteErrors(describeAccess(schema, route), route), url, route),
    transformObject: (made) => {
      const document = ('openapiObject' in made ? made.openapiObject : made.swaggerObject) as Document;
      for (const path of Object.values(document.paths))
        for (const operation of Object.values(path)) addErrors(operation);
      return document;
    },
  });

  let ready: ReadyResponse | undefined;
  app.route({
    method: 'GET',
    url: '/v1/openapi.json',
    config: { access: 'public' },
    schema: { hide: true },
    handler: (request, reply) => {
      ready ??= createReadyResponse(JSON.stringify(app.swagger()));
      return sendReady(request, reply, ready);
    },
  });
}

/** Carries what the route declares over to its operation. */
const noteErrors = (schema: FastifySchema, route: RouteOptions): FastifySchema =>
  Object.assign({}, schema, { 'x-errors': [...reasonsByStatus(route.config?.errors ?? [])] });

/** The rest of the URL is a parameter like any other; its name is in the route's configuration. */
function nameWildcard(
  schema: FastifySchema,
  url: string,
  route: RouteOptions,
): { schema: FastifySchema; url: string } {
  const name = route.config?.wildcard;
  if (name === undefined) return { schema, url };
  const params = schema.params as { properties: Record<string, unknown>; required?: string[] };
  const { '*': rest, ...properties } = params.properties;
  return {
    url: url.replace('*', `:${name}`),
    schema: {
      ...schema,
      params: {
        ...params,
        properties: { ...properties, [name]: rest },
        required: params.required?.map((required) => (required === '*' ? name : required)),
      },
    },
  };
}

/** Says in words what the route's access asks for. */
function describeAccess(
  schema: FastifySchema & { description?: string },
  route: RouteOptions,
): FastifySchema {
  const access = route.config?.access;
  if (access === undefined || access === 'public') return { ...schema, security: [] };
  const needed = describeRule(RULES[access as Action]);
  return { ...schema, description: schema?.description ? `${schema.description}\n\n${needed}` : needed };
}

function describeRule({ on, role, scope, personal, inParent, orSelf, orTeamOwner }: Rule): string {
  const token = `a token with the scope \`${scope}\``;
  if (on === 'account') return `Needs ${token}.`;
  if (on === 'person') return `Needs ${token} of a user, not of a service account.`;
  if (role === 'guest')
    return `Needs ${token} of anyone in the ${on}${personal ? ', not of a service account' : ''}.`;
  const where = `${on === 'organization' ? 'in' : 'on'} the ${on}`;
  const parent = inParent ? ', or on the collection that `parent` names,' : '';
  const others = orSelf
    ? ' Who is the user named needs no role.'
    : orTeamOwner
      ? ' Who owns the team needs no role.'
      : '';
  return `Needs the role \`${role}\` ${where}${parent} and ${token}.${others}`;
}

/** Every failure that the operation declares. */
function addErrors(operation: Operation): void {
  const { 'x-errors': errors = [] } = operation;
  delete operation['x-errors'];
  // An empty body counts as `{}`, whatever the route expects.
  if (operation.requestBody) operation.requestBody.required = false;
  for (const [status, reasons] of errors) operation.responses[status] = describeErrors(status, reasons);
  for (const response of Object.values(operation.responses) as { content?: Content }[]) {
    if (response.content?.['application/json']?.schema.type === 'null') delete response.content;
  }
}
