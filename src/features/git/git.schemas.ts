import { Type } from 'typebox';
import { Id, Timestamp, WebUrl } from '../../http/schemas.ts';

export const SpaceParams = Type.Object({ spaceId: Id });

export const ImportGitRepositoryBody = Type.Object({
  url: Type.String({
    minLength: 1,
    maxLength: 2048,
    description:
      'Of the repository, over http(s); may contain basic credentials, which are kept encrypted until the import ends.',
  }),
  ref: Type.String({ minLength: 1, maxLength: 300, description: '`refs/heads/<branch>`.' }),
  repoCacheID: Type.Optional(
    Type.String({
      maxLength: 255,
      description: 'Imports of the organization with the same id share a cached copy.',
    }),
  ),
  repoTreeURL: Type.Optional(
    Type.String({ ...WebUrl, description: 'What the address of a file outside the space begins with.' }),
  ),
  repoCommitURL: Type.Optional(
    Type.String({ ...WebUrl, description: 'What the address of a commit begins with.' }),
  ),
  repoProjectDirectory: Type.Optional(
    Type.String({ maxLength: 1024, description: 'The directory of the space in the repository.' }),
  ),
  timestamp: Type.Optional(
    Type.String({
      format: 'date-time',
      description: 'Of the event behind the import: an older one is refused.',
    }),
  ),
  force: Type.Optional(
    Type.Boolean({ description: 'Imports in spite of the timestamp, and reads every file again.' }),
  ),
  standalone: Type.Optional(
    Type.Boolean({ description: 'Makes a revision without moving the space to it.' }),
  ),
  gitInfo: Type.Optional(
    Type.Object({
      provider: Type.Optional(Type.Enum(['github', 'gitlab'])),
      url: Type.Optional(WebUrl),
    }),
  ),
});

export const GitOperationReport = Type.Object({
  severity: Type.Enum(['warning', 'error']),
  path: Type.Optional(Type.String()),
  line: Type.Optional(Type.Integer()),
  message: Type.String(),
});

/** The Git connection of a space with its last operation. The same as `gitSync` on the space, with the report. */
export const GitStateSchema = Type.Object(
  {
    repoName: Type.Optional(Type.String()),
    installationId: Type.String(),
    installationStatus: Type.String(),
    installationProvider: Type.Optional(Type.String()),
    integration: Type.Optional(Type.String()),
    url: Type.Optional(Type.String()),
    updatedAt: Type.Optional(Timestamp),
    operation: Type.Optional(
      Type.Object(
        {
          state: Type.Enum(['running', 'success', 'failure', 'timeout']),
          direction: Type.Enum(['import', 'export']),
          startedAt: Timestamp,
          endedAt: Type.Optional(Timestamp),
          error: Type.Optional(Type.String()),
          seconds: Type.Optional(Type.Number()),
          revision: Type.Optional(Id),
          commit: Type.Optional(Type.String()),
          isUnchanged: Type.Optional(Type.Boolean()),
          stage: Type.Optional(Type.String()),
          done: Type.Optional(Type.Integer()),
          total: Type.Optional(Type.Integer()),
          counts: Type.Optional(Type.Object({}, { additionalProperties: Type.Integer() })),
          report: Type.Optional(Type.Array(GitOperationReport)),
          reportTotal: Type.Optional(
            Type.Integer({ description: 'Entries of the report, also those left out.' }),
          ),
        },
        { additionalProperties: true },
      ),
    ),
  },
  { $id: 'GitState' },
);
