import { Type } from 'typebox';
import { Id, ListQuery, Timestamp } from '../../../platform/http/schemas.ts';
import { JOB_STATES } from '../../../platform/jobs/job-list.queries.ts';

export const InstanceJobSchema = Type.Object(
  {
    object: Type.Literal('instance-job'),
    id: Id,
    kind: Type.String({ description: 'What the job does, such as `git-sync`. New versions can add kinds.' }),
    state: Type.Enum([...JOB_STATES]),
    organization: Type.Optional(
      Type.Object(
        { id: Id, title: Type.Optional(Type.String()) },
        { description: 'Absent for jobs of the instance itself.' },
      ),
    ),
    attempts: Type.Integer({ minimum: 0 }),
    error: Type.Optional(Type.String({ description: 'Why the last attempt failed.' })),
    createdAt: Timestamp,
    runsAt: Type.Optional(
      Type.String({ format: 'date-time', description: 'The earliest time of the next attempt.' }),
    ),
    failedAt: Type.Optional(
      Type.String({ format: 'date-time', description: 'The time at which the job was given up.' }),
    ),
    recurring: Type.Boolean({
      description: 'Whether the job recurs. Recurring jobs cannot be discarded.',
    }),
  },
  { $id: 'InstanceJob' },
);

const InstanceJobKindSchema = Type.Object(
  {
    object: Type.Literal('instance-job-kind'),
    kind: Type.String(),
    waiting: Type.Integer({ minimum: 0 }),
    running: Type.Integer({ minimum: 0 }),
    failing: Type.Integer({ minimum: 0 }),
    failed: Type.Integer({ minimum: 0 }),
  },
  { $id: 'InstanceJobKind' },
);

export const InstanceJobKindsSchema = Type.Object({ items: Type.Array(InstanceJobKindSchema) });

export const InstanceJobParams = Type.Object({ jobId: Id });

export const ListInstanceJobsQuery = Type.Object({
  ...ListQuery,
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 50 })),
  state: Type.Optional(
    Type.Enum([...JOB_STATES], {
      default: 'failed',
      description:
        '`failed`: jobs that were given up, latest first, kept for 30 days. `failing`: jobs whose last attempt failed and that will be retried. `waiting`: jobs that wait for their time or for a free worker.',
    }),
  ),
  kind: Type.Optional(Type.String({ maxLength: 64 })),
  organization: Type.Optional(Type.String({ description: 'Only jobs of the organization with this id.' })),
});
