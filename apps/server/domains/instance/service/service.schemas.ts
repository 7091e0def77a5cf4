import { Type } from 'typebox';
import { Id, Timestamp, Url } from '../../../platform/http/schemas.ts';

const Count = Type.Integer({ minimum: 0 });
const Bytes = Type.Integer({ minimum: 0, description: 'In bytes.' });

export const InstanceSchema = Type.Object(
  {
    object: Type.Literal('instance'),
    version: Type.String(),
    build: Type.String({ description: 'The first digits of the commit, or `release`.' }),
    node: Type.String({ description: 'The version of Node.js.' }),
    startedAt: Type.String({ format: 'date-time', description: 'When this process started.' }),
    users: Count,
    organizations: Count,
    spaces: Count,
    sites: Count,
    mail: Type.Boolean({ description: 'Whether the instance sends email.' }),
    update: Type.Optional(
      Type.Object(
        {
          version: Type.String(),
          security: Type.Boolean({
            description: 'Whether it, or a version in between, closes a security hole.',
          }),
          url: Type.Optional(Url),
        },
        { description: 'The newest version, if it is newer and the operator provides a file with releases.' },
      ),
    ),
    urls: Type.Object({ api: Url, sites: Url }),
  },
  { $id: 'Instance' },
);

const Status = Type.Enum(['ok', 'warning', 'failing']);

export const InstanceHealthSchema = Type.Object(
  {
    object: Type.Literal('instance-health'),
    status: Type.Enum(['ok', 'warning', 'failing'], { description: 'The worst status of the parts.' }),
    database: Type.Object({
      status: Status,
      version: Type.String(),
      bytes: Bytes,
      milliseconds: Type.Integer({ description: 'How long it took to respond.' }),
      connections: Count,
      maxConnections: Count,
    }),
    replicas: Type.Array(
      Type.Object({
        status: Status,
        name: Type.String({ description: 'Its address.' }),
        problem: Type.Optional(Type.String({ description: 'Why it is not used.' })),
        lagSeconds: Type.Optional(Type.Number()),
      }),
    ),
    broker: Type.Optional(
      Type.Object(
        { status: Status },
        { description: 'Whether changes of other processes arrive through the broker, if there is one.' },
      ),
    ),
    insights: Type.Optional(
      Type.Object(
        { status: Status, error: Type.Optional(Type.String()) },
        { description: 'The ClickHouse server with the events of readers, if there is one.' },
      ),
    ),
    files: Type.Object({
      status: Status,
      storage: Type.Enum(['disk', 's3']),
      error: Type.Optional(Type.String()),
    }),
    disk: Type.Optional(
      Type.Object(
        { status: Status, freeBytes: Bytes, totalBytes: Bytes },
        { description: 'The disk of the data directory.' },
      ),
    ),
    jobs: Type.Object({
      status: Status,
      waiting: Count,
      running: Count,
      failing: Count,
      failedLately: Type.Integer({
        minimum: 0,
        description: 'The number of jobs that were given up in the last 24 hours.',
      }),
      oldestDueAt: Type.Optional(
        Type.String({
          format: 'date-time',
          description: 'The time since which the longest-waiting job has been due.',
        }),
      ),
    }),
    mail: Type.Object({ configured: Type.Boolean() }),
    memory: Type.Object({ bytes: Bytes }),
  },
  { $id: 'InstanceHealth' },
);

export const InstanceStorageSchema = Type.Object(
  {
    object: Type.Literal('instance-storage'),
    measuredAt: Timestamp,
    database: Type.Object({
      bytes: Bytes,
      tables: Type.Array(Type.Object({ name: Type.String(), bytes: Bytes }), {
        description: 'The ten largest tables, with their indexes.',
      }),
    }),
    files: Type.Object({ count: Count, bytes: Bytes }),
    disk: Type.Optional(Type.Object({ freeBytes: Bytes, totalBytes: Bytes })),
    organizations: Type.Array(Type.Object({ id: Id, title: Type.String(), files: Count, bytes: Bytes }), {
      description: 'The files of the 100 organizations with the most bytes.',
    }),
  },
  { $id: 'InstanceStorage' },
);

const InstanceSettingSchema = Type.Object(
  {
    object: Type.Literal('instance-setting'),
    name: Type.String({ description: 'The environment variable.' }),
    value: Type.Optional(
      Type.String({ description: 'Absent if the setting is not set, or its value is secret.' }),
    ),
    source: Type.Enum(['environment', 'file', 'default'], {
      description:
        '`environment`: the variable is set. `file`: generated in the data directory. `default`: the variable is not set.',
    }),
    secret: Type.Boolean(),
  },
  { $id: 'InstanceSetting' },
);

export const InstanceSettingsSchema = Type.Object({ items: Type.Array(InstanceSettingSchema) });

export const TestMailBody = Type.Object({
  to: Type.String({ format: 'email', maxLength: 254 }),
});

export const TestMailSchema = Type.Object({
  sent: Type.Boolean({ description: 'Whether the mail server accepted the email.' }),
  from: Type.String(),
  error: Type.Optional(
    Type.String({ description: 'The reply of the mail server, or the reason why it could not be reached.' }),
  ),
});
