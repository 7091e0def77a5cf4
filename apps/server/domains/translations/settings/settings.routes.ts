import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { DocumentSchema } from '../../../content/revisions/content.schemas.ts';
import { insufficientRole, spaceNotFound } from '../../../platform/access/access-errors.ts';
import { grantedTo } from '../../../platform/access/authorize.ts';
import { mayDo } from '../../../platform/access/may-do.ts';
import type { Context } from '../../../platform/context.ts';
import { sendNothing } from '../../../platform/http/no-content.ts';
import { openList } from '../../../platform/http/open-list.ts';
import { listOf, refTo } from '../../../platform/http/schemas.ts';
import { presentSettings } from './settings.present.ts';
import { listSettingsRows, type SettingsRow } from './settings.repository.ts';
import {
  CreateSettingsBody,
  ListSettingsQuery,
  OrganizationParams,
  SettingsParams,
  TranslationSettingsSchema,
  UpdateSettingsBody,
} from './settings.schemas.ts';
import {
  createSettings,
  deleteSettings,
  getSettings,
  settingsNotFound,
  tooManySettings,
  updateSettings,
} from './settings.service.ts';

const NOT_AUDITED = { none: 'It changes content, not people or access.' } as const;
const tags = ['Translations'];
const SETTINGS = '/v1/orgs/:organizationId/translations';

export const translationSettingsRoutes =
  (context: Context): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { config, cursors, db } = context;
    for (const schema of [DocumentSchema, TranslationSettingsSchema]) app.addSchema(schema);
    const Settings = refTo(TranslationSettingsSchema);
    const present = (row: SettingsRow, request: FastifyRequest) =>
      presentSettings(row, {
        baseUrl: config.baseUrl,
        canEdit: mayDo(grantedTo(request), 'organization:write-translations'),
      });

    app.route({
      method: 'GET',
      url: SETTINGS,
      config: { access: 'organization:read-translations' },
      schema: {
        operationId: 'listTranslations',
        tags,
        summary: 'List translation settings',
        description: 'Oldest first.',
        params: OrganizationParams,
        querystring: ListSettingsQuery,
        response: { 200: listOf(Settings) },
      },
      handler: async (request) => {
        const { organizationId } = request.params;
        const list = openList<string>(cursors, `translations:${organizationId}`, request.query);
        const rows = await listSettingsRows(db, { organizationId, ...list.asked });
        return list.present(rows, (row) => present(row, request));
      },
    });

    app.route({
      method: 'POST',
      url: SETTINGS,
      config: {
        access: 'organization:write-translations',
        audit: NOT_AUDITED,
        errors: [tooManySettings, spaceNotFound, insufficientRole],
      },
      schema: {
        operationId: 'createTranslation',
        tags,
        summary: 'Create translation settings',
        description: 'The source must be a space in which you can create content.',
        params: OrganizationParams,
        body: CreateSettingsBody,
        response: { 201: Settings },
      },
      handler: async (request, reply) => {
        const { actor } = grantedTo(request);
        const { organizationId } = request.params;
        const row = await createSettings(context, { organizationId, actor }, request.body);
        const settings = present(row, request);
        reply.code(201).header('location', settings.urls.location);
        return settings;
      },
    });

    app.route({
      method: 'GET',
      url: `${SETTINGS}/:translationSettingsId`,
      config: { access: 'organization:read-translations', errors: [settingsNotFound] },
      schema: {
        operationId: 'getTranslation',
        tags,
        summary: 'Get translation settings',
        params: SettingsParams,
        response: { 200: Settings },
      },
      handler: async (request) => present(await getSettings(db, request.params), request),
    });

    app.route({
      method: 'PUT',
      url: `${SETTINGS}/:translationSettingsId`,
      config: {
        access: 'organization:write-translations',
        audit: NOT_AUDITED,
        errors: [settingsNotFound, spaceNotFound, insufficientRole],
      },
      schema: {
        operationId: 'updateTranslation',
        tags,
        summary: 'Update translation settings',
        description: 'Absent fields keep their values. `language` is added to the existing languages.',
        params: SettingsParams,
        body: UpdateSettingsBody,
        response: { 200: Settings },
      },
      handler: async (request) => {
        const { actor } = grantedTo(request);
        return present(await updateSettings(context, actor, request.params, request.body), request);
      },
    });

    app.route({
      method: 'DELETE',
      url: `${SETTINGS}/:translationSettingsId`,
      config: { access: 'organization:write-translations', audit: NOT_AUDITED, errors: [settingsNotFound] },
      schema: {
        operationId: 'deleteTranslation',
        tags,
        summary: 'Delete translation settings',
        description: 'The translated spaces are kept, but no longer updated from their source.',
        params: SettingsParams,
        response: { 205: Type.Null() },
      },
      handler: async (request, reply) => {
        await deleteSettings(context, request.params);
        return sendNothing(reply, 205);
      },
    });
  };
