import { Type } from 'typebox';
import { GitCounts, GitReportEntry } from '../../content/spaces/spaces.schemas.ts';
import { ChangeCounts, GitChangeSchema } from '../operations/operations.schemas.ts';

const Failure = {
  state: Type.Enum(['success', 'failure']),
  reason: Type.Optional(
    Type.String({ description: 'Why it failed, as a stable name, such as `authentication-failed`.' }),
  ),
  error: Type.Optional(Type.String({ description: 'A description of the error, and what to do.' })),
};

export const GitDeployKeySchema = Type.Object(
  {
    object: Type.Literal('git-deploy-key'),
    publicKey: Type.String({ description: 'The line to add to the repository at its host.' }),
    fingerprint: Type.String({ description: 'The fingerprint that the host shows for the key.' }),
    deployKey: Type.String({
      description:
        'The private key, encrypted so that only this instance can read it. Send it as `credentials.deployKey` of this space. It is not stored until then.',
    }),
  },
  { $id: 'GitDeployKey' },
);

export const GitCheckSchema = Type.Object(
  {
    object: Type.Literal('git-check'),
    ...Failure,
    branches: Type.Array(Type.Object({ ref: Type.String(), commit: Type.String() }), {
      description: 'The branches, sorted by name. Empty for an empty repository.',
    }),
    canWrite: Type.Boolean({
      description:
        'Whether the host accepts pushes with these credentials. A protected branch can still refuse them.',
    }),
    writeReason: Type.Optional(
      Type.String({ description: 'Why pushes are not accepted, as a stable name.' }),
    ),
    writeError: Type.Optional(Type.String({ description: 'A description of the reason, and what to do.' })),
  },
  { $id: 'GitCheck' },
);

export const GitPreviewSchema = Type.Object(
  {
    object: Type.Literal('git-preview'),
    ...Failure,
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
  { $id: 'GitPreview' },
);
