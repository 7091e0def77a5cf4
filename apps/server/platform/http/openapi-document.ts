import { STATUS_CODES } from 'node:http';
import swagger from '@fastify/swagger';
import type { FastifyInstance, FastifySchema, RouteOptions } from 'fastify';
import { reasonsByStatus } from './declared-errors.ts';
import { createErrorResponses, type ErrorResponses, toPascalCase } from './error-responses.ts';
import type { ErrorIdentity } from './errors.ts';
import { nameSchemas, omitDefaults, shareParameters } from './openapi-components.ts';
import { addExamples, type ExampledOperation, type JsonSchema, type SchemaOf } from './openapi-examples.ts';
import { createReadyResponse, type ReadyResponse, sendReady } from './ready-response.ts';
import type { Release } from './release.ts';
import { Cursor, Id } from './schemas.ts';

type Operation = ExampledOperation & {
  requestBody?: { required?: boolean };
  security?: object[];
  'x-errors'?: [number, string[]][];
};
/** The content of a response; type `null` means none. */
type Content = { 'application/json'?: { schema: { type?: string } } };
type Document = {
  paths: Record<string, Record<string, Operation>>;
  components: {
    schemas: Record<string, JsonSchema>;
    responses: Record<string, object>;
    headers: Record<string, object>;
  };
};

const TAGS = {
  API: 'The version of the API.',
  Users: 'The profiles of users.',
  Account: 'Your password, email address and second factor.',
  Sessions: 'Signing in and out, and the browsers in which you are signed in.',
  Tokens: 'Personal tokens, which act as you, and service accounts, which belong to an organization.',
  Organizations: 'Organizations, their settings and their email domains.',
  Members: 'The users who belong to an organization, and their roles.',
  Invites: 'Invitations by email address, invite links, and joining by email domain.',
  Teams: 'Groups of members to which roles can be given.',
  'Single sign-on': 'SAML providers through which members sign in.',
  Audit: 'The record of changes to people, access and settings.',
  'OpenAPI specs': 'Descriptions of your APIs, with their versions.',
  Conversations: 'Conversations with your users, the clusters of their issues, and tasks.',
  Translations: 'Translations of spaces into other languages, and the glossary.',
  Webhooks: 'Requests that notify other programs of changes.',
  Instance:
    'The whole instance, for its administrators: users, organizations, jobs, storage, health and settings.',
  Spaces: 'Spaces, which each contain one set of documentation, and the roles on them.',
  Collections: 'Collections of spaces, and the roles on them.',
  Sites:
    'Sites, which publish spaces to readers: their structure, settings and publication, and the roles on them.',
  'Published content':
    'The content of published sites as their readers see it, for programs that render sites.',
  Insights: 'Events of readers of published sites, and statistics about them.',
  'Content import': 'Content from websites, archives and other products.',
  Git: 'Imports of Git repositories into spaces, exports, and connections that keep both in sync.',
  Content: 'Pages, files and reusable contents of a space, their edits and their history.',
  Comments: 'Comments on spaces and change requests, with replies and reactions.',
  Notifications: 'Notifications in the app and by email about what needs your attention.',
  Events: 'Streams of what happens in spaces and change requests.',
  'Change requests':
    'Edits that are reviewed before they go live: their content, reviews, conflicts and merges.',
  Links: 'Links in the content, broken links and backlinks.',
  Search: 'Full-text search.',
};

/** The descriptions of responses that succeed and have none of their own. */
const SUCCESSES: Record<string, string> = {
  200: 'The request succeeded.',
  201: 'Something was created.',
  202: 'The request was accepted.',
  204: 'The request succeeded. The response has no body.',
  205: 'The request succeeded. The response has no body.',
};
/** The description that `@fastify/swagger` gives to a response without one. */
const NO_DESCRIPTION = 'Default Response';

export interface DocumentOptions {
  baseUrl: string;
  release: Release;
  /** The name of the cookie that signs a browser in. */
  sessionCookie: string;
  /** Describes in a sentence what a route requires of its callers; undefined if nothing. */
  describeAccess: (route: RouteOptions) => string | undefined;
  /** The errors of every route that is not public. */
  authenticationErrors: readonly ErrorIdentity[];
  /** Schemas that are more detailed than those by which requests are validated, by their names. */
  schemas?: Readonly<Record<string, JsonSchema>>;
}

/**
 * Serves the OpenAPI document of this very service, made from the schemas that validate its requests and
 * serialize its answers. Must be registered before the routes; the document is made when it is first asked for.
 */
export async function serveOpenApiDocument(
  app: FastifyInstance,
  { baseUrl, release, sessionCookie, describeAccess, authenticationErrors, schemas }: DocumentOptions,
): Promise<void> {
  const errorResponses = createErrorResponses(authenticationErrors);
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Lectern',
        version: release.version,
        description:
          'The API of Lectern, the open, self-hosted documentation platform. Requests and responses are JSON. Send a token with every request: `Authorization: Bearer …`.',
      },
      servers: [{ url: baseUrl }],
      tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
      security: [{ token: [] }, { session: [] }],
      components: {
        securitySchemes: {
          token: {
            type: 'http',
            scheme: 'bearer',
            description: 'A personal token or the token of a service account.',
          },
          session: {
            type: 'apiKey',
            in: 'cookie',
            name: sessionCookie,
            description:
              'The session cookie of a signed-in browser, for pages of this origin only. It is ignored if an `Authorization` header is sent. Requests that change something must also send the header `X-Lectern-CSRF` with the `csrfToken` of the session.',
          },
        },
      },
    },
    stripBasePath: false,
    convertConstToEnum: false,
    refResolver: {
      buildLocalReference: (json, _baseUri, _fragment, index) =>
        typeof json.$id === 'string' ? json.$id : `Schema${index}`,
    },
    transform: ({ schema, url, route }) =>
      nameWildcard(noteErrors(addKey(addAccess(schema, describeAccess(route)), route), route), url, route),
    transformObject: (made) => {
      const document = ('openapiObject' in made ? made.openapiObject : made.swaggerObject) as Document;
      document.components.schemas = { ...document.components.schemas, ...schemas };
      const responses: Record<string, object> = {};
      const schemaOf: SchemaOf = (reference) =>
        document.components.schemas[reference.split('/').at(-1) ?? ''];
      for (const path of Object.values(document.paths))
        for (const operation of Object.values(path)) {
          addErrors(operation, errorResponses);
          describeSuccesses(operation);
          addWarnings(operation);
          addExamples(operation, schemaOf);
          shareEmptyResponses(operation, responses);
        }
      document.components.headers = { Warnings: WARNINGS };
      document.components.responses = { ...responses, ...errorResponses.components };
      nameSchemas(document);
      shareParameters(document, { Id, Cursor, IdempotencyKey: IDEMPOTENCY_KEY });
      omitDefaults(document);
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

const IDEMPOTENCY_KEY = {
  type: 'string',
  pattern: '^[!-~]{1,255}$',
  description: 'Makes the request safe to repeat for 24 hours.',
};

/** The header is read by a hook, not by the validation of each route. */
function addKey(schema: FastifySchema, route: RouteOptions): FastifySchema {
  if (!route.config?.isRepeatable) return schema;
  const own = schema.headers as { properties?: object } | undefined;
  const properties = { ...own?.properties, 'Idempotency-Key': IDEMPOTENCY_KEY };
  return { ...schema, headers: { type: 'object', ...own, properties } };
}

/** Copies the route's declared errors to its operation. */
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

/** A route without a sentence about its access is public. */
function addAccess(
  schema: FastifySchema & { description?: string },
  needed: string | undefined,
): FastifySchema {
  if (needed === undefined) return { ...schema, security: [] };
  return { ...schema, description: schema?.description ? `${schema.description}\n\n${needed}` : needed };
}

/** Every failure that the operation declares. */
function addErrors(operation: Operation, { describe }: ErrorResponses): void {
  const { 'x-errors': errors = [] } = operation;
  delete operation['x-errors'];
  // An empty body counts as `{}`, whatever the route expects.
  if (operation.requestBody) operation.requestBody.required = false;
  for (const [status, reasons] of errors) operation.responses[status] = describe(status, reasons);
  for (const response of Object.values(operation.responses) as { content?: Content }[]) {
    if (response.content?.['application/json']?.schema.type === 'null') delete response.content;
  }
}

/** Responses without a body differ only in their status, and in whether they have the header of warnings. */
function shareEmptyResponses({ responses }: Operation, components: Record<string, object>): void {
  for (const [status, response] of Object.entries(responses)) {
    const { headers, ...rest } = response;
    if ('$ref' in response || JSON.stringify(rest) !== JSON.stringify({ description: SUCCESSES[status] }))
      continue;
    const name = toPascalCase(STATUS_CODES[status] as string) + (headers ? 'WithWarnings' : '');
    components[name] = response;
    responses[status] = { $ref: `#/components/responses/${name}` };
  }
}

const WARNINGS = {
  description:
    'The fields of the request body that the operation does not have and that had no effect, as a list of structured fields (RFC 9651): `unknown-field;path="name"`. At most eight are named; `more-unknown-fields` says that there are others. Absent if there are none.',
  schema: { type: 'string' },
};

/** Every operation with a body names unknown fields of it. */
function addWarnings(operation: Operation): void {
  if (!operation.requestBody) return;
  for (const [status, response] of Object.entries(operation.responses))
    if (status.startsWith('2') && !('$ref' in response))
      operation.responses[status] = {
        ...response,
        headers: { ...response.headers, Warnings: { $ref: '#/components/headers/Warnings' } },
      };
}

function describeSuccesses({ responses }: Operation): void {
  for (const [status, response] of Object.entries(responses) as [string, { description?: string }][]) {
    if (response.description === NO_DESCRIPTION) response.description = SUCCESSES[status] ?? NO_DESCRIPTION;
  }
}
