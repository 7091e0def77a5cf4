import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { countClasses } from '@lectern/openapi/changes/count-classes';
import type { ChangeClass } from '@lectern/openapi/changes/spec-change';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Static, Type } from 'typebox';
import { grantedTo } from '../../platform/access/authorize.ts';
import { mayDo } from '../../platform/access/may-do.ts';
import type { Context } from '../../platform/context.ts';
import { openList } from '../../platform/http/open-list.ts';
import { createReadyResponse, sendReady } from '../../platform/http/ready-response.ts';
import { ResponseCache } from '../../platform/http/response-cache.ts';
import { listOf, refTo } from '../../platform/http/schemas.ts';
import { OpenAPISpecChangesQuery, OpenAPISpecChangesSchema } from './changes.schemas.ts';
import { compareVersions, type VersionChanges } from './changes.service.ts';
import { presentContent, presentVersion } from './openapi.present.ts';
import {
  ListSpecsQuery,
  OpenAPISpecContentSchema,
  OpenAPISpecRawContentSchema,
  OpenAPISpecVersionSchema,
  SpecParams,
  VersionParams,
} from './openapi.schemas.ts';
import {
  getDocument,
  getFilesystem,
  getPublicSpec,
  getSpec,
  getText,
  getVersion,
  keyOf,
  specNotFound,
  specVersionNotFound,
} from './openapi.service.ts';
import { listVersionRows, type VersionRow } from './versions.repository.ts';

/** `only`: the class of the changes that are listed; all are counted. */
function presentChanges(
  { base, version, changes, isComplete }: VersionChanges,
  only: ChangeClass | undefined,
): Static<typeof OpenAPISpecChangesSchema> {
  return {
    object: 'openapi-spec-changes',
    base: base?.version_id ?? null,
    version: version.version_id,
    isComplete,
    counts: countClasses(changes),
    items: only === undefined ? changes : changes.filter((change) => change.class === only),
  };
}

const Version = refTo(OpenAPISpecVersionSchema);
const Content = refTo(OpenAPISpecContentSchema);
const Changes = refTo(OpenAPISpecChangesSchema);
const RawContent = refTo(OpenAPISpecRawContentSchema);
const tags = ['OpenAPI specs'];
const SPEC = '/v1/orgs/:organizationId/openapi/:specSlug';
const VERSIONS = `${SPEC}/versions`;

/** The route of the latest version, and that of any: each with its shape of parameters. */
const PLACES = [
  { url: `${VERSIONS}/latest`, params: SpecParams, name: 'Latest', ofWhat: 'the latest version', by: '' },
  { url: `${VERSIONS}/:versionId`, params: VersionParams, name: '', ofWhat: 'a version', by: 'ById' },
] as const;

const DOCUMENT_RESPONSE = {
  produces: ['application/json', 'application/yaml'],
  response: {
    200: {
      description: 'The spec.',
      content: {
        'application/json': { schema: Type.Unknown() },
        'application/yaml': { schema: Type.String() },
      },
    },
  },
};

export const openAPIVersionRoutes =
  (context: Context): FastifyPluginAsyncTypebox =>
  async (app) => {
    for (const schema of [
      OpenAPISpecVersionSchema,
      OpenAPISpecContentSchema,
      OpenAPISpecRawContentSchema,
      OpenAPISpecChangesSchema,
    ])
      app.addSchema(schema);
    /** Versions never change, and their responses are large. */
    const responses = new ResponseCache(context.config.limits.memoryCacheBytes / 4);
    await app.register(versionListRoute(context));
    for (const place of PLACES) await app.register(versionRoutesAt(context, responses, place));
    await app.register(publishedSpecRoute(context, responses));
  };

const access = 'organization:read-openapi' as const;
const errors = [specNotFound, specVersionNotFound];

const shownTo = ({ config }: Context, request: FastifyRequest) => ({
  baseUrl: config.baseUrl,
  canEdit: mayDo(grantedTo(request), 'organization:edit-openapi'),
});

const createSendDocument =
  ({ db }: Context, responses: ResponseCache) =>
  async (request: FastifyRequest, reply: FastifyReply, version: VersionRow): Promise<void> => {
    const ready = await responses.getOrMake(`document/${version.version_id}`, async () => {
      const { document, format } = await getDocument(db, version);
      return createReadyResponse(document, { contentType: `application/${format}; charset=utf-8` });
    });
    await sendReady(request, reply, ready);
  };

const versionListRoute =
  (context: Context): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { cursors, db } = context;

    app.route({
      method: 'GET',
      url: VERSIONS,
      config: { access, errors: [specNotFound] },
      schema: {
        operationId: 'listOpenAPISpecVersions',
        tags,
        summary: 'List the versions of an OpenAPI spec',
        description: 'Newest first.',
        params: SpecParams,
        querystring: ListSpecsQuery,
        response: { 200: listOf(Version) },
      },
      handler: async (request) => {
        const { organizationId, specSlug } = request.params;
        const spec = await getSpec(db, { organizationId, slug: specSlug });
        const list = openList<string>(cursors, `openapi-versions:${spec.spec_id}`, request.query);
        const rows = await listVersionRows(db, keyOf(spec), { ...list.asked });
        return list.present(rows, (row) => presentVersion(spec, row, shownTo(context, request)));
      },
    });
  };

const versionRoutesAt =
  (
    context: Context,
    responses: ResponseCache,
    { url, params, name, ofWhat, by }: (typeof PLACES)[number],
  ): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { db } = context;
    const sendDocument = createSendDocument(context, responses);

    const find = ({ params }: { params: unknown }) => {
      const { organizationId, specSlug, versionId } = params as {
        organizationId: string;
        specSlug: string;
        versionId?: string;
      };
      return getVersion(db, { organizationId, slug: specSlug }, versionId);
    };

    app.route({
      method: 'GET',
      url,
      config: { access, errors },
      schema: {
        operationId: `get${name}OpenAPISpecVersion${by}`,
        tags,
        summary: `Get ${ofWhat} of an OpenAPI spec`,
        params,
        response: { 200: Version },
      },
      handler: async (request) => {
        const { spec, version } = await find(request);
        return presentVersion(spec, version, shownTo(context, request));
      },
    });

    app.route({
      method: 'GET',
      url: `${url}/content`,
      config: { access, errors },
      schema: {
        operationId: `get${name}OpenAPISpecVersionContent${by}`,
        tags,
        summary: `Get the content of ${ofWhat} of an OpenAPI spec`,
        params,
        response: { 200: Content },
      },
      handler: async (request, reply) => {
        const found = await find(request);
        const { spec, version } = found;
        const shown = shownTo(context, request);
        const key = `content/${version.version_id}/${spec.visibility}/${shown.canEdit}`;
        const ready = await responses.getOrMake(key, async () =>
          createReadyResponse(presentContent(found, await getFilesystem(db, version), shown)),
        );
        await sendReady(request, reply, ready);
      },
    });

    app.route({
      method: 'GET',
      url: `${url}/changes`,
      config: { access, errors },
      schema: {
        operationId: `get${name}OpenAPISpecVersionChanges${by}`,
        tags,
        summary: `List the changes in ${ofWhat} of an OpenAPI spec`,
        description: 'Compares a version with the previous one, or with the version in `base`.',
        params,
        querystring: OpenAPISpecChangesQuery,
        response: { 200: Changes },
      },
      handler: async (request) => {
        const { organizationId, specSlug, versionId } = request.params as Static<typeof VersionParams>;
        const { base: baseId, class: only } = request.query;
        const spec = { organizationId, slug: specSlug };
        return presentChanges(await compareVersions(context, spec, { versionId, baseId }), only);
      },
    });

    app.route({
      method: 'GET',
      url: `${url}/content/raw`,
      config: { access, errors },
      schema: {
        operationId: `get${name}OpenAPISpecVersionContentRaw${by}`,
        tags,
        summary: `Get the source of ${ofWhat} of an OpenAPI spec`,
        description: 'The entry file as it was sent or fetched.',
        params,
        response: { 200: RawContent },
      },
      handler: async (request, reply) => {
        const { version } = await find(request);
        const ready = await responses.getOrMake(`raw/${version.version_id}`, async () => {
          const { text, format } = await getText(db, version);
          return createReadyResponse(JSON.stringify({ text: text.toString(), format }));
        });
        await sendReady(request, reply, ready);
      },
    });

    app.route({
      method: 'GET',
      url: `${url}/document`,
      config: { access, errors },
      schema: {
        operationId: `get${name}OpenAPISpecVersionDocument${by}`,
        tags,
        summary: `Get the document of ${ofWhat} of an OpenAPI spec`,
        description:
          'Returns the entry file as it was sent or fetched. If it refers to other files, returns a document that includes their contents, converted to OpenAPI 3.1 or 3.2.',
        params,
        ...DOCUMENT_RESPONSE,
      },
      handler: async (request, reply) => sendDocument(request, reply, (await find(request)).version),
    });
  };

const publishedSpecRoute =
  (context: Context, responses: ResponseCache): FastifyPluginAsyncTypebox =>
  async (app) => {
    const sendDocument = createSendDocument(context, responses);

    app.route({
      method: 'GET',
      url: `${SPEC}/published`,
      config: { access: 'public', errors },
      schema: {
        operationId: 'getPublishedOpenAPISpec',
        tags,
        summary: 'Get a public OpenAPI spec',
        description: 'Returns the document of the latest version, if the spec is public.',
        params: SpecParams,
        ...DOCUMENT_RESPONSE,
      },
      handler: async (request: FastifyRequest, reply: FastifyReply) => {
        const { organizationId, specSlug } = request.params as { organizationId: string; specSlug: string };
        const { version } = await getPublicSpec(context, { organizationId, slug: specSlug });
        await sendDocument(request, reply, version);
      },
    });
  };
