import { type Static, Type } from 'typebox';
import { Id, ListQuery, Timestamp, Url } from '../../../platform/http/schemas.ts';
import { GitCounts, GitReportEntry, GitSyncSchema } from '../../content/spaces/spaces.schemas.ts';

const { reason, stage, phase, percent, receivedBytes, done, total, seconds, isUnchanged, reportTotal } =
  GitSyncSchema.properties.operation.properties;

/** The events that start a sync. */
export const SYNC_TRIGGERS = ['connect', 'resume', 'call', 'webhook', 'poll', 'content'] as const;

/** The change that a sync made to one page or file, on one side. */
export const GitChangeSchema = Type.Object({
  change: Type.Enum(['added', 'changed', 'renamed', 'deleted', 'conflicted', 'skipped']),
  side: Type.Enum(['space', 'repository'], { description: 'The side that was changed.' }),
  path: Type.String({ description: 'The path in the repository.' }),
  oldPath: Type.Optional(Type.String({ description: 'The path before a rename.' })),
  branch: Type.Optional(
    Type.String({ description: 'The branch of a change request; absent for the connected branch.' }),
  ),
  title: Type.Optional(Type.String({ description: 'The title of the page.' })),
  page: Type.Optional(Id),
  changeRequest: Type.Optional(
    Type.String({
      ...Id,
      description: 'The change request that contains the text that was not kept.',
    }),
  ),
  reason: Type.Optional(Type.String({ description: 'Why it was skipped.' })),
});

export type GitChange = Static<typeof GitChangeSchema>;

export const ChangeCounts = Type.Object({
  added: Type.Integer(),
  changed: Type.Integer(),
  renamed: Type.Integer(),
  deleted: Type.Integer(),
  conflicted: Type.Integer(),
  skipped: Type.Integer(),
});

export type GitChangeCounts = Static<typeof ChangeCounts>;

const OperationFields = {
  object: Type.Literal('git-operation'),
  id: Id,
  direction: Type.Enum(['import', 'export', 'sync']),
  state: Type.Enum(['running', 'success', 'failure', 'timeout'], {
    description: 'An operation is `running` from the time of the request, even while it is queued.',
  }),
  trigger: Type.Optional(
    Type.Enum([...SYNC_TRIGGERS], {
      description: 'What started a sync. `content` is a change of the content.',
    }),
  ),
  startedAt: Timestamp,
  endedAt: Type.Optional(Timestamp),
  startedBy: Type.Optional(Id),
  error: Type.Optional(Type.String({ description: 'A description of the error.' })),
  reason,
  seconds,
  revision: Type.Optional(Id),
  commit: Type.Optional(Type.String({ description: 'The commit that the operation read or created.' })),
  isUnchanged,
  stage,
  phase,
  percent,
  receivedBytes,
  done,
  total,
  counts: Type.Optional(GitCounts),
  changeCounts: Type.Optional(ChangeCounts),
  reportTotal,
  urls: Type.Object({ location: Url }),
};

export const GitOperationSchema = Type.Object(OperationFields, { $id: 'GitOperation' });

export const GitOperationDetailsSchema = Type.Object(
  {
    ...OperationFields,
    changes: Type.Optional(
      Type.Array(GitChangeSchema, { description: 'The changes of the first 1,000 pages and files.' }),
    ),
    changesTotal: Type.Optional(
      Type.Integer({ description: 'The number of changes, including those that are not listed.' }),
    ),
    report: Type.Optional(
      Type.Array(GitReportEntry, {
        description: 'Constructs that were not recognized, or that may not look as intended.',
      }),
    ),
  },
  { $id: 'GitOperationDetails' },
);

export const OperationParams = Type.Object({ spaceId: Id, gitOperationId: Id });
export const OperationsParams = Type.Object({ spaceId: Id });
export const ListOperationsQuery = Type.Object(ListQuery);
