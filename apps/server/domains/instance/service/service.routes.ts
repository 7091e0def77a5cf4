import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { Static } from 'typebox';
import type { Context } from '../../../platform/context.ts';
import { readRelease } from '../../../platform/http/release.ts';
import { refTo } from '../../../platform/http/schemas.ts';
import { findUpdate, UpdatesFileError } from '../../../platform/updates-file.ts';
import { checkHealth, type Health } from './check-health.ts';
import { countEverything } from './measure.repository.ts';
import { createMeasureStorage } from './measure-storage.ts';
import { presentSetting } from './present-setting.ts';
import { sendTestMail } from './send-test-mail.ts';
import {
  InstanceHealthSchema,
  InstanceSchema,
  InstanceSettingsSchema,
  InstanceStorageSchema,
  TestMailBody,
  TestMailSchema,
} from './service.schemas.ts';

const tags = ['Instance'];
const access = 'instance:administer' as const;

/** A wrong file is in the log; the page is about more than it. */
async function presentUpdate({ config, log }: Context, runningVersion: string) {
  if (config.updatesFile === undefined) return {};
  try {
    const update = await findUpdate(config.updatesFile, runningVersion);
    if (!update) return {};
    const { version, isSecurity, url } = update;
    return { update: { version, security: isSecurity, ...(url === undefined ? {} : { url }) } };
  } catch (error) {
    if (!(error instanceof UpdatesFileError)) throw error;
    log.warn({ reason: error.message }, 'the file with releases cannot be read');
    return {};
  }
}

/** The state of the service, for the administrators of the instance. */
export const instanceServiceRoutes =
  (context: Context): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { config, db, clock } = context;
    const release = readRelease();
    const measureStorage = createMeasureStorage(context);
    for (const schema of [InstanceSchema, InstanceHealthSchema, InstanceStorageSchema]) app.addSchema(schema);

    app.route({
      method: 'GET',
      url: '/v1/instance',
      config: { access },
      schema: {
        operationId: 'getInstance',
        tags,
        summary: 'Get the instance',
        response: { 200: refTo(InstanceSchema) },
      },
      handler: async () => ({
        object: 'instance' as const,
        ...release,
        node: process.versions.node,
        startedAt: new Date(clock().getTime() - process.uptime() * 1000).toISOString(),
        ...(await countEverything(db)),
        mail: config.smtpUrl !== undefined,
        ...(await presentUpdate(context, release.version)),
        urls: { api: config.baseUrl, sites: config.sitesUrl },
      }),
    });

    app.route({
      method: 'GET',
      url: '/v1/instance/health',
      config: { access },
      schema: {
        operationId: 'getInstanceHealth',
        tags,
        summary: 'Check the health of the instance',
        description:
          'Checks the database, its replicas, the broker, the database of events, the file storage, the disk and the job queue.',
        response: { 200: refTo(InstanceHealthSchema) },
      },
      handler: async () => presentHealth(await checkHealth(context)),
    });

    app.route({
      method: 'GET',
      url: '/v1/instance/storage',
      config: { access },
      schema: {
        operationId: 'getInstanceStorage',
        tags,
        summary: 'Get the storage usage',
        description:
          'Storage is measured at most every five minutes. `measuredAt` is the time of the measurement.',
        response: { 200: refTo(InstanceStorageSchema) },
      },
      handler: async () => {
        const { measuredAt, disk, ...storage } = await measureStorage();
        return {
          object: 'instance-storage' as const,
          measuredAt: measuredAt.toISOString(),
          ...storage,
          ...(disk ? { disk } : {}),
        };
      },
    });

    app.route({
      method: 'GET',
      url: '/v1/instance/settings',
      config: { access },
      schema: {
        operationId: 'listInstanceSettings',
        tags,
        summary: 'List the settings in force',
        description:
          'Lists every environment variable that the service reads, with its value and the source of the value. Secrets are not returned; passwords and queries in addresses are masked.',
        response: { 200: InstanceSettingsSchema },
      },
      handler: async () => ({
        items: config.settings.map((setting) => ({
          object: 'instance-setting' as const,
          ...presentSetting(setting),
        })),
      }),
    });

    app.route({
      method: 'POST',
      url: '/v1/instance/test-mail',
      config: { access, audit: { none: 'A test email changes nothing.' }, inMaintenance: 'reads' },
      schema: {
        operationId: 'sendInstanceTestMail',
        tags,
        summary: 'Send a test email',
        description:
          'Sends an email immediately, and returns the reply of the mail server if it did not accept the email.',
        body: TestMailBody,
        response: { 200: TestMailSchema },
      },
      handler: async (request) => {
        const { error } = await sendTestMail(context, request.body.to);
        return {
          sent: error === undefined,
          from: config.mailFrom,
          ...(error === undefined ? {} : { error }),
        };
      },
    });
  };

function presentHealth({
  status,
  database,
  replicas,
  broker,
  insights,
  files,
  disk,
  jobs,
  mail,
  memory,
}: Health): Static<typeof InstanceHealthSchema> {
  const { oldestDueAt, ...queue } = jobs;
  return {
    object: 'instance-health' as const,
    status,
    database,
    replicas,
    ...(broker ? { broker } : {}),
    ...(insights ? { insights } : {}),
    files,
    ...(disk ? { disk } : {}),
    jobs: { ...queue, ...(oldestDueAt ? { oldestDueAt: oldestDueAt.toISOString() } : {}) },
    mail: { configured: mail.isConfigured },
    memory,
  };
}
