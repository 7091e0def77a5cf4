import { type Static, Type } from 'typebox';
import { Id, Timestamp, Url } from '../../../platform/http/schemas.ts';
import { GitCounts, GitReportEntry } from '../../content/spaces/spaces.schemas.ts';
import { GitConnectionSchema } from '../connection/connection.schemas.ts';
import { ChangeCounts, GitChangeSchema, GitOperationSchema } from '../operations/operations.schemas.ts';

const { url, ref, repoProjectDirectory, direction, initialDirection, onConflict } =
  GitConnectionSchema.properties;
const { stage, phase, percent, receivedBytes, done, total } = GitOperationSchema.properties;

export const STATES = ['running', 'success', 'failure', 'timeout', 'cancelled'] as const;

const PreviewResultSchema = Type.Object(
  {
    commit: Type.Optional(
      Type.String({
        description: 'The latest commit of the branch. Absent if the branch does not exist yet.',
      }),
    ),
    counts: Type.Optional(GitCounts),
    changeCounts: Type.Object(
      { space: ChangeCounts, repository: ChangeCounts },
      { description: 'The number of changes on each side.' },
    ),
    changes: Type.Array(GitChangeSchema, {
      description:
        'The changes of the first 1,000 pages and files. `conflicted` is text that would go into a change request.',
    }),
    changesTotal: Type.Integer({
      description: 'The number of changes, including those that are not listed.',
    }),
    report: Type.Array(GitReportEntry, {
      description: 'Constructs that are not recognized, or that may not look as intended.',
    }),
    reportTotal: Type.Integer(),
  },
  { description: 'What the first sync would change, if the preview succeeded.' },
);

export type PreviewResult = Static<typeof PreviewResultSchema>;

export const GitPreviewSchema = Type.Object(
  {
    object: Type.Literal('git-preview'),
    id: Id,
    state: Type.Enum([...STATES], {
      description: 'A preview is `running` from the time of the request, even while it is queued.',
    }),
    connection: Type.Object(
      { url, ref, repoProjectDirectory, direction, initialDirection, onConflict },
      { description: 'The connection that is previewed.' },
    ),
    startedAt: Timestamp,
    endedAt: Type.Optional(Timestamp),
    startedBy: Type.Optional(Id),
    reason: Type.Optional(
      Type.String({ description: 'Why it failed, as a stable name, such as `authentication-failed`.' }),
    ),
    error: Type.Optional(Type.String({ description: 'A description of the error, and what to do.' })),
    stage,
    phase,
    percent,
    receivedBytes,
    done,
    total,
    result: Type.Optional(PreviewResultSchema),
    urls: Type.Object({ location: Url }),
  },
  { $id: 'GitPreview' },
);

export const PreviewParams = Type.Object({ spaceId: Id, gitPreviewId: Id });
